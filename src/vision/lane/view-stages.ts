/**
 * The stages from a picture to what a lane search looks at, in the bird's-eye view, all within one WebAssembly memory
 * that is laid out once for a map: that of the frames, or else one of its own. Each stage can be run for a range of rows, so that nobody
 * computes what nobody reads, and each leaves a picture to look at.
 *
 *   load → warp (value, grey or colour) → blur → threshold, or top-hat and threshold → open → counts, window sums, stripes
 *
 * The arrays are views of that memory: they keep their contents until the stage that writes them runs again.
 */
import type { BirdsEye, GroundGrid } from '../../camera-model/birds-eye.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { FrameMemory } from '../../math/frame-memory.ts';
import type { Kernels } from '../../pixels/kernels/kernels.ts';
import { GREY_BLUE, GREY_GREEN, GREY_RED, kernelsIn } from '../../pixels/kernels/kernels.ts';
import type { Layout } from '../../pixels/layout.ts';
import { bringIn, layOut } from '../../pixels/layout.ts';
import { columnsAlongRows, pixelsWithin } from './map-rows.ts';

/** Numbers per stripe: row, first column, column behind the last, Σ v, Σ v · column. */
export const STRIPE_FIELDS = 5;
export const MAX_STRIPES = 8192;

/** Widest structuring element [px]. */
export const MAX_ELEMENT = 255;

/** The median is taken of every row of this many. */
const SAMPLED_ROWS = 4;

export type Channel = 'value' | 'grey';

export interface StageOptions {
  /** With the view in colour. */
  readonly colour?: boolean;
  /** The memory that pictures lie in; absent for pictures from elsewhere. */
  readonly frames?: FrameMemory;
}

type Place =
  | 'map'
  | 'spans'
  | 'along'
  | 'edges'
  | 'level'
  | 'response'
  | 'mask'
  | 'colour'
  | 'room'
  | 'line'
  | 'counts'
  | 'sums'
  | 'stripes';

export class ViewStages {
  readonly grid: GroundGrid;
  /** Bytes from one row to the next in all pictures of the view. */
  readonly stride: number;
  /** One channel of the view, stripes that stand out from their surroundings, and paint (255) or not (0). */
  readonly level: Uint8Array;
  readonly response: Uint8Array;
  readonly mask: Uint8Array;
  /** Three channels, rows of 3 × stride bytes; empty unless asked for. */
  readonly colour: Uint8Array;
  readonly columnCounts: Uint16Array;
  readonly rowSums: Int32Array;
  readonly stripes: Int32Array;
  /** First and last + 1 column of each row that sees anything. */
  readonly spans: Uint16Array;
  readonly source: { readonly width: number; readonly height: number };

  private readonly kernels: Kernels;
  private readonly layout: Layout<Place>;
  private readonly at: Readonly<Record<Place, number>>;
  private readonly edgeCount: number;
  /** Pixels within the spans of the rows that the median is taken of. */
  private readonly sampled: number;
  /** How far the blur has carried the picture beyond its spans [px]. */
  private blurred = 0;
  /** Address of the picture. */
  private frameAt = 0;
  private channels = 3;
  private encoding: Encoding = 'rgb8';

  constructor(view: BirdsEye, { colour = false, frames }: StageOptions = {}) {
    const { map, grid } = view;
    const size = map.stride * grid.rows;
    this.layout = layOut(frames, sizesOf(view, colour), 3 * map.source.width * map.source.height);
    const { memory, buffer, at } = this.layout;
    this.at = at;
    this.kernels = kernelsIn(memory);
    this.grid = grid;
    this.source = map.source;
    this.stride = map.stride;
    this.level = new Uint8Array(buffer, at.level, size);
    this.response = new Uint8Array(buffer, at.response, size);
    this.mask = new Uint8Array(buffer, at.mask, size);
    this.colour = new Uint8Array(buffer, at.colour, colour ? 3 * size : 0);
    this.columnCounts = new Uint16Array(buffer, at.counts, grid.columns);
    this.rowSums = new Int32Array(buffer, at.sums, 2 * grid.rows);
    this.stripes = new Int32Array(buffer, at.stripes, STRIPE_FIELDS * MAX_STRIPES);
    this.spans = new Uint16Array(buffer, at.spans, map.spans.length);
    this.edgeCount = map.edges.length / 4;
    new Uint32Array(buffer, at.map, size).set(map.entries);
    this.spans.set(map.spans);
    new Uint16Array(buffer, at.along, map.spans.length).set(columnsAlongRows(map));
    this.sampled = pixelsWithin(map.spans, SAMPLED_ROWS);
    new Int32Array(buffer, at.edges, map.edges.length).set(map.edges);
  }

  /** Takes a picture, where it is if it can; its rows are `step` bytes apart. */
  load(data: Uint8Array, step: number, encoding: Encoding): void {
    const { width, height } = this.source;
    this.channels = encoding === 'mono8' ? 1 : 3;
    this.encoding = encoding;
    this.frameAt = bringIn(this.layout, data, step, {
      rowSize: width * this.channels,
      firstRow: 0,
      rows: height,
    });
  }

