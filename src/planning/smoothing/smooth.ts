/**
 * A path of arcs made drivable without stops between changes of direction.
 *
 * Every run of arcs in one direction is blended with windows from long to short, closed so that it ends where the run ended, and
 * checked: curvature within the limit, clearance as asked. The quickest result is taken. Where none passes, the arcs stay as they are
 * and the car stops to turn its wheels. So changes of direction keep their poses, and a smoothed path is never worse than it was.
 */
import type { Arc } from '../arcs/arc-path.ts';
import { endOf } from '../arcs/arc-path.ts';
import type { Stretch } from '../arcs/stretch.ts';
import { advanceClothoidInto, stretchesOf } from '../arcs/stretch.ts';
import type { ObstacleField } from '../geometry/obstacle-field.ts';
import type { DrivingLimits, Pose } from '../problem.ts';
import { speedProfile, steeringTime } from '../speed-profile/speed-profile.ts';
import { closed } from './closing.ts';

export interface SmoothingRules {
  readonly field: ObstacleField;
  readonly limits: DrivingLimits;
  /** What the car can do at most [1/m]. */
  readonly maxCurvature: number;
  readonly margin: number;
}

/** Over which the curvature is averaged [m]. */
const WINDOWS = [2.4, 1.6, 1, 0.6, 0.3];
/** No body comes nearer by more than this over two intervals [m]. */
const NEAR = 0.5;
const FINE_STEP = 0.01;

export function smoothed(start: Pose, arcs: readonly Arc[], rules: SmoothingRules): Stretch[] {
  const stretches: Stretch[] = [];
  let from = start;
  for (const run of runsOf(arcs)) {
    const to = endOf(from, run);
    stretches.push(...smoothRun(run, from, to, rules));
    from = to;
  }
  return stretches;
}

/** Arcs of one direction after the other. */
export function runsOf(arcs: readonly Arc[]): Arc[][] {
  const runs: Arc[][] = [];
  for (const arc of arcs) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last[0].length * arc.length > 0) last.push(arc);
    else runs.push([arc]);
  }
  return runs;
}

function smoothRun(run: readonly Arc[], from: Pose, to: Pose, rules: SmoothingRules): Stretch[] {
  let best = stretchesOf(run);
  if (run.length === 1) return best;
  let shortest = durationOf(best, rules);
  const direction = run[0].length < 0 ? -1 : 1;
  const chain = Float64Array.from([
    ...run.map(({ curvature }) => curvature),
    ...run.map(({ length }) => Math.abs(length)),
  ]);
  for (const window of WINDOWS) {
    const stretch = closed(chain, { from, to, direction, window });
    if (stretch === undefined || !isDrivable(from, stretch, rules)) continue;
    const duration = durationOf([stretch], rules);
    if (duration >= shortest) continue;
    best = [stretch];
    shortest = duration;
  }
  return best;
}

/** With the wheels straight before [s]. */
export function durationOf(
  stretches: readonly Stretch[],
  { limits, field }: Pick<SmoothingRules, 'limits' | 'field'>,
): number {
  const { wheelBase } = field.car;
  let duration = 0;
  let curvature = 0;
  for (const stretch of stretches) {
    duration += steeringTime(curvature, stretch.curvatures[0], limits, wheelBase);
    duration += speedProfile(stretch, limits, wheelBase).duration;
    curvature = stretch.curvatures[stretch.curvatures.length - 1];
  }
  return duration;
}

/** Twice per interval, which is less than any body moves while it comes a margin nearer. */
function isDrivable(from: Pose, stretch: Stretch, { field, maxCurvature, margin }: SmoothingRules): boolean {
  const { curvatures, direction, spacing } = stretch;
  const at = { x: from.x, y: from.y, yaw: from.yaw };
  for (let i = 1; i < curvatures.length; i++) {
    if (Math.abs(curvatures[i]) > maxCurvature) return false;
    const middle = (curvatures[i - 1] + curvatures[i]) / 2;
    advanceClothoidInto(at, curvatures[i - 1], middle, (direction * spacing) / 2, at);
    if (field.distance(at) <= margin) return false;
    advanceClothoidInto(at, middle, curvatures[i], (direction * spacing) / 2, at);
    if (field.distance(at) <= margin) return false;
  }
  return Math.abs(curvatures[0]) <= maxCurvature;
}

/** Least distance of the body from an obstacle [m], every centimetre where it is less than `near` and NEAR more. */
export function clearanceOf(from: Pose, stretches: readonly Stretch[], field: ObstacleField, near: number): number {
  const at = { x: from.x, y: from.y, yaw: from.yaw };
  let before = field.distance(at);
  let least = before;
  const look = (curvatures: Float64Array, i: number, length: number, count: number) => {
    const slope = (curvatures[i] - curvatures[i - 1]) / count;
    for (let k = 0; k < count; k++) {
      const curvature = curvatures[i - 1] + slope * k;
      advanceClothoidInto(at, curvature, curvature + slope, length / count, at);
      before = field.distance(at);
      least = Math.min(least, before);
    }
  };
  for (const { curvatures, direction, spacing } of stretches)
    for (let i = 1; i < curvatures.length; i++)
      look(curvatures, i, direction * spacing, before < near + NEAR ? Math.ceil(spacing / FINE_STEP) : 1);
  return least;
}
