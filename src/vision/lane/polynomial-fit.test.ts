import { describe, expect, it } from 'vitest';
import { addPoint, fitPolynomial, slopeAt, valueAt, weightedPoints } from './polynomial-fit.ts';

const c = new Float64Array(4);

/** Points of y(x) at these x. */
function pointsOf(y: (x: number) => number, xs: readonly number[]) {
  const points = weightedPoints(xs.length);
  for (const x of xs) addPoint(points, x, y(x), 1);
  return points;
}
const steps = (from: number, to: number, n: number) =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));

describe('polynomial fits', () => {
  it('find a cubic again, far from the origin too', () => {
    for (const from of [0, 50]) {
      const truth = [0.3, -0.2, 0.05, -0.01];
      expect(
        fitPolynomial(
          pointsOf((x) => valueAt(truth, x), steps(from, from + 6, 40)),
          3,
          c,
        ),
      ).toBe(true);
      for (const x of steps(from, from + 6, 9))
        expect(Math.abs(valueAt(c, x) - valueAt(truth, x))).toBeLessThan(1e-9 * (1 + Math.abs(valueAt(truth, x))));
    }
  });

  it('equal numpy.polyfit(x, y, 2) of seven points', () => {
    // it prints [0.03571429 1.03571429 1.14285714]
    const y = [1, 3, 2, 5, 7, 6, 9];
    fitPolynomial(
      pointsOf((x) => y[x], [0, 1, 2, 3, 4, 5, 6]),
      2,
      c,
    );
    [8 / 7, 29 / 28, 1 / 28, 0].forEach((value, i) => expect(c[i]).toBeCloseTo(value, 12));
  });

  it('take a weight for that many equal points', () => {
    const once = weightedPoints(20);
    const often = weightedPoints(20);
    const own = new Float64Array(4);
    [
      [0, 1, 2],
      [1, 0, 1],
      [2, 2, 3],
      [3, 1, 1],
      [4, 5, 2],
    ].forEach(([x, y, n]) => {
      addPoint(once, x, y, n);
      for (let i = 0; i < n; i++) addPoint(often, x, y, 1);
    });
    fitPolynomial(once, 3, c);
    fitPolynomial(often, 3, own);
    c.forEach((value, i) => expect(value).toBeCloseTo(own[i], 10));
  });

  it('refuse points at fewer places than coefficients, and leave the result alone', () => {
    c.fill(7);
    expect(
      fitPolynomial(
        pointsOf((x) => x, [1, 1, 1, 2, 2, 3, 3]),
        3,
        c,
      ),
    ).toBe(false);
    expect(
      fitPolynomial(
        pointsOf((x) => x, []),
        2,
        c,
      ),
    ).toBe(false);
    expect([...c]).toEqual([7, 7, 7, 7]);
  });

  it('stay calm over short stretches when told what to believe', () => {
    const jagged = pointsOf((x) => (Math.round(100 * x) % 2 === 0 ? 0.01 : -0.01), steps(3, 3.2, 6));
    fitPolynomial(jagged, 3, c, { curve: 0.1, twist: 0.01, noise: 0.01 });
    expect(Math.abs(c[3])).toBeLessThan(0.01);
  });

  it('have the slope of their values', () => {
    const cubic = [1, -2, 0.5, 0.25];
    expect((valueAt(cubic, 2 + 1e-6) - valueAt(cubic, 2 - 1e-6)) / 2e-6).toBeCloseTo(slopeAt(cubic, 2), 8);
  });
});
