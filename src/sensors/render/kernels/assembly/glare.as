/** Light that is added to pixels one by one. */
import { Canvas, CELL, isStart, LEVELS, levelsAt, setLevels, setStart } from './canvas';

/** Pixels between nodes of the light. */
const STEP: i32 = 4;

// @ts-ignore: decorator
@inline
function brighter(level: i32, by: i32): i32 {
  return min(255, level + by);
}

/** Adds light, given every fourth pixel as floats and linear between, to the row; less than half a level counts as none. */
export function addLightTo(canvas: Canvas, v: i32): void {
  const columns = canvas.lightColumns;
  const row = v / STEP;
  for (let column = 0; column + 1 < columns; column++) {
    const at = canvas.light + (<usize>(row * columns + column) << 2);
    const below = at + (<usize>columns << 2);
    const all = <f64>load<f32>(at) + <f64>load<f32>(at, 4) + <f64>load<f32>(below) + <f64>load<f32>(below, 4);
    if (all > 0.5) addBetween(canvas, at, below, <f64>v / STEP - <f64>row, STEP * column);
  }
}

/** Adds light from `start` to the next node, so far down between two rows of nodes. */
function addBetween(canvas: Canvas, at: usize, below: usize, down: f64, start: i32): void {
  const width = canvas.width;
  const right = min(width, start + STEP);
  const starts = canvas.starts;
  const cells = canvas.cells;
  const left = <f64>load<f32>(at) + down * (<f64>load<f32>(below) - <f64>load<f32>(at));
  const ending = <f64>load<f32>(at, 4) + down * (<f64>load<f32>(below, 4) - <f64>load<f32>(at, 4));
  const slope = (ending - left) / STEP;
  let added = left + 0.5;
  let old = levelsAt(starts, cells, start);
  for (let u = start; u < right; u++) {
    if (isStart(starts, u)) old = load<i32>(cells + (<usize>u << CELL), LEVELS);
    const by = <i32>added;
    added += slope;
    const low = brighter(old & 255, by);
    const high = canvas.channels == 3 ? (brighter((old >> 8) & 255, by) << 8) | (brighter(old >> 16, by) << 16) : 0;
    setStart(starts, u);
    setLevels(cells, u, low | high);
  }
  // what follows goes on as it was
  if (right < width && !isStart(starts, right)) {
    setStart(starts, right);
    setLevels(cells, right, old);
  }
}
