/** The kernels that line detection is made of: colours within bounds, edges, segments. */
import type { MemoryPlan } from './kernels.ts';
import { openKernels } from './kernels.ts';

/** Addresses are bytes in the memory; what each kernel wants is said in its source. */
export interface LineKernels {
  maskedGrey(
    src: number,
    columns: number,
    rows: number,
    grey: number,
    mask: number,
    stride: number,
    spans: number,
    table: number,
    hueMin: number,
    hueMax: number,
    valueMin: number,
    valueMax: number,
    slope: number,
    blueFirst: boolean,
    w0: number,
    w1: number,
    w2: number,
  ): void;
  canny(
    grey: number,
    stride: number,
    columns: number,
    rows: number,
    spans: number,
    low: number,
    high: number,
    keepFirst: number,
    keepEnd: number,
    edges: number,
    edgeSpans: number,
    room: number,
    stack: number,
  ): void;
  segments(
    edges: number,
    stride: number,
    columns: number,
    rows: number,
    edgeSpans: number,
    lines: number,
    angles: number,
    threshold: number,
    minLength: number,
    maxGap: number,
    points: number,
    origins: number,
    votes: number,
    out: number,
    limit: number,
  ): number;
}

export interface OpenLineKernels {
  readonly kernels: LineKernels;
  readonly buffer: ArrayBuffer;
}

/** An instance with the planned memory, all zero. */
export function openLineKernels(plan: MemoryPlan): OpenLineKernels {
  const { kernels, buffer } = openKernels(plan);
  return { kernels: kernels as unknown as LineKernels, buffer };
}
