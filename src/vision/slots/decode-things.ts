/**
 * From the numbers of the network to footprints.
 *
 * Each cell of 16 × 16 says whether something stands on its middle (logit), where the middle of that thing is (x and y from the cell / 2 m), its
 * length / 4 m and width / 2 m, cos and sin of twice its yaw, and whether it is a person or something else than a vehicle (logits). Cells that
 * mean the same thing, whose middles agree, are averaged by their confidence.
 */
import type { LayerOutput } from '../../inference/index.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { sigmoid } from './decode-points.ts';
import type { ViewGround } from './view-ground.ts';
import { xOfShare, yOfShare } from './view-ground.ts';

export const THING_CHANNELS = 9;
export const VEHICLE = 1;
export const PERSON = 2;
const OTHER = 3;

export interface DecodedThing {
  /** As in the message Footprint: 1 vehicle, 2 person, 3 something else. */
  readonly kind: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
  readonly confidence: number;
  /** How many cells say so. */
  readonly cells: number;
}

/** A group of cells: sums of confidence times what they say. */
interface Group {
  weight: number;
  surest: number;
  cells: number;
  x: number;
  y: number;
  length: number;
  width: number;
  cosine: number;
  sine: number;
  person: number;
  other: number;
}

/** Middles of one vehicle agree within this, those of small things within less [m]. */
const AGREE = 1;
const AGREE_SMALL = 0.45;
const SMALL = 1.2;

/** Everything of which cells are at least this sure; vehicles only where so many cells agree. */
export function decodeThings(
  output: LayerOutput,
  view: ViewGround,
  threshold: number,
  minCells: number,
): DecodedThing[] {
  const { rows, columns, values, unit } = output;
  const cells: Group[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = (row * columns + column) * THING_CHANNELS;
      const confidence = sigmoid(unit * values[at]);
      if (confidence < threshold) continue;
      cells.push({
        weight: confidence,
        surest: confidence,
        cells: 1,
        x: confidence * (xOfShare(view, (row + 0.5) / rows) + 2 * unit * values[at + 1]),
        y: confidence * (yOfShare(view, (column + 0.5) / columns) + 2 * unit * values[at + 2]),
        length: confidence * 4 * unit * values[at + 3],
        width: confidence * 2 * unit * values[at + 4],
        cosine: confidence * unit * values[at + 5],
        sine: confidence * unit * values[at + 6],
        person: confidence * unit * values[at + 7],
        other: confidence * unit * values[at + 8],
      });
    }
  const groups: Group[] = [];
  for (const cell of cells.sort((a, b) => b.surest - a.surest)) {
    const group = groups.find((known) => doAgree(known, cell));
    if (group === undefined) groups.push(cell);
    else add(group, cell);
  }
  return groups.map(thingOf).filter(({ kind, cells: count }) => kind !== VEHICLE || count >= minCells);
}

function doAgree(a: Group, b: Group): boolean {
  const [dx, dy] = [a.x / a.weight - b.x / b.weight, a.y / a.weight - b.y / b.weight];
  const isSmall = a.length / a.weight < SMALL || b.length / b.weight < SMALL;
  const most = isSmall ? AGREE_SMALL : AGREE;
  return dx * dx + dy * dy < most * most;
}

function add(group: Group, cell: Group): void {
  group.weight += cell.weight;
  group.cells += 1;
  group.x += cell.x;
  group.y += cell.y;
  group.length += cell.length;
  group.width += cell.width;
  group.cosine += cell.cosine;
  group.sine += cell.sine;
  group.person += cell.person;
  group.other += cell.other;
}

function thingOf({ weight, surest, cells, cosine, sine, person, other, ...sum }: Group): DecodedThing {
  const kind = person > 0 && person >= other ? PERSON : other > 0 ? OTHER : VEHICLE;
  return {
    kind,
    x: sum.x / weight,
    y: sum.y / weight,
    yaw: atan2(sine, cosine) / 2,
    length: Math.max(0.1, sum.length / weight),
    width: Math.max(0.1, sum.width / weight),
    confidence: surest,
    cells,
  };
}
