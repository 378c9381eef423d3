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
import { derivedFrom } from '../../core/derived.ts';
import { GREY_BLUE, GREY_GREEN, GREY_RED, MemoryPlan } from '../kernels/kernels.ts';
import type { LineKernels } from '../kernels/line-kernels.ts';
import { openLineKernels } from '../kernels/line-kernels.ts';
import { BOUNDS_TABLE_SIZE, tabulateBounds } from './colour-bounds.ts';
import { DIRECTION_FIELDS, tabulateDirections } from './directions.ts';
import type { LineParams } from './params.ts';

const MAX_SEGMENTS = 2048;

export type LineEncoding = Exclude<Encoding, 'mono8'>;

type Place =
  | 'frame'
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
  private readonly frame: Uint8Array;
  private readonly at: Readonly<Record<Place, number>>;
  private readonly slope: number;
  /** Rows in which edges are kept. */
  private readonly keepFirst: number;
  private readonly keepEnd: number;
  private readonly croppedRows: (data: Uint8Array) => Uint8Array;

  constructor(
    private readonly params: LineParams,
    columns: number,
    height: number,
    options: { mask?: boolean } = {},
  ) {
    const { region, segments } = params;
    const [top, end] = [Math.min(region.top, height), Math.min(region.bottom + 1, height)];
    const rows = region.crop ? end - top : height;
    const stride = (columns + 31) & ~15;
    const size = stride * rows;
    const plan = new MemoryPlan();
    this.at = {
      frame: plan.reserve(3 * columns * rows),
      // a pixel before the first row, a row before and behind the edges
      grey: plan.reserve(16 + size) + 16,
      mask: options.mask ? plan.reserve(size) : 0,
      edges: plan.reserve(size + 2 * stride) + stride,
      spans: plan.reserve(4 * rows),
      edgeSpans: plan.reserve(4 * rows),
      bounds: plan.reserve(BOUNDS_TABLE_SIZE),
      directions: plan.reserve(4 * DIRECTION_FIELDS * segments.angles),
      room: plan.reserve(6 * stride + 16),
      points: plan.reserve(4 * columns * rows),
      origins: plan.reserve(4 * segments.angles),
      votes: plan.reserve(4 * segments.angles * (Math.ceil((columns + rows) / segments.distanceStep) + 4)),
      segments: plan.reserve(16 * MAX_SEGMENTS),
    };
    const { kernels, buffer } = openLineKernels(plan);
    const { at } = this;
    this.kernels = kernels;
    this.columns = columns;
    this.rows = rows;
    this.stride = stride;
    this.firstRow = region.crop ? top : 0;
    this.keepFirst = top - this.firstRow;
    this.keepEnd = end - this.firstRow;
    this.frame = new Uint8Array(buffer, at.frame, 3 * columns * rows);
    this.grey = new Uint8Array(buffer, at.grey, size);
    this.mask = new Uint8Array(buffer, at.mask, options.mask ? size : 0);
    this.edges = new Uint8Array(buffer, at.edges, size);
    this.segments = new Int32Array(buffer, at.segments, 4 * MAX_SEGMENTS);
    this.slope = tabulateBounds(params.colour, buffer, at.bounds);
    tabulateDirections(segments.angles, segments.distanceStep, buffer, at.directions);
    const [from, to] = [3 * columns * this.firstRow, 3 * columns * (this.firstRow + rows)];
    this.croppedRows = derivedFrom((data: Uint8Array) =>
      from === 0 && to === data.length ? data : data.subarray(from, to),
    );
  }

  /** Copies the rows of interest in; those of the picture are `step` bytes apart. */
  load(data: Uint8Array, step: number): void {
    const { frame, columns, rows, firstRow } = this;
    if (step === 3 * columns) {
      frame.set(this.croppedRows(data));
      return;
    }
    for (let row = 0; row < rows; row++) {
      const from = (firstRow + row) * step;
      frame.set(data.subarray(from, from + 3 * columns), row * 3 * columns);
    }
  }

  /** `grey`, and `mask` if asked for ← what has the colour of the line. */
  selectColour(encoding: LineEncoding): void {
    const { at, kernels, params, slope } = this;
    const { hueMin, hueMax, valueMin, valueMax } = params.colour;
    const blueFirst = (encoding === 'bgr8') !== params.swapRedAndBlue;
    const first = blueFirst ? GREY_BLUE : GREY_RED;
    kernels.maskedGrey(
      at.frame,
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
