/**
 * Footprints against the truth: a vehicle is found when one's middle is within 1.2 m of its own. The sides that face the own vehicle and whose middles are in view
 * are compared: how far the found rectangle's boundary is from the middle of the true side.
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { DecodedThing } from '../../src/vision/slots/decode-things.ts';
import { VEHICLE } from '../../src/vision/slots/decode-things.ts';
import type { LabelledThing } from '../pictures/labels.ts';
import { CENTRE } from '../pictures/surround-rig.ts';
import { distanceTo, isInside } from './score-points.ts';
import type { Tally } from './tally.ts';

const SAME = 1.2;

export function scoreThings(
  found: readonly DecodedThing[],
  things: readonly LabelledThing[],
  tally: Tally,
  edges: number[],
): void {
  const used = new Set<LabelledThing>();
  for (const thing of found) {
    const truth = things.find((candidate) => distanceTo(candidate, thing) < SAME && !used.has(candidate));
    if (truth === undefined) tally.wrong++;
    else if (truth.counts === 1) {
      used.add(truth);
      tally.right++;
      if (truth.kind === 'vehicle' && thing.kind === VEHICLE) edges.push(...edgeErrors(thing, truth));
    }
  }
  tally.missed += things.filter((truth) => truth.counts === 1 && isInside(truth) && !used.has(truth)).length;
}

function edgeErrors(found: DecodedThing, truth: LabelledThing): number[] {
  const [c, s] = [cos(truth.yaw), sin(truth.yaw)];
  const sides = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  return sides.flatMap(([u, v]) => {
    const [a, b] = [(u * truth.length) / 2, (v * truth.width) / 2];
    const middle = { x: truth.x + c * a - s * b, y: truth.y + s * a + c * b };
    const [nx, ny] = [c * u - s * v, s * u + c * v];
    const isFacing = nx * (CENTRE - middle.x) + ny * (0 - middle.y) > 0.3;
    return isFacing && isInside(middle) ? [toBoundary(found, middle)] : [];
  });
}

/** Distance of a place from the boundary of a rectangle. */
function toBoundary({ x, y, yaw, length, width }: DecodedThing, place: { x: number; y: number }): number {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [dx, dy] = [place.x - x, place.y - y];
  const [u, v] = [Math.abs(c * dx + s * dy) - length / 2, Math.abs(c * dy - s * dx) - width / 2];
  if (u <= 0 && v <= 0) return Math.min(-u, -v);
  return Math.sqrt(Math.max(0, u) * Math.max(0, u) + Math.max(0, v) * Math.max(0, v));
}
