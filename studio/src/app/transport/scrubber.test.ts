import { expect, it } from 'vitest';
import { reachOf, shareOf } from './scrubber.tsx';

it('shows a live run as long as it is planned, and longer when it has gone on', () => {
  expect(reachOf({ start: 0, end: 3, duration: 20 })).toEqual({ start: 0, end: 20 });
  expect(reachOf({ start: 0, end: 25, duration: 20 })).toEqual({ start: 0, end: 25 });
  expect(reachOf({ start: 1000, end: 1060 })).toEqual({ start: 1000, end: 1060 });
});

it('keeps to the line', () => {
  const reach = { start: 10, end: 20 };
  expect([0, 10, 15, 20, 99].map((time) => shareOf(time, reach))).toEqual([0, 0, 0.5, 1, 1]);
  expect(shareOf(5, { start: 5, end: 5 })).toBe(0);
});
