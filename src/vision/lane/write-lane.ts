/**
 * What a search found, as a message.
 *
 *   left, right   the curves parallel to the centre at half the width, as polynomials through nine of their points
 *   confidence    of a line: share of the bands in which it is in view and paint was seen, times how long that stretch is
 *                 (1 from 3 m on), times 1/(1 + (rms/3 cm)²); of the lane: the mean of both
 */
import type { Lane } from '../../msgs/index.ts';
import type { GroundGrid } from '../../camera-model/birds-eye.ts';
import { columnOfY, rowOfX, xOfRow } from '../../camera-model/birds-eye.ts';
import type { LaneModel } from './fit.ts';
import type { LaneParams } from './params.ts';
import { residualRms } from './search.ts';
import type { LineNodes } from './stripe-nodes.ts';
import { addPoint, fitPolynomial, slopeAt, valueAt, weightedPoints } from './polynomial-fit.ts';
import type { WindowLine, WindowSearch } from './sliding-windows.ts';

const SAMPLES = 9;
const FULL_LENGTH = 3;
const TYPICAL_RMS = 0.03;

export class LanePublisher {
  private readonly samples = weightedPoints(SAMPLES);
  private readonly bands: number;
  /** Whether a band has a node of the left and of the right line. */
  private readonly seen: Uint8Array;

  constructor(
    private readonly params: LaneParams,
    private readonly grid: GroundGrid,
    private readonly spans: Uint16Array,
    private readonly band: number,
  ) {
    this.bands = Math.ceil(grid.rows / grid.rowScale / band);
    this.seen = new Uint8Array(2 * this.bands);
  }

  publishLane(model: LaneModel | undefined, nodes: LineNodes, lane: Lane): void {
    const boxes = 8 * this.bands;
    if (lane.windows.length !== boxes) lane.windows = new Uint16Array(boxes);
    if (model === undefined) {
      nothingSeen(lane);
      return;
    }
    this.markSeen(model, nodes);
    const quality = 1 / (1 + square(residualRms(model, nodes) / TYPICAL_RMS));
    const left = this.examineLine(model, 1, lane.windows);
    const right = this.examineLine(model, -1, lane.windows);
    if (this.paintLength() < this.params.minimumPaint) {
      nothingSeen(lane);
      return;
    }
    lane.detected = true;
    lane.left_confidence = quality * left;
    lane.right_confidence = quality * right;
    lane.confidence = 0.5 * (lane.left_confidence + lane.right_confidence);
    lane.x_min = model.xMin;
    lane.x_max = model.xMax;
    lane.width = 2 * model.halfWidth;
    lane.centre.set(model.centre);
    this.offsetCurve(model, model.halfWidth, lane.left);
    this.offsetCurve(model, -model.halfWidth, lane.right);
  }

  /** The lines of the released search; `left` is undefined when they could not be fitted. */
  publishWindows(left: Float64Array | undefined, right: Float64Array, search: WindowSearch, lane: Lane): void {
    if (lane.windows.length !== search.windows.length) lane.windows = new Uint16Array(search.windows.length);
    lane.windows.set(search.windows);
    if (left === undefined) {
      nothingSeen(lane);
      return;
    }
    const windows = this.params.windows.count - 1;
    lane.detected = true;
    lane.left_confidence = search.left.filled / windows;
    lane.right_confidence = search.right.filled / windows;
    lane.confidence = 0.5 * (lane.left_confidence + lane.right_confidence);
    // points come from near to far window, each from its far row
    lane.x_min = Math.min(least(search.left), least(search.right));
    lane.x_max = Math.max(largest(search.left), largest(search.right));
    lane.left.set(left);
    lane.right.set(right);
    for (let i = 0; i < 4; i++) lane.centre[i] = (left[i] + right[i]) / 2;
    lane.width = valueAt(left, lane.x_min) - valueAt(right, lane.x_min);
  }

