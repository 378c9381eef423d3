/**
 * Rows of the picture, from the first edge that crosses them to their bytes.
 *
 * Edges that go on from the row above and those that begin in this one are taken in the order in which they came, so that all edges of a layer
 * come together and add up in the same order whatever rows they are in. When all of a layer have been, it is painted or recorded.
 */
import { Canvas } from './canvas';
import { cover } from './coverage';
import { writeRow } from './develop';
import { ADD_LIGHT, findNextTurn, kindOfTurn, Layer, LAYER_OF, LIGHT_UP, NEXT, NONE, PAINTED, SLOPE, X, X_LAST, Y, Y_LAST } from './edges';
import { addLightTo } from './glare';
import { lightRow } from './light';
import { Brush, paintRow } from './paint';
import { paintRowOver } from './paint-over';
import { beginGroup, endGroup, forgetRecords, isOpenFor, paintRecords, recordRow } from './records';
import { gatherRow } from './touches';

/**
 * Draws rows and writes them, the first at `out`; nothing is written from `end` on. Returns the row before which it stopped: `to`, or one that had
 * no room for what is recorded in it.
 */
export function developRows(self: usize, from: i32, to: i32, out: usize, end: usize): i32 {
  const canvas = changetype<Canvas>(self);
  const size = <usize>(canvas.width * canvas.channels);
  canvas.end = end;
  for (let row = from; row < to; row++, out += size) {
    beginRow(canvas);
    sweep(canvas, row, out);
    takeTurns(canvas, row, out, NONE - 1);
    if (canvas.isFull != 0) return row;
    if (canvas.pixels == 0) writeRow(canvas, out);
  }
  return to;
}

function beginRow(canvas: Canvas): void {
  memory.fill(canvas.starts, 0, <usize>canvas.words << 3);
  store<u64>(canvas.starts, 1);
  store<i32>(canvas.cells, canvas.base, 4);
  canvas.pixels = 0;
  canvas.turnsDone = 0;
  findNextTurn(canvas);
  forgetRecords(canvas);
}

/** Goes through all edges of a row. */
function sweep(canvas: Canvas, row: i32, out: usize): void {
  const cells = canvas.cells;
  const touched = canvas.touched;
  const width = <f64>canvas.width;
  const above = <f64>row;
  const below = <f64>(row + 1);
  const activeEnd = canvas.activeEnd;
  let active = canvas.active;
  let fresh = load<usize>(canvas.heads + (<usize>row << 2));
  let kept = canvas.kept;
  let layer: usize = 0;
  let isSeen = false;
  for (;;) {
    let edge = active < activeEnd ? load<usize>(active) : NONE;
    let y = above;
    if (fresh < edge) {
      edge = fresh;
      fresh = load<usize>(edge, NEXT);
      y = load<f64>(edge, Y);
    } else {
      if (edge == NONE) break;
      active += 4;
    }
    const tag = load<usize>(edge, LAYER_OF);
    if ((tag & ~1) != layer) {
      if (isSeen) endLayer(canvas, changetype<Layer>(layer));
      layer = tag & ~1;
      if (canvas.nextTurn <= layer) takeTurns(canvas, row, out, layer);
      isSeen = beginLayer(canvas, changetype<Layer>(layer));
    }
    // the piece in this row
    const x = load<f64>(edge, X);
    const yLast = load<f64>(edge, Y_LAST);
    let xNext = load<f64>(edge, X_LAST);
    let yNext = yLast;
    if (below < yLast) {
      yNext = below;
      xNext = x + (yNext - y) * load<f64>(edge, SLOPE);
      store<f64>(edge, xNext, X);
      store<usize>(kept, edge);
      kept += 4;
    }
    if (isSeen) cover(cells, touched, width, x, xNext, (tag & 1) == 0 ? yNext - y : y - yNext);
  }
  if (isSeen) endLayer(canvas, changetype<Layer>(layer));
  // those that go on are active in the next row
  canvas.activeEnd = kept;
  kept = canvas.kept;
  canvas.kept = canvas.active;
  canvas.active = kept;
}

/** False where all of the layer is hidden. */
function beginLayer(canvas: Canvas, layer: Layer): bool {
  if (layer.kind == PAINTED) return true;
  beginGroup(canvas, layer.group);
  // what a rounding may have brought into the pixels at the ends is too little to be painted
  const from = layer.from == 0 ? 0 : layer.from + 1;
  return isOpenFor(canvas, from, layer.to == canvas.width ? canvas.width : layer.to - 1);
}

function endLayer(canvas: Canvas, layer: Layer): void {
  if (layer.kind != PAINTED) {
    recordRow(canvas, layer);
    return;
  }
  const end = gatherRow(canvas, layer.from, layer.to, canvas.touches);
  const brush = changetype<Brush>(changetype<usize>(layer));
  if (canvas.pixels == 0) paintRow(canvas, brush, canvas.touches, end);
  else paintRowOver(canvas, brush, canvas.touches, end);
}

/** Does what is to be done before a layer. */
function takeTurns(canvas: Canvas, row: i32, out: usize, layer: usize): void {
  for (; canvas.nextTurn <= layer; findNextTurn(canvas)) {
    const kind = kindOfTurn(canvas);
    if (kind == ADD_LIGHT) {
      addLightTo(canvas, row);
    } else if (kind == LIGHT_UP) {
      writeRow(canvas, out);
      canvas.pixels = out;
      lightRow(canvas, row, out);
    } else {
      endGroup(canvas);
      paintRecords(canvas);
    }
    canvas.turnsDone++;
  }
}
