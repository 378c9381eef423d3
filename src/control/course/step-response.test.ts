import { describe, expect, it } from 'vitest';
import { references } from '../../../test/fixtures/course/references.ts';
import { stepFigures } from './step-response.ts';

/** y″ + 2ζ y′ + y = 1 from rest, in closed form. */
function secondOrder(damping: number, period: number, duration: number): { times: number[]; values: number[] } {
  const times = Array.from({ length: Math.round(duration / period) + 1 }, (_, i) => i * period);
  const w = Math.sqrt(1 - damping * damping);
  return {
    times,
    values: times.map((t) => 1 - Math.exp(-damping * t) * (Math.cos(w * t) + (damping / w) * Math.sin(w * t))),
  };
}

describe('figures of a step response', () => {
  it.each([0.2, 0.5, 0.8])(
    'have the closed-form overshoot and peak of a second-order system with damping %s',
    (damping) => {
      const w = Math.sqrt(1 - damping * damping);
      const { overshoot, peakTime } = stepFigures({ ...secondOrder(damping, 1e-3, 30), from: 0, to: 1 });
      expect(overshoot).toBeCloseTo(Math.exp((-Math.PI * damping) / w), 6);
      expect(peakTime).toBeCloseTo(Math.PI / w, 2);
    },
  );

  it.each(references.steps.map((reference) => [reference.name, reference] as const))(
    'agree with scipy from coarse samples: %s',
    (_name, { period, values, figures }) => {
      const times = values.map((_, i) => i * period);
      const found = stepFigures({ times, values, from: 0, to: 1 });
      expect(found.riseTime).toBeCloseTo(figures.riseTime, 2);
      expect(found.overshoot).toBeCloseTo(figures.overshoot, 2);
      expect(Math.abs(found.settlingTime2 - figures.settlingTime2)).toBeLessThan(0.02);
      expect(Math.abs(found.settlingTime5 - figures.settlingTime5)).toBeLessThan(0.02);
      expect(Math.abs(found.steadyError)).toBeLessThan(2e-3);
    },
  );

  it('are the same for a step downwards, and for another size', () => {
    const { times, values } = secondOrder(0.4, 0.01, 30);
    const up = stepFigures({ times, values, from: 0, to: 1 });
    const down = stepFigures({ times, values: values.map((v) => 20 - 6 * v), from: 20, to: 14 });
    for (const key of ['riseTime', 'overshoot', 'peakTime', 'settlingTime2', 'settlingTime5'] as const)
      expect(down[key]).toBeCloseTo(up[key], 9);
    expect(down.steadyError).toBeCloseTo(-6 * up.steadyError, 9);
  });

  it('tell a steady error from a ripple', () => {
    const times = Array.from({ length: 1001 }, (_, i) => i / 100);
    const { steadyError, ripple } = stepFigures({
      times,
      values: times.map((t) => (t < 1 ? 0 : 0.97 + 0.01 * Math.sin(20 * Math.PI * t))),
      from: 0,
      to: 1,
    });
    expect(steadyError).toBeCloseTo(0.03, 3);
    expect(ripple).toBeCloseTo(0.01, 3);
  });

  it('are not a number where the response never gets there', () => {
    const found = stepFigures({ times: [0, 1, 2, 3], values: [0, 0.2, 0.3, 0.3], from: 0, to: 1 });
    expect(found.riseTime).toBeNaN();
    expect(found.settlingTime5).toBeNaN();
    expect(found.overshoot).toBe(0);
  });

  it('do not depend on when the step happened: a record of uneven samples, by hand', () => {
    const record = { times: [100, 101, 103, 104, 108, 110], values: [0, 50, 90, 104, 99, 99.5], from: 0, to: 100 };
    expect(stepFigures(record)).toEqual({
      // 10 % at 100.2, 90 % at the sample 103 itself
      riseTime: expect.closeTo(2.8, 12),
      overshoot: expect.closeTo(0.04, 12),
      peakTime: 4,
      // falls through 102 two fifths of the way from 104 to 108; rises through 95 five fourteenths of the way from 103 to 104
      settlingTime2: expect.closeTo(5.6, 12),
      settlingTime5: expect.closeTo(3 + 5 / 14, 12),
      steadyError: expect.closeTo(0.5, 12),
      ripple: 0,
    });
  });

  it('see a response that has part of the step behind it, reaches a share exactly and falls back', () => {
    expect(stepFigures({ times: [0, 1, 2], values: [15, 18, 20], from: 10, to: 20 }).riseTime).toBeCloseTo(1.5, 12);
    expect(stepFigures({ times: [0, 1, 2, 3], values: [1, 1, 9, 5], from: 0, to: 10 }).riseTime).toBe(2);
    expect(stepFigures({ times: [0, 1, 3], values: [95, 97, 99], from: 0, to: 100 }).riseTime).toBe(0);
    expect(stepFigures({ times: [0, 2, 4], values: [1, 9, 5], from: 0, to: 10 }).riseTime).toBe(2);
  });

  it('take the first of two equal peaks, and a first sample for one', () => {
    const times = [5, 6, 7, 8, 9];
    expect(stepFigures({ times, values: [0, 1.2, 1, 1.2, 1], from: 0, to: 1 }).peakTime).toBe(1);
    const falling = stepFigures({ times, values: [2, 1, 1, 1, 1], from: 0, to: 1 });
    expect([falling.peakTime, falling.overshoot]).toEqual([0, 1]);
  });

  it('settle at the edge of the band, at once when they never leave it, and not when they leave it in the end', () => {
    const settled = (values: number[]) => {
      const times = values.map((_, i) => 50 + i);
      const { settlingTime2, settlingTime5 } = stepFigures({ times, values, from: 0, to: 100 });
      return [settlingTime2, settlingTime5];
    };
    expect(settled([99, 101, 100, 100])).toEqual([0, 0]);
    expect(settled([104, 99, 100, 100])).toEqual([expect.closeTo(0.4, 12), 0]);
    expect(settled([0, 100, 100, 98])).toEqual([expect.closeTo(0.98, 12), expect.closeTo(0.95, 12)]);
    expect(settled([0, 100, 98, 95])).toEqual([NaN, expect.closeTo(0.95, 12)]);
    expect(settled([0, 100, 100, 102, 100])).toEqual([expect.closeTo(0.98, 12), expect.closeTo(0.95, 12)]);
  });

  it('are steady over the last tenth, or the share that is asked for, of the time', () => {
    const times = Array.from({ length: 11 }, (_, i) => 100 + i);
    const values = [7, 7, 7, 7, 7, 7, 7, 7, 0.9, 1.1, 1.3];
    const steady = (steadyShare?: number) => {
      const { steadyError, ripple } = stepFigures({ times, values, from: 0, to: 1, steadyShare });
      return [steadyError, ripple];
    };
    expect(steady()).toEqual([expect.closeTo(-0.2, 12), expect.closeTo(0.1, 12)]);
    expect(steady(0.2)).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(0.2, 12)]);
    expect(steady(0)).toEqual([expect.closeTo(-0.3, 12), 0]);
    const mean = (8 * 7 + 3.3) / 11;
    expect(steady(1)).toEqual([expect.closeTo(1 - mean, 12), expect.closeTo(mean - 0.9, 12)]);
  });

  it('need two samples and a step, and leave out values without an instant', () => {
    const none = { riseTime: NaN, overshoot: NaN, peakTime: NaN, steadyError: NaN, ripple: NaN };
    const unsettled = { settlingTime2: NaN, settlingTime5: NaN };
    expect(stepFigures({ times: [0], values: [1], from: 0, to: 1 })).toEqual({ ...none, ...unsettled });
    expect(stepFigures({ times: [0, 1, 2], values: [1, 1, 1], from: 1, to: 1 })).toEqual({ ...none, ...unsettled });
    const two = stepFigures({ times: [3, 5], values: [0, 100, 900], from: 0, to: 100 });
    expect(two).toEqual({
      riseTime: expect.closeTo(1.6, 12),
      overshoot: 0,
      peakTime: 2,
      settlingTime2: expect.closeTo(1.96, 12),
      settlingTime5: expect.closeTo(1.9, 12),
      steadyError: 0,
      ripple: 0,
    });
    expect(stepFigures({ times: [0, 1], values: [0, 50, 100], from: 0, to: 100 }).riseTime).toBeNaN();
  });
});