  /** `level` ← one channel of the view, rows row0 … row1 − 1. */
  warp(channel: Channel, row0 = 0, row1 = this.grid.rows): void {
    const { at, kernels, stride, channels, source, frameAt } = this;
    const step = source.width * channels;
    const first = this.encoding === 'bgr8' ? GREY_BLUE : GREY_RED;
    const third = GREY_RED + GREY_BLUE - first;
    this.blurred = 0;
    if (channels === 1) kernels.remap1(frameAt, step, at.map, at.spans, at.level, stride, row0, row1);
    else if (channel === 'value')
      kernels.remapValue(frameAt, step, at.map, at.spans, at.along, at.level, stride, row0, row1, at.room);
    else kernels.remapGrey(frameAt, step, at.map, at.spans, at.level, stride, row0, row1, first, GREY_GREEN, third);
    const mode = channels === 1 ? 0 : channel === 'value' ? 1 : 2;
    kernels.remapEdges(
      frameAt,
      source.width,
      source.height,
      channels,
      at.edges,
      this.edgeCount,
      at.level,
      row0 * stride,
      row1 * stride,
      mode,
      first,
      GREY_GREEN,
      third,
    );
  }

  /** `colour` ← the view in the channels of the picture; a picture with one channel gives nothing. */
  warpColour(): void {
    const { at, kernels, stride, source, grid, frameAt } = this;
    if (this.channels !== 3 || this.colour.length === 0) return;
    kernels.remap3(frameAt, 3 * source.width, at.map, at.spans, at.colour, stride, 0, grid.rows);
    kernels.remapEdges(
      frameAt,
      source.width,
      source.height,
      3,
      at.edges,
      this.edgeCount,
      at.colour,
      0,
      grid.rows * stride,
      0,
      0,
      0,
      0,
    );
  }

  /** `level` ← its Gaussian blur, size 3 or 5. */
  blur(size: number): void {
    const { at, stride, grid } = this;
    this.kernels.gaussianBlur(at.level, at.level, stride, grid.columns, grid.rows, at.spans, size, at.line);
    this.blurred = size >> 1;
  }

  /** `response` ← what stands out from `level` along rows and is narrower than `width` pixels, an odd number: level − opening. */
  topHat(width: number): void {
    const { at, stride, grid, kernels } = this;
    kernels.topHat(
      at.level,
      at.response,
      stride,
      grid.columns,
      grid.rows,
      at.spans,
      this.blurred,
      Math.min(width, 2 * grid.columns + 1),
      at.line,
    );
  }

  /** `mask` ← where `level` or `response` is above a threshold. */
  threshold(from: 'level' | 'response', threshold: number, row0 = 0, row1 = this.grid.rows): void {
    const offset = row0 * this.stride;
    this.kernels.threshold(this.at[from] + offset, this.at.mask + offset, (row1 - row0) * this.stride, threshold);
  }

  /** `mask` ← its opening by a square; rows outside row0 … row1 − 1 do not count. */
  open(size: number, row0 = 0, row1 = this.grid.rows): void {
    const { at, stride, grid, kernels } = this;
    const mask = at.mask + row0 * stride;
    kernels.erode(mask, mask, stride, grid.columns, row1 - row0, size, size, at.room, at.line);
    kernels.dilate(mask, mask, stride, grid.columns, row1 - row0, size, size, at.room, at.line);
  }

  /** `response` ← `level` or `response` where `mask` is set. */
  keepMasked(from: 'level' | 'response'): void {
    this.kernels.keep(this.at[from], this.at.mask, this.at.response, this.stride * this.grid.rows);
  }

  /** `columnCounts` ← painted pixels per column in rows row0 … row1 − 1. */
  countColumns(row0: number, row1: number): void {
    this.kernels.columnCounts(this.at.mask, this.stride, row0, row1, this.at.counts);
  }

  /** `rowSums` ← painted pixels, and the sum of their columns, for each row of a window; it may reach over the sides. */
  sumWindow(row0: number, row1: number, column0: number, column1: number): void {
    const left = Math.max(0, column0);
    this.kernels.windowRows(
      this.at.mask,
      this.stride,
      row0,
      row1,
      left,
      Math.max(left, Math.min(this.grid.columns, column1)),
      this.at.sums,
    );
  }

  /** `stripes` ← runs along rows where `response` is above a threshold, far rows first; returns how many. */
  findStripes(threshold: number): number {
    const { at } = this;
    return this.kernels.stripes(at.response, at.spans, this.stride, this.grid.rows, threshold, at.stripes, MAX_STRIPES);
  }

  /** The median of `response` over some of the rows: how much stands out where nothing is. */
  medianResponse(): number {
    // above `low`, and at most `high`; where nothing is, little stands out, so that steps grow from 0 on
    let low = -1;
    let high = 0;
    while (high < 255 && !this.reachesHalf(high)) {
      low = high;
      high = Math.min(255, 2 * high + 1);
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.reachesHalf(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  /** Whether half of the sampled pixels are not above a level. */
  private reachesHalf(level: number): boolean {
    const { at, grid } = this;
    const upTo = this.kernels.countUpTo(at.response, at.spans, this.stride, grid.rows, SAMPLED_ROWS, level);
    return 2 * upTo >= this.sampled;
  }
}

const sizesOf = ({ map, grid }: BirdsEye, colour: boolean): Record<Place, number> => ({
  map: 4 * map.entries.length,
  spans: 2 * map.spans.length,
  along: 2 * map.spans.length,
  edges: 4 * map.edges.length,
  level: map.entries.length,
  response: map.entries.length,
  mask: map.entries.length,
  colour: colour ? 3 * map.entries.length : 0,
  room: map.stride * (grid.rows + MAX_ELEMENT),
  line: 6 * map.stride + MAX_ELEMENT + 128,
  counts: 2 * map.stride,
  sums: 8 * grid.rows,
  stripes: 4 * STRIPE_FIELDS * MAX_STRIPES,
});
