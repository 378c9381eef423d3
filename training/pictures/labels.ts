/**
 * What is to be found in a view, and how much of it can be seen.
 *
 * A second picture of the same cameras shows the ground white and every thing in a grey of its own, in its full light. A mark counts where at least 75 % of its
 * paint within 0.5 m, and what is within 0.15 m, is painted and seen; below 25 % it is not there; between the two it is not counted, neither
 * as found nor as missed. The same holds for things by the pixels that are seen of them.
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { Scene } from '../../src/world/scene.ts';
import { parallelogram, penetration, rectangle } from '../../src/vision/slots/convex-overlap.ts';
import type { Mark, Slot } from './marked-row.ts';
import type { Lot, Thing } from './random-lot.ts';
import { columnOf, rowOf, SIZE } from './surround-rig.ts';

/** 1 to be found, 0 not counted. */
export interface LabelledMark {
  readonly x: number;
  readonly y: number;
  readonly shape: 0 | 1;
  readonly arms: readonly number[];
  readonly counts: 0 | 1;
}

export interface LabelledThing {
  readonly kind: Thing['kind'];
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
  readonly counts: 0 | 1;
}

const GREY = (i: number): number => 10 + 4 * (i % 50);

/** The scene as the second picture shows it. */
export function thingsAlone({ scene, things }: Lot): Scene {
  const solids = scene.solids.map((solid, i) => {
    const of = things.findIndex(({ solids: [from, to] }) => i >= from && i < to);
    const grey = of < 0 ? 5 : GREY(of);
    return { ...solid, glows: true, colour: [0, grey, grey] as const };
  });
  return {
    ground: { colour: [255, 255, 255], areas: [], stripes: [], shadows: [] },
    sky: [255, 255, 255],
    solids,
  };
}

const SAMPLES = 10;
/** How much of an arm counts, and how far something must reach into a slot to take it [m]. */
const REACH = 0.5;
const TAKEN = 0.25;

function markLabel(mark: Mark, { paint }: Lot, mask: Uint8Array): LabelledMark | undefined {
  let [seen, all, core] = [0, 0, true];
  mark.arms.forEach((arm, k) => {
    const reach = Math.min(REACH, mark.reach[k]);
    for (let i = 0; i < SAMPLES; i++) {
      const d = (reach * (i + 0.5)) / SAMPLES;
      const [x, y] = [mark.x + d * cos(arm), mark.y + d * sin(arm)];
      const good = isGround(mask, x, y) && paint.some(({ line, width }) => distanceTo(line, x, y) < width / 2 + 0.005);
      all++;
      if (good) seen++;
      else if (d < 0.15) core = false;
    }
  });
  const share = seen / all;
  if (share < 0.25) return undefined;
  const { x, y, arms } = mark;
  return { x, y, shape: mark.shape === 'T' ? 0 : 1, arms, counts: core && share >= 0.75 ? 1 : 0 };
}

function isGround(mask: Uint8Array, x: number, y: number): boolean {
  const [row, column] = [Math.round(rowOf(x)), Math.round(columnOf(y))];
  return row >= 0 && column >= 0 && row < SIZE && column < SIZE && mask[3 * (row * SIZE + column)] > 250;
}

function distanceTo(line: { x0: number; y0: number; x1: number; y1: number }, x: number, y: number): number {
  const [dx, dy] = [line.x1 - line.x0, line.y1 - line.y0];
  const t = Math.max(0, Math.min(1, ((x - line.x0) * dx + (y - line.y0) * dy) / (dx * dx + dy * dy)));
  const [ex, ey] = [x - line.x0 - t * dx, y - line.y0 - t * dy];
  return Math.sqrt(ex * ex + ey * ey);
}

export const marksIn = (lot: Lot, mask: Uint8Array): LabelledMark[] =>
  lot.marks.flatMap((mark) => {
    const [row, column] = [rowOf(mark.x), columnOf(mark.y)];
    if (row < -8 || column < -8 || row > SIZE + 7 || column > SIZE + 7) return [];
    return markLabel(mark, lot, mask) ?? [];
  });

const FEW_PIXELS = 40;
const ENOUGH_PIXELS = 150;
const ENOUGH_OF_SMALL = 25;

export function thingsIn({ things }: Lot, mask: Uint8Array): LabelledThing[] {
  const counts = new Int32Array(256);
  for (let i = 0; i < SIZE * SIZE; i++) if (mask[3 * i] < 8 && mask[3 * i + 1] > 7) counts[mask[3 * i + 1]]++;
  return things.flatMap(({ kind, box }, i) => {
    const grey = GREY(i);
    const seen = counts[grey - 1] + counts[grey] + counts[grey + 1];
    const isSmall = kind !== 'vehicle';
    if (seen < (isSmall ? ENOUGH_OF_SMALL / 3 : FEW_PIXELS)) return [];
    return [{ kind, ...box, counts: seen >= (isSmall ? ENOUGH_OF_SMALL : ENOUGH_PIXELS) ? 1 : 0 } as LabelledThing];
  });
}

export interface LabelledSlot extends Slot {
  /** Whether something reaches more than 0.25 m over its lines, and whether enough of that is seen to tell. */
  readonly taken: boolean;
  readonly sure: boolean;
}

/** Slots with what stands in them. */
export function slotsIn({ slots, things }: Lot, seen: readonly LabelledThing[]): LabelledSlot[] {
  return slots.map((slot) => {
    const [left, right] = [slot.left, slot.right].map(([x, y]) => ({ x, y }));
    const outline = parallelogram({ left, right, direction: slot.direction, depth: slot.depth });
    const inside = things.filter(({ box }) => penetration(outline, rectangle(box)) > TAKEN);
    const isSeen = ({ box }: Thing) => seen.some(({ x, y, counts }) => counts === 1 && x === box.x && y === box.y);
    return { ...slot, taken: inside.length > 0, sure: inside.length === 0 || inside.some(isSeen) };
  });
}
