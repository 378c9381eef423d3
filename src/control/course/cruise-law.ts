/**
 * Two laws of cruise control, from speed error to a demand on the pedals.
 *
 * Published, as RosDrive's script has it; Δt is the period:
 *
 *   I ← 0 for |e| ≤ 0.1,  ±50 for |e| ≥ 50,  else I + e Δt
 *   u = clamp(K_P e + K_I I − K_D e/Δt, ±1)
 *
 * Its previous error is never updated and stays 0, so the derivative only takes K_D/Δt off the proportional gain; and the integral is gone within 0.1 m/s of the set
 * point, so that it cannot remove the steady error.
 *
 * Corrected:
 *
 *   τ ȧ + a = v̇                                      the derivative is taken of the measured speed, behind a lag
 *   u = K_P e + I − K_D a,   İ = K_I e               I stands still while u is beyond a limit and e pushes further
 *
 * with u in units of full drive force, from −β (full brake) to 1; prius-pedals.ts turns it into throttle and brake.
 *
 * e = v* − v  [m/s]   a  acceleration [m/s²]
 * Reference: K. J. Åström, T. Hägglund, Advanced PID Control, 2006, sections 3.2–3.5 (derivative filtering and integrator windup).
 * Checked against: the effective gain K_P − K_D/Δt; the discrete closed loop of an integrating plant; the Prius.
 */
import { clamp, firstOrderLag, lagDecay } from '../../math/filters.ts';

export interface PidGains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}

export interface CruiseState {
  /** ∫ e of the published law [m]; K_I ∫ e of the corrected one. */
  integral: number;
  /** Lagged acceleration [m/s²], and the speed before [m/s]; −1 before the first. */
  acceleration: number;
  speedBefore: number;
}

// born as fractions, so that engines keep room for doubles
export function createCruiseState(): CruiseState {
  const state = { integral: 0.5, acceleration: 0.5, speedBefore: 0.5 };
  state.integral = state.acceleration = 0;
  state.speedBefore = -1;
  return state;
}

/** Pedals, −1 (full brake) to 1 (full throttle), by the published law. */
export function publishedCruise({ kp, ki, kd }: PidGains, state: CruiseState, error: number, dt: number): number {
  const size = Math.abs(error);
  if (size <= 0.1) state.integral = 0;
  else if (size >= 50) state.integral = error > 0 ? 50 : -50;
  else state.integral += error * dt;
  return clamp(kp * error + ki * state.integral - (kd * error) / dt, -1, 1);
}

/** Demand in units of full drive force, at least `lowest`, by the corrected law. */
export function correctedCruise(
  { kp, ki, kd }: PidGains,
  state: CruiseState,
  setpoint: number,
  speed: number,
  dt: number,
  lag: number,
  lowest: number,
): number {
  // acceleration
  const raw = state.speedBefore < 0 ? 0 : (speed - state.speedBefore) / dt;
  state.acceleration = firstOrderLag(state.acceleration, raw, lagDecay(dt, lag));
  state.speedBefore = speed;

  // PI, and whether the integral may grow
  const error = setpoint - speed;
  const wanted = kp * error + state.integral - kd * state.acceleration;
  const pushesOut = (wanted >= 1 && error > 0) || (wanted <= lowest && error < 0);
  if (!pushesOut) state.integral = clamp(state.integral + ki * error * dt, lowest, 1);
  return clamp(wanted, lowest, 1);
}
