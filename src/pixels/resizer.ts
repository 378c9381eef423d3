/**
 * Pictures of one size to pictures of another, as cv2.resize makes them with INTER_LINEAR and INTER_AREA, to the bit. Tables and rooms follow
 * from the sizes and are made once.
 *
 *   linear   blends the four nearest pixels; made much smaller, a picture skips pixels
 *   area     the mean of all pixels that fall into one; made larger, those that straddle two source pixels are blended
 *
 * As in OpenCV, half the size both ways is the mean of four pixels with either.
 * Checked against: cv2.resize of OpenCV 4.6, every pixel equal.
 */
import type { FrameMemory } from '../math/frame-memory.ts';
import type { ResizeKernels } from './kernels/resize-kernels.ts';
import { kernelsIn } from './kernels/kernels.ts';
import type { Layout } from './layout.ts';
import { bringIn, layOut } from './layout.ts';
import { areaTable, linearTable, shrinks, wholeFactor } from './resize-tables.ts';

export const interpolations = ['area', 'linear'] as const;
export type Interpolation = (typeof interpolations)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Resizing {
  readonly source: Size;
  readonly target: Size;
  /** Bytes of a pixel: 1, 3 or 4. */
  readonly channels: number;
  readonly interpolation: Interpolation;
}

/** What a kernel is called with: its tables, or the factors that it has instead. */
interface Plan {
  readonly kernel: keyof ResizeKernels;
  readonly columns: ArrayBuffer | number;
  readonly lines: ArrayBuffer | number;
  readonly room: number;
}

export class Resizer {
  private readonly layout: Layout<'columns' | 'lines' | 'room' | 'out'>;
  private readonly kernels: ResizeKernels;
  private readonly plan: Plan;
  private readonly out: Uint8Array;

  constructor(
    private readonly resizing: Resizing,
    frames?: FrameMemory,
  ) {
    const { source, target, channels } = resizing;
    const { columns, lines, room } = (this.plan = planOf(resizing));
    const sizeOf = (table: ArrayBuffer | number) => (typeof table === 'number' ? 0 : table.byteLength);
    const size = target.width * target.height * channels;
    this.layout = layOut(
      frames,
      { columns: sizeOf(columns), lines: sizeOf(lines), room, out: size },
      source.width * source.height * channels,
    );
    const { buffer, memory, at } = this.layout;
    this.kernels = kernelsIn(memory);
    this.out = new Uint8Array(buffer, at.out, size);
    if (typeof columns !== 'number') new Uint8Array(buffer).set(new Uint8Array(columns), at.columns);
    if (typeof lines !== 'number') new Uint8Array(buffer).set(new Uint8Array(lines), at.lines);
  }

  isFor({ width, height }: Size, channels: number): boolean {
    const { source } = this.resizing;
    return source.width === width && source.height === height && this.resizing.channels === channels;
  }

  /** out ← the picture, whose rows are `step` bytes apart, in its new size. */
  resize(data: Uint8Array, step: number, out: Uint8Array): void {
    const { layout, plan, resizing } = this;
    const { source, target, channels } = resizing;
    const rowSize = source.width * channels;
    const src = bringIn(layout, data, step, { rowSize, firstRow: 0, rows: source.height });
    const isHere = out.buffer === layout.buffer;
    this.kernels[plan.kernel](
      src,
      rowSize,
      channels,
      isHere ? out.byteOffset : layout.at.out,
      target.width,
      target.height,
      typeof plan.columns === 'number' ? plan.columns : layout.at.columns,
      typeof plan.lines === 'number' ? plan.lines : layout.at.lines,
      layout.at.room,
    );
    if (!isHere) out.set(this.out);
  }
}

function planOf({ source, target, channels, interpolation }: Resizing): Plan {
  const across = wholeFactor(source.width, target.width);
  const down = wholeFactor(source.height, target.height);
  const shrinksBothWays = shrinks(source.width, target.width) && shrinks(source.height, target.height);
  const isHalf = across === 2 && down === 2;
  const byArea = interpolation === 'area';
  if ((byArea || isHalf) && shrinksBothWays && across !== undefined && down !== undefined) {
    const room = 4 * source.width * channels + 64;
    return { kernel: 'resizeBlocks', columns: across, lines: down, room };
  }
  if (byArea && shrinksBothWays) {
    return {
      kernel: 'resizeArea',
      columns: sharesTable(source.width, target.width, channels),
      lines: sharesTable(source.height, target.height, 1),
      room: 2 * (4 * target.width * channels + 16),
    };
  }
  return {
    kernel: 'resizeLinear',
    columns: columnTable(source.width, target.width, channels, byArea),
    lines: lineTable(source.height, target.height, byArea),
    room: 2 * (2 * target.width * channels + 16),
  };
}

/** Per pixel its offset in the row, 32 bits, and two 16-bit weights; beyond the ends the last pixel counts alone. */
function columnTable(source: number, target: number, channels: number, byArea: boolean): ArrayBuffer {
  const { index, first, second } = linearTable(source, target, byArea);
  const table = new ArrayBuffer(8 * target);
  const [offsets, weights] = [new Uint32Array(table), new Int16Array(table)];
  for (let i = 0; i < target; i++) {
    const isInside = index[i] >= 0 && index[i] < source - 1;
    offsets[2 * i] = channels * Math.max(0, Math.min(source - 1, index[i]));
    weights.set(isInside ? [first[i], second[i]] : [2048, 0], 4 * i + 2);
  }
  return table;
}

/** Per row its two source rows and their weights, 32 bits each; beyond the ends both are the last. */
function lineTable(source: number, target: number, byArea: boolean): ArrayBuffer {
  const { index, first, second } = linearTable(source, target, byArea);
  const inside = (row: number): number => Math.max(0, Math.min(source - 1, row));
  const table = new Int32Array(4 * target);
  for (let i = 0; i < target; i++) table.set([inside(index[i]), inside(index[i] + 1), first[i], second[i]], 4 * i);
  return table.buffer;
}

/** Per pixel a count, and so many offsets and shares, 32 bits each. */
function sharesTable(source: number, target: number, pitch: number): ArrayBuffer {
  const pixels = areaTable(source, target);
  const table = new ArrayBuffer(pixels.reduce((bytes, parts) => bytes + 4 + 8 * parts.length, 0));
  const [whole, single] = [new Uint32Array(table), new Float32Array(table)];
  let at = 0;
  for (const parts of pixels) {
    whole[at++] = parts.length;
    for (const { index, share } of parts) {
      whole[at++] = pitch * index;
      single[at++] = share;
    }
  }
  return table;
}
