/** A row of slots along an aisle, the slot in its middle free, and a wall or cars across the aisle: the lots of the studies. */
import type { ParkingTrial, TrialPlace } from './parking-trial.ts';
import { placed } from './parking-trial.ts';

export const KINDS = ['perpendicular', 'parallel', 'angled'] as const;
export type SlotKind = (typeof KINDS)[number];
export type Side = 'left' | 'right';

/** The Mini with its mirrors [m]. */
const CAR = { length: 3.802, width: 1.974, middle: 1.367 } as const;
const ANGLE = Math.PI / 3;
/** Tight slots take many moves [s]. */
const LONGEST = 120;
const SLOTS = 7;
const TARGET = 4;

export interface SlotRow {
  readonly kind: SlotKind;
  readonly side: Side;
  /** What the slot is wider than the car, or longer where it is parallel [m]. */
  readonly extra: number;
  readonly aisle: number;
  /** Cars in the other slots: their part, and the seed that places them. */
  readonly taken: number;
  readonly seed: number;
  readonly across: 'wall' | 'cars';
  /** Middle of the body before the middle of the entrance and to the left of the middle of the aisle [m], and its heading against it [rad]. */
  readonly before: number;
  readonly beside: number;
  readonly askew: number;
}

interface SlotSize {
  readonly pitch: number;
  readonly depth: number;
  readonly angle: number;
}

/** Between the middles of the lines. */
function sizeOf({ kind, extra }: SlotRow): SlotSize {
  if (kind === 'parallel') return { pitch: CAR.length + extra, depth: 2.3, angle: Math.PI / 2 };
  if (kind === 'perpendicular') return { pitch: CAR.width + extra, depth: 5, angle: Math.PI / 2 };
  return { pitch: (CAR.width + extra) / Math.sin(ANGLE), depth: 5.4, angle: ANGLE };
}

export function rowTrial(name: string, row: SlotRow): ParkingTrial {
  const { pitch, depth } = sizeOf(row);
  const reach =
    row.kind === 'parallel' ? { along: pitch / 2, across: depth / 2 } : { along: depth / 2, across: pitch / 2 };
  const { blocks, ...place } = placed(placeOf(row)) as { blocks: object };
  // wide aisles put slots further away than those of the shipped scenario
  const over = { ...place, duration: LONGEST, blocks: { ...blocks, eyes: { params: { range: 8 } } } };
  return { name, scenario: 'scenarios/apa/planning.yaml', over, kind: row.kind, reach };
}

function placeOf(row: SlotRow): TrialPlace {
  const { kind, side, aisle } = row;
  const size = sizeOf(row);
  const sign = side === 'left' ? 1 : -1;
  const entrance = (TARGET - 0.5) * size.pitch;
  const body = { x: entrance - row.before, y: row.beside };
  return {
    lots: [{ ...lotOf(row, size), parked: { fraction: row.taken, seed: row.seed, except: [TARGET], turn: 0.02 } }],
    start: {
      x: body.x - CAR.middle * Math.cos(row.askew),
      y: body.y - CAR.middle * Math.sin(row.askew),
      yaw: row.askew,
    },
    slot: TARGET,
    goal: {
      x: entrance + (size.depth / 2) * Math.cos(size.angle),
      y: sign * (aisle / 2 + (size.depth / 2) * Math.sin(size.angle)),
    },
    // aslant, a car that comes along drives in
    nose: kind === 'perpendicular' ? 'out' : kind === 'angled' ? 'in' : 'either',
  };
}

function lotOf({ kind, side, aisle, across }: SlotRow, { pitch, depth, angle }: SlotSize): object {
  const sign = side === 'left' ? 1 : -1;
  const other = side === 'left' ? 'right' : 'left';
  const row = { x: 0, heading: 0, slots: SLOTS, kind, pitch, depth, ...(kind === 'angled' && { angle }) };
  const own = { ...row, side, y: (sign * aisle) / 2 };
  const facing = { ...row, side: other, y: (-sign * aisle) / 2 };
  const length = SLOTS * pitch;
  const thickness = 0.2;
  const y = -sign * (aisle / 2 + thickness / 2);
  const walls = [{ from: [-12, y], to: [length + 12, y], thickness }];
  return {
    surface: { margin: 12 },
    rows: across === 'cars' ? [own, facing] : [own],
    lines: { width: 0.1, entrance: 'bar' },
    ...(across === 'wall' && { walls }),
  };
}
