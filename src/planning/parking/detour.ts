/**
 * Around something that stands in the way of a search, and back onto it.
 *
 * The straight way is left where the car stands and met again at the first place beyond what is in the way where the body has its margin
 * on all sides, or further on where no path leads there. Paths that turn around or wander off are not worth it.
 */
import type { ParkingMap, PathPoint } from '../../msgs/index.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import { plan } from '../plan.ts';
import type { Pose } from '../problem.ts';
import { SPACING } from './search-path.ts';
import { withDrivenSpeeds } from './driven-speeds.ts';
import { mapObstacles } from './map-obstacles.ts';
import type { ParkingParams } from './parking-params.ts';

/** Points of the way, 0.1 m apart, from the first place to those that are tried, and how hard. */
const PLACES = [0, 15, 35, 60];
const EFFORT = 0.25;
/** What a detour may be longer than the way [m], and how often it may change direction. */
const LONGER = 8;
const MOST_CHANGES = 2;

/** The rest of the way with the detour before it; undefined where there is none. */
export function detour(
  params: ParkingParams,
  map: ParkingMap,
  from: Pose,
  way: readonly PathPoint[],
): PathPoint[] | undefined {
  const { car, limits, margin, search } = params;
  const obstacles = mapObstacles(map, 0);
  const field = new ObstacleField(obstacles, car);
  const isWide = (point: Pose) => field.clearance(point) > margin;
  const blocked = way.findIndex((point) => !isWide(point));
  const first = blocked < 0 ? -1 : way.findIndex((point, i) => i > blocked && isWide(point));
  if (first < 0) return undefined;
  for (const further of PLACES) {
    const i = first + further;
    if (i >= way.length || !isWide(way[i])) continue;
    const planned = plan(
      { start: from, goal: way[i], obstacles, car, limits, margin },
      { effort: EFFORT, optimise: 'none' },
    );
    if ('failure' in planned) continue;
    const { points, gearChanges, length } = planned.path;
    if (gearChanges > MOST_CHANGES || length > i * SPACING + LONGER) continue;
    const slow = { ...limits, forwardSpeed: search.speed, backwardSpeed: search.speed };
    return withDrivenSpeeds([...points, ...way.slice(i + 1)], slow);
  }
  return undefined;
}
