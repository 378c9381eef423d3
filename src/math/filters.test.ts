import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backlash,
  clamp,
  deadBand,
  firstOrderLag,
  lagDecay,
  quantise,
  rateLimit,
  secondOrderLag,
  secondOrderLagStep,
} from './filters.ts';

/** Unit step response of the second-order lag from rest. */
function stepResponse(t: number, w: number, z: number): number {
  if (z === 1) return 1 - (1 + w * t) * Math.exp(-w * t);
  if (z < 1) {
    const d = w * Math.sqrt(1 - z * z);
    return 1 - Math.exp(-z * w * t) * (Math.cos(d * t) + ((z * w) / d) * Math.sin(d * t));
  }
  const root = Math.sqrt(z * z - 1);
  const fast = w * (z + root);
  const slow = w * (z - root);
  return 1 - (fast * Math.exp(-slow * t) - slow * Math.exp(-fast * t)) / (fast - slow);
}

describe('first-order lag', () => {
  it('follows 1 − e^(−t/τ) whatever the step', () => {
    let value = 0;
    const small = lagDecay(0.01, 0.5);
    for (let i = 0; i < 50; i++) value = firstOrderLag(value, 3, small);
    expect(value).toBeCloseTo(1.896361676485673, 12);
    value = firstOrderLag(value, 3, lagDecay(0.5, 0.5));
    expect(value).toBeCloseTo(2.593994150290162, 12);
  });

  it('passes the input through without a time constant', () => {
    expect(firstOrderLag(7, 2, lagDecay(0.01, 0))).toBe(2);
  });
});

describe('second-order lag', () => {
  it.each([0, 0.1, 0.7, 0.999999, 1, 1.0000001, 1.2, 3, 100])('follows the closed step response for ζ = %f', (zeta) => {
    const step = secondOrderLagStep(0.02, 5, zeta);
    const state = { value: 0, rate: 0 };
    for (let i = 1; i <= 200; i++) {
      secondOrderLag(state, 1, step);
      // the closed forms lose digits close to critical damping
      const reference = Math.abs(zeta - 1) < 1e-5 ? 1 : zeta;
      expect(Math.abs(state.value - stepResponse(0.02 * i, 5, reference))).toBeLessThan(
        reference === zeta ? 1e-12 : 2e-6,
      );
    }
  });

  it('two steps equal one of twice the length', () => {
    const positive = fc.double({ min: 0.01, max: 3, noNaN: true });
    fc.assert(
      fc.property(positive, positive, positive, (h, w, z) => {
        const once = { value: 0.3, rate: -2 };
        const twice = { value: 0.3, rate: -2 };
        secondOrderLag(once, 1, secondOrderLagStep(2 * h, w, z));
        secondOrderLag(twice, 1, secondOrderLagStep(h, w, z));
        secondOrderLag(twice, 1, secondOrderLagStep(h, w, z));
        return Math.abs(once.value - twice.value) < 1e-12 && Math.abs(once.rate - twice.rate) < 1e-12;
      }),
    );
  });

  it('is continuous where the series takes over from the closed forms', () => {
    // q = (1 − ζ²)(ωₙh)² = ±0.001 at ωₙh = 1
    for (const sign of [1, -1]) {
      const inside = secondOrderLagStep(1, 1, Math.sqrt(1 - sign * 0.000999999999));
      const outside = secondOrderLagStep(1, 1, Math.sqrt(1 - sign * 0.001000000001));
      expect(Math.abs(inside.valueToValue - outside.valueToValue)).toBeLessThan(1e-11);
      expect(Math.abs(inside.rateToRate - outside.rateToRate)).toBeLessThan(1e-11);
    }
  });

  it('conserves energy without damping', () => {
    const state = { value: 1, rate: 0 };
    const step = secondOrderLagStep(0.1, 3, 0);
    for (let i = 0; i < 1000; i++) secondOrderLag(state, 0, step);
    expect(state.value * state.value + (state.rate / 3) * (state.rate / 3)).toBeCloseTo(1, 12);
  });

  it('stays finite for extreme damping and long steps', () => {
    const step = secondOrderLagStep(1000, 50, 1e6);
    expect(Object.values(step).every(Number.isFinite)).toBe(true);
  });
});

describe('non-linear elements', () => {
  it('clamp holds a value between its limits', () => {
    expect([clamp(-2, -1, 1), clamp(0.5, -1, 1), clamp(2, -1, 1)]).toEqual([-1, 0.5, 1]);
  });

  it('rateLimit moves by at most rate times step and then arrives', () => {
    expect(rateLimit(0, 5, 1, 0.2)).toBe(0.2);
    expect(rateLimit(0, -5, 1, 0.2)).toBe(-0.2);
    expect(rateLimit(4.9, 5, 1, 0.2)).toBe(5);
  });

  it('deadBand is zero inside and shifted outside', () => {
    expect([deadBand(0.05, 0.1), deadBand(-0.1, 0.1), deadBand(0.5, 0.1), deadBand(-0.5, 0.1)]).toEqual([
      0, 0, 0.4, -0.4,
    ]);
  });

  it('backlash lags half the gap behind on the way up and on the way down, and rests between', () => {
    let output = 0;
    for (const input of [0.1, 0.2, 1, 2]) output = backlash(output, input, 0.4);
    expect(output).toBe(1.8);
    for (const input of [1.9, 1.7, 1.6]) expect(backlash(output, input, 0.4)).toBe(1.8);
    expect(backlash(output, 1, 0.4)).toBe(1.2);
  });

  it('backlash driven by a triangle of amplitude 1 encloses the parallelogram gap × (2 − gap)', () => {
    const gap = 0.4;
    const triangle = (k: number) => 1 - Math.abs(((k % 4000) - 2000) / 1000);
    let output = 0;
    let area = 0;
    for (let k = 1; k <= 8000; k++) {
      output = backlash(output, triangle(k), gap);
      if (k > 4000) area += output * (triangle(k - 1) - triangle(k));
    }
    expect(area).toBeCloseTo(gap * (2 - gap), 2);
  });

  it('quantise rounds to the nearest multiple and is idempotent', () => {
    expect([quantise(0.26, 0.1), quantise(0.25, 0.5), quantise(-0.25, 0.5), quantise(1.23, 0)]).toEqual([
      0.30000000000000004, 0.5, 0, 1.23,
    ]);
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        (x, step) =>
          Math.abs(quantise(x, step) - x) <= 0.5 * step * (1 + 1e-6) &&
          quantise(quantise(x, step), step) === quantise(x, step),
      ),
    );
  });
});
