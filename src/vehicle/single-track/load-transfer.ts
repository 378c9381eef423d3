/**
 * Axle loads on a level road: braking presses on the front axle, driving on the rear one.
 *
 *   F_zf = m (g b − h a_x)/L          F_zr = m (g a + h a_x)/L          each ≥ 0
 *
 * a, b  distance of the centre of gravity from front and rear axle [m]   h  its height [m]   a_x  longitudinal acceleration [m/s²]
 *
 * Reference: Milliken & Milliken, Race Car Vehicle Dynamics, (18.1). Valid for a rigid body without aerodynamic lift.
 */
export const GRAVITY = 9.80665;

export interface MassGeometry {
  readonly mass: number;
  readonly wheelBase: number;
  readonly cgToFrontAxle: number;
  readonly cgHeight: number;
}

export function frontAxleLoad(car: MassGeometry, ax: number): number {
  const b = car.wheelBase - car.cgToFrontAxle;
  return Math.max(0, (car.mass * (GRAVITY * b - car.cgHeight * ax)) / car.wheelBase);
}

export function rearAxleLoad(car: MassGeometry, ax: number): number {
  return Math.max(0, (car.mass * (GRAVITY * car.cgToFrontAxle + car.cgHeight * ax)) / car.wheelBase);
}
