/**
 * How much of each pixel lies inside closed paths: exact areas, so that an edge shows where it is to a fraction of a pixel and
 * a line thinner than a pixel has just the brightness it deserves, without steps or shimmer at any distance.
 *
 * An edge that crosses a row of pixels downwards by d covers, of the pixels to its right, d of each; upwards −d. With x
 * running from `lo` to `hi` within the row,
 *
 *   G(x) = 0 for x ≤ lo,   (x − lo)² / (2 (hi − lo)) between,   x − ½(lo + hi) for x ≥ hi
 *
 * is the area to the right of the edge as far as x, per d; pixel i gets d (G(i+1) − G(i)). Only the differences from one
 * pixel to the next are stored, at the few pixels that an edge touches, and a bit for each; painting adds them up from
 * left to right, jumps from bit to bit and fills what is between. So the price is that of the edges, not of the area.
 *
 * Paths that turn the same way add up; overlaps count once. Coordinates: the picture is 0 … width, 0 … height.
 * Checked against: polygon areas, and the shoelace area of pixel-clipped polygons.
 */
import type { Canvas, Paint } from './canvas.ts';

/** Coverage this close to 0 or 1 is taken for it, less than half a step of eight bits; written out where it is hot. */
const NEGLIGIBLE = 1 / 1024;
/** Spans shorter than this are painted pixel by pixel [px]. */
const SHORT_SPAN = 24;

export class Coverage {
  /** Per row, one more than there are pixels: what covers a pixel beyond its left neighbour. */
  private readonly differences: Float32Array;
  /** One bit for each of them that may not be zero. */
  private readonly touched: Int32Array;
  private readonly stride: number;
  private readonly words: number;
  /** Rows and words that have been touched. */
  private top: number;
  private bottom = -1;
  private firstWord: number;
  private lastWord = -1;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.stride = width + 1;
    this.words = (this.stride + 31) >> 5;
    this.differences = new Float32Array(this.stride * height);
    this.touched = new Int32Array(this.words * height);
    this.top = height;
    this.firstWord = this.words;
  }

  /** Adds the edges between `count` points x₀, y₀, x₁, y₁ …; over several calls they must close. */
  addPath(path: Float64Array, count: number): void {
    const { width, height, differences, touched, stride, words } = this;
    let { top, bottom, firstWord, lastWord } = this;
    for (let i = 2; i < 2 * count; i += 2) {
      // downwards, sign tells which way it was
      const isDown = path[i - 1] < path[i + 1];
      const sign = isDown ? 1 : -1;
      const from = isDown ? i - 2 : i;
      const to = isDown ? i : i - 2;
      let x = path[from];
      let y = path[from + 1];
      let xLast = path[to];
      let yLast = path[to + 1];
      // out of sight: above, below, level, or to the right
      if (!(yLast > 0 && y < height && y < yLast && (x < width || xLast < width))) continue;
      const slope = (xLast - x) / (yLast - y);
      if (y < 0) {
        x -= y * slope;
        y = 0;
      }
      if (yLast > height) {
        xLast += (height - yLast) * slope;
        yLast = height;
      }
      let row = Math.floor(y);
      if (row < top) top = row;
      for (; y < yLast; row++) {
        // the piece in this row
        const isLastRow = row + 1 >= yLast;
        const yNext = isLastRow ? yLast : row + 1;
        const xNext = isLastRow ? xLast : x + (yNext - y) * slope;
        let d = sign * (yNext - y);
        let lo = x < xNext ? x : xNext;
        let hi = x < xNext ? xNext : x;
        x = xNext;
        y = yNext;
        if (lo >= width) continue;
        const base = row * stride;
        const wordBase = row * words;
        // what is left of the picture covers all of the row
        if (lo < 0) {
          const left = hi <= 0 ? d : (d * lo) / (lo - hi);
          differences[base] += left;
          touched[wordBase] |= 1;
          firstWord = 0;
          if (lastWord < 0) lastWord = 0;
          if (hi <= 0) continue;
          d -= left;
          lo = 0;
        }
        if (hi > width) {
          d *= (width - lo) / (hi - lo);
          hi = width;
        }
        const first = Math.floor(lo);
        const word = first >> 5;
        if (word < firstWord) firstWord = word;
        let column = first;
        if (hi <= first + 1) {
          // within one pixel
          const share = d * (0.5 * (lo + hi) - first);
          differences[base + first] += d - share;
          differences[base + first + 1] += share;
          touched[wordBase + word] |= 1 << (first & 31);
          column = first + 1;
        } else {
          const half = 0.5 / (hi - lo);
          const middle = 0.5 * (lo + hi);
          let reached = 0;
          let before = 0;
          for (; column < hi; column++) {
            const across = column + 1 - lo;
            const g = column + 1 < hi ? across * across * half : column + 1 - middle;
            const share = g - reached;
            differences[base + column] += d * (share - before);
            touched[wordBase + (column >> 5)] |= 1 << (column & 31);
            reached = g;
            before = share;
          }
          differences[base + column] += d * (1 - before);
        }
        touched[wordBase + (column >> 5)] |= 1 << (column & 31);
        if (column >> 5 > lastWord) lastWord = column >> 5;
      }
      if (row - 1 > bottom) bottom = row - 1;
    }
    this.top = top;
    this.bottom = bottom;
    this.firstWord = firstWord;
    this.lastWord = lastWord;
  }

  /** Paints what the paths cover, and forgets them. */
  paint(canvas: Canvas, paint: Paint): void {
    const { width, differences, touched, stride, words, top, bottom, firstWord, lastWord } = this;
    beginSpans(paint, canvas.channels);
    for (let row = top; row <= bottom; row++) {
      const base = row * stride;
      const pixelBase = row * width;
      let covered = 0;
      let next = 0;
      for (let w = firstWord; w <= lastWord; w++) {
        let word = touched[row * words + w];
        if (word === 0) continue;
        touched[row * words + w] = 0;
        while (word !== 0) {
          const bit = word & -word;
          word ^= bit;
          const column = (w << 5) + 31 - Math.clz32(bit);
          // the pixels since the last difference are all covered alike
          if (column > next && (covered > 0.0009765625 || covered < -0.0009765625)) {
            paintSpan(canvas, pixelBase + next, pixelBase + column, covered);
          }
          covered += differences[base + column];
          differences[base + column] = 0;
          if (column < width) paintPixel(canvas, paint, pixelBase + column, covered);
          next = column + 1;
        }
      }
      if (next < width && Math.abs(covered) > NEGLIGIBLE)
        paintSpan(canvas, pixelBase + next, pixelBase + width, covered);
    }
    this.top = this.height;
    this.bottom = -1;
    this.firstWord = words;
    this.lastWord = -1;
  }
}

