/**
 * The pixel kernels: WebAssembly with fixed-width SIMD, integers, and single-precision numbers with one rounding per
 * operation, so that every engine gives the same bits. No
 * threads, no relaxed SIMD, no allocation: whoever opens the kernels plans the memory beforehand and it never grows.
 *
 * The module is compiled once per thread; each plan has an instance of its own. The sources are in `assembly/`, and
 * what each kernel does and follows is said there.
 */
import { fromBase64 } from '../../msgs/base64.ts';
import { kernelsBase64 } from './generated/kernels.ts';

/** Addresses are bytes in the memory; rows of a picture are `stride` bytes apart, a multiple of 16. */
export interface Kernels {
  remap1(
    src: number,
    step: number,
    map: number,
    spans: number,
    dst: number,
    stride: number,
    row0: number,
    row1: number,
  ): void;
  remap3(
    src: number,
    step: number,
    map: number,
    spans: number,
    dst: number,
    stride: number,
    row0: number,
    row1: number,
  ): void;
  remapValue(
    src: number,
    step: number,
    map: number,
    spans: number,
    dst: number,
    stride: number,
    row0: number,
    row1: number,
  ): void;
  remapGrey(
    src: number,
    step: number,
    map: number,
    spans: number,
    dst: number,
    stride: number,
    row0: number,
    row1: number,
    w0: number,
    w1: number,
    w2: number,
  ): void;
  remapEdges(
    src: number,
    width: number,
    height: number,
    channels: number,
    edges: number,
    count: number,
    dst: number,
    from: number,
    to: number,
    mode: number,
    w0: number,
    w1: number,
    w2: number,
  ): void;
  value(src: number, dst: number, pixels: number): void;
  grey(src: number, dst: number, pixels: number, w0: number, w1: number, w2: number): void;
  gaussianBlur(
    src: number,
    dst: number,
    stride: number,
    columns: number,
    rows: number,
    size: number,
    room: number,
  ): void;
  erode(
    src: number,
    dst: number,
    stride: number,
    columns: number,
    rows: number,
    width: number,
    height: number,
    room: number,
    line: number,
  ): void;
  dilate(
    src: number,
    dst: number,
    stride: number,
    columns: number,
    rows: number,
    width: number,
    height: number,
    room: number,
    line: number,
  ): void;
  threshold(src: number, dst: number, length: number, level: number): void;
  subtract(a: number, b: number, dst: number, length: number): void;
  keep(a: number, b: number, dst: number, length: number): void;
  levelCounts(src: number, spans: number, stride: number, rows: number, pitch: number, counts: number): void;
  columnCounts(mask: number, stride: number, row0: number, row1: number, counts: number): void;
  windowRows(
    mask: number,
    stride: number,
    row0: number,
    row1: number,
    column0: number,
    column1: number,
    out: number,
  ): void;
  stripes(src: number, spans: number, stride: number, rows: number, level: number, out: number, limit: number): number;
}

/** Grey is 0.299 R + 0.587 G + 0.114 B in 1/2¹⁵, as OpenCV rounds the weights. */
export const GREY_RED = 9798;
export const GREY_GREEN = 19235;
export const GREY_BLUE = 3735;

const PAGE = 65536;
/** Kernels may read or write a few bytes beside what they are given. */
const GUARD = 64;

/** Plans who lives where. */
export class MemoryPlan {
  private end = 1024;

  /** The address of `bytes` bytes, aligned to 16. */
  reserve(bytes: number): number {
    const address = this.end;
    this.end = (address + bytes + GUARD + 15) & ~15;
    return address;
  }

  get pages(): number {
    return Math.ceil(this.end / PAGE);
  }
}

let compiled: WebAssembly.Module | undefined;

export interface OpenKernels {
  readonly kernels: Kernels;
  readonly buffer: ArrayBuffer;
}

/** An instance with the planned memory, all zero. */
export function openKernels(plan: MemoryPlan): OpenKernels {
  compiled ??= new WebAssembly.Module(fromBase64(kernelsBase64)! as Uint8Array<ArrayBuffer>);
  const memory = new WebAssembly.Memory({ initial: plan.pages, maximum: plan.pages });
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  return { kernels: instance.exports as unknown as Kernels, buffer: memory.buffer };
}
