/**
 * Zstandard, from the WebAssembly module of @foxglove/wasm-zstd. The module's own JavaScript loads it in the background and
 * copies every result; here a caller has it at once, and a compressed chunk stays where it is until it is written.
 *
 * Checked against: fzstd, and @mcap/core with the module's own JavaScript.
 */
import type { WasmMemory } from '../../math/wasm-memory.ts';

/** The exports of the module, whose names are shortened. */
interface Exports {
  readonly c: WasmMemory;
  /** Constructors. */
  readonly d: () => void;
  readonly f: (size: number) => number;
  readonly g: (pointer: number) => void;
  /** The longest that so many bytes can become. */
  readonly h: (size: number) => number;
  readonly i: (to: number, toSize: number, from: number, fromSize: number, level: number) => number;
  readonly j: (to: number, toSize: number, from: number, fromSize: number) => number;
}

const PAGE = 1 << 16;
/** Chunks are a few megabytes; a larger size is a damaged one. */
const LARGEST = 1 << 29;

export class Zstd {
  private readonly exports: Exports;
  private input = { at: 0, size: 0 };
  private output = { at: 0, size: 0 };

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {
      a: {
        // makes the memory larger, and says whether it could
        a: (size: number) => {
          try {
            memory.grow(Math.ceil((size >>> 0) / PAGE) - memory.buffer.byteLength / PAGE);
            return 1;
          } catch {
            return 0;
          }
        },
        b: (to: number, from: number, size: number) =>
          new Uint8Array(memory.buffer).copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (size >>> 0)),
      },
    });
    this.exports = exports as unknown as Exports;
    const memory = this.exports.c;
    this.exports.d();
  }

  /** A Zstandard frame, valid until the next call. */
  compress(bytes: Uint8Array, level: number): Uint8Array<ArrayBuffer> {
    this.give(bytes);
    this.output = this.room(this.output, this.exports.h(bytes.length));
    const length = this.exports.i(this.output.at, this.output.size, this.input.at, bytes.length, level);
    if (length < 0) throw new Error('Zstandard could not compress a chunk');
    return this.heap().subarray(this.output.at, this.output.at + length);
  }

  /** Exactly `size` bytes; a RangeError for what is damaged. */
  decompress(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
    if (size > LARGEST) throw new RangeError(`a chunk of ${size} bytes`);
    this.give(bytes);
    this.output = this.room(this.output, size);
    const length = this.exports.j(this.output.at, size, this.input.at, bytes.length);
    if (length < 0) throw new RangeError('these are not Zstandard data');
    if (length !== size) throw new RangeError(`Zstandard data of ${length} bytes in place of ${size}`);
    return this.heap().slice(this.output.at, this.output.at + size);
  }

  private give(bytes: Uint8Array): void {
    this.input = this.room(this.input, bytes.length);
    this.heap().set(bytes, this.input.at);
  }

  private room(old: { at: number; size: number }, size: number): { at: number; size: number } {
    if (old.size >= size && old.at !== 0) return old;
    if (old.at !== 0) this.exports.g(old.at);
    const at = this.exports.f(size);
    if (at === 0) throw new RangeError(`no memory for ${size} bytes`);
    return { at, size };
  }

  private heap(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.c.buffer);
  }
}
