/**
 * Paths of straight lines and circular arcs: what every planner finds before it is smoothed.
 *
 * A segment with curvature κ [1/m] and signed length s [m] (negative: driven backwards) takes the rear axle from (x, y, θ) to
 *
 *   x + chord·cos(θ + κs/2),  y + chord·sin(θ + κs/2),  θ + κs       chord = s·sinc(κs/2)
 *
 * exactly what the kinematic bicycle does with the steering angle atan(wheelBase·κ) held. Checked against: numerical integration.
 */
import { wrapToPi } from '../../math/angle.ts';
import { sin, sinCos } from '../../math/trig.ts';
import type { Pose } from '../problem.ts';

export interface Arc {
  /** Left positive, whichever way it is driven [1/m]. */
  readonly curvature: number;
  /** Signed, negative backwards [m]. */
  readonly length: number;
}

export interface MutablePose {
  x: number;
  y: number;
  yaw: number;
}

const turn = new Float64Array(2);

/** Moves a pose along an arc; the yaw is not wrapped. */
export function advanceInto(pose: Pose, curvature: number, length: number, out: MutablePose): void {
  const half = 0.5 * curvature * length;
  sinCos(pose.yaw + half, turn);
  // below 1e-4 rad the series is exact in double precision
  const chord = length * (Math.abs(half) < 1e-4 ? 1 - (half * half) / 6 : sin(half) / half);
  const x = pose.x + chord * turn[1];
  const y = pose.y + chord * turn[0];
  out.yaw = pose.yaw + 2 * half;
  out.x = x;
  out.y = y;
}

export function advance(pose: Pose, { curvature, length }: Arc): Pose {
  const out = { x: 0, y: 0, yaw: 0 };
  advanceInto(pose, curvature, length, out);
  return out;
}

/** Where a path of arcs ends. */
export function endOf(start: Pose, arcs: readonly Arc[]): Pose {
  const pose = { x: start.x, y: start.y, yaw: start.yaw };
  for (const { curvature, length } of arcs) advanceInto(pose, curvature, length, pose);
  return pose;
}

/** The same way driven from its end to its start. */
export const reversed = (arcs: readonly Arc[]): Arc[] =>
  arcs.map(({ curvature, length }) => ({ curvature, length: -length })).reverse();

/** Neighbours that are one arc become one; what is shorter than `least` [m] was no arc. */
export function merged(arcs: readonly Arc[], least = 1e-9): Arc[] {
  const result: Arc[] = [];
  for (const arc of arcs) {
    if (Math.abs(arc.length) < least) continue;
    const last = result[result.length - 1];
    if (last !== undefined && Math.abs(last.curvature - arc.curvature) < 1e-12 && last.length * arc.length > 0)
      result[result.length - 1] = { curvature: arc.curvature, length: last.length + arc.length };
    else result.push(arc);
  }
  return result;
}

export const lengthOf = (arcs: readonly Arc[]): number => arcs.reduce((sum, { length }) => sum + Math.abs(length), 0);

/** How often the direction of travel changes. */
export function gearChangesOf(arcs: readonly Arc[]): number {
  let changes = 0;
  for (let i = 1; i < arcs.length; i++) if (arcs[i].length * arcs[i - 1].length < 0) changes++;
  return changes;
}

/** How far two poses are apart: the larger of the distance [m] and the angle [rad]. */
export const poseGap = (a: Pose, b: Pose): number =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(wrapToPi(a.yaw - b.yaw)));
