/**
 * Paint that is recorded from the front and painted from behind, so that what is hidden is found before it costs anything.
 *
 * A solid has several records: its silhouette, then what is added where other faces are. A record is a brush and the touches of the row. A pixel that
 * a silhouette with whole levels covers all but ALMOST gets these levels whatever was there before, so nothing is recorded behind it, and the
 * picture is the same to the bit.
 */
import { Canvas, NEGLIGIBLE } from './canvas';
import { Layer } from './edges';
import { Brush, paintRow } from './paint';
import { paintRowOver } from './paint-over';
import { gatherRow, TOUCH } from './touches';

/** Of a solid: the one before it, and its end. Of a record: its brush, and its end. */
const SOLID: usize = 8;
const HEADER: usize = 8;
const END: usize = 4;
/** Covered by more than this, not even a difference of 255 levels below shows. */
const ALMOST: f64 = 1 - 1e-5;

/** Forgets what is recorded. */
export function forgetRecords(canvas: Canvas): void {
  canvas.recordsEnd = canvas.records;
  canvas.lastSolid = 0;
  canvas.solid = 0;
  canvas.group = 0;
  memory.fill(canvas.covered, 0, <usize>canvas.words << 3);
}

// @ts-ignore: decorator
@inline
function isCovered(canvas: Canvas, column: i32): bool {
  const word = load<u64>(canvas.covered + (<usize>(column >> 6) << 3));
  return ((word >> (<u64>column & 63)) & 1) != 0;
}

/** Whether all pixels from `start` to before `end` are covered. */
function isHidden(canvas: Canvas, start: i32, end: i32): bool {
  if (start >= end) return true;
  let word = canvas.covered + (<usize>(start >> 6) << 3);
  const last = canvas.covered + (<usize>((end - 1) >> 6) << 3);
  const from = <u64>-1 << (<u64>start & 63);
  const to = <u64>-1 >> (63 - (<u64>(end - 1) & 63));
  if (word == last) return (~load<u64>(word) & from & to) == 0;
  if ((~load<u64>(word) & from) != 0) return false;
  for (word += 8; word < last; word += 8) if (load<u64>(word) != <u64>-1) return false;
  return (~load<u64>(word) & to) == 0;
}

/** Whether something between two columns can still be seen. */
export function isOpenFor(canvas: Canvas, from: i32, to: i32): bool {
  return !isHidden(canvas, from, to);
}

/** Whether nothing is covered yet in the words that the touches are in. */
// @ts-ignore: decorator
@inline
function isOpen(canvas: Canvas, touches: usize, end: usize): bool {
  const last = canvas.covered + (<usize>(load<i32>(end - TOUCH) >> 6) << 3);
  for (let word = canvas.covered + (<usize>(load<i32>(touches) >> 6) << 3); word <= last; word += 8) {
    if (load<u64>(word) != 0) return false;
  }
  return true;
}

/** Leaves out the touches before and after all that is not hidden, and lets those between cover nothing; returns the new end. */
function leaveOutHidden(canvas: Canvas, touches: usize, end: usize): usize {
  let to = touches;
  let isCovering = false;
  for (let from = touches; from < end; from += TOUCH) {
    const column = load<i32>(from);
    let alpha = load<f64>(from, 8);
    if (alpha >= NEGLIGIBLE) {
      const next = from + TOUCH == end ? canvas.width : load<i32>(from + TOUCH);
      const isOne = next == column + 1;
      if (isOne ? isCovered(canvas, column) : isHidden(canvas, column, next)) alpha = 0;
    }
    // where nothing is covered, a touch only ends what came before
    if (alpha < NEGLIGIBLE && !isCovering) continue;
    isCovering = alpha >= NEGLIGIBLE;
    store<i32>(to, column);
    store<f64>(to, alpha, 8);
    to += TOUCH;
  }
  return to;
}

/** What comes is of this solid, known by its first layer. */
export function beginGroup(canvas: Canvas, group: usize): void {
  if (group == canvas.group) return;
  endGroup(canvas);
  canvas.group = group;
  canvas.solid = canvas.recordsEnd;
  canvas.recordsEnd += SOLID;
}

/** Records what paths cover of a layer, and forgets them. */
export function recordRow(canvas: Canvas, layer: Layer): void {
  const at = canvas.recordsEnd;
  const touches = at + HEADER;
  // room for the longest, and for the next solid
  if (touches + TOUCH * <usize>(canvas.width + 1) + SOLID > canvas.recordsLimit) {
    gatherRow(canvas, layer.from, layer.to, canvas.touches);
    canvas.isFull = 1;
    return;
  }
  const gathered = gatherRow(canvas, layer.from, layer.to, touches);
  if (gathered == touches) return;
  const end = isOpen(canvas, touches, gathered) ? gathered : leaveOutHidden(canvas, touches, gathered);
  if (end == touches) return;
  store<usize>(at, changetype<usize>(layer));
  store<usize>(at, end, END);
  canvas.recordsEnd = end;
}

/** Keeps the solid at hand, which hides what follows. */
export function endGroup(canvas: Canvas): void {
  const solid = canvas.solid;
  canvas.solid = 0;
  if (solid == 0) return;
  if (canvas.recordsEnd == solid + SOLID) {
    canvas.recordsEnd = solid;
    return;
  }
  const silhouette = solid + SOLID;
  if (load<usize>(silhouette) == canvas.group) hideBehind(canvas, silhouette + HEADER, load<usize>(silhouette, END));
  store<usize>(solid, canvas.lastSolid);
  store<usize>(solid, canvas.recordsEnd, 4);
  canvas.lastSolid = solid;
}

/** Notes which pixels a silhouette covers. */
function hideBehind(canvas: Canvas, touches: usize, end: usize): void {
  for (let at = touches; at < end; at += TOUCH) {
    if (load<f64>(at, 8) < ALMOST) continue;
    const next = at + TOUCH == end ? canvas.width : load<i32>(at + TOUCH);
    // the bits of one word at a time
    for (let column = load<i32>(at); column < next; ) {
      const stop = min(next, (column | 63) + 1);
      const word = canvas.covered + (<usize>(column >> 6) << 3);
      const bits = (<u64>-1 << (<u64>column & 63)) & (<u64>-1 >> (63 - (<u64>(stop - 1) & 63)));
      store<u64>(word, load<u64>(word) | bits);
      column = stop;
    }
  }
}

/** Paints all that is recorded, the last solid first, and forgets it. */
export function paintRecords(canvas: Canvas): void {
  for (let solid = canvas.lastSolid; solid != 0; solid = load<usize>(solid)) {
    const solidEnd = load<usize>(solid, 4);
    for (let at = solid + SOLID; at < solidEnd; at = load<usize>(at, END)) {
      const brush = changetype<Brush>(load<usize>(at));
      if (canvas.pixels == 0) paintRow(canvas, brush, at + HEADER, load<usize>(at, END));
      else paintRowOver(canvas, brush, at + HEADER, load<usize>(at, END));
    }
  }
  forgetRecords(canvas);
}
