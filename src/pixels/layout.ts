/**
 * Who lives where in a memory that kernels work in.
 *
 * Work on frames is laid out in the memory of those frames, so that they are read and written where they are. Bytes from elsewhere, and
 * frames of a memory without room, are worked on in a memory of their own, which then has a place to copy them to.
 *
 * A frame memory takes nothing back. Rooms in it are used again once what they were laid out for is garbage: parameters that are turned
 * many times do not fill it.
 */
import type { WasmMemory } from '../math/wasm-memory.ts';
import type { FrameMemory } from '../math/frame-memory.ts';

/** Kernels may read or write a few bytes beside what they are given. */
const GUARD = 64;
const PAGE = 65_536;

export interface Layout<Place extends string> {
  readonly memory: WasmMemory;
  readonly buffer: ArrayBufferLike;
  /** Addresses, on cache lines; everything is zero at first. */
  readonly at: Readonly<Record<Place, number>>;
  /** Where frames are copied to that do not lie in this memory; absent where they do. */
  readonly frame: Uint8Array | undefined;
}

/** Rooms of these sizes [bytes] for work on frames of that memory, or on frames of `frameSize` bytes that come from anywhere. */
export function layOut<Place extends string>(
  frames: FrameMemory | undefined,
  sizes: Readonly<Record<Place, number>>,
  frameSize: number,
): Layout<Place> {
  const at = {} as Record<Place, number>;
  let size = 0;
  for (const place of Object.keys(sizes) as Place[]) {
    at[place] = size;
    size += spaced(sizes[place]);
  }
  const room = frames === undefined ? undefined : takeRoom(frames, size);
  const memory = room === undefined ? privateMemory(GUARD + size + spaced(frameSize)) : frames!.memory;
  const base = room?.byteOffset ?? GUARD;
  for (const place of Object.keys(sizes) as Place[]) at[place] += base;
  const { buffer } = memory;
  const frame = room === undefined ? new Uint8Array(buffer, base + size, frameSize) : undefined;
  const layout = { memory, buffer, at, frame };
  if (room !== undefined)
    abandoned.register(layout, { frames: new WeakRef(frames!), address: base, size: room.length });
  return layout;
}

/** Rows of a picture, each of `rowSize` bytes. */
export interface Rows {
  readonly rowSize: number;
  readonly firstRow: number;
  readonly rows: number;
}

/** The address of packed rows, `step` apart in `data`: where they are if that is in this memory, or else where they are copied to. */
export function bringIn(layout: Layout<string>, data: Uint8Array, step: number, wanted: Rows): number {
  const { buffer, frame } = layout;
  const { rowSize, firstRow, rows } = wanted;
  const first = firstRow * step;
  if (step === rowSize && data.buffer === buffer) return data.byteOffset + first;
  if (frame === undefined)
    throw new Error('A frame from elsewhere, or with gaps between its rows, needs a place of its own.');
  if (step === rowSize) frame.set(data.subarray(first, first + rowSize * rows));
  else
    for (let y = 0; y < rows; y++) frame.set(data.subarray(first + y * step, first + y * step + rowSize), y * rowSize);
  return frame.byteOffset;
}

/** Rounded up to whole cache lines, with a guard. */
const spaced = (bytes: number): number => (bytes + GUARD + 63) & ~63;

function privateMemory(bytes: number): WasmMemory {
  const pages = Math.ceil(bytes / PAGE);
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}

/** Addresses of rooms that nobody uses any more, by their size. */
const spareRooms = new WeakMap<FrameMemory, Map<number, number[]>>();

const abandoned = new FinalizationRegistry<{ frames: WeakRef<FrameMemory>; address: number; size: number }>(
  ({ frames: held, address, size }) => {
    const frames = held.deref();
    if (frames === undefined) return;
    const bySize = spareRooms.get(frames) ?? new Map<number, number[]>();
    spareRooms.set(frames, bySize.set(size, [...(bySize.get(size) ?? []), address]));
  },
);

/** A room of zeros; undefined when the memory is full. */
function takeRoom(frames: FrameMemory, size: number): Uint8Array | undefined {
  const spare = spareRooms.get(frames)?.get(size)?.pop();
  if (spare !== undefined) return frames.view(spare, size).fill(0);
  const room = frames.allocate(size);
  return frames.holds(room) ? room : undefined;
}
