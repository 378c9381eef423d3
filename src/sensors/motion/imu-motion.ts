/**
 * What an ideal inertial sensor feels at a point of a vehicle that moves in the plane and leans on its springs.
 *
 *   ω   = (φ̇ − ψ̇ sin θ,  θ̇ cos φ + ψ̇ cos θ sin φ,  ψ̇ cos θ cos φ − θ̇ sin φ)         φ roll   θ pitch   ψ yaw
 *   f_B = (R_y(θ) R_x(φ))ᵀ (aₓ, a_y, g) + ω̇ × r + ω × (ω × r)                       specific force at r = p_BS
 *   f_S = R_BSᵀ f_B        ω_S = R_BSᵀ ω
 *
 * aₓ, a_y  acceleration of base_link in its level frame [m/s²]; it includes v²/R in a bend, so at rest f = (0, 0, g)
 *
 * φ̇, θ̇ and ω̇ are differences between samples, so they are half a period old, and φ̈ and θ̈ in them a whole one. They are 0 at the first sample
 * and keep their values when one comes twice.
 * Heave is left out. Checked against: a circle, a spinning platform, a tilted body at rest, a swinging body.
 */
import type { VehicleState } from '../../msgs/index.ts';
import { rotationInto } from '../../math/rotation.ts';

/** What is kept from one sample to the next. */
const enum ImuMotionIndex {
  /** Angular velocity of the body, and its rate of change, in its own frame [rad/s, rad/s²]. */
  WX,
  WY,
  WZ,
  AX,
  AY,
  AZ,
  ROLL,
  PITCH,
  ROLL_RATE,
  PITCH_RATE,
  /** When that was [ns]; −1 before the first sample. */
  TIME_NS,
}

export function createImuMotion(): Float64Array {
  const motion = new Float64Array(11);
  motion[ImuMotionIndex.TIME_NS] = -1;
  return motion;
}

const tilt = new Float64Array(9);
const previous = new Float64Array(3);

/** Takes in a state of the vehicle at its own time [ns]. */
export function updateRotation(motion: Float64Array, vehicle: VehicleState, timeNs: number): void {
  const isFirst = motion[ImuMotionIndex.TIME_NS] < 0;
  const dt = (timeNs - motion[ImuMotionIndex.TIME_NS]) / 1e9;
  if (!isFirst && dt > 0) {
    motion[ImuMotionIndex.ROLL_RATE] = (vehicle.roll - motion[ImuMotionIndex.ROLL]) / dt;
    motion[ImuMotionIndex.PITCH_RATE] = (vehicle.pitch - motion[ImuMotionIndex.PITCH]) / dt;
  }
  motion[ImuMotionIndex.ROLL] = vehicle.roll;
  motion[ImuMotionIndex.PITCH] = vehicle.pitch;

  // the rows of R_y R_x hold the sines and cosines: the last is (−sin θ, cos θ sin φ, cos θ cos φ)
  rotationInto(tilt, vehicle.roll, vehicle.pitch, 0);
  for (let axis = 0; axis < 3; axis++) previous[axis] = motion[ImuMotionIndex.WX + axis];
  const yawRate = vehicle.yaw_rate;
  motion[ImuMotionIndex.WX] = motion[ImuMotionIndex.ROLL_RATE] + yawRate * tilt[6];
  // (tilt[4], tilt[5]) is (cos φ, −sin φ)
  motion[ImuMotionIndex.WY] = motion[ImuMotionIndex.PITCH_RATE] * tilt[4] + yawRate * tilt[7];
  motion[ImuMotionIndex.WZ] = motion[ImuMotionIndex.PITCH_RATE] * tilt[5] + yawRate * tilt[8];
  if (!isFirst && dt > 0) {
    for (let axis = 0; axis < 3; axis++)
      motion[ImuMotionIndex.AX + axis] = (motion[ImuMotionIndex.WX + axis] - previous[axis]) / dt;
  }
  motion[ImuMotionIndex.TIME_NS] = timeNs;
}

/** Writes the specific force (first three) and angular velocity (last three) of a sensor with this pose on the vehicle. */
export function readMotionInto(
  target: Float64Array,
  motion: Float64Array,
  vehicle: VehicleState,
  pose: Float64Array,
  gravity: number,
): void {
  const wx = motion[ImuMotionIndex.WX],
    wy = motion[ImuMotionIndex.WY],
    wz = motion[ImuMotionIndex.WZ];
  const ax = motion[ImuMotionIndex.AX],
    ay = motion[ImuMotionIndex.AY],
    az = motion[ImuMotionIndex.AZ];
  const rx = pose[9],
    ry = pose[10],
    rz = pose[11];
  rotationInto(tilt, vehicle.roll, vehicle.pitch, 0);

  // in the vehicle's frame; ω × (ω × r) = ω (ω·r) − r ω²
  const along = wx * rx + wy * ry + wz * rz;
  const square = wx * wx + wy * wy + wz * wz;
  const fx =
    tilt[0] * vehicle.ax + tilt[3] * vehicle.ay + tilt[6] * gravity + (ay * rz - az * ry) + wx * along - rx * square;
  const fy =
    tilt[1] * vehicle.ax + tilt[4] * vehicle.ay + tilt[7] * gravity + (az * rx - ax * rz) + wy * along - ry * square;
  const fz =
    tilt[2] * vehicle.ax + tilt[5] * vehicle.ay + tilt[8] * gravity + (ax * ry - ay * rx) + wz * along - rz * square;

  // in the sensor's
  for (let axis = 0; axis < 3; axis++) {
    target[axis] = pose[axis] * fx + pose[3 + axis] * fy + pose[6 + axis] * fz;
    target[3 + axis] = pose[axis] * wx + pose[3 + axis] * wy + pose[6 + axis] * wz;
  }
}
