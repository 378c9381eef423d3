import { describe, expect, it } from 'vitest';
import type { Frame, Stamped } from '../../players/player.ts';
import { HopHistory } from './hop-history.ts';

/** A camera that publishes 10 ms after its data was true, and a pilot 30 ms after it. */
const frame = (time: number, isJump = false): Frame => ({
  time,
  isJump,
  messages: new Map<string, Stamped>([
    ['/camera', { message: {}, time: time + 0.01, sequence: 0, capture: { car: time } }],
    ['/pilot', { message: {}, time: time + 0.03, sequence: 0, capture: { car: time, bus: NaN } }],
  ]),
});
const rounded = (history: HopHistory) => history.all.map(({ hops }) => hops.map((value) => Math.round(value * 1e3)));

describe('the hops of a way over time', () => {
  it('are what each block adds to the age of the data', () => {
    const history = new HopHistory('car', ['/camera', '/pilot']);
    history.observe(frame(1));
    history.observe(frame(1));
    history.observe(frame(2));
    expect(rounded(history)).toEqual([
      [10, 20],
      [10, 20],
    ]);
  });

  it('count with the next where a signal has no stamps', () => {
    const history = new HopHistory('car', ['/hidden', '/pilot']);
    history.observe(frame(1));
    expect(rounded(history)).toEqual([[0, 30]]);
    const nothing = new HopHistory('bus', ['/camera', '/pilot']);
    nothing.observe(frame(1));
    expect(nothing.all).toEqual([]);
  });

  it('start again after a jump, and keep the newest', () => {
    const history = new HopHistory('car', ['/camera', '/pilot']);
    for (let k = 0; k < 500; k++) history.observe(frame(k));
    expect(history.all).toHaveLength(400);
    expect(history.all[399].time).toBeCloseTo(499.03, 9);
    history.observe(frame(3, true));
    expect(history.all).toHaveLength(1);
  });
});
