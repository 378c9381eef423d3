/**
 * The picture that is drawn, row by row.
 *
 * Paths come first, all of them, as edges that wait for the row they begin in, each with the layer that it is an edge of (edges.as). Then each row
 * is swept once (rows.as): every layer that has edges in it is painted on the runs of equal pixels that the row is made of, in the order of the
 * layers, and the row is written. So a row is all that is worked on at a time, and stays in the nearest cache whatever the size of the picture.
 */

/** What the kernels work on; written once by whoever lays out the memory. */
@unmanaged
export class Canvas {
  /** Size of the picture [px]. */
  width: i32;
  height: i32;
  /** 1 or 3 bytes per pixel. */
  channels: i32;
  /** 64-bit words of the bit fields below; a row has one bit more than pixels. */
  words: i32;
  /** Width + 1 cells of 8 bytes, side by side what is used together. */
  cells: usize;
  /** A bit per cell whose difference may not be zero. */
  touched: usize;
  /** A bit per pixel that begins a run, the first always. */
  starts: usize;
  /** A bit per pixel that something recorded covers, so that nothing behind it can be seen. */
  covered: usize;
  /** Room for what is touched. */
  touches: usize;
  /** Where recorded solids of the row begin, go on and must end. */
  records: usize;
  recordsEnd: usize;
  recordsLimit: usize;
  /** The solid at hand, and the one recorded before it; 0 for none. */
  solid: usize;
  lastSolid: usize;
  /** Where the row is once it is written, and painted over as bytes; 0 while it is made of runs. */
  pixels: usize;
  /** Where the picture that is written to ends. */
  end: usize;

  /** Levels of the row before anything is painted. */
  base: i32;
  /** Rows that are drawn, the first and the last. */
  fromRow: i32;
  toRow: i32;
  /** Edges: where they begin, go on and must end. */
  edges: usize;
  edgesEnd: usize;
  edgesLimit: usize;
  /** Per row the first and the last edge that begins in it, as 32-bit addresses. */
  heads: usize;
  tails: usize;
  /** Edges that go on from the last row, in the order in which they came, to before `activeEnd`; and room for those that go on to the next. */
  active: usize;
  activeEnd: usize;
  kept: usize;
  /** Layers, and the one that paths are added to. */
  layers: usize;
  layersEnd: usize;
  layersLimit: usize;
  /** Whether the layer at hand has edges, and columns between which they all are. */
  hasEdges: i32;
  left: f32;
  right: f32;
  /** The solid whose layers come, as its first layer; 0 for none. */
  group: usize;
  /** What is done to each row between layers; how much of it there is, and how much is done. */
  turns: usize;
  turnCount: i32;
  turnsDone: i32;
  /** The layer that the next of it comes before. */
  nextTurn: usize;
  /** Not 0 when there was no room for all edges and layers. */
  isFull: i32;
  /** Light every fourth pixel of every fourth row, and nodes in a row; what lamps need. */
  light: usize;
  lightColumns: i32;
  lighting: usize;
  /** A bit per pixel of the picture that a solid surely covers, of those that have been recorded. */
  hiding: usize;
  /** What shades make of levels (paint.as). */
  shades: usize;
}

/** Bytes of a cell as a power of two; a float first: what covers the pixel beyond its left neighbour. */
export const CELL: usize = 3;
/** Then first | second << 8 | third << 16, where a run begins. */
export const LEVELS: usize = 4;

/** Covers less than half a step of eight bits; what is nearer to 0 or 1 is taken for it. */
export const NEGLIGIBLE: f64 = 1.0 / 1024.0;

// @ts-ignore: decorator
@inline
export function rounded(value: f64): i32 {
  return min(255, i32x4.extract_lane(i32x4.trunc_sat_f64x2_u_zero(f64x2.splat(value + 0.5)), 0));
}

/** Towards zero, of what a whole number has room for: a vector's conversion does not look for what has none. */
// @ts-ignore: decorator
@inline
export function truncated(value: f64): i32 {
  return i32x4.extract_lane(i32x4.trunc_sat_f64x2_s_zero(f64x2.splat(value)), 0);
}

/** Levels of the run that a pixel is in. */
// @ts-ignore: decorator
@inline
export function levelsAt(starts: usize, cells: usize, column: i32): i32 {
  let word = starts + (<usize>(column >> 6) << 3);
  // the bits up to and with this pixel
  let bits = load<u64>(word) & (<u64>-1 >> (63 - (<u64>column & 63)));
  while (bits == 0) {
    word -= 8;
    bits = load<u64>(word);
  }
  return load<i32>(cells + ((((word - starts) << 3) + (63 - <usize>clz<u64>(bits))) << CELL), LEVELS);
}

// @ts-ignore: decorator
@inline
export function isStart(starts: usize, column: i32): bool {
  return ((load<u64>(starts + (<usize>(column >> 6) << 3)) >> (<u64>column & 63)) & 1) != 0;
}

// @ts-ignore: decorator
@inline
export function setStart(starts: usize, column: i32): void {
  const word = starts + (<usize>(column >> 6) << 3);
  store<u64>(word, load<u64>(word) | (<u64>1 << (<u64>column & 63)));
}

// @ts-ignore: decorator
@inline
export function clearStart(starts: usize, column: i32): void {
  const word = starts + (<usize>(column >> 6) << 3);
  store<u64>(word, load<u64>(word) & ~(<u64>1 << (<u64>column & 63)));
}

// @ts-ignore: decorator
@inline
export function setLevels(cells: usize, column: i32, value: i32): void {
  store<i32>(cells + (<usize>column << CELL), value, LEVELS);
}

/** Lets a run begin at a pixel that goes on with what it is in, unless one begins there. */
// @ts-ignore: decorator
@inline
export function splitAt(starts: usize, cells: usize, column: i32): void {
  if (isStart(starts, column)) return;
  setLevels(cells, column, levelsAt(starts, cells, column));
  setStart(starts, column);
}

/** Begins a picture of these levels: nothing is drawn any more. */
export function flood(self: usize, levels: i32): void {
  const canvas = changetype<Canvas>(self);
  canvas.base = levels;
  canvas.edgesEnd = canvas.edges;
  canvas.layersEnd = canvas.layers;
  canvas.activeEnd = canvas.active;
  canvas.hasEdges = 0;
  canvas.left = <f32>canvas.width;
  canvas.right = 0;
  canvas.group = 0;
  canvas.turnCount = 0;
  canvas.isFull = 0;
  memory.fill(canvas.heads, 0xff, <usize>canvas.height << 2);
  memory.fill(canvas.hiding, 0, (<usize>canvas.words << 3) * canvas.height);
}
