import { describe, expect, it } from 'vitest';
import type { ExpectationOutcome, PlayerStatus } from '../../players/player.ts';
import { boundText, verdictOf } from './verdict.ts';

const expectation = (pass: boolean): ExpectationOutcome => ({ doc: '', metric: 'm', value: 1, max: 2, pass });
const status = (part: Partial<PlayerStatus>): PlayerStatus => ({
  state: 'running',
  title: '',
  time: 12.3,
  start: 0,
  end: 12.3,
  speed: 1,
  realTimeFactor: 1,
  metrics: [],
  expectations: [],
  ...part,
});

describe('the verdict on a run', () => {
  it('is so far until the end', () => {
    expect(verdictOf(status({ expectations: [expectation(true)] }))).toEqual({
      kind: 'pass',
      isFinal: false,
      title: 'The expectation is met',
      detail: 'so far, at 0:12.300',
    });
    expect(verdictOf(status({ state: 'ended', expectations: [expectation(true), expectation(true)] }))).toEqual({
      kind: 'pass',
      isFinal: true,
      title: 'All 2 expectations are met',
      detail: 'at the end, 0:12.300',
    });
  });

  it('counts what is met', () => {
    expect(verdictOf(status({ expectations: [expectation(true), expectation(false)] })).title).toBe(
      '1 of 2 expectations are met',
    );
    expect(verdictOf(status({ expectations: [expectation(false), expectation(false)] }))).toMatchObject({
      kind: 'fail',
      title: '0 of 2 expectations are met',
    });
  });

  it('is open where nothing is expected, and a failure where the run failed', () => {
    expect(verdictOf(status({})).kind).toBe('open');
    expect(verdictOf(status({ state: 'failed', expectations: [expectation(true)] })).kind).toBe('fail');
  });
});

describe('bounds', () => {
  it('are written as comparisons with their unit', () => {
    expect(boundText({ min: 0.9 }, '')).toBe('≥ 0.9');
    expect(boundText({ max: 3 }, 'm')).toBe('≤ 3\u00a0m');
    expect(boundText({ min: -1, max: 3 }, 'm')).toBe('−1 … 3\u00a0m');
    expect(boundText({ min: 4, max: 4 }, '')).toBe('= 4');
  });
});
