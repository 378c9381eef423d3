/**
 * Fixed-step integrators of ẏ = f(t, y) on a Float64Array, in place and without allocation.
 *
 *   Euler                y⁺ = y + h f(t, y)                                                        order 1
 *   semi-implicit Euler  v⁺ = v + h f_v(t, q, v),  q⁺ = q + h f_q(t, q, v⁺)                         order 1, symplectic
 *   midpoint             y⁺ = y + h f(t + h/2, y + h/2 k₁)                                         order 2
 *   Heun                 y⁺ = y + h/2 (k₁ + f(t + h, y + h k₁))                                    order 2
 *   RK4                  y⁺ = y + h/6 (k₁ + 2k₂ + 2k₃ + k₄)                                        order 4
 *
 * Reference: E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, chapter II.1.
 * Checked against: closed solutions (order of convergence) and the energy of the oscillator.
 */

/** Writes f(t, state) to out, which is never the state itself. */
export type Derivative = (t: number, state: Float64Array, out: Float64Array) => void;

/** One step of length h [s] from t [s], in place. */
export type Integrator = (f: Derivative, t: number, h: number, state: Float64Array, w: IntegratorWorkspace) => void;

/** Stage slopes and a trial state, as long as the state. */
export interface IntegratorWorkspace {
  k1: Float64Array;
  k2: Float64Array;
  k3: Float64Array;
  k4: Float64Array;
  trial: Float64Array;
}

export const createIntegratorWorkspace = (length: number): IntegratorWorkspace => ({
  k1: new Float64Array(length),
  k2: new Float64Array(length),
  k3: new Float64Array(length),
  k4: new Float64Array(length),
  trial: new Float64Array(length),
});

/** out ← state + h slope. */
function advance(state: Float64Array, h: number, slope: Float64Array, out: Float64Array): void {
  for (let i = 0; i < state.length; i++) out[i] = state[i] + h * slope[i];
}

export const euler: Integrator = (f, t, h, state, w) => {
  f(t, state, w.k1);
  advance(state, h, w.k1, state);
};

/** The first half of the state is q, the second half v = the rates that drive q. */
export const semiImplicitEuler: Integrator = (f, t, h, state, w) => {
  const half = state.length >> 1;
  // velocities first
  f(t, state, w.k1);
  for (let i = half; i < state.length; i++) state[i] += h * w.k1[i];
  // positions with the new velocities
  f(t, state, w.k1);
  for (let i = 0; i < half; i++) state[i] += h * w.k1[i];
};

export const midpoint: Integrator = (f, t, h, state, w) => {
  f(t, state, w.k1);
  advance(state, 0.5 * h, w.k1, w.trial);
  f(t + 0.5 * h, w.trial, w.k2);
  advance(state, h, w.k2, state);
};

export const heun: Integrator = (f, t, h, state, w) => {
  f(t, state, w.k1);
  advance(state, h, w.k1, w.trial);
  f(t + h, w.trial, w.k2);
  for (let i = 0; i < state.length; i++) state[i] += 0.5 * h * (w.k1[i] + w.k2[i]);
};

export const rungeKutta4: Integrator = (f, t, h, state, w) => {
  f(t, state, w.k1);
  advance(state, 0.5 * h, w.k1, w.trial);
  f(t + 0.5 * h, w.trial, w.k2);
  advance(state, 0.5 * h, w.k2, w.trial);
  f(t + 0.5 * h, w.trial, w.k3);
  advance(state, h, w.k3, w.trial);
  f(t + h, w.trial, w.k4);
  for (let i = 0; i < state.length; i++) {
    state[i] += (h / 6) * (w.k1[i] + 2 * (w.k2[i] + w.k3[i]) + w.k4[i]);
  }
};
