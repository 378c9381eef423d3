/**
 * Where the frames of a run (bytes of images and points) live: one WebAssembly memory that every thread of the run sees, so that a
 * frame is written once, worked on by compiled kernels where it is, and never copied.
 *
 * Whoever makes frames takes them with `allocate`; who passes a message on to another thread sends (offset, length) in place of the
 * bytes; who has bytes in hand finds the memory around them with `frameMemoryOf`, and their address is `bytes.byteOffset`.
 *
 * The life of a frame: a port asks for a frame only when its ring has none of that size yet, and then uses its ring over and over, so
 * a memory only ever grows to (frames per ring) × (size) per port and nothing is given back before the run ends. A frame is written by
 * one block between its release and its answer; from then on it is read-only until the ring comes round to it again. The memory is
 * reserved when the first frame is asked for and committed by the operating system as it is touched; it never grows, so addresses and
 * views stay good. When it is full, `allocate` returns private memory: all stays correct, but such frames are copied whenever they cross
 * a thread or meet a kernel.
 *
 * Who writes a frame in another thread may digest it there and say so with its place (`noteDigest`); it holds until the frame is given
 * out to be written again (`forgetDigest`).
 */
import type { WasmMemory } from './wasm-memory.ts';

const SHARED_PAGES = 16_384;
/** Where the engine shares no memory, it may also count all of it as used. */
const PRIVATE_PAGES = 4096;
/** Frames begin on cache lines; positions are counted in lines, so that they fit 31 bits. */
const LINE = 64;

interface FrameDigest {
  length: number;
  low: number;
  high: number;
}

export class FrameMemory {
  /** Absent until the first frame. Line 0 holds the number of lines taken; frames follow. */
  private taken: Int32Array | undefined;
  private reserved: WasmMemory | undefined;
  /** One view per frame, so that passing a known frame allocates nothing. */
  private readonly views = new Map<number, Uint8Array>();
  /** What is known of the frame that begins at a place. */
  private readonly digests = new Map<number, FrameDigest>();

  /** A memory of its own, or the one that another thread sent. */
  constructor(joined?: WasmMemory) {
    if (joined !== undefined) this.reserve(joined);
  }

  get memory(): WasmMemory {
    return this.reserved ?? this.reserve(createMemory());
  }

  private reserve(memory: WasmMemory): WasmMemory {
    this.reserved = memory;
    this.taken = new Int32Array(memory.buffer, 0, 1);
    Atomics.compareExchange(this.taken, 0, 0, 1);
    known.set(memory.buffer, this);
    return memory;
  }

  /** A frame of that size, on a cache line; contents undefined. */
  readonly allocate = (size: number): Uint8Array => {
    const { buffer } = this.memory;
    const taken = this.taken!;
    const lines = Math.max(1, Math.ceil(size / LINE));
    for (;;) {
      const first = Atomics.load(taken, 0);
      // kernels may read a line further
      if ((first + lines + 1) * LINE > buffer.byteLength) return new Uint8Array(size);
      if (Atomics.compareExchange(taken, 0, first, first + lines) === first) return this.view(first * LINE, size);
    }
  };

  /** Whether these bytes lie here; their place is then `bytes.byteOffset`. */
  holds(bytes: Uint8Array): boolean {
    return bytes.buffer === this.reserved?.buffer;
  }

  /** The frame at that place. */
  view(offset: number, length: number): Uint8Array {
    const before = this.views.get(offset);
    if (before !== undefined && before.length === length) return before;
    const view = new Uint8Array(this.memory.buffer, offset, length);
    this.views.set(offset, view);
    return view;
  }

  /** These bytes, which lie here, have this digest for as long as nobody writes to them. */
  noteDigest({ byteOffset, length }: Uint8Array, low: number, high: number): void {
    const known = this.digests.get(byteOffset);
    if (known === undefined) this.digests.set(byteOffset, { length, low, high });
    else Object.assign(known, { length, low, high });
  }

  forgetDigest({ byteOffset }: Uint8Array): void {
    this.digests.delete(byteOffset);
  }

  /** Undefined where nobody has said. */
  digestOf({ byteOffset, length }: Uint8Array): Readonly<Pick<FrameDigest, 'low' | 'high'>> | undefined {
    const known = this.digests.get(byteOffset);
    return known?.length === length ? known : undefined;
  }
}

/** Of this thread. */
const known = new WeakMap<ArrayBufferLike, FrameMemory>();

/** The memory that these bytes are a part of; undefined for bytes from elsewhere. */
export const frameMemoryOf = (bytes: Uint8Array): FrameMemory | undefined => known.get(bytes.buffer);

/** Pages that are not isolated from others may make shared memory, but neither clone nor send views of it. */
const mayShare = (): boolean => (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

/** Shared with other threads where the engine allows it. */
export function createMemory(pages?: number): WasmMemory {
  if (mayShare())
    try {
      const size = pages ?? SHARED_PAGES;
      return new WebAssembly.Memory({ initial: size, maximum: size, shared: true });
    } catch {
      // private memory does as well
    }
  const size = pages ?? PRIVATE_PAGES;
  return new WebAssembly.Memory({ initial: size, maximum: size });
}
