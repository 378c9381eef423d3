/**
 * The stages from a picture to line segments, all within one WebAssembly memory that is laid out once for a size of picture.
 *
 *   load → colour (grey of what has the colour of the line) → edges → segments
 *
 * Each is OpenCV's to the bit: cvtColor and inRange, bitwise_and, cvtColor; Canny; HoughLinesP. With a cropped region they see
 * the rows of the region as a picture of its own. The arrays are views of the memory: they keep their contents until the
 * stage that writes them runs again.
 */
import type { Encoding } from '../../camera-model/encoding.ts';
import type { FrameMemory } from '../../math/frame-memory.ts';
import { GREY_BLUE, GREY_GREEN, GREY_RED, kernelsIn } from '../../pixels/kernels/kernels.ts';
import type { LineKernels } from '../../pixels/kernels/line-kernels.ts';
import type { Layout } from '../../pixels/layout.ts';
import { bringIn, layOut } from '../../pixels/layout.ts';
import { BOUNDS_TABLE_SIZE, tabulateBounds } from './colour-bounds.ts';
import { DIRECTION_FIELDS, tabulateDirections } from './directions.ts';
import type { LineParams } from './params.ts';

const MAX_SEGMENTS = 2048;

export type LineEncoding = Exclude<Encoding, 'mono8'>;

type Place =
  | 'grey'
  | 'mask'
  | 'edges'
  | 'spans'
  | 'edgeSpans'
  | 'bounds'
  | 'directions'
  | 'room'
  | 'points'
  | 'origins'
  | 'votes'
  | 'segments';

export interface LineStageOptions {
  /** With the mask of the colour. */
  readonly mask?: boolean;
  /** The memory that pictures lie in; absent for pictures from elsewhere. */
  readonly frames?: FrameMemory;
}

/** What lies before the grey picture, which has a pixel before its first row. */
const GREY_MARGIN = 64;

export class LineStages {
  /** First row of the picture that the stages see, and how many. */
  readonly firstRow: number;
  readonly rows: number;
  readonly columns: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** Grey where the colour is within bounds; 255 there, if asked for; 255 (254 once used) at edges. */
  readonly grey: Uint8Array;
  readonly mask: Uint8Array;
  readonly edges: Uint8Array;
  /** x₁, y₁, x₂, y₂ each, x₁ ≤ x₂, in rows of the stages. */
  readonly segments: Int32Array;
  segmentCount = 0;

  private readonly kernels: LineKernels;
  private readonly layout: Layout<Place>;
  private readonly at: Readonly<Record<Place, number>>;
  private readonly slope: number;
  /** Rows in which edges are kept. */
  private readonly keepFirst: number;
  private readonly keepEnd: number;
  /** Address of the first row that the stages see. */
  private frameAt = 0;

  constructor(
    private readonly params: LineParams,
    columns: number,
    height: number,
    { mask = false, frames }: LineStageOptions = {},
  ) {
    const { region, segments } = params;
    const [top, end] = [Math.min(region.top, height), Math.min(region.bottom + 1, height)];
    const rows = region.crop ? end - top : height;
    const stride = (columns + 31) & ~15;
    const size = stride * rows;
    const sizes: Record<Place, number> = {
      grey: GREY_MARGIN + size,
      mask: mask ? size : 0,
      // a row before and behind them
      edges: size + 2 * stride,
      spans: 4 * rows,
      edgeSpans: 4 * rows,
      bounds: BOUNDS_TABLE_SIZE,
      directions: 4 * DIRECTION_FIELDS * segments.angles,
      room: 6 * stride + 16,
      points: 4 * columns * rows,
      origins: 4 * segments.angles,
      votes: 4 * segments.angles * (Math.ceil((columns + rows) / segments.distanceStep) + 4),
      segments: 16 * MAX_SEGMENTS,
    };
    this.layout = layOut(frames, sizes, 3 * columns * rows);
    const { memory, buffer, at: begin } = this.layout;
    this.at = {
      ...begin,
      grey: begin.grey + GREY_MARGIN,
      edges: begin.edges + stride,
      mask: mask ? begin.mask : 0,
    };
    const { at } = this;
    this.kernels = kernelsIn(memory);
    this.columns = columns;
    this.rows = rows;
    this.stride = stride;
    this.firstRow = region.crop ? top : 0;
    this.keepFirst = top - this.firstRow;
    this.keepEnd = end - this.firstRow;
    this.grey = new Uint8Array(buffer, at.grey, size);
    this.mask = new Uint8Array(buffer, at.mask, mask ? size : 0);
    this.edges = new Uint8Array(buffer, at.edges, size);
    this.segments = new Int32Array(buffer, at.segments, 4 * MAX_SEGMENTS);
    this.slope = tabulateBounds(params.colour, buffer, at.bounds);
    tabulateDirections(segments.angles, segments.distanceStep, buffer, at.directions);
  }

  /** Takes the rows of interest, where they are if it can; those of the picture are `step` bytes apart. */
  load(data: Uint8Array, step: number): void {
    const { columns, rows, firstRow, layout } = this;
    this.frameAt = bringIn(layout, data, step, { rowSize: 3 * columns, firstRow, rows });
  }

  /** `grey`, and `mask` if asked for ← what has the colour of the line. */
  selectColour(encoding: LineEncoding): void {
    const { at, kernels, params, slope } = this;
    const { hueMin, hueMax, valueMin, valueMax } = params.colour;
    const blueFirst = (encoding === 'bgr8') !== params.swapRedAndBlue;
    const first = blueFirst ? GREY_BLUE : GREY_RED;
    kernels.maskedGrey(
      this.frameAt,
      this.columns,
      this.rows,
      at.grey,
      at.mask,
      this.stride,
      at.spans,
      at.bounds,
      hueMin,
      hueMax,
      valueMin,
      valueMax,
      slope,
      blueFirst,
      first,
      GREY_GREEN,
      GREY_RED + GREY_BLUE - first,
    );
  }

  /** `edges` ← those of `grey`, within the region. */
  findEdges(): void {
    const { at, kernels, params } = this;
    kernels.canny(
      at.grey,
      this.stride,
      this.columns,
      this.rows,
      at.spans,
      params.edges.low,
      params.edges.high,
      this.keepFirst,
      this.keepEnd,
      at.edges,
      at.edgeSpans,
      at.room,
      at.points,
    );
  }

  /** `segments` and `segmentCount` ← those of `edges`, which are used up. */
  findSegments(): void {
    const { at, kernels, params } = this;
    const { angles, threshold, minLength, maxGap } = params.segments;
    this.segmentCount = kernels.segments(
      at.edges,
      this.stride,
      this.columns,
      this.rows,
      at.edgeSpans,
      at.directions,
      angles,
      threshold,
      minLength,
      maxGap,
      at.points,
      at.origins,
      at.votes,
      at.segments,
      MAX_SEGMENTS,
    );
  }
}
