/** The drawing kernels: WebAssembly whose sources, in `assembly/`, say what each does. Addresses are bytes in its memory. */
import type { WasmMemory } from '../../../math/wasm-memory.ts';
import { WasmModule } from '../../../math/wasm-module.ts';
import { code } from './generated/kernels.ts';

/** What became of a solid. */
export const enum Recorded {
  DONE,
  /** Parts of it are too near, too far, or bent: it goes the long way. */
  TO_BE_CUT,
  NO_ROOM,
}

export interface DrawingKernels {
  flood(canvas: number, levels: number): void;
  addPath(canvas: number, path: number, count: number): void;
  /** Of corners in the optical frame; the path has room for `most` points. */
  addPolygon(canvas: number, lens: number, corners: number, count: number, path: number, most: number): void;
  paint(canvas: number, brush: number): void;
  beginRecords(canvas: number): void;
  beginSolid(canvas: number): void;
  /** Not 0 when there was room. */
  record(canvas: number, brush: number): number;
  endSolid(canvas: number, isKept: boolean): void;
  recordSolid(
    canvas: number,
    lens: number,
    eye: number,
    solid: number,
    points: number,
    path: number,
    brush: number,
  ): Recorded;
  paintRecords(canvas: number): void;
  addLight(canvas: number, light: number, columns: number, rows: number): void;
  develop(canvas: number, out: number): void;
  lightNodes(lighting: number): void;
  lightPixels(canvas: number, lighting: number, pixels: number): void;
}

const module = new WasmModule<DrawingKernels>(code);

/** The kernels at work in this memory. */
export const drawingKernelsIn = (memory: WasmMemory): DrawingKernels => module.in(memory);
