import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../test/fixtures/math/elementary-functions.ts';
import { cbrt, cosh, exp, expm1, hypot, log, log10, log1p, log2, pow, sinh, tanh } from './exponential.ts';

describe('accuracy against mpmath', () => {
  // the bound is the largest error seen over 45 000 to 75 000 points per function, rounded up
  it.each([
    ['exp', exp, 0.75],
    ['expm1', expm1, 0.58],
    ['log', log, 0.79],
    ['log1p', log1p, 0.76],
    ['log2', log2, 0.75],
    ['log10', log10, 0.6],
    ['pow', pow, 0.75],
    ['sinh', sinh, 0.55],
    ['cosh', cosh, 0.53],
    ['tanh', tanh, 0.58],
    ['hypot', hypot, 0.75],
    ['cbrt', cbrt, 0.67],
  ] as [string, (...x: number[]) => number, number][])('%s errs by less than an ulp', (name, f, bound) => {
    const accuracy = measure(name, f);
    expect(accuracy.points).toBeGreaterThan(100);
    expect(accuracy.worstUlp, `at ${accuracy.worstArguments}`).toBeLessThanOrEqual(bound);
  });
});

describe('special values', () => {
  it('are those of ECMAScript for every function of one argument', () => {
    const values = [0, -0, 1, -1, 2, -2, Infinity, -Infinity, NaN, 1e4, -1e4];
    const functions = { cbrt, cosh, exp, expm1, log, log10, log1p, log2, sinh, tanh };
    for (const [name, f] of Object.entries(functions)) {
      for (const x of values) {
        const expected = Math[name as keyof typeof functions](x);
        const exact =
          Number.isNaN(expected) || Math.abs(expected) === Infinity || expected === 0 || Math.abs(expected) === 1;
        if (exact) expect(Object.is(f(x), expected), `${name}(${x}) = ${f(x)}`).toBe(true);
        else expect(Math.abs(f(x) / expected - 1)).toBeLessThan(1e-15);
      }
    }
  });

  it('pow follows ECMAScript for zeros, ones, infinities and negative bases', () => {
    const values = [0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1e300, -1e300, Infinity, -Infinity, NaN];
    for (const x of values) {
      for (const y of values) {
        const expected = Math.pow(x, y);
        const value = pow(x, y);
        const agrees = Object.is(value, expected) || Math.abs(value / expected - 1) < 1e-15;
        expect(agrees, `pow(${x}, ${y}) = ${value}, expected ${expected}`).toBe(true);
      }
    }
  });

  it('hypot is infinite beside NaN, and exact for Pythagorean triples of any scale', () => {
    expect(hypot(NaN, -Infinity)).toBe(Infinity);
    expect(hypot(NaN, 1)).toBeNaN();
    expect(Object.is(hypot(-0, 0), 0)).toBe(true);
    for (const scale of [1, 1e300, 2 ** -1070, 2 ** 1000, 2 ** -500])
      expect(hypot(3 * scale, -4 * scale)).toBe(5 * scale);
    expect(hypot(1e308, 1e308)).toBeLessThan(Infinity);
  });

  it('powers of two, ten and three come out exact', () => {
    for (let k = -1074; k <= 1023; k++) expect(log2(2 ** k)).toBe(k);
    for (let k = -5; k <= 22; k++) expect(log10(Number(`1e${k}`))).toBe(k);
    for (let k = -30; k <= 30; k++) expect(cbrt(k * k * k)).toBe(k === 0 ? 0 : k);
    for (let k = 0; k <= 33; k++) expect(pow(3, k)).toBe(Number(3n ** BigInt(k)));
  });

  it('exp overflows and vanishes at the last representable arguments', () => {
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(-745.1332191019411)).toBe(5e-324);
    expect(exp(-745.1332191019412)).toBe(0);
  });
});

describe('identities', () => {
  const moderate = fc.double({ min: -300, max: 300, noNaN: true });

  it('log undoes exp', () => {
    fc.assert(fc.property(moderate, (x) => Math.abs(log(exp(x)) - x) <= 4e-16 * Math.max(1, Math.abs(x))));
  });

  it('cosh² − sinh² = 1', () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (x) => {
        const c = cosh(x);
        const s = sinh(x);
        return Math.abs((c - s) * (c + s) - 1) < 1e-13;
      }),
    );
  });

  it('sinh, tanh and cbrt are odd, to the last bit', () => {
    fc.assert(fc.property(fc.double(), (x) => [sinh, tanh, cbrt].every((f) => Object.is(f(-x), -f(x)))));
  });

  it('pow(x, ½) is sqrt(x) to an ulp', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e300, noNaN: true }), (x) => {
        const root = Math.sqrt(x);
        return Math.abs(pow(x, 0.5) - root) <= 2.3e-16 * root;
      }),
    );
  });
});
