/** What slot inference knows of marking points, and what it makes of two of them. */

/** As in the message MarkingPoint. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** [rad] */
  readonly direction: number;
  /** 0 T, 1 L */
  readonly shape: number;
  readonly confidence: number;
}

export const PERPENDICULAR = 0;
export const PARALLEL = 1;
export const ANGLED = 2;

/** A slot: ends of its entrance as somebody in the aisle sees them, indices of its points, way in and how far. */
export interface FoundSlot {
  readonly kind: number;
  readonly left: Point;
  readonly right: Point;
  readonly direction: number;
  readonly depth: number;
  readonly confidence: number;
}
