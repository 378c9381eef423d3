/** A WebAssembly.Memory, for declarations that are read where that type is not known. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
