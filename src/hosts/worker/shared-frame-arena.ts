/**
 * Frames (image and point bytes) in memory that every thread of a run sees, so that a frame is written once and
 * never copied.
 *
 * There is one arena per run. Whoever makes frames, on the main thread or in a worker, takes them from it with
 * `allocate`, which is the `FrameAllocator` of its output ports; who passes a message on to another thread sends
 * (offset, length) in place of the bytes.
 *
 * The life of a frame: a port asks for a frame only when its ring has none of that size yet, and then uses its
 * ring over and over, so the arena only ever grows to (frames per ring) × (size) per port and nothing is given
 * back before the run ends. A frame is written by one block between its release and its answer; from then on it is
 * read-only until the ring comes round to it again. The memory is reserved at once and committed by the operating
 * system as it is touched. When the arena is full, `allocate` returns private memory: all stays correct, but such
 * a frame is copied whenever it crosses a thread.
 */
import type { FrameAllocator } from '../../core/signal.ts';

const DEFAULT_SIZE = 1 << 30;
/** Frames begin on cache lines; positions are counted in lines, so that they fit 31 bits. */
const LINE = 64;

export class SharedFrameArena {
  /** Line 0 holds the number of lines taken; frames follow. */
  private readonly taken: Int32Array;
  private readonly lines: number;
  /** One view per frame, so that passing a known frame allocates nothing. */
  private readonly views = new Map<number, Uint8Array>();

  /** Makes an arena, or joins the one behind `memory`. */
  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(DEFAULT_SIZE)) {
    this.taken = new Int32Array(memory, 0, 1);
    this.lines = Math.floor(memory.byteLength / LINE);
    Atomics.compareExchange(this.taken, 0, 0, 1);
  }

  /** A frame of that size; contents undefined. */
  readonly allocate: FrameAllocator = (size) => {
    const lines = Math.max(1, Math.ceil(size / LINE));
    for (;;) {
      const first = Atomics.load(this.taken, 0);
      if (first + lines > this.lines) return new Uint8Array(size);
      if (Atomics.compareExchange(this.taken, 0, first, first + lines) === first) return this.view(first * LINE, size);
    }
  };

  /** Whether these bytes lie in the arena; their place is then `bytes.byteOffset`. */
  holds(bytes: Uint8Array): boolean {
    return (bytes.buffer as ArrayBufferLike) === this.memory;
  }

  /** The frame at that place. */
  view(offset: number, length: number): Uint8Array {
    const known = this.views.get(offset);
    if (known !== undefined && known.length === length) return known;
    const view = new Uint8Array(this.memory, offset, length);
    this.views.set(offset, view);
    return view;
  }
}
