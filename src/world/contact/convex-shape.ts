/**
 * Convex outlines in the plane, in map: what bodies and solids look like from above.
 *
 * Corners turn counter-clockwise; edge i goes from corner i to the next, and its normal points outwards.
 */
import { cos, sin, sinCos } from '../../math/trig.ts';
import type { Body } from '../../msgs/index.ts';
import type { Solid } from '../scene.ts';

export interface ConvexShape {
  /** How many corners, and how many edges. */
  readonly count: number;
  /** Corners x₀, y₀, x₁, y₁ … [m]. */
  readonly points: Float64Array;
  /** Outward unit normals of the edges, x₀, y₀, x₁, y₁ … */
  readonly normals: Float64Array;
}

/** A box around base_link, as a Body message has it. */
export type Box = Pick<Body, 'x' | 'y' | 'yaw' | 'front' | 'rear' | 'half_width'>;

/** A box that has yet to be placed. */
export const createBoxShape = (): ConvexShape => ({
  count: 4,
  points: new Float64Array(8),
  normals: new Float64Array(8),
});

const heading = new Float64Array(2);

/** Puts a box where its body is. */
export function placeBox(shape: ConvexShape, box: Box): void {
  sinCos(box.yaw, heading);
  turnBox(shape, box, heading[0], heading[1]);
}

/** The same with the sine and cosine of its heading at hand. */
export function turnBox({ points, normals }: ConvexShape, box: Box, sine: number, cosine: number): void {
  const x = box.x;
  const y = box.y;
  const frontX = x + cosine * box.front;
  const frontY = y + sine * box.front;
  const rearX = x - cosine * box.rear;
  const rearY = y - sine * box.rear;
  const sideX = -sine * box.half_width;
  const sideY = cosine * box.half_width;
  // corners: rear right, front right, front left, rear left
  points[0] = rearX - sideX;
  points[1] = rearY - sideY;
  points[2] = frontX - sideX;
  points[3] = frontY - sideY;
  points[4] = frontX + sideX;
  points[5] = frontY + sideY;
  points[6] = rearX + sideX;
  points[7] = rearY + sideY;
  // normals: right, ahead, left, behind
  normals[0] = sine;
  normals[1] = -cosine;
  normals[2] = cosine;
  normals[3] = sine;
  normals[4] = -sine;
  normals[5] = cosine;
  normals[6] = -cosine;
  normals[7] = -sine;
}

/** The footprint of a solid. */
export function solidShape({ footprint, x, y, yaw }: Solid): ConvexShape {
  const count = footprint.length / 2;
  const [sine, cosine] = [sin(yaw), cos(yaw)];
  const points = footprint.map((_, k) => {
    const [along, across] = [footprint[k - (k % 2)], footprint[k - (k % 2) + 1]];
    return k % 2 === 0 ? x + cosine * along - sine * across : y + sine * along + cosine * across;
  });
  const normals = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const next = ((i + 1) % count) * 2;
    const [dx, dy] = [points[next] - points[2 * i], points[next + 1] - points[2 * i + 1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    normals[2 * i] = dy / length;
    normals[2 * i + 1] = -dx / length;
  }
  return { count, points, normals };
}

/** Whether two things that reach from `bottom` to `top` [m] share a height at which they can meet. */
export const shareHeight = (a: HeightRange, b: HeightRange): boolean => a.bottom < b.top && b.bottom < a.top;

export interface HeightRange {
  readonly bottom: number;
  readonly top: number;
}
