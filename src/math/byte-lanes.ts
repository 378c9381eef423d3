/**
 * What a long array of bytes comes to before it is folded into a hash: sixteen 32-bit lanes that run side by side over blocks of
 * sixteen little-endian words, one round of XXH32 per word:
 *
 *   lane ← rotl(lane + word × 0x85EBCA77, 13) × 0x9E3779B1
 *
 * A round is a bijection of the lane for each word and of the word for each lane, so one changed word never vanishes; words are multiplied
 * before they meet the lane, so no few flipped bits cancel those of another word, and lanes start apart, so words that change places show.
 *
 * Frames are read where they are, by a kernel in their memory; other bytes go through a memory of the kernel's own, or, if they are few,
 * through the same steps here.
 *
 * Reference: Y. Collet, XXH32, the round and its primes.
 * Checked against: big integers; kernel against these steps, in shared and in private memory.
 */
import type { WasmMemory } from './wasm-memory.ts';
import type { FrameMemory } from './frame-memory.ts';
import { frameMemoryOf } from './frame-memory.ts';
import { code } from './kernels/generated/kernels.ts';
import { WasmModule } from './wasm-module.ts';

export const LANES = 16;
/** Bytes that all lanes take in one round. */
export const BLOCK = 4 * LANES;
/** Arrays of so many bytes are worth a kernel, and so many at a time are copied to it. */
const MANY = 1024;
const CHUNK = 32_768;

interface Kernels {
  foldBlocks(address: number, blocks: number, lanes: number): void;
}

/** A kernel at work in one memory, and the lanes there. */
interface Workplace {
  readonly kernels: Kernels;
  readonly lanes: Int32Array;
}

const start = Int32Array.from({ length: LANES }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
const few = new Int32Array(LANES);
const byteLanes = new WasmModule<Kernels>(code);
const workplaces = new WeakMap<FrameMemory, Workplace>();
let ownPlace: (Workplace & { readonly chunk: Uint8Array }) | undefined;

/** The lanes after all whole blocks of the bytes. One array, reused: read it, do not keep it. */
export function lanesOf(bytes: Uint8Array): Int32Array {
  const blocks = Math.floor(bytes.length / BLOCK);
  if (bytes.length < MANY) return lanesOfFew(bytes, blocks);
  const frames = frameMemoryOf(bytes);
  const place = frames === undefined ? undefined : workplaceIn(frames);
  if (place === undefined) return lanesOfForeign(bytes, blocks);
  place.lanes.set(start);
  place.kernels.foldBlocks(bytes.byteOffset, blocks, place.lanes.byteOffset);
  return place.lanes;
}

/** Undefined when the memory has no room for the lanes. */
function workplaceIn(frames: FrameMemory): Workplace | undefined {
  const before = workplaces.get(frames);
  if (before !== undefined) return before;
  const room = frames.allocate(4 * LANES);
  if (!frames.holds(room)) return undefined;
  const place = openPlace(frames.memory, room.byteOffset);
  workplaces.set(frames, place);
  return place;
}

const openPlace = (memory: WasmMemory, address: number): Workplace => ({
  kernels: byteLanes.in(memory),
  lanes: new Int32Array(memory.buffer, address, LANES),
});

/** Bytes from elsewhere, chunk by chunk. */
function lanesOfForeign(bytes: Uint8Array, blocks: number): Int32Array {
  const { kernels, lanes, chunk } = (ownPlace ??= openOwnPlace());
  lanes.set(start);
  const end = BLOCK * blocks;
  for (let from = 0; from < end; from += CHUNK) {
    const to = Math.min(from + CHUNK, end);
    chunk.set(bytes.subarray(from, to));
    kernels.foldBlocks(chunk.byteOffset, (to - from) / BLOCK, lanes.byteOffset);
  }
  return lanes;
}

function openOwnPlace(): Workplace & { readonly chunk: Uint8Array } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  return { ...openPlace(memory, CHUNK), chunk: new Uint8Array(memory.buffer, 0, CHUNK) };
}

/** The steps themselves. */
export function lanesOfFew(bytes: Uint8Array, blocks: number): Int32Array {
  few.set(start);
  for (let i = 0, word = 0; word < LANES * blocks; i += 4, word++) {
    const lane = word & (LANES - 1);
    const value = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    const sum = (few[lane] + Math.imul(value, 0x85ebca77)) | 0;
    few[lane] = Math.imul((sum << 13) | (sum >>> 19), 0x9e3779b1);
  }
  return few;
}