  private bandOf(x: number): number {
    return Math.max(0, Math.min(this.bands - 1, Math.floor((x - xOfRow(this.grid, this.grid.rows - 0.5)) / this.band)));
  }

  private markSeen(model: LaneModel, nodes: LineNodes): void {
    this.seen.fill(0);
    for (let i = 0; i < nodes.count; i++) {
      if (model.side[i] !== 0) this.seen[2 * this.bandOf(nodes.x[i]) + (model.side[i] > 0 ? 0 : 1)] = 1;
    }
  }

  private paintLength(): number {
    let count = 0;
    for (let i = 0; i < this.seen.length; i++) count += this.seen[i];
    return count * this.band;
  }

  /** Draws the windows of one line and returns its share of seen bands, times its length up to 1. */
  private examineLine(model: LaneModel, side: number, windows: Uint16Array): number {
    const { grid, spans, band, seen } = this;
    const margin = Math.round(this.params.lane.gate * grid.columnScale);
    const height = Math.round(band * grid.rowScale);
    const start = xOfRow(grid, grid.rows - 0.5);
    let inView = 0;
    let found = 0;
    for (let b = 0; b < this.bands; b++) {
      const box = 8 * b + (side > 0 ? 0 : 4);
      windows.fill(0, box, box + 4);
      const x = start + (b + 0.5) * band;
      if (x > model.xMax + band) continue;
      const row = Math.max(0, Math.min(grid.rows - 1, Math.round(rowOfX(grid, x))));
      const column = Math.round(columnOfY(grid, this.lineAt(model, x, side)));
      if (column < spans[2 * row] || column >= spans[2 * row + 1]) continue;
      inView++;
      found += seen[2 * b + (side > 0 ? 0 : 1)];
      windows[box] = Math.max(0, column - margin);
      windows[box + 1] = Math.max(0, Math.round(rowOfX(grid, x + band / 2)));
      windows[box + 2] = 2 * margin + 1;
      windows[box + 3] = height;
    }
    return inView === 0 ? 0 : (found / inView) * Math.min(1, (found * band) / FULL_LENGTH);
  }

  /** y of a line at x, along the normal of the centre. */
  private lineAt(model: LaneModel, x: number, side: number): number {
    const h = side * model.halfWidth;
    let foot = x;
    let cos = 1;
    for (let round = 0; round < 3; round++) {
      const slope = slopeAt(model.centre, Math.max(model.xMin, Math.min(model.xMax, foot)));
      cos = 1 / Math.sqrt(1 + slope * slope);
      foot = x + h * slope * cos;
    }
    return valueAt(model.centre, foot) + h * cos;
  }

  /** out ← the polynomial of the curve at this distance left of the centre. */
  private offsetCurve(model: LaneModel, distance: number, out: Float64Array): void {
    this.samples.count = 0;
    for (let i = 0; i < SAMPLES; i++) {
      const x = model.xMin + ((model.xMax - model.xMin) * i) / (SAMPLES - 1);
      const slope = slopeAt(model.centre, x);
      const cos = 1 / Math.sqrt(1 + slope * slope);
      addPoint(this.samples, x - distance * slope * cos, valueAt(model.centre, x) + distance * cos, 1);
    }
    fitPolynomial(this.samples, this.params.order, out);
  }
}

const square = (v: number): number => v * v;

/** No lane: polynomials and their stretch keep their last values. */
export function nothingSeen(lane: Lane): void {
  lane.detected = false;
  lane.confidence = lane.left_confidence = lane.right_confidence = 0;
}

function least({ points }: WindowLine): number {
  let x = Infinity;
  for (let i = 0; i < points.count; i++) x = Math.min(x, points.x[i]);
  return x;
}

function largest({ points }: WindowLine): number {
  let x = -Infinity;
  for (let i = 0; i < points.count; i++) x = Math.max(x, points.x[i]);
  return x;
}
