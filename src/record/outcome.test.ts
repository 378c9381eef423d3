import { describe, expect, it } from 'vitest';
import type { Recording } from './mcap/recording-reader.ts';
import { parseOutcome, recordedMetrics, recordedResult } from './recorded-result.ts';
import { textHash } from './recorder.ts';

const outcome = {
  seed: 3,
  ticks: 100,
  duration: 0.1,
  hash: 'abc',
  clock: 'free',
  wall: 0.5,
  metrics: [
    { name: 'a', value: 1.5, unit: 'm', samples: 3, doc: 'd' },
    { name: 'b', value: null, unit: '', samples: 0, doc: '', problem: 'nothing came' },
  ],
  expectations: [
    { name: 'e', metric: 'a', value: 1.5, unit: 'm', min: 1, pass: true },
    { name: 'f', metric: 'b', value: null, unit: '', max: 1, pass: false, problem: 'b has no value' },
  ],
  stepTimes: [{ block: 'x', steps: 2, median: 1, p99: 2, max: 3, share: 0.5 }],
  lateness: { count: 1, median: 0.1, p99: 0.2, max: 0.3 },
  unknownToUs: 'kept out',
};
const recording = (result: Record<string, string>) =>
  ({ name: 'run.mcap', metadata: new Map([['skidpad.result', result]]) }) as unknown as Recording;

describe('the outcome beside a recording', () => {
  it('is read as it was written, with defaults for what an earlier version did not write', () => {
    const { unknownToUs: _unknown, ...known } = outcome;
    expect(parseOutcome(JSON.stringify(outcome), 'f')).toEqual({ ...known, deadlineMisses: 0, interrupted: false });
    const { expectations: _none, stepTimes: _times, ...less } = known;
    expect(parseOutcome(JSON.stringify(less), 'f')).toMatchObject({ expectations: [], stepTimes: [] });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'f: expected an object, got a list of 0'],
    ['a run without seed', { ...outcome, seed: undefined }, 'f: .seed: expected an integer, got no value'],
    ['a metric that is none', { ...outcome, metrics: [3] }, 'f: metrics[0]: expected a mapping, got 3'],
    [
      'a value that is text',
      { ...outcome, metrics: [{ name: 'a', value: 'x' }] },
      'f: metrics[0].value: expected a number, got "x"',
    ],
    [
      'an expectation without verdict',
      { ...outcome, expectations: [{ name: 'a', metric: 'b' }] },
      'f: expectations[0].pass: expected true or false, got no value',
    ],
  ])('of %s is refused in a sentence', (_case, value, sentence) => {
    expect(() => parseOutcome(JSON.stringify(value), 'f')).toThrow(sentence);
  });

  it('in the recording itself has a value or none', () => {
    expect(recordedMetrics(recording({ metrics: JSON.stringify(outcome.metrics) }))).toEqual(outcome.metrics);
    expect(recordedMetrics(recording({}))).toBeUndefined();
    expect(() => recordedMetrics(recording({ metrics: '{' }))).toThrow(/^run\.mcap: holds JSON that cannot be read: /);
  });

  it('has a whole number of ticks and sixteen hex digits', () => {
    const hash = '0123456789abcdef';
    expect(recordedResult(recording({ hash, ticks: '9007199254740991' }))).toEqual({ hash, ticks: 9007199254740991 });
    for (const ticks of ['9007199254740992', '-1', '1.5', '', ' 1'])
      expect(() => recordedResult(recording({ hash, ticks }))).toThrow(`expected ticks, got ${JSON.stringify(ticks)}`);
    for (const wrong of [`${hash}0`, hash.slice(1), hash.toUpperCase()])
      expect(() => recordedResult(recording({ hash: wrong, ticks: '1' }))).toThrow('expected a hash');
  });

  it('knows a text by sixteen hex digits', () => {
    expect(textHash('a')).toMatch(/^[0-9a-f]{16}$/);
    expect(textHash('a')).not.toBe(textHash('b'));
  });
});
