/**
 * The law of cruise control, from speed error to a demand on the pedals.
 *
 *   τ ȧ + a = v̇                                      the derivative is taken of the measured speed, behind a lag
 *   u = K_P e + I − K_D a,   İ = K_I e               I stands still while u is beyond a limit and e pushes further
 *
 * with u in units of full drive force, from −β (full brake) to 1; prius-pedals.ts turns it into throttle and brake.
 *
 * e = v* − v  [m/s]   a  acceleration [m/s²]
 * Reference: K. J. Åström, T. Hägglund, Advanced PID Control, 2006, sections 3.2–3.5 (derivative filtering and integrator windup).
 * Checked against: the discrete closed loop of an integrating plant; the Prius.
 */
import type { PidGains } from './course-gains.ts';
import { DOUBLE } from '../../math/double.ts';
import { clamp, firstOrderLag, lagDecay } from '../../math/filters.ts';

export interface CruiseState {
  /** K_I ∫ e, in units of full drive force. */
  integral: number;
  /** Lagged acceleration [m/s²], and the speed before [m/s]; −1 before the first. */
  acceleration: number;
  speedBefore: number;
}

export function createCruiseState(): CruiseState {
  const state = { integral: DOUBLE, acceleration: DOUBLE, speedBefore: DOUBLE };
  state.integral = state.acceleration = 0;
  state.speedBefore = -1;
  return state;
}

/** Demand in units of full drive force, at least `lowest`. */
export function cruiseDemand(
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
