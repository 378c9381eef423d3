/**
 * Paint that is recorded from the front and painted from behind, so that what is hidden is found before it costs anything.
 *
 * A solid has several records: its silhouette, then what is added where other faces are. A record is a brush and rows of touches. A pixel that
 * a silhouette with whole levels covers all but ALMOST gets these levels whatever was there before, so rows of which nothing else is left are not recorded behind it, and the
 * picture is the same to the bit.
 */
import { Canvas, NEGLIGIBLE } from './canvas';
import { Brush, paintRow } from './paint';
import { paintRowOver } from './paint-over';
import { forgetPaths, gatherRow, TOUCH } from './touches';

/** Of a solid: the one before it, and its end. Of a record: its brush, and its end. Of a row: its number, and its end. */
const SOLID: usize = 8;
const HEADER: usize = 40;
const END: usize = 32;
const ROW: usize = 8;
/** Covered by more than this, not even a difference of 255 levels below shows. */
const ALMOST: f64 = 1 - 1e-5;

/** Forgets what is recorded. */
export function beginRecords(self: usize): void {
  const canvas = changetype<Canvas>(self);
  canvas.recordsEnd = canvas.records;
  canvas.lastSolid = 0;
  memory.fill(canvas.covered, 0, (<usize>canvas.words << 3) * canvas.height);
}

// @ts-ignore: decorator
@inline
function isCovered(canvas: Canvas, row: i32, column: i32): bool {
  const word = load<u64>(canvas.covered + (<usize>(row * canvas.words + (column >> 6)) << 3));
  return ((word >> (<u64>column & 63)) & 1) != 0;
}

/** Whether all pixels of a row from `start` to before `end` are covered. */
export function isHidden(canvas: Canvas, row: i32, start: i32, end: i32): bool {
  if (start >= end) return true;
  let word = canvas.covered + (<usize>(row * canvas.words + (start >> 6)) << 3);
  const last = canvas.covered + (<usize>(row * canvas.words + ((end - 1) >> 6)) << 3);
  const from = <u64>-1 << (<u64>start & 63);
  const to = <u64>-1 >> (63 - (<u64>(end - 1) & 63));
  if (word == last) return (~load<u64>(word) & from & to) == 0;
  if ((~load<u64>(word) & from) != 0) return false;
  for (word += 8; word < last; word += 8) if (load<u64>(word) != <u64>-1) return false;
  return (~load<u64>(word) & to) == 0;
}

/** Whether nothing is covered yet in the words that the touches of a row are in. */
// @ts-ignore: decorator
@inline
function isOpen(canvas: Canvas, row: i32, touches: usize, end: usize): bool {
  const words = canvas.covered + (<usize>(row * canvas.words) << 3);
  const last = words + (<usize>(load<i32>(end - TOUCH) >> 6) << 3);
  for (let word = words + (<usize>(load<i32>(touches) >> 6) << 3); word <= last; word += 8) {
    if (load<u64>(word) != 0) return false;
  }
  return true;
}

/** Leaves out the touches of a row before and after all that is not hidden, and lets those between cover nothing; returns the new end. */
function leaveOutHidden(canvas: Canvas, row: i32, touches: usize, end: usize): usize {
  let to = touches;
  let isCovering = false;
  for (let from = touches; from < end; from += TOUCH) {
    const column = load<i32>(from);
    let alpha = load<f64>(from, 8);
    if (alpha >= NEGLIGIBLE) {
      const next = from + TOUCH == end ? canvas.width : load<i32>(from + TOUCH);
      const isOne = next == column + 1;
      if (isOne ? isCovered(canvas, row, column) : isHidden(canvas, row, column, next)) alpha = 0;
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

/** Records what the paths cover, and forgets them; false where there is no room. */
export function record(self: usize, brush: usize): bool {
  const canvas = changetype<Canvas>(self);
  const begin = canvas.recordsEnd;
  const longestRow = ROW + TOUCH * <usize>(canvas.width + 1);
  let hasRoom = begin + HEADER <= canvas.recordsLimit;
  let at = begin + HEADER;
  for (let row = canvas.top; row <= canvas.bottom; row++) {
    if (hasRoom && at + longestRow > canvas.recordsLimit) hasRoom = false;
    const touches = hasRoom ? at + ROW : canvas.touches;
    const gathered = gatherRow(canvas, row, touches);
    if (!hasRoom) continue;
    if (gathered == touches) continue;
    const end = isOpen(canvas, row, touches, gathered) ? gathered : leaveOutHidden(canvas, row, touches, gathered);
    if (end == touches) continue;
    store<i32>(at, row);
    store<usize>(at, end, 4);
    at = end;
  }
  forgetPaths(canvas);
  if (!hasRoom) return false;
  v128.store(begin, v128.load(brush));
  v128.store(begin, v128.load(brush, 16), 16);
  store<usize>(begin, at, END);
  canvas.recordsEnd = at;
  return true;
}

/** Records are of another solid from here on. */
export function beginSolid(self: usize): void {
  const canvas = changetype<Canvas>(self);
  canvas.solid = canvas.recordsEnd;
  canvas.recordsEnd += SOLID;
}

/** Keeps the solid at hand, which hides what follows, or drops it. */
export function endSolid(self: usize, isKept: bool): void {
  const canvas = changetype<Canvas>(self);
  const solid = canvas.solid;
  if (!isKept || canvas.recordsEnd == solid + SOLID) {
    canvas.recordsEnd = solid;
    return;
  }
  hideBehind(canvas, solid + SOLID);
  store<usize>(solid, canvas.lastSolid);
  store<usize>(solid, canvas.recordsEnd, 4);
  canvas.lastSolid = solid;
}

/** Notes which pixels a silhouette covers. */
function hideBehind(canvas: Canvas, silhouette: usize): void {
  const end = load<usize>(silhouette, END);
  for (let at = silhouette + HEADER; at < end; ) {
    const covered = canvas.covered + (<usize>(load<i32>(at) * canvas.words) << 3);
    const rowEnd = load<usize>(at, 4);
    for (at += ROW; at < rowEnd; at += TOUCH) {
      if (load<f64>(at, 8) < ALMOST) continue;
      const next = at + TOUCH == rowEnd ? canvas.width : load<i32>(at + TOUCH);
      // the bits of one word at a time
      for (let column = load<i32>(at); column < next; ) {
        const stop = min(next, (column | 63) + 1);
        const word = covered + (<usize>(column >> 6) << 3);
        const bits = (<u64>-1 << (<u64>column & 63)) & (<u64>-1 >> (63 - (<u64>(stop - 1) & 63)));
        store<u64>(word, load<u64>(word) | bits);
        column = stop;
      }
    }
  }
}

/** Paints all that is recorded, the last solid first. */
export function paintRecords(self: usize): void {
  const canvas = changetype<Canvas>(self);
  for (let solid = canvas.lastSolid; solid != 0; solid = load<usize>(solid)) {
    const solidEnd = load<usize>(solid, 4);
    for (let at = solid + SOLID; at < solidEnd; ) {
      const brush = changetype<Brush>(at);
      const recordEnd = load<usize>(at, END);
      for (at += HEADER; at < recordEnd; ) {
        const rowEnd = load<usize>(at, 4);
        if (canvas.pixels == 0) paintRow(canvas, load<i32>(at), brush, at + ROW, rowEnd);
        else paintRowOver(canvas, load<i32>(at), brush, at + ROW, rowEnd);
        at = rowEnd;
      }
    }
  }
}
