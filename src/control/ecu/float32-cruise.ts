/**
 * The cruise controller's law in float32: a PI controller of speed, from the speed error to the pedals.
 *
 *   u = kp e + I            demand in units of full drive force, from −β (full brake) to 1 (full throttle)
 *   İ = ki e                I stands still while u is beyond a limit and e pushes further out
 *
 *   throttle = u                        where u > 0
 *   brake    = (−u − b) / (β − b)       where u < −b; in between the car coasts
 *
 * e  set speed − speed [m/s]   β  brakeRatio   b  coastBand
 *
 * Every operation is rounded to float32, in the order of firmware/cruise/cruise.c, so that both give the same bits.
 * Reference: K. J. Åström, T. Hägglund, Advanced PID Control, 2006, section 3.5 (conditional integration).
 * Checked against: the closed form of a step, and the compiled C.
 */
export interface CruiseGains {
  readonly kp: number;
  readonly ki: number;
  readonly brakeRatio: number;
  readonly coastBand: number;
}

export interface CruiseOutcome {
  /** I, in units of full drive force. */
  integral: number;
  /** Pedals, 0 to 1. */
  throttle: number;
  brake: number;
}

/** Writes integral and pedals; `error` and `dt` are float32. */
export function stepFloat32Cruise(gains: CruiseGains, outcome: CruiseOutcome, error: number, dt: number): void {
  const kp = Math.fround(gains.kp);
  const ki = Math.fround(gains.ki);
  const brakeRatio = Math.fround(gains.brakeRatio);
  const coastBand = Math.fround(gains.coastBand);
  const lowest = -brakeRatio;
  const demand = Math.fround(Math.fround(kp * error) + outcome.integral);

  // the integral, unless it would wind up
  const pushesOut = (demand >= 1 && error > 0) || (demand <= lowest && error < 0);
  if (!pushesOut)
    outcome.integral = clamp(Math.fround(outcome.integral + Math.fround(Math.fround(ki * error) * dt)), lowest, 1);

  // which pedal
  const u = clamp(demand, lowest, 1);
  outcome.throttle = outcome.brake = 0;
  if (u > 0) outcome.throttle = u;
  else if (u < -coastBand)
    outcome.brake = clamp(Math.fround(Math.fround(-u - coastBand) / Math.fround(brakeRatio - coastBand)), 0, 1);
}

/** What is no number becomes the lower limit. */
const clamp = (value: number, low: number, high: number): number =>
  !(value > low) ? low : value < high ? value : high;