function paintPixel(canvas: Canvas, paint: Paint, pixel: number, covered: number): void {
  const { pixels, channels } = canvas;
  const amount = covered < 0 ? -covered : covered;
  if (amount < 0.0009765625) return;
  const alpha = amount > 1 ? 1 : amount;
  const keep = 1 - alpha * paint.opacity;
  const i = pixel * channels;
  pixels[i] = rounded(pixels[i] * keep + alpha * paint.first);
  if (channels === 3) {
    pixels[i + 1] = rounded(pixels[i + 1] * keep + alpha * paint.second);
    pixels[i + 2] = rounded(pixels[i + 2] * keep + alpha * paint.third);
  }
}

const rounded = (value: number): number => (value < 0 ? 0 : value > 254.5 ? 255 : (value + 0.5) | 0);

/** The paint of the spans at hand, whole values of a full cover, and where a full span of it can be copied from. */
const span = {
  paint: { first: 0.5, second: 0.5, third: 0.5, opacity: 1 } as Paint,
  first: 0,
  second: 0,
  third: 0,
  source: 0,
  length: 0,
};

function beginSpans(paint: Paint, channels: number): void {
  span.paint = paint;
  span.first = rounded(paint.first);
  span.second = rounded(paint.second);
  span.third = rounded(paint.third);
  span.length = channels === 1 || (span.first === span.second && span.second === span.third) ? -1 : 0;
}

/** Paints the pixels from `start` to before `end`, all covered alike. */
function paintSpan(canvas: Canvas, start: number, end: number, covered: number): void {
  if (span.paint.opacity === 1 && Math.abs(covered) > 1 - NEGLIGIBLE) {
    fillSpan(canvas, start, end);
    return;
  }
  for (let pixel = start; pixel < end; pixel++) paintPixel(canvas, span.paint, pixel, covered);
}

function fillSpan(canvas: Canvas, start: number, end: number): void {
  const { pixels, channels } = canvas;
  if (span.length < 0) {
    pixels.fill(span.first, start * channels, end * channels);
    return;
  }
  const size = end - start;
  if (size <= span.length && size > SHORT_SPAN) {
    pixels.copyWithin(3 * start, span.source, span.source + 3 * size);
    return;
  }
  // a first short piece, then copies of itself
  const { first, second, third } = span;
  const short = 3 * (size < SHORT_SPAN ? end : start + SHORT_SPAN);
  for (let i = 3 * start; i < short; i += 3) {
    pixels[i] = first;
    pixels[i + 1] = second;
    pixels[i + 2] = third;
  }
  for (let done = short - 3 * start; done < 3 * size; done *= 2) {
    pixels.copyWithin(3 * start + done, 3 * start, 3 * start + Math.min(done, 3 * size - done));
  }
  if (size > span.length) {
    span.source = 3 * start;
    span.length = size;
  }
}
