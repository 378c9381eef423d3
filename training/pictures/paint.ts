/** Paint on the ground: lines, whole or worn, and letters. */
import type { Colour, Stripe } from '../../src/world/scene.ts';
import { cos, sin } from '../../src/math/trig.ts';
import type { Chance } from './chance.ts';
import type { Line } from './marked-row.ts';

export interface Wear {
  /** Share of the paint that is missing, and the mean length of what is [m]. */
  readonly fraction: number;
  readonly length: number;
}

export const stripeOf = ({ x0, y0, x1, y1 }: Line, width: number, colour: Colour): Stripe => ({
  points: Float64Array.of(x0, y0, x1, y1),
  closed: false,
  width,
  colour,
});

/** How far a place is from a line [m]. */
export function distanceTo(line: Line, x: number, y: number): number {
  const [dx, dy] = [line.x1 - line.x0, line.y1 - line.y0];
  const t = Math.max(0, Math.min(1, ((x - line.x0) * dx + (y - line.y0) * dy) / (dx * dx + dy * dy)));
  const [ex, ey] = [x - line.x0 - t * dx, y - line.y0 - t * dy];
  return Math.sqrt(ex * ex + ey * ey);
}

/** Whether a line stays this far away from others, looked at every 0.1 m. */
export function isClearOf({ x0, y0, x1, y1 }: Line, others: readonly Line[], distance: number): boolean {
  const steps = 1 + Math.ceil(Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) / 0.1);
  for (let i = 0; i <= steps; i++) {
    const [x, y] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps];
    if (others.some((line) => distanceTo(line, x, y) < distance)) return false;
  }
  return true;
}

/** What is left of a line. */
export function wornLine(line: Line, wear: Wear, chance: Chance): Line[] {
  if (wear.fraction === 0) return [line];
  const [dx, dy] = [line.x1 - line.x0, line.y1 - line.y0];
  const length = Math.sqrt(dx * dx + dy * dy);
  const pieces: Line[] = [];
  const kept = (wear.length * (1 - wear.fraction)) / wear.fraction;
  let at = chance.between(-wear.length, kept);
  let from = 0;
  while (from < length) {
    const to = Math.min(length, Math.max(at, from));
    if (to - from > 0.02)
      pieces.push({
        x0: line.x0 + (dx * from) / length,
        y0: line.y0 + (dy * from) / length,
        x1: line.x0 + (dx * to) / length,
        y1: line.y0 + (dy * to) / length,
      });
    from = to + wear.length * chance.between(0.4, 1.6);
    at = from + kept * chance.between(0.3, 1.7);
  }
  return pieces;
}

/** Strokes of letters in a box of 1 × 1, x right and y up. */
const LETTERS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [0, 1, 1, 1],
    [0.5, 0, 0.5, 1],
  ],
  [
    [0, 0, 0, 1],
    [0, 0, 0.8, 0],
  ],
  [
    [0, 0, 0, 1],
    [0, 1, 0.8, 1],
    [0, 0.5, 0.6, 0.5],
    [0, 0, 0.8, 0],
  ],
  [
    [0, 0, 0, 1],
    [1, 0, 1, 1],
    [0, 0.5, 1, 0.5],
  ],
  [
    [0, 0, 0, 1],
    [0, 1, 0.8, 1],
    [0, 0.55, 0.6, 0.55],
  ],
  [
    [0, 0, 0, 1],
    [0, 1, 0.7, 1],
    [0.7, 1, 0.7, 0.5],
    [0, 0.5, 0.7, 0.5],
  ],
  [
    [0, 0, 0.5, 1],
    [0.5, 1, 1, 0],
    [0.25, 0.4, 0.75, 0.4],
  ],
  [
    [0, 0, 1, 1],
    [0, 1, 1, 0],
  ],
  [[0.5, 0, 0.5, 1]],
  [
    [0, 0, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 1, 1],
  ],
];

/** A few letters or an arrow, somewhere around. */
export function letters(x: number, y: number, yaw: number, chance: Chance): Line[] {
  const size = chance.between(0.35, 1.1);
  const [c, s] = [cos(yaw), sin(yaw)];
  return Array.from({ length: chance.whole(1, 4) }, (_, i) =>
    chance.one(LETTERS).map(([u0, v0, u1, v1]): Line => {
      const at = (u: number, v: number) => {
        const [a, b] = [size * (0.7 * u + i * 0.95), size * v];
        return [x + c * a - s * b, y + s * a + c * b];
      };
      const [p, q] = [at(u0, v0), at(u1, v1)];
      return { x0: p[0], y0: p[1], x1: q[0], y1: q[1] };
    }),
  ).flat();
}
