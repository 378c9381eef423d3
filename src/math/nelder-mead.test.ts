import { describe, expect, it } from 'vitest';
import { nelderMead } from './nelder-mead.ts';

describe('the simplex search', () => {
  it("finds the end of Rosenbrock's valley", () => {
    const valley = ([x, y]: readonly number[]) => 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
    const { at, value } = nelderMead(valley, { start: [-1.2, 1], steps: [0.5, 0.5], tolerance: 1e-9, most: 2000 });
    expect(at[0]).toBeCloseTo(1, 6);
    expect(at[1]).toBeCloseTo(1, 6);
    expect(value).toBeLessThan(1e-12);
  });

  it('finds the centre of an ellipsoid in four variables', () => {
    const centre = [3, -2, 0.5, 10];
    const form = (at: readonly number[]) =>
      at.reduce((sum, x, i) => sum + (i + 1) * (x - centre[i]) * (x - centre[i]), 0);
    const { at } = nelderMead(form, { start: [0, 0, 0, 0], steps: [1, 1, 1, 1], tolerance: 1e-9, most: 5000 });
    at.forEach((x, i) => expect(x).toBeCloseTo(centre[i], 5));
  });

  it('finds a kink, and keeps away from where the function is not a number', () => {
    const kink = ([x]: readonly number[]) => (x < 0 ? NaN : Math.abs(x - 0.25));
    expect(nelderMead(kink, { start: [2], steps: [-1.9] }).at[0]).toBeCloseTo(0.25, 6);
  });

  it('stops after the evaluations that it may make', () => {
    const { evaluations } = nelderMead(([x]) => -x, { start: [0], steps: [1], most: 50 });
    expect(evaluations).toBeLessThanOrEqual(52);
  });
});
