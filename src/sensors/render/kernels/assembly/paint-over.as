/** Paint on a row that has been written: the arithmetic of paint.as on its bytes. */
import { Canvas, NEGLIGIBLE } from './canvas';
import { Brush, mixed } from './paint';
import { TOUCH } from './touches';

/** Paints by the touches from `touch` to `end`. */
export function paintRowOver(canvas: Canvas, brush: Brush, touch: usize, end: usize): void {
  const width = canvas.width;
  for (; touch < end; touch += TOUCH) {
    const column = load<i32>(touch);
    const next = touch + TOUCH == end ? width : load<i32>(touch + TOUCH);
    const alpha = load<f64>(touch, 8);
    if (alpha < NEGLIGIBLE || column == width) continue;
    // the touched pixel itself, then those that are covered alike
    mixPixels(canvas, brush, alpha, column, column + 1);
    const isFull = brush.opacity == 1 && alpha > 1 - NEGLIGIBLE;
    if (alpha > NEGLIGIBLE) mixPixels(canvas, brush, isFull ? 1 : alpha, column + 1, next);
  }
}

function mixPixels(canvas: Canvas, brush: Brush, alpha: f64, start: i32, end: i32): void {
  const isColour = canvas.channels == 3;
  const keep = 1 - alpha * brush.opacity;
  const first = alpha * brush.first;
  const second = alpha * brush.second;
  const third = alpha * brush.third;
  const step: usize = isColour ? 3 : 1;
  const rowAt = canvas.pixels;
  const last = rowAt + <usize>end * step;
  let at = rowAt + <usize>start * step;
  // what is covered whole has the levels of the paint, five pixels and a byte at a time
  if (isColour && keep == 0) {
    const levels = i32x4.splat(mixed(0, keep, first, second, third, true));
    const pattern = v128.swizzle(levels, i8x16(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0));
    for (; at + 16 <= last; at += 15) v128.store(at, pattern);
  }
  // neighbours often have the same levels
  let old = -1;
  let value = 0;
  for (; at < last; at += step) {
    const here = isColour ? <i32>load<u16>(at) | (<i32>load<u8>(at, 2) << 16) : <i32>load<u8>(at);
    if (here != old) {
      old = here;
      value = mixed(here, keep, first, second, third, isColour);
    }
    store<u8>(at, <u8>value);
    if (isColour) store<u16>(at, <u16>(value >> 8), 1);
  }
}
