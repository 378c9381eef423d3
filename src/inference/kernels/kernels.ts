/**
 * The kernels of networks: WebAssembly with fixed-width SIMD. Sums are exact integers and what follows them is single precision with one
 * rounding per operation, so that every engine gives the same bits. What each does is said in `assembly/`.
 */
import type { WasmMemory } from '../../math/wasm-memory.ts';
import { WasmModule } from '../../math/wasm-module.ts';
import { code } from './generated/kernels.ts';

/** Addresses are bytes in the memory. */
export interface InferenceKernels {
  unpack(src: number, dst: number, pitch: number, width: number, height: number): void;
  convolve(job: number): void;
}

const kernels = new WasmModule<InferenceKernels>(code);

export const inferenceKernelsIn = (memory: WasmMemory): InferenceKernels => kernels.in(memory);
