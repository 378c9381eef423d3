import { describe, expect, it } from 'vitest';
import { createMemory, FrameMemory, frameMemoryOf } from './frame-memory.ts';

describe('the memory of frames', () => {
  it('is found again from the bytes of a frame, and from no others', () => {
    const frames = new FrameMemory();
    expect(frameMemoryOf(frames.allocate(100))).toBe(frames);
    expect(frameMemoryOf(frames.allocate(100).subarray(10))).toBe(frames);
    expect(frameMemoryOf(new Uint8Array(100))).toBeUndefined();
  });

  it('gives private frames when it is full', () => {
    const frames = new FrameMemory(createMemory(1));
    const parts = [frames.allocate(30_000), frames.allocate(35_000), frames.allocate(2000)];
    expect(parts.map((frame) => frames.holds(frame))).toEqual([true, true, false]);
    expect(parts.map((frame) => frame.length)).toEqual([30_000, 35_000, 2000]);
  });

  it('gives every frame a place of its own, on a cache line, to all threads that share it', () => {
    const memory = createMemory(1);
    const sharing = [new FrameMemory(memory), new FrameMemory(memory)];
    const frames = Array.from({ length: 20 }, (_, i) => sharing[i % 2].allocate(100 + i));
    frames.forEach((frame, i) => frame.fill(i));
    frames.forEach((frame, i) => expect(frame.every((byte) => byte === i)).toBe(true));
    expect(frames.every(({ byteOffset }) => byteOffset % 64 === 0 && byteOffset > 0)).toBe(true);
  });

  it('can be sent to another thread', () => {
    expect(new FrameMemory().memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
