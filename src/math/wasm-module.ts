/**
 * WebAssembly that works in the memory it is given, shared between threads or not. One module serves both: whether the memory is shared is
 * a bit in the module's import, and the bits of a module are compiled once per thread and kind; each memory has one instance.
 */
import type { WasmMemory } from './wasm-memory.ts';
import { fromBase64 } from './base64.ts';

export interface ModuleCode {
  readonly base64: string;
  /** Where the limits of the imported memory begin, whose first byte says: 3 shared, 1 private, both with a maximum. */
  readonly memoryFlagAt: number;
}

const PRIVATE = 1;

export class WasmModule<Exports> {
  private shared: WebAssembly.Module | undefined;
  private notShared: WebAssembly.Module | undefined;
  private readonly instances = new WeakMap<WasmMemory, Exports>();

  constructor(private readonly code: ModuleCode) {}

  /** What the module offers, at work in this memory. */
  in(memory: WasmMemory): Exports {
    const before = this.instances.get(memory);
    if (before !== undefined) return before;
    const module = isPrivate(memory) ? (this.notShared ??= this.compile(true)) : (this.shared ??= this.compile(false));
    const made = new WebAssembly.Instance(module, { env: { memory: memory as WebAssembly.Memory } }).exports as Exports;
    this.instances.set(memory, made);
    return made;
  }

  private compile(asPrivate: boolean): WebAssembly.Module {
    const bytes = fromBase64(this.code.base64)! as Uint8Array<ArrayBuffer>;
    if (asPrivate) bytes[this.code.memoryFlagAt] = PRIVATE;
    return new WebAssembly.Module(bytes);
  }
}

const isPrivate = (memory: WasmMemory): boolean => memory.buffer instanceof ArrayBuffer;
