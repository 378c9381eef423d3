/**
 * Points against marks. One that is found is right when a mark that counts is within the given distance, of the same shape, and turned by less than 30°. What is
 * found at a mark that does not count, or beside the margin of the view, is neither right nor wrong.
 */
import { wrapToPi } from '../../src/math/angle.ts';
import type { Point } from '../../src/vision/slots/marking-point-pair.ts';
import type { LabelledMark } from '../pictures/labels.ts';
import { CENTRE, EXTENT } from '../pictures/surround-rig.ts';
import type { Tally } from './tally.ts';

const MARGIN = 0.5;
const NEAR = 0.35;
const TURN = Math.PI / 6;

export const isInside = ({ x, y }: { x: number; y: number }): boolean =>
  Math.abs(x - CENTRE) < EXTENT / 2 - MARGIN && Math.abs(y) < EXTENT / 2 - MARGIN;

export const doesCount = (mark: LabelledMark): boolean => mark.counts === 1 && isInside(mark);

/** Adds to the tally, and the distances of points that are right to `errors` [m]. */
export function scorePoints(
  found: readonly Point[],
  marks: readonly LabelledMark[],
  within: number,
  tally: Tally,
  errors?: number[],
): void {
  const used = new Set<LabelledMark>();
  for (const point of found) {
    const mark = nearest(point, marks);
    const distance = mark === undefined ? Infinity : distanceTo(point, mark);
    if (mark !== undefined && distance < NEAR ? !doesCount(mark) : !isInside(point)) continue;
    const isRight =
      mark !== undefined &&
      distance < within &&
      !used.has(mark) &&
      mark.shape === point.shape &&
      Math.abs(wrapToPi(point.direction - mark.arms[0])) < TURN;
    if (isRight) {
      used.add(mark);
      tally.right++;
      errors?.push(distance);
    } else tally.wrong++;
  }
  tally.missed += marks.filter((mark) => doesCount(mark) && !used.has(mark)).length;
}

export const distanceTo = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));

function nearest(point: Point, marks: readonly LabelledMark[]): LabelledMark | undefined {
  let best: LabelledMark | undefined;
  for (const mark of marks) if (best === undefined || distanceTo(point, mark) < distanceTo(point, best)) best = mark;
  return best;
}
