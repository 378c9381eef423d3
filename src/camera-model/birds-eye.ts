/**
 * Bird's-eye views: the ground as if seen from above, far at the top, left at the left.
 *
 *   x = (bottomRow − row) / rowScale + bias        y = (centreColumn − column) / columnScale
 *
 * A view is either explicit (a 3×3 matrix from picture to view, and the scales that somebody measured in it) or follows
 * from the lens, the mount of the camera and a window on the ground; then pixels are square, undistorted and exact.
 */
import type { Lens } from './lens.ts';
import type { Mount } from './mount.ts';
import { groundToPixel } from './ground.ts';
import type { PixelMap, ImageSize, ViewSize } from './pixel-map.ts';
import { buildPixelMap, locateByPosition, locatePerspective } from './pixel-map.ts';

/** Where the pixels of a view lie on the ground. */
export interface GroundGrid extends ViewSize {
  /** [px/m] */
  readonly rowScale: number;
  readonly columnScale: number;
  /** Row at which x is `bias` [px], [m]. */
  readonly bottomRow: number;
  readonly bias: number;
  /** Column at which y is 0 [px]. */
  readonly centreColumn: number;
}

export interface BirdsEye {
  readonly grid: GroundGrid;
  readonly map: PixelMap;
}

/** A stretch of ground in the vehicle frame [m]. */
export interface GroundWindow {
  readonly xMin: number;
  readonly xMax: number;
  readonly yHalf: number;
  readonly pixelsPerMetre: number;
}

export const xOfRow = (grid: GroundGrid, row: number): number => (grid.bottomRow - row) / grid.rowScale + grid.bias;
export const yOfColumn = (grid: GroundGrid, column: number): number => (grid.centreColumn - column) / grid.columnScale;
export const rowOfX = (grid: GroundGrid, x: number): number => grid.bottomRow - (x - grid.bias) * grid.rowScale;
export const columnOfY = (grid: GroundGrid, y: number): number => grid.centreColumn - y * grid.columnScale;

/** Square pixels over a window; pixels of the edge lie half a pixel inside it. */
export function windowGrid(window: GroundWindow): GroundGrid {
  const scale = window.pixelsPerMetre;
  const columns = Math.max(1, Math.round(2 * window.yHalf * scale));
  const rows = Math.max(1, Math.round((window.xMax - window.xMin) * scale));
  return {
    columns,
    rows,
    rowScale: scale,
    columnScale: scale,
    bottomRow: rows - 0.5,
    bias: window.xMin,
    centreColumn: (columns - 1) / 2,
  };
}

/** The view of a camera whose lens and mount are known: undistorted and metric through one map. */
export function viewOfCamera(lens: Lens, mount: Mount, window: GroundWindow): BirdsEye {
  const grid = windowGrid(window);
  const project = groundToPixel(lens, mount);
  const locate = locateByPosition((column, row, out) => {
    if (!project(xOfRow(grid, row), yOfColumn(grid, column), out)) out[0] = out[1] = -1000;
  });
  return { grid, map: buildPixelMap(grid, lens, locate) };
}

/** The view of cv2.warpPerspective(picture, matrix, (columns, rows)), with scales that are taken on trust. */
export function viewOfMatrix(matrix: ArrayLike<number>, source: ImageSize, grid: GroundGrid): BirdsEye {
  return { grid, map: buildPixelMap(grid, source, locatePerspective(Float64Array.from(matrix), grid)) };
}
