/**
 * From the numbers of the network to footprints.
 *
 * Each quarter of a cell of 16 × 16 says whether something stands on its middle (logit), where the middle of that thing is (x and y from the quarter's
 * middle / 2 m), its length / 4 m and width / 2 m, cos and sin of twice its yaw, and whether it is a person or something else than a vehicle
 * (logits); channel 4k + 2i + j is number k of the quarter in row i and column j. Quarters that mean the same thing, whose middles agree, are averaged
 * by their confidence.
 */
import type { LayerOutput } from '../../inference/index.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { penetration, rectangle } from './convex-overlap.ts';
import { sigmoid } from './decode-points.ts';
import type { ViewGround } from './view-ground.ts';
import { xOfShare, yOfShare } from './view-ground.ts';

/** Quarters of a cell along a side, and in all. */
const SIDE = 2;
const QUARTERS = SIDE * SIDE;
/** Nine numbers of each quarter. */
export const THING_CHANNELS = 9 * QUARTERS;
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
  /** How many quarters of cells say so. */
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
/** How far vehicles may reach into each other, as they are found [m]. */
const OVERLAP = 0.5;

/** Everything of which quarters are at least this sure; vehicles only where so many of them agree. */
export function decodeThings(
  output: LayerOutput,
  view: ViewGround,
  threshold: number,
  minCells: number,
): DecodedThing[] {
  const [rows, columns] = [SIDE * output.rows, SIDE * output.columns];
  const cells: Group[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const cell = cellOf(output, row, column);
      const confidence = sigmoid(cell(0));
      if (confidence < threshold) continue;
      cells.push({
        weight: confidence,
        surest: confidence,
        cells: 1,
        x: confidence * (xOfShare(view, (row + 0.5) / rows) + 2 * cell(1)),
        y: confidence * (yOfShare(view, (column + 0.5) / columns) + 2 * cell(2)),
        length: confidence * 4 * cell(3),
        width: confidence * 2 * cell(4),
        cosine: confidence * cell(5),
        sine: confidence * cell(6),
        person: confidence * cell(7),
        other: confidence * cell(8),
      });
    }
  const groups: Group[] = [];
  for (const cell of cells.sort((a, b) => b.surest - a.surest)) {
    const group = groups.find((known) => doAgree(known, cell));
    if (group === undefined) groups.push(cell);
    else add(group, cell);
  }
  const things = groups.map(thingOf).filter(({ kind, cells: count }) => kind !== VEHICLE || count >= minCells);
  return withoutOverlaps(things.sort((a, b) => b.cells - a.cells));
}

/** Two things are not in one place: of vehicles that reach into others, that which more cells mean is kept. */
function withoutOverlaps(things: readonly DecodedThing[]): DecodedThing[] {
  const kept: DecodedThing[] = [];
  for (const thing of things)
    if (thing.kind !== VEHICLE || !kept.some((other) => penetration(rectangle(thing), rectangle(other)) > OVERLAP))
      kept.push(thing);
  return kept;
}

/** The numbers of the quarter in this row and column of all quarters. */
function cellOf({ columns, values, unit }: LayerOutput, row: number, column: number): (k: number) => number {
  const quarter = SIDE * (row % SIDE) + (column % SIDE);
  const at = (Math.floor(row / SIDE) * columns + Math.floor(column / SIDE)) * THING_CHANNELS + quarter;
  return (k) => unit * values[at + QUARTERS * k];
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
