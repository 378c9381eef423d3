/**
 * Where the pixels of a surround view lie on the ground: up is ahead, left is left.
 *
 *   x = centre + (n/2 − ½ − row) e/n        y = (n/2 − ½ − column) e/n        n pixels, e metres
 */
export interface ViewGrid {
  /** Rows and columns [px]. */
  readonly size: number;
  /** Side of the square [m]. */
  readonly extent: number;
  /** Of its middle ahead of base_link [m]. */
  readonly centre: number;
}

export interface Outline {
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
}

/** [m] per pixel. */
export const pixelSize = ({ size, extent }: ViewGrid): number => extent / size;

export const xOfViewRow = (grid: ViewGrid, row: number): number =>
  grid.centre + (grid.size / 2 - 0.5 - row) * pixelSize(grid);
export const yOfViewColumn = (grid: ViewGrid, column: number): number =>
  (grid.size / 2 - 0.5 - column) * pixelSize(grid);
export const viewRowOfX = (grid: ViewGrid, x: number): number =>
  grid.size / 2 - 0.5 - (x - grid.centre) / pixelSize(grid);
export const viewColumnOfY = (grid: ViewGrid, y: number): number => grid.size / 2 - 0.5 - y / pixelSize(grid);

export const isInside = ({ front, rear, halfWidth }: Outline, x: number, y: number): boolean =>
  x <= front && x >= -rear && Math.abs(y) <= halfWidth;
