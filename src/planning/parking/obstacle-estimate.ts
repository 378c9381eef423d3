/**
 * One thing that stands or moves beside the slots: its rectangle, averaged over the views in which it was seen, and its velocity from
 * where it was before. What is not seen again where it should be is forgotten.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Footprint } from '../../msgs/index.ts';

export interface ObstacleEstimate {
  kind: number;
  x: number;
  y: number;
  yaw: number;
  length: number;
  width: number;
  vx: number;
  vy: number;
  confidence: number;
  views: number;
  misses: number;
  /** When it was last seen [s]. */
  seenAt: number;
}

/** Weight of a new view: the mean of all at first, later a running one over about this many. */
const MEMORY = 8;
/** Faster than this it is moving, and the newest view is the truth [m/s]; what stands seems to move by its noise. */
const MOVING = 0.8;

export const newObstacle = (seen: Footprint, now: number): ObstacleEstimate => ({
  kind: seen.kind,
  x: seen.x,
  y: seen.y,
  yaw: seen.yaw,
  length: seen.length,
  width: seen.width,
  vx: seen.vx,
  vy: seen.vy,
  confidence: seen.confidence,
  views: 1,
  misses: 0,
  seenAt: now,
});

/** Takes in another view, in the frame of the map. A rectangle looks the same turned by half a turn. */
export function updateObstacle(obstacle: ObstacleEstimate, seen: Footprint, now: number): void {
  const { x, y } = obstacle;
  const dt = now - obstacle.seenAt;
  obstacle.views++;
  const gain = 1 / Math.min(obstacle.views, MEMORY);
  if (dt > 0) {
    obstacle.vx += gain * ((seen.x - x) / dt - obstacle.vx);
    obstacle.vy += gain * ((seen.y - y) / dt - obstacle.vy);
  }
  const moving = obstacle.vx * obstacle.vx + obstacle.vy * obstacle.vy > MOVING * MOVING;
  const weight = moving ? 1 : gain;
  obstacle.x += weight * (seen.x - x);
  obstacle.y += weight * (seen.y - y);
  const turn = wrapToPi(2 * (seen.yaw - obstacle.yaw)) / 2;
  obstacle.yaw = wrapToPi(obstacle.yaw + weight * turn);
  obstacle.length += gain * (seen.length - obstacle.length);
  obstacle.width += gain * (seen.width - obstacle.width);
  obstacle.confidence += gain * (seen.confidence - obstacle.confidence);
  obstacle.kind = seen.kind;
  obstacle.misses = 0;
  obstacle.seenAt = now;
}

export function writeObstacle(obstacle: ObstacleEstimate, out: Footprint): void {
  out.kind = obstacle.kind;
  out.x = obstacle.x;
  out.y = obstacle.y;
  out.yaw = obstacle.yaw;
  out.length = obstacle.length;
  out.width = obstacle.width;
  out.vx = obstacle.vx;
  out.vy = obstacle.vy;
  out.confidence = obstacle.confidence;
}
