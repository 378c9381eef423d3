/**
 * How far two convex outlines reach into each other, by separating axes: the least overlap along the normals of their sides [m]; not above 0 where
 * they are apart.
 */
import { cos, sin } from '../../math/trig.ts';
import type { FoundSlot } from './marking-point-pair.ts';

/** x₀, y₀, x₁, y₁ … in turn. */
export type Corners = readonly number[];

export function penetration(a: Corners, b: Corners): number {
  return Math.min(leastOverlap(a, b), leastOverlap(b, a));
}

function leastOverlap(of: Corners, other: Corners): number {
  let least = Infinity;
  for (let i = 0, j = of.length - 2; i < of.length; j = i, i += 2) {
    const [dx, dy] = [of[i] - of[j], of[i + 1] - of[j + 1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    const [nx, ny] = [dy / length, -dx / length];
    least = Math.min(least, overlapAlong(of, other, nx, ny));
  }
  return least;
}

function overlapAlong(a: Corners, b: Corners, nx: number, ny: number): number {
  let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < a.length; i += 2) {
    const at = nx * a[i] + ny * a[i + 1];
    lowA = Math.min(lowA, at);
    highA = Math.max(highA, at);
  }
  for (let i = 0; i < b.length; i += 2) {
    const at = nx * b[i] + ny * b[i + 1];
    lowB = Math.min(lowB, at);
    highB = Math.max(highB, at);
  }
  return Math.min(highA - lowB, highB - lowA);
}

type Outlined = Pick<FoundSlot, 'direction' | 'depth'> & {
  readonly left: { readonly x: number; readonly y: number };
  readonly right: { readonly x: number; readonly y: number };
};

/** Corners of a slot. */
export function parallelogram({ left, right, direction, depth }: Outlined): Corners {
  const [dx, dy] = [depth * cos(direction), depth * sin(direction)];
  return [left.x, left.y, right.x, right.y, right.x + dx, right.y + dy, left.x + dx, left.y + dy];
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
}

export function rectangle({ x, y, yaw, length, width }: Rectangle): Corners {
  const [ux, uy] = [(length / 2) * cos(yaw), (length / 2) * sin(yaw)];
  const [vx, vy] = [(-width / 2) * sin(yaw), (width / 2) * cos(yaw)];
  return [x - ux - vx, y - uy - vy, x + ux - vx, y + uy - vy, x + ux + vx, y + uy + vy, x - ux + vx, y - uy + vy];
}
