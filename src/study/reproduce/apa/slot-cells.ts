/** Every kind of slot on both sides of the car, from tight to roomy, beside aisles from narrow to wide with a wall across and all other slots taken. */
import type { ParkingTrial } from './parking-trial.ts';
import type { Side, SlotKind } from './slot-row.ts';
import { KINDS, rowTrial } from './slot-row.ts';

export interface SlotCell {
  readonly kind: SlotKind;
  readonly side: Side;
  /** What the slot is wider than the car, or longer where it is parallel [m]. */
  readonly extra: number;
  readonly aisle: number;
}

export const SIDES: readonly Side[] = ['left', 'right'];

export const slotCells = (extras: readonly number[], aisles: readonly number[]): SlotCell[] =>
  KINDS.flatMap((kind) =>
    SIDES.flatMap((side) => aisles.flatMap((aisle) => extras.map((extra) => ({ kind, side, extra, aisle })))),
  );

export const cellTrial = ({ kind, side, extra, aisle }: SlotCell): ParkingTrial =>
  rowTrial(`${kind}-${side}-${Math.round(100 * extra)}-cm-aisle-${Math.round(10 * aisle)}-dm`, {
    kind,
    side,
    extra,
    aisle,
    taken: 1,
    seed: 1,
    across: 'wall',
    before: 8,
    beside: 0,
    askew: 0,
  });
