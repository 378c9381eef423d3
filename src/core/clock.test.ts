import { describe, expect, it } from 'vitest';
import { FreeClock, freeClock } from './clock.ts';
import { Links } from './link.ts';

/** A clock beside a wall whose time the test sets. */
function clockWithWall(interval?: number) {
  const wall = { seconds: 50 };
  const clock = new FreeClock(() => wall.seconds, interval);
  /** How many ticks are granted when the last batch took so long. */
  const batchAfter = (seconds: number, tick = 1000): number => {
    wall.seconds += seconds;
    return clock.grant(tick) - tick;
  };
  return { clock, wall, batchAfter };
}

describe('a clock that runs as fast as possible', () => {
  it('doubles its batches while they take less than half the interval, up to a million', () => {
    const { batchAfter } = clockWithWall();
    expect(Array.from({ length: 4 }, () => batchAfter(0.0099))).toEqual([512, 1024, 2048, 4096]);
    for (let i = 0; i < 20; i++) batchAfter(0);
    expect(batchAfter(0)).toBe(1_048_576);
  });

  it('halves them while they take more than twice the interval, down to one tick', () => {
    const { batchAfter } = clockWithWall();
    expect(Array.from({ length: 3 }, () => batchAfter(0.041))).toEqual([128, 64, 32]);
    for (let i = 0; i < 10; i++) batchAfter(1);
    expect(batchAfter(1)).toBe(1);
  });

  it('keeps them where they take about the interval', () => {
    const { batchAfter } = clockWithWall();
    expect([0.0101, 0.02, 0.0399].map((took) => batchAfter(took))).toEqual([256, 256, 256]);
    // both ends belong to it
    const exact = clockWithWall(0.25);
    expect([0.125, 0.5].map((took) => exact.batchAfter(took))).toEqual([256, 256]);
  });

  it('aims at the interval it is given, and measures from one grant to the next', () => {
    const { batchAfter, clock, wall } = clockWithWall(1);
    expect([0.4, 0.6, 2.5].map((took) => batchAfter(took))).toEqual([512, 512, 256]);
    expect(clock.wallTime()).toBe(wall.seconds);
  });

  it('is late for nobody and never ends', async () => {
    const opened = await freeClock.open({}, { tickNs: 1e6, links: new Links(), wallTime: () => 7 });
    expect([opened.realTime, opened.ended, opened.wallTime(), opened.grant(10)]).toEqual([false, false, 7, 522]);
  });
});
