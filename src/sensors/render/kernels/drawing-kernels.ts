/** The drawing kernels: WebAssembly whose sources, in `assembly/`, say what each does. Addresses are bytes in its memory. */
import type { WasmMemory } from '../../../math/wasm-memory.ts';
import { WasmModule } from '../../../math/wasm-module.ts';
import { code } from './generated/kernels.ts';

/** What became of a solid. */
export const enum Recorded {
  DONE,
  /** Parts of it are too near, too far, or bent: it goes the long way. */
  TO_BE_CUT,
}

/** What can be done to each row between layers. */
export const enum Turn {
  ADD_LIGHT,
  LIGHT_UP,
  PAINT_RECORDS,
}

export interface DrawingKernels {
  flood(canvas: number, levels: number): void;
  /** Draws only the rows from the first to the last. */
  limitRows(canvas: number, first: number, last: number): void;
  addPath(canvas: number, path: number, count: number): void;
  /** Of corners in the optical frame; the path has room for `most` points. */
  addPolygon(canvas: number, lens: number, corners: number, count: number, path: number, most: number): void;
  paint(canvas: number, brush: number): void;
  beginSolid(canvas: number): void;
  record(canvas: number, brush: number): void;
  recordSolid(
    canvas: number,
    lens: number,
    eye: number,
    solid: number,
    points: number,
    path: number,
    brush: number,
  ): Recorded;
  takeTurn(canvas: number, turn: Turn): void;
  lightNodes(lighting: number): void;
  /** Writes rows at `out` and nothing from `end` on; returns the row before which it stopped. */
  developRows(canvas: number, from: number, to: number, out: number, end: number): number;
}

const module = new WasmModule<DrawingKernels>(code);

/** The kernels at work in this memory. */
export const drawingKernelsIn = (memory: WasmMemory): DrawingKernels => module.in(memory);
