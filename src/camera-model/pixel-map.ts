/**
 * A constant map from the pixels of a view to those of a picture, as the remap kernels read it: positions in 1/32 pixel,
 * rounded half to even, as OpenCV keeps them in its CV_16SC2 maps.
 *
 *   entry = index of the upper left source pixel << 10 | fy << 5 | fx
 *
 * View pixels with some of their four source pixels outside are listed as edges, and so are those that see nothing between others
 * that do. OpenCV's BORDER_CONSTANT with 0 is the same.
 * Checked against: cv2.warpPerspective and cv2.remap, every pixel equal.
 */
import { invert3 } from '../math/linear-algebra.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ViewSize {
  readonly columns: number;
  readonly rows: number;
}

export interface PixelMap {
  readonly source: ImageSize;
  readonly view: ViewSize;
  /** Bytes from one row of the view to the next, a multiple of 16. */
  readonly stride: number;
  /** One entry per byte of the view; 0 for pixels that see nothing, or are edges. */
  readonly entries: Uint32Array;
  /** First column that sees anything, and the one behind the last; two numbers per row. */
  readonly spans: Uint16Array;
  /** Index in the view, x, y, and fy << 5 | fx of each edge pixel. */
  readonly edges: Int32Array;
}

/** Writes the position in the picture [1/32 px, whole numbers] that column and row of the view show. */
export type Locate = (column: number, row: number, out: Int32Array) => void;

/** The largest picture that fits into an entry's 22 bits [px]. */
export const LARGEST_IMAGE = 4_194_304 - 16_384;

/** A coordinate of source pixels that are not there. */
const OUTSIDE = -2;

const ROUND_TO_EVEN = 6755399441055744;
/** Half to even, for |v| < 2⁵¹. */
const roundHalfEven = (v: number): number => v + ROUND_TO_EVEN - ROUND_TO_EVEN;

const clampToInt32 = (v: number): number => Math.max(-2147483648, Math.min(2147483647, v));

export function buildPixelMap(view: ViewSize, source: ImageSize, locate: Locate): PixelMap {
  const { columns, rows } = view;
  const { width, height } = source;
  const stride = (columns + 15) & ~15;
  const entries = new Uint32Array(stride * rows);
  const spans = new Uint16Array(2 * rows);
  const edges: number[] = [];
  const at = new Int32Array(2);
  for (let row = 0; row < rows; row++) {
    let begin = columns;
    let end = 0;
    const blind: number[] = [];
    for (let column = 0; column < columns; column++) {
      locate(column, row, at);
      const x = at[0] >> 5;
      const y = at[1] >> 5;
      const index = row * stride + column;
      if (x < -1 || y < -1 || x >= width || y >= height) {
        if (end > 0) blind.push(index);
        continue;
      }
      const fraction = ((at[1] & 31) << 5) | (at[0] & 31);
      begin = Math.min(begin, column);
      end = column + 1;
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) edges.push(index, x, y, fraction);
      else entries[index] = ((y * width + x) << 10) | fraction;
    }
    spans[2 * row] = Math.min(begin, end);
    spans[2 * row + 1] = end;
    for (const index of blind) if (index < row * stride + end) edges.push(index, OUTSIDE, OUTSIDE, 0);
  }
  return { source, view, stride, entries, spans, edges: Int32Array.from(edges) };
}

/** Blocks in which OpenCV computes a perspective map; positions within one are counted from its left column. */
const BLOCK = 32;

/**
 * The map of cv2.warpPerspective(picture, matrix, view), to the bit: the matrix (picture → view, row by row) is
 * inverted by cofactors times 1/determinant, and positions are computed in OpenCV's order.
 */
export function locatePerspective(matrix: Float64Array, view: ViewSize): Locate {
  const m = openCvInverse(matrix);
  const blockRows = Math.min(BLOCK / 2, view.rows);
  const blockColumns = Math.min(Math.floor((BLOCK * BLOCK) / blockRows), view.columns);
  return (column, row, out) => {
    const within = column % blockColumns;
    const left = column - within;
    const w = m[6] * left + m[7] * row + m[8] + m[6] * within;
    const scale = w === 0 ? 0 : 32 / w;
    out[0] = roundHalfEven(clampToInt32((m[0] * left + m[1] * row + m[2] + m[0] * within) * scale));
    out[1] = roundHalfEven(clampToInt32((m[3] * left + m[4] * row + m[5] + m[3] * within) * scale));
  };
}

function openCvInverse(a: Float64Array): Float64Array {
  const m = new Float64Array(9);
  if (invert3(a, m) === 0) throw new Error("The matrix of a bird's-eye view cannot be inverted.");
  const d =
    1 / (a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]));
  m[0] = (a[4] * a[8] - a[5] * a[7]) * d;
  m[1] = (a[2] * a[7] - a[1] * a[8]) * d;
  m[2] = (a[1] * a[5] - a[2] * a[4]) * d;
  m[3] = (a[5] * a[6] - a[3] * a[8]) * d;
  m[4] = (a[0] * a[8] - a[2] * a[6]) * d;
  m[5] = (a[2] * a[3] - a[0] * a[5]) * d;
  m[6] = (a[3] * a[7] - a[4] * a[6]) * d;
  m[7] = (a[1] * a[6] - a[0] * a[7]) * d;
  m[8] = (a[0] * a[4] - a[1] * a[3]) * d;
  return m;
}

/** Positions given in pixels, as cv2.remap takes them. */
export function locateByPosition(position: (column: number, row: number, out: Float64Array) => void): Locate {
  const at = new Float64Array(2);
  return (column, row, out) => {
    position(column, row, at);
    out[0] = roundHalfEven(clampToInt32(32 * at[0]));
    out[1] = roundHalfEven(clampToInt32(32 * at[1]));
  };
}
