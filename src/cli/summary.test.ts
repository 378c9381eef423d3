import { expect, it } from 'vitest';
import type { RunResult } from '../run/result.ts';
import { summary } from './summary.ts';

const RESULT: RunResult = {
  scenario: 'blind',
  version: 'test',
  seed: 1,
  ticks: 1000,
  duration: 1,
  wall: 1,
  realTimeFactor: 1,
  hash: '0',
  clock: 'free',
  metrics: [],
  expectations: [],
  passed: false,
  deadlineMisses: 0,
  lost: [],
  stepTimes: [],
  interrupted: false,
};

it('a summary says why an expectation has no value', () => {
  const problem = 'error has no value: its signal did not publish in the window';
  const expectation = { name: 'sees the lane', metric: 'error', value: null, unit: 'm', max: 1, pass: false, problem };
  const text = summary({ ...RESULT, expectations: [expectation] });
  expect(text).toMatch(
    /✗ +sees the lane +no value +≤ 1 +error has no value: its signal did not publish in the window\n/,
  );
  expect(text).toMatch(/1 of 1 expectations failed/);
});
