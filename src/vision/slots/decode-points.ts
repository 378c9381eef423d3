/**
 * From the numbers of the network to marking points.
 *
 * Each cell of 16 × 16 speaks for its 4 × 4 parts; channel 16k + 4i + j is number k of the part in row i and column j: confidence and
 * shape (logits), how far down and right of the part's corner the point is (in parts), cos and sin of its direction in base_link.
 * Neighbours of a part may claim its point too, so of points near each other only the surest is kept.
 */
import { exp } from '../../math/exponential.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import type { LayerOutput } from '../../inference/index.ts';
import type { ViewGround } from './view-ground.ts';
import { xOfShare, yOfShare } from './view-ground.ts';

export interface DecodedPoint {
  x: number;
  y: number;
  direction: number;
  /** 0 T, 1 L */
  shape: number;
  confidence: number;
  /** What the last closer look says of it, 0 to 1: whether it is a mark at all; 1 without one. */
  verdict: number;
}

/** Parts of a cell along a side, and in all. */
const SIDE = 4;
const PARTS = SIDE * SIDE;
/** Six numbers of each part. */
export const POINT_CHANNELS = 6 * PARTS;

/** Logit of a confidence of 0.5 %, which is half of the least threshold. */
const NEVER = -5.3;

export const sigmoid = (value: number): number => 1 / (1 + exp(-value));

/** Every part that claims a point with at least this confidence, surest first. */
export function decodePoints(output: LayerOutput, view: ViewGround, threshold: number): DecodedPoint[] {
  const { rows, columns, values, unit } = output;
  const found: DecodedPoint[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let part = 0; part < PARTS; part++) {
        const at = (row * columns + column) * POINT_CHANNELS + part;
        // below the least logit worth a look
        if (unit * values[at] < NEVER) continue;
        const number = (k: number): number => unit * values[at + PARTS * k];
        const confidence = sigmoid(number(0));
        if (confidence < threshold) continue;
        const [i, j] = [Math.floor(part / SIDE), part % SIDE];
        found.push({
          x: xOfShare(view, (SIDE * row + i + number(2)) / (SIDE * rows)),
          y: yOfShare(view, (SIDE * column + j + number(3)) / (SIDE * columns)),
          direction: atan2(number(5), number(4)),
          shape: number(1) > 0 ? 1 : 0,
          confidence,
          verdict: 1,
        });
      }
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** Without those that are nearer than this to a surer one; surest first. */
export function suppressed(points: readonly DecodedPoint[], distance: number): DecodedPoint[] {
  const kept: DecodedPoint[] = [];
  for (const point of points) {
    const isDouble = kept.some(({ x, y }) => {
      const [dx, dy] = [point.x - x, point.y - y];
      return dx * dx + dy * dy < distance * distance;
    });
    if (!isDouble) kept.push(point);
  }
  return kept;
}

/** Whether a point is at least this far inside the view, as a share of its side. */
export function isWellInside({ x, y }: DecodedPoint, { extent, centre }: ViewGround, margin: number): boolean {
  const most = extent * (0.5 - margin);
  return Math.abs(x - centre) <= most && Math.abs(y) <= most;
}
