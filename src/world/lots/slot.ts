/**
 * True parking slots: parallelograms between the middles of their lines.
 *
 *   u = (cos h, sin h)            along the row                  h  heading of the row [rad]
 *   d = R(± α) u                  into the slots                 α  angle, ½π unless the row is angled; + for slots on the left
 *   P_k = P₀ + k p u              ends of the entrances          p  pitch [m]
 *   C_k = ½ (P_k + P_{k+1}) + ½ D d   middle of the slot         D  depth [m]
 *
 * Somebody in the aisle who looks into a slot on the left of the row has P_k at the left hand, on the right of the row P_{k+1}.
 * Checked against: corners and areas by hand, mirrored rows.
 */
import { HALF_PI, wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { RowDocument } from './lot-schema.ts';

export type SlotKind = 'perpendicular' | 'parallel' | 'angled';

/** A marked slot of a world, in map [m, rad]. */
export interface Slot {
  /** Counted over all lots from 1 on. */
  readonly id: number;
  readonly kind: SlotKind;
  /** Ends of the entrance, at the middle of the paint, as somebody in the aisle sees them who looks into the slot. */
  readonly leftX: number;
  readonly leftY: number;
  readonly rightX: number;
  readonly rightY: number;
  /** Along the separating lines, from the entrance inwards, and how far. */
  readonly direction: number;
  readonly depth: number;
  /** Middle of the slot. */
  readonly x: number;
  readonly y: number;
  /** Heading of a car in it that stands nose in; in parallel slots of one that has the slot's entrance on its left. */
  readonly heading: number;
  /** Along that heading and across it: what a car has to fit into. */
  readonly length: number;
  readonly width: number;
  /** Width of the paint. */
  readonly lineWidth: number;
  /** Whether a car is parked in it from the start. */
  readonly taken: boolean;
}

/** Directions of a row: along it, and into its slots. */
export interface RowAxes {
  readonly alongX: number;
  readonly alongY: number;
  readonly intoX: number;
  readonly intoY: number;
  readonly direction: number;
  /** Sine of the angle between the two. */
  readonly slant: number;
}

const angleOf = ({ kind, angle }: RowDocument): number => (kind === 'angled' ? angle : HALF_PI);

export function rowAxes(row: RowDocument): RowAxes {
  const angle = angleOf(row);
  const direction = wrapToPi(row.heading + (row.side === 'left' ? angle : -angle));
  return {
    alongX: cos(row.heading),
    alongY: sin(row.heading),
    intoX: cos(direction),
    intoY: sin(direction),
    direction,
    slant: sin(angle),
  };
}

/** A place of a row: so far along its entrances, and so far into it. */
export const placeInRow = (row: RowDocument, axes: RowAxes, along: number, into: number): readonly [number, number] => [
  row.x + along * axes.alongX + into * axes.intoX,
  row.y + along * axes.alongY + into * axes.intoY,
];

/** The slots of a row, the first of them with this number; nobody stands in them yet. */
export function rowSlots(row: RowDocument, firstId: number, lineWidth: number): Slot[] {
  const axes = rowAxes(row);
  const { pitch, depth, kind } = row;
  const isParallel = kind === 'parallel';
  return Array.from({ length: row.slots }, (_, k): Slot => {
    const near = placeInRow(row, axes, k * pitch, 0);
    const far = placeInRow(row, axes, (k + 1) * pitch, 0);
    const [left, right] = row.side === 'left' ? [near, far] : [far, near];
    const [x, y] = placeInRow(row, axes, (k + 0.5) * pitch, 0.5 * depth);
    return {
      id: firstId + k,
      kind,
      leftX: left[0],
      leftY: left[1],
      rightX: right[0],
      rightY: right[1],
      direction: axes.direction,
      depth,
      x,
      y,
      heading: wrapToPi(axes.direction + (isParallel ? HALF_PI : 0)),
      length: isParallel ? pitch : depth,
      width: isParallel ? depth : pitch * axes.slant,
      lineWidth,
      taken: false,
    };
  });
}

/** Corners of a slot in map, x₀, y₀ …: left and right end of the entrance, then of the back. */
export function slotCorners(slot: Slot): Float64Array {
  const { leftX, leftY, rightX, rightY, direction, depth } = slot;
  const [dx, dy] = [depth * cos(direction), depth * sin(direction)];
  return Float64Array.of(leftX, leftY, rightX, rightY, rightX + dx, rightY + dy, leftX + dx, leftY + dy);
}
