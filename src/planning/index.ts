/** Planning: from where the car stands to where it shall stand, past obstacles, within what the car can do. */
import type { AnyBlock } from '../core/block.ts';
import { goalPose } from './goal-pose.ts';
import { delivery } from './route/delivery.ts';
import { route } from './route/route.ts';
import { timetable } from './route/timetable.ts';
import { parking } from './parking/parking.ts';
import { parkingMap } from './parking/parking-map.ts';

export { planCorrection } from './correction.ts';
export type { PathFreedom, PathQuestion } from './path-free.ts';
export { isPathFree } from './path-free.ts';
export { plan } from './plan.ts';
export type { PlannerName, PlanOptions } from './plan.ts';
export type * from './problem.ts';

export const planningBlocks: readonly AnyBlock[] = [goalPose, parking, parkingMap, route, timetable, delivery];
