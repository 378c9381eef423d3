/**
 * Combined slip: longitudinal and lateral force share one capacity.
 *
 *   F_x² + F_y² ≤ D²          F_x takes what it asks for up to D, F_y is scaled by √(1 − (F_x/D)²)
 *
 * D  capacity of the axle [N], see tyre-magic-formula.ts
 *
 * Reference: Rajamani, Vehicle Dynamics and Control, 2nd ed., section 13.9 (friction circle); Milliken & Milliken, Race Car Vehicle
 * Dynamics, chapter 2. Valid as a bound always; as a model while the wheels neither lock nor spin, since slip ratio is not a state.
 */

/** The longitudinal force an axle can give when `demand` is asked of it [N]. */
export function limitedDriveForce(demand: number, capacity: number): number {
  return demand > capacity ? capacity : demand < -capacity ? -capacity : demand;
}

/** The lateral force that is left beside a longitudinal one [N]. */
export function remainingLateralForce(capacity: number, driveForce: number): number {
  const rest = capacity * capacity - driveForce * driveForce;
  return rest > 0 ? Math.sqrt(rest) : 0;
}
