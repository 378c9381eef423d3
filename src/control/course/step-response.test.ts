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
});
