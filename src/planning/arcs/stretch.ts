/**
 * Stretches: what is driven between two standstills.
 *
 * Points lie `spacing` [m] apart and the curvature is linear in the arc length between them (clothoids; arcs where it is constant).
 * Where two stretches meet the car stands, to change its direction, to turn its wheels, or both.
 */
import { sinCos } from '../../math/trig.ts';
import type { Pose } from '../problem.ts';
import type { Arc, MutablePose } from './arc-path.ts';

export interface Stretch {
  /** 1 forwards, −1 backwards. */
  readonly direction: number;
  /** Between points, positive [m]. */
  readonly spacing: number;
  /** At each point, of the path, left positive [1/m]. */
  readonly curvatures: Float64Array;
}

/** Points are at most this far apart [m]. */
export const POINT_SPACING = 0.1;

/** Each arc as a stretch: the wheels are turned at standstill. */
export const stretchesOf = (arcs: readonly Arc[]): Stretch[] =>
  arcs.map(({ curvature, length }) => {
    const count = Math.max(1, Math.ceil(Math.abs(length) / POINT_SPACING - 1e-9));
    return {
      direction: length < 0 ? -1 : 1,
      spacing: Math.abs(length) / count,
      curvatures: new Float64Array(count + 1).fill(curvature),
    };
  });

const turn = new Float64Array(2);
/** Abscissae of Gauss's rule with three points on [0, 1], and their weights. */
const ABSCISSAE = [0.1127016653792583, 0.5, 0.8872983346207417];
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

/**
 * Moves a pose along a clothoid of signed length s with the curvatures a and b at its ends:
 * θ(u) = θ + s(a u + (b − a) u²/2), the position by Gauss's rule of degree 5, better than 1e-11 m on 0.1 m.
 */
export function advanceClothoidInto(pose: Pose, a: number, b: number, s: number, out: MutablePose): void {
  let x = 0;
  let y = 0;
  for (let i = 0; i < 3; i++) {
    const u = ABSCISSAE[i];
    sinCos(pose.yaw + s * u * (a + 0.5 * (b - a) * u), turn);
    x += WEIGHTS[i] * turn[1];
    y += WEIGHTS[i] * turn[0];
  }
  const yaw = pose.yaw + 0.5 * s * (a + b);
  out.x = pose.x + s * x;
  out.y = pose.y + s * y;
  out.yaw = yaw;
}

/** The poses of a stretch, its first one included. */
export function posesOf(start: Pose, { direction, spacing, curvatures }: Stretch): Pose[] {
  const poses: Pose[] = [start];
  const at = { x: start.x, y: start.y, yaw: start.yaw };
  for (let i = 1; i < curvatures.length; i++) {
    advanceClothoidInto(at, curvatures[i - 1], curvatures[i], direction * spacing, at);
    poses.push({ x: at.x, y: at.y, yaw: at.yaw });
  }
  return poses;
}
