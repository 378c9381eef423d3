import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../test/fixtures/math/elementary-functions.ts';
import { acos, asin, atan, atan2, cos, sin, sinCos, tan } from './trig.ts';

describe('accuracy against mpmath', () => {
  // the bound is the largest error seen over 45 000 to 105 000 points per function, rounded up
  it.each([
    ['sin', sin, 0.76],
    ['cos', cos, 0.75],
    ['tan', tan, 0.79],
    ['asin', asin, 0.85],
    ['acos', acos, 0.84],
    ['atan', atan, 0.81],
    ['atan2', atan2, 0.68],
  ] as [string, (...x: number[]) => number, number][])('%s errs by less than an ulp', (name, f, bound) => {
    const accuracy = measure(name, f);
    expect(accuracy.points).toBeGreaterThan(100);
    expect(accuracy.worstUlp, `at ${accuracy.worstArguments}`).toBeLessThanOrEqual(bound);
  });
});

describe('special values', () => {
  it('sin, tan, asin and atan keep the sign of zero', () => {
    for (const f of [sin, tan, asin, atan]) {
      expect(Object.is(f(0), 0)).toBe(true);
      expect(Object.is(f(-0), -0)).toBe(true);
    }
  });

  it('is NaN outside the domain', () => {
    for (const f of [sin, cos, tan]) for (const x of [NaN, Infinity, -Infinity]) expect(f(x)).toBeNaN();
    for (const f of [asin, acos]) for (const x of [NaN, 1.0000000000000002, -2, Infinity]) expect(f(x)).toBeNaN();
    const out = new Float64Array(2);
    sinCos(Infinity, out);
    expect(out).toEqual(new Float64Array([NaN, NaN]));
  });

  it('gives exact values at the ends', () => {
    expect(cos(0)).toBe(1);
    expect(asin(1)).toBe(Math.PI / 2);
    expect(asin(-1)).toBe(-Math.PI / 2);
    expect(Object.is(acos(1), 0)).toBe(true);
    expect(acos(-1)).toBe(Math.PI);
    expect(acos(0)).toBe(Math.PI / 2);
    expect(atan(Infinity)).toBe(Math.PI / 2);
    expect(atan(-Infinity)).toBe(-Math.PI / 2);
    expect(atan(1)).toBe(Math.PI / 4);
    expect(atan(NaN)).toBeNaN();
  });

  it('atan2 follows IEEE 754 on the axes and at infinity', () => {
    const values = [0, -0, 1, -1, Infinity, -Infinity, NaN];
    for (const y of values) {
      for (const x of values) expect(Object.is(atan2(y, x), Math.atan2(y, x)), `atan2(${y}, ${x})`).toBe(true);
    }
  });
});

describe('identities', () => {
  const angle = fc.double({ min: -1e6, max: 1e6, noNaN: true });

  it('sin² + cos² = 1', () => {
    fc.assert(fc.property(angle, (x) => Math.abs(sin(x) * sin(x) + cos(x) * cos(x) - 1) < 4e-16));
  });

  it('sin is odd and cos is even, to the last bit', () => {
    fc.assert(fc.property(fc.double(), (x) => Object.is(sin(-x), -sin(x)) && Object.is(cos(-x), cos(x))));
  });

  it('sinCos gives the bits of sin and cos', () => {
    const out = new Float64Array(2);
    fc.assert(
      fc.property(fc.oneof(angle, fc.double()), (x) => {
        sinCos(x, out);
        return Object.is(out[0], sin(x)) && Object.is(out[1], cos(x));
      }),
    );
  });

  it('tan agrees with sin/cos', () => {
    fc.assert(fc.property(angle, (x) => Math.abs(tan(x) * cos(x) - sin(x)) < 4e-16));
  });

  it('atan2 recovers the angle of a point on the circle', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3.14, max: 3.14, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (a, r) => Math.abs(atan2(r * sin(a), r * cos(a)) - a) < 1e-15,
      ),
    );
  });

  it('atan2 with a unit denominator is atan to an ulp', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (t) => Math.abs(atan2(t, 1) - atan(t)) <= 2.3e-16 * Math.abs(atan(t))),
    );
  });
});
