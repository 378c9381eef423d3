/**
 * Poses in the plane, the group SE(2).
 *
 *   a·b   = (a.p + R(a.θ) b.p,  a.θ + b.θ)
 *   a⁻¹   = (−R(a.θ)ᵀ a.p,  −a.θ)
 *   R(θ)  = [cos θ  −sin θ; sin θ  cos θ]
 *
 * x, y [m]; heading θ counter-clockwise [rad], kept in [−π, π]. The pose of frame B in frame A maps coordinates in B to
 * coordinates in A. Results are written to a given record, which may be one of the arguments.
 * Checked against: homogeneous matrices, the group laws, and the values of an upstream simulator's own tests.
 */
import { wrapToPi } from './angle.ts';
import { atan2, sinCos } from './trig.ts';

export interface Pose2 {
  x: number;
  y: number;
  heading: number;
}

/** Unit quaternion in the order and names of ROS. */
export interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

/** sin and cos of the heading at hand. */
const rotation = new Float64Array(2);

/** out ← a·b. */
export function composePoseInto(a: Pose2, b: Pose2, out: Pose2): void {
  sinCos(a.heading, rotation);
  const s = rotation[0];
  const c = rotation[1];
  const x = a.x + c * b.x - s * b.y;
  const y = a.y + s * b.x + c * b.y;
  out.heading = wrapToPi(a.heading + b.heading);
  out.x = x;
  out.y = y;
}

/** out ← a⁻¹. */
export function inversePoseInto(a: Pose2, out: Pose2): void {
  sinCos(a.heading, rotation);
  const s = rotation[0];
  const c = rotation[1];
  const { x, y } = a;
  out.x = -c * x - s * y;
  out.y = s * x - c * y;
  out.heading = wrapToPi(-a.heading);
}

/** out ← a⁻¹·b, the pose of b seen from a. */
export function relativePoseInto(a: Pose2, b: Pose2, out: Pose2): void {
  sinCos(a.heading, rotation);
  const s = rotation[0];
  const c = rotation[1];
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  out.heading = wrapToPi(b.heading - a.heading);
  out.x = c * dx + s * dy;
  out.y = c * dy - s * dx;
}

/** out ← the rotation by yaw about z. */
export function quaternionFromYawInto(yaw: number, out: Quaternion): void {
  out.x = 0;
  out.y = 0;
  sinCos(0.5 * yaw, rotation);
  out.z = rotation[0];
  out.w = rotation[1];
}

/** Yaw of the z-y-x Euler angles, in [−π, π]; the quaternion need not be normalised. */
export const yawFromQuaternion = (q: Quaternion): number =>
  atan2(2 * (q.w * q.z + q.x * q.y), q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z);

export const createPose2 = (x = 0, y = 0, heading = 0): Pose2 => ({ x, y, heading });
