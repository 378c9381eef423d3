/**
 * Where the car was, by its odometry, when a picture was taken: the last poses with their stamps, and what lies between two of them
 * by straight interpolation. Perception is late by its stages; without this a map would smear everything by speed × latency.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import type { Odometry } from '../../msgs/index.ts';
import { timeToNs } from '../../msgs/index.ts';

const LENGTH = 256;

export interface OdometryHistory {
  /** Stamps [ns], and x, y, heading of each; rings. */
  readonly stamps: Float64Array;
  readonly poses: Float64Array;
  /** How many were ever kept. */
  count: number;
  /** Distance driven so far [m], at each of them, whichever way it went. */
  readonly driven: Float64Array;
}

export const createHistory = (): OdometryHistory => ({
  stamps: new Float64Array(LENGTH),
  poses: new Float64Array(3 * LENGTH),
  count: 0,
  driven: new Float64Array(LENGTH),
});

/** Keeps a pose; one that is not newer than the last is left out. */
export function remember(history: OdometryHistory, odometry: Odometry): void {
  const { stamps, poses, driven, count } = history;
  const stamp = timeToNs(odometry.header.stamp);
  const last = (count - 1) % LENGTH;
  if (count > 0 && stamp <= stamps[last]) return;
  const { position, orientation } = odometry.pose.pose;
  const at = count % LENGTH;
  stamps[at] = stamp;
  poses[3 * at] = position.x;
  poses[3 * at + 1] = position.y;
  poses[3 * at + 2] = yawFromQuaternion(orientation);
  driven[at] = count === 0 ? 0 : driven[last] + distance(poses, last, at);
  history.count = count + 1;
}

function distance(poses: Float64Array, a: number, b: number): number {
  const dx = poses[3 * b] - poses[3 * a];
  const dy = poses[3 * b + 1] - poses[3 * a + 1];
  return Math.sqrt(dx * dx + dy * dy);
}

/** out ← the pose at a stamp [ns]; the oldest or newest where it is beyond them. False before the first. */
export function poseAt(history: OdometryHistory, stampNs: number, out: Pose2): boolean {
  const { stamps, poses, count } = history;
  if (count === 0) return false;
  let later = count - 1;
  const oldest = Math.max(0, count - LENGTH);
  while (later > oldest && stamps[(later - 1) % LENGTH] >= stampNs) later--;
  const b = later % LENGTH;
  const a = later > oldest ? (later - 1) % LENGTH : b;
  const span = stamps[b] - stamps[a];
  const share = span > 0 ? Math.min(1, Math.max(0, (stampNs - stamps[a]) / span)) : 1;
  out.x = poses[3 * a] + share * (poses[3 * b] - poses[3 * a]);
  out.y = poses[3 * a + 1] + share * (poses[3 * b + 1] - poses[3 * a + 1]);
  out.heading = wrapToPi(poses[3 * a + 2] + share * wrapToPi(poses[3 * b + 2] - poses[3 * a + 2]));
  return true;
}

/** Distance driven until now [m]. */
export const drivenDistance = ({ driven, count }: OdometryHistory): number =>
  count === 0 ? 0 : driven[(count - 1) % LENGTH];
