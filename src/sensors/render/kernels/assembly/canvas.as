/** What the kernels work on; written once by whoever lays out the memory. */
@unmanaged
export class Canvas {
  /** Size of the picture [px]. */
  width: i32;
  height: i32;
  /** 1 or 3 bytes per pixel. */
  channels: i32;
  /** 64-bit words per row of the two bit fields; a row has one bit more than pixels. */
  words: i32;
  /** Per row width + 1 cells of 8 bytes, side by side what is used together. */
  cells: usize;
  /** A bit per cell whose difference may not be zero. */
  touched: usize;
  /** A bit per pixel that begins a run, in each row the first always. */
  starts: usize;
  /** Rows and words that have been touched. */
  top: i32;
  bottom: i32;
  firstWord: i32;
  lastWord: i32;
  /** Room for what is touched in one row. */
  touches: usize;
  /** A bit per pixel that something recorded covers, so that nothing behind it can be seen. */
  covered: usize;
  /** Where recorded solids begin, go on and must end. */
  records: usize;
  recordsEnd: usize;
  recordsLimit: usize;
  /** The solid at hand, and the one recorded before it; 0 for none. */
  solid: usize;
  lastSolid: usize;
  /** Where the picture is once it is developed, and painted over as bytes; 0 while it is made of runs. */
  pixels: usize;
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
  return value < 0 ? 0 : value > 254.5 ? 255 : <i32>(value + 0.5);
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

/** Paints everything over. */
export function flood(self: usize, value: i32): void {
  const canvas = changetype<Canvas>(self);
  const words = <usize>canvas.words << 3;
  const stride = <usize>(canvas.width + 1) << CELL;
  canvas.pixels = 0;
  memory.fill(canvas.starts, 0, words * canvas.height);
  let starts = canvas.starts;
  let cells = canvas.cells;
  for (let row = 0; row < canvas.height; row++) {
    store<u64>(starts, 1);
    store<i32>(cells, value, LEVELS);
    starts += words;
    cells += stride;
  }
}
