/**
 * The pixel kernels: WebAssembly with fixed-width SIMD, integers, and single-precision numbers with one rounding per
 * operation, so that every engine gives the same bits. No
 * atomics, no relaxed SIMD, no allocation: whoever calls kernels lays out the memory beforehand (layout.ts) and it never grows.
 *
 * The sources are in `assembly/`, and what each kernel does and follows is said there. Kernels keep nothing between calls.
 */
import type { WasmMemory } from '../../math/wasm-memory.ts';
import { WasmModule } from '../../math/wasm-module.ts';
import type { CameraKernels } from './camera-kernels.ts';
import { code } from './generated/kernels.ts';
import type { LineKernels } from './line-kernels.ts';
import type { ResizeKernels } from './resize-kernels.ts';
import type { SurroundKernels } from './surround-kernels.ts';

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
    along: number,
    dst: number,
    stride: number,
    row0: number,
    row1: number,
    room: number,
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
    spans: number,
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
  topHat(
    src: number,
    dst: number,
    stride: number,
    columns: number,
    rows: number,
    spans: number,
    reach: number,
    width: number,
    line: number,
  ): void;
  threshold(src: number, dst: number, length: number, level: number): void;
  subtract(a: number, b: number, dst: number, length: number): void;
  keep(a: number, b: number, dst: number, length: number): void;
  countUpTo(src: number, spans: number, stride: number, rows: number, pitch: number, level: number): number;
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

type AllKernels = Kernels & LineKernels & CameraKernels & ResizeKernels & SurroundKernels;

const module = new WasmModule<AllKernels>(code);

/** The kernels at work in this memory. */
export const kernelsIn = (memory: WasmMemory): AllKernels => module.in(memory);
