import { expect, it } from 'vitest';
import { planCurvature } from './lateral-plan.ts';

it('drives the cubic exactly when it is replanned towards a fixed place', () => {
  const [length, shift, start] = [30, 2, 0.05];
  const h = 1e-3;
  let [y, slope] = [0, start];
  for (let s = 0; s < length - 0.5; s += h) {
    const curvature = planCurvature(shift - y, slope, length - s);
    y += slope * h + 0.5 * curvature * h * h;
    slope += curvature * h;
    // y = ψ s + (3Δ − 2ψX)(s/X)² + (ψX − 2Δ)(s/X)³
    const t = (s + h) / length;
    expect(
      Math.abs(
        y - (start * (s + h) + (3 * shift - 2 * start * length) * t * t + (start * length - 2 * shift) * t * t * t),
      ),
    ).toBeLessThan(2e-3);
  }
  expect(y).toBeCloseTo(shift, 2);
});

it('settles on the shift with a constant distance, with an overshoot of one per cent', () => {
  const h = 0.01;
  let [y, slope, most] = [0, 0, 0];
  for (let s = 0; s < 100; s += h) {
    slope += planCurvature(1 - y, slope, 10) * h;
    y += slope * h;
    most = Math.max(most, y);
  }
  expect(y).toBeCloseTo(1, 3);
  // exp(−πζ/√(1 − ζ²)) with ζ = 4/(2√6)
  expect(most - 1).toBeCloseTo(Math.exp((-Math.PI * 0.8165) / Math.sqrt(1 - 0.8165 * 0.8165)), 2);
});
