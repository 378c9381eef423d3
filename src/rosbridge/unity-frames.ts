/**
 * Between the axes of ROS (x forward, y left, z up, right-handed) and those of Unity (X right, Y up, Z forward, left-handed).
 *
 *   ROS → Unity   p (−y, z, x)    q (y, −z, −x, w)      Unity → ROS   p (z, −x, y)    q (−z, x, −y, w)
 *
 * The rotation that q means is the same; its sense of turning is the left hand's in Unity, so rates and torques, which are vectors along an axis,
 * change their sign besides. Sizes have no sign. Covariances, and numbers that are no vectors, stay as they are.
 *
 * Reference: siemens/ros-sharp, TransformExtensions and TwistPublisher. Checked against: rotating vectors in both.
 */
import type { Field, MessageType } from '../msgs/message-type.ts';

interface Vector {
  x: number;
  y: number;
  z: number;
  w: number;
}

const VECTORS = new Set(['geometry_msgs/msg/Point', 'geometry_msgs/msg/Point32', 'geometry_msgs/msg/Vector3']);
const QUATERNION = 'geometry_msgs/msg/Quaternion';
/** Fields that are vectors along an axis of turning. */
const AXIAL = new Set(['angular', 'torque', 'angular_velocity']);
/** Fields that are sizes. */
const SIZES = new Set(['scale']);

/** Turns a message in place. */
export const rosToUnity = (type: MessageType, message: unknown): void => turn(type, message, TO_UNITY);
export const unityToRos = (type: MessageType, message: unknown): void => turn(type, message, TO_ROS);

interface Turn {
  vector(v: Vector): void;
  size(v: Vector): void;
  quaternion(q: Vector): void;
}

const TO_UNITY: Turn = {
  vector: (v) => set(v, -v.y, v.z, v.x),
  size: (v) => set(v, v.y, v.z, v.x),
  quaternion: (q) => set(q, q.y, -q.z, -q.x),
};

const TO_ROS: Turn = {
  vector: (v) => set(v, v.z, -v.x, v.y),
  size: (v) => set(v, v.z, v.x, v.y),
  quaternion: (q) => set(q, -q.z, q.x, -q.y),
};

function set(v: Vector, x: number, y: number, z: number): void {
  v.x = x + 0;
  v.y = y + 0;
  v.z = z + 0;
}

/** Whether a type holds anything that has axes. */
export const hasAxes = ({ name, fields }: MessageType): boolean =>
  VECTORS.has(name) || name === QUATERNION || fields.some(({ message }) => message !== undefined && hasAxes(message));

function turn(type: MessageType, message: unknown, by: Turn): void {
  if (VECTORS.has(type.name)) return by.vector(message as Vector);
  if (type.name === QUATERNION) return by.quaternion(message as Vector);
  for (const field of type.fields) {
    if (field.message === undefined) continue;
    const value = (message as Record<string, unknown>)[field.name];
    if (field.array === undefined) turnField(field, value, by);
    else for (const element of value as unknown[]) turnField(field, element, by);
  }
}

function turnField({ name, message: type }: Field, value: unknown, by: Turn): void {
  if (!VECTORS.has(type!.name)) return turn(type!, value, by);
  const vector = value as Vector;
  if (SIZES.has(name)) return by.size(vector);
  by.vector(vector);
  if (AXIAL.has(name)) set(vector, -vector.x, -vector.y, -vector.z);
}
