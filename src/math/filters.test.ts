import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp, firstOrderLag, lagDecay, quantise, rateLimit } from './filters.ts';

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

describe('limits', () => {
  it('clamp holds a value between its limits', () => {
    expect([clamp(-2, -1, 1), clamp(0.5, -1, 1), clamp(2, -1, 1)]).toEqual([-1, 0.5, 1]);
  });

  it('rateLimit moves by at most rate times step and then arrives', () => {
    expect(rateLimit(0, 5, 1, 0.2)).toBe(0.2);
    expect(rateLimit(0, -5, 1, 0.2)).toBe(-0.2);
    expect(rateLimit(4.9, 5, 1, 0.2)).toBe(5);
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
