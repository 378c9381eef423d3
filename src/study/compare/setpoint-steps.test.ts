import { describe, expect, it } from 'vitest';
import { stepResponses } from './setpoint-steps.ts';

const sampled = (end: number, period: number, value: (time: number) => number) => {
  const times = Float64Array.from({ length: Math.round(end / period) + 1 }, (_, i) => i * period);
  return { times, values: times.map(value) };
};

describe('steps of a set point', () => {
  it('are followed by a first-order lag as theory says', () => {
    // 0 → 2 at 0 s, 2 → 1 at 10 s; y′ = (u − y) / τ
    const tau = 0.8;
    const setPoint = sampled(20, 0.1, (t) => (t < 10 - 1e-9 ? 2 : 1));
    const measured = sampled(20, 0.001, (t) => (t < 10 ? 2 * (1 - Math.exp(-t / tau)) : 1 + Math.exp(-(t - 10) / tau)));
    const [first, second] = stepResponses(setPoint, measured);
    expect(first).toMatchObject({ at: 0, from: 0, to: 2, isFirst: true, overshoot: 0 });
    expect(second).toMatchObject({ at: 10, from: 2, to: 1, isFirst: false, overshoot: 0 });
    for (const response of [first, second]) {
      expect(response.riseTime).toBeCloseTo(tau * Math.log(9), 3);
      expect(response.settlingTime2).toBeCloseTo(tau * Math.log(50), 3);
      expect(response.steadyError).toBeCloseTo(0, 4);
    }
    expect(first.until).toBeCloseTo(10, 9);
  });

  it('are overshot by a second-order system by exp(−π ζ / √(1 − ζ²))', () => {
    const [zeta, omega] = [0.4, 3];
    const damped = omega * Math.sqrt(1 - zeta * zeta);
    const rising = (t: number) =>
      1 - Math.exp(-zeta * omega * t) * (Math.cos(damped * t) + ((zeta * omega) / damped) * Math.sin(damped * t));
    const setPoint = sampled(15, 0.01, (t) => (t < 5 - 1e-9 ? 0 : 4));
    const [step, ...more] = stepResponses(
      setPoint,
      sampled(15, 0.002, (t) => (t < 5 ? 0 : 4 * rising(t - 5))),
    );
    expect(more).toEqual([]);
    expect(step.overshoot).toBeCloseTo(Math.exp((-Math.PI * zeta) / Math.sqrt(1 - zeta * zeta)), 4);
    expect(step.peakTime).toBeCloseTo(Math.PI / damped, 2);
    expect(step.at).toBeCloseTo(5, 9);
  });

  it('are none in a ramp, in a set point that never holds, or where nothing moves', () => {
    const still = sampled(10, 0.01, () => 3);
    expect(
      stepResponses(
        sampled(10, 0.1, (t) => t),
        still,
      ),
    ).toEqual([]);
    expect(
      stepResponses(
        sampled(10, 0.01, () => 3),
        still,
      ),
    ).toEqual([]);
    // 1 → ramp → 3: neither end of the ramp is a step, but the beginning is one from where the value was
    const ramp = stepResponses(
      sampled(10, 0.1, (t) => Math.min(3, Math.max(1, t - 2))),
      still,
    );
    expect(ramp.map(({ from, to }) => [from, to])).toEqual([[3, 1]]);
  });

  it('that are not settled when the run ends have no settling time', () => {
    const [step] = stepResponses(
      sampled(1, 0.1, () => 1),
      sampled(1, 0.01, (t) => t / 2),
    );
    expect(step.settlingTime2).toBeNaN();
    expect(step.riseTime).toBeNaN();
  });
});
