/**
 * Whether something stands in a slot: a vehicle whose footprint, as it was found, reaches more than 0.4 m over its lines (0.25 m, and what it may be wrong by), or
 * anything else that reaches 0.25 m over them. Where less than a metre of the slot's depth is in view, nobody
 * knows, and the answer is ½.
 */
import { cos, sin } from '../../math/trig.ts';
import type { Footprint } from '../../msgs/index.ts';
import { parallelogram, penetration, rectangle } from './convex-overlap.ts';
import type { FoundSlot } from './marking-point-pair.ts';

const VEHICLE = 1;
const REACH = 0.25;
const VEHICLE_REACH = 0.4;
/** How much of the depth must be in view [m]. */
const SEEN = 1;
/** Of a slot in which nothing is seen. */
const FREE = 0.02;
export const UNKNOWN = 0.5;

/** The square of ground that is seen: its middle ahead of base_link and its side [m]. */
export interface SeenGround {
  readonly centre: number;
  readonly extent: number;
}

const reachOf = ({ kind }: Footprint): number => (kind === VEHICLE ? VEHICLE_REACH : REACH);

export function occupancyOf(slot: FoundSlot, footprints: readonly Footprint[], seen: SeenGround): number {
  const outline = parallelogram(slot);
  let surest = 0;
  for (const footprint of footprints)
    if (footprint.confidence > surest && penetration(outline, rectangle(footprint)) > reachOf(footprint))
      surest = footprint.confidence;
  if (surest > 0) return Math.max(UNKNOWN, surest);
  return depthInView(slot, seen) >= Math.min(SEEN, 0.5 * slot.depth) ? FREE : UNKNOWN;
}

/** How far one can look into a slot along its middle [m]. */
function depthInView({ left, right, direction, depth }: FoundSlot, { centre, extent }: SeenGround): number {
  const [x, y] = [(left.x + right.x) / 2 - centre, (left.y + right.y) / 2];
  return Math.min(depth, reachTo(x, cos(direction), extent / 2), reachTo(y, sin(direction), extent / 2));
}

const reachTo = (from: number, along: number, limit: number): number =>
  along > 1e-9 ? (limit - from) / along : along < -1e-9 ? (-limit - from) / along : Infinity;
