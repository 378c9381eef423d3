/**
 * What is to be found in a view, and how much of it can be seen.
 *
 * A second picture of the same cameras shows the ground white and every thing in a grey of its own, in its full light. A mark counts where at least 75 % of its
 * paint within 0.5 m, half of that of every arm, and what is within 0.15 m, is painted and seen, and where its paint differs from the ground beside it by
 * 8 grey levels in the mean; below 25 % it is not there; between the two it is not counted, neither as found nor as missed. The same holds for things by the
 * pixels that are seen of them.
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { Scene } from '../../src/world/scene.ts';
import type { Mark } from './marked-row.ts';
import { distanceTo } from './paint.ts';
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

/** A picture without its noise, and the second picture of the same scene. */
export interface Seen {
  readonly view: Uint8Array;
  readonly mask: Uint8Array;
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
/** How much of an arm counts [m], and the shares that must be seen of all arms, of each, and of what is there at all. */
const REACH = 0.5;
const [MOST, HALF, LITTLE] = [0.75, 0.5, 0.25];
/** Least difference between paint and ground [grey levels], and how far beside the line the ground is looked at [m]. */
const CONTRAST = 8;
const ASIDE = 0.12;

function markLabel(mark: Mark, { paint }: Lot, { view, mask }: Seen): LabelledMark | undefined {
  let [core, contrast, samples, least] = [true, 0, 0, 1];
  const shares = mark.arms.map((arm, k) => {
    const reach = Math.min(REACH, mark.reach[k]);
    let seen = 0;
    for (let i = 0; i < SAMPLES; i++) {
      const d = (reach * (i + 0.5)) / SAMPLES;
      const [x, y] = [mark.x + d * cos(arm), mark.y + d * sin(arm)];
      const stroke = isGround(mask, x, y)
        ? paint.find(({ line, width }) => distanceTo(line, x, y) < width / 2 + 0.005)
        : undefined;
      if (stroke === undefined) {
        if (d < 0.15) core = false;
        continue;
      }
      seen++;
      for (const side of [-1, 1]) {
        const aside = side * (stroke.width / 2 + ASIDE);
        const [gx, gy] = [x - aside * sin(arm), y + aside * cos(arm)];
        if (!isGround(mask, gx, gy) || paint.some(({ line, width }) => distanceTo(line, gx, gy) < width / 2 + 0.04))
          continue;
        contrast += difference(view, pixelAt(x, y), pixelAt(gx, gy));
        samples++;
      }
    }
    least = Math.min(least, seen / SAMPLES);
    return seen / SAMPLES;
  });
  const share = shares.reduce((sum, value) => sum + value, 0) / shares.length;
  if (share < LITTLE) return undefined;
  const { x, y, arms } = mark;
  const isClear = samples > 0 && contrast / samples >= CONTRAST;
  return {
    x,
    y,
    shape: mark.shape === 'T' ? 0 : 1,
    arms,
    counts: core && share >= MOST && least >= HALF && isClear ? 1 : 0,
  };
}

/** Index of the pixel that shows a place on the ground, or −1. */
function pixelAt(x: number, y: number): number {
  const [row, column] = [Math.round(rowOf(x)), Math.round(columnOf(y))];
  return row >= 0 && column >= 0 && row < SIZE && column < SIZE ? row * SIZE + column : -1;
}

/** Whether the ground is seen at a place. */
export function isGround(mask: Uint8Array, x: number, y: number): boolean {
  const pixel = pixelAt(x, y);
  return pixel >= 0 && mask[3 * pixel] > 250;
}

/** Of two pixels, in the channel where they differ most. */
const difference = (view: Uint8Array, a: number, b: number): number =>
  Math.max(...[0, 1, 2].map((k) => Math.abs(view[3 * a + k] - view[3 * b + k])));

export const marksIn = (lot: Lot, seen: Seen): LabelledMark[] =>
  lot.marks.flatMap((mark) => {
    const [row, column] = [rowOf(mark.x), columnOf(mark.y)];
    if (row < -8 || column < -8 || row > SIZE + 7 || column > SIZE + 7) return [];
    return markLabel(mark, lot, seen) ?? [];
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
