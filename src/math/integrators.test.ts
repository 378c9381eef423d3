import { describe, expect, it } from 'vitest';
import {
  createIntegratorWorkspace,
  euler,
  heun,
  midpoint,
  rungeKutta4,
  semiImplicitEuler,
  type Derivative,
  type Integrator,
} from './integrators.ts';

/** ẏ = −2 t y², y(0) = 1, whose solution is 1/(1 + t²). */
const witch: Derivative = (t, y, out) => {
  out[0] = -2 * t * y[0] * y[0];
};

/** q̈ = −q. */
const oscillator: Derivative = (_t, y, out) => {
  out[0] = y[1];
  out[1] = -y[0];
};

function run(step: Integrator, f: Derivative, state: Float64Array, steps: number, h: number): Float64Array {
  const w = createIntegratorWorkspace(state.length);
  for (let i = 0; i < steps; i++) step(f, i * h, h, state, w);
  return state;
}

const witchError = (step: Integrator, steps: number): number =>
  Math.abs(run(step, witch, new Float64Array([1]), steps, 2 / steps)[0] - 1 / 5);

const energy = (y: Float64Array): number => 0.5 * (y[0] * y[0] + y[1] * y[1]);

describe('order of convergence on ẏ = −2 t y²', () => {
  it.each([
    ['euler', euler, 1],
    ['midpoint', midpoint, 2],
    ['heun', heun, 2],
    ['rungeKutta4', rungeKutta4, 4],
  ] as [string, Integrator, number][])(
    '%s: halving the step divides the error by 2 to the power of the order',
    (_name, step, order) => {
      const measured = Math.log2(witchError(step, 200) / witchError(step, 400));
      expect(Math.abs(measured - order)).toBeLessThan(0.05);
    },
  );

  it('semi-implicit Euler is of order 1 on the pendulum q̈ = −sin q', () => {
    const pendulum: Derivative = (_t, y, out) => {
      out[0] = y[1];
      out[1] = -Math.sin(y[0]);
    };
    const exact = run(rungeKutta4, pendulum, new Float64Array([1, 0]), 4000, 1e-3)[0];
    const error = (steps: number) =>
      Math.abs(run(semiImplicitEuler, pendulum, new Float64Array([1, 0]), steps, 4 / steps)[0] - exact);
    expect(Math.abs(Math.log2(error(400) / error(800)) - 1)).toBeLessThan(0.05);
  });
});

describe('energy of the oscillator over 100 s', () => {
  const h = 0.01;
  const after = (step: Integrator) => energy(run(step, oscillator, new Float64Array([1, 0]), 10_000, h)) / 0.5;

  it('explicit Euler gains the factor (1 + h²) per step, as theory says', () => {
    expect(after(euler) / (1 + h * h) ** 10_000).toBeCloseTo(1, 10);
  });

  it('semi-implicit Euler keeps it within h/2 for ever', () => {
    const state = new Float64Array([1, 0]);
    const w = createIntegratorWorkspace(2);
    for (let i = 0; i < 100_000; i++) {
      semiImplicitEuler(oscillator, i * h, h, state, w);
      if (Math.abs(energy(state) / 0.5 - 1) > 0.51 * h) expect.fail(`energy ${energy(state)} at step ${i}`);
    }
  });

  it('midpoint and Heun gain the factor (1 + h⁴/4) per step', () => {
    for (const step of [midpoint, heun]) expect(after(step) / (1 + h ** 4 / 4) ** 10_000).toBeCloseTo(1, 10);
  });

  it('RK4 loses the factor (1 − h⁶/72 + h⁸/576) per step', () => {
    expect(after(rungeKutta4) / (1 - h ** 6 / 72 + h ** 8 / 576) ** 10_000).toBeCloseTo(1, 11);
  });
});

describe('stages', () => {
  it('see the right times: ẏ = 3t² is integrated exactly by RK4', () => {
    const f: Derivative = (t, _y, out) => {
      out[0] = 3 * t * t;
    };
    expect(run(rungeKutta4, f, new Float64Array([0]), 4, 0.5)[0]).toBeCloseTo(8, 14);
  });
});
