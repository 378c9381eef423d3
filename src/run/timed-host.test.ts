import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StepTime } from '../core/block.ts';
import type { Host } from '../core/host.ts';
import { TimedHost } from './timed-host.ts';

const time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0.01, elapsed: 0.01, activation: 0 };

/** A host whose steps take so long on a clock of our own [ms]. */
function hostOf(stepMs: number) {
  let nowMs = 0;
  let steps = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const inner: Host = {
    start: () => {
      nowMs += stepMs;
      steps++;
      return true;
    },
    ready: () => true,
    finish: () => {},
    save: () => undefined,
    restore: () => {},
    close: () => {},
  };
  return { inner, clock, steps: () => steps, wall: () => nowMs / 1000 };
}

afterEach(() => vi.restoreAllMocks());

describe('the stopwatch', () => {
  it.each([0.001, 0.5])('counts every step of %d ms and scales what it has timed', (stepMs) => {
    const { inner, steps, wall } = hostOf(stepMs);
    const host = new TimedHost('block', inner);
    for (let i = 0; i < 5000; i++) host.start(time);
    const times = host.times(wall());
    expect([steps(), times.steps]).toEqual([5000, 5000]);
    expect(times.share).toBeCloseTo(1, 6);
    expect(times.median / (stepMs / 1000)).toBeCloseTo(1, 1);
    expect(times.max).toBeCloseTo(stepMs / 1000, 9);
  });

  it('looks at the clock at one in sixteen of many short steps, and at every long one', () => {
    const looks = [0.001, 0.5].map((stepMs) => {
      const { inner, clock } = hostOf(stepMs);
      const host = new TimedHost('block', inner);
      for (let i = 0; i < 512 + 1600; i++) host.start(time);
      const { length } = clock.mock.calls;
      vi.restoreAllMocks();
      return length / 2;
    });
    expect(looks).toEqual([512 + 100, 512 + 1600]);
  });
});
