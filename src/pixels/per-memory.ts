/**
 * What works on frames, made once for each memory that they come from: blocks of several runs may share parameters, but not a memory. One
 * more is made for bytes that come from elsewhere.
 */
import type { FrameMemory } from '../math/frame-memory.ts';
import { frameMemoryOf } from '../math/frame-memory.ts';

export class PerMemory<T> {
  private readonly made = new WeakMap<object, T>();

  constructor(private readonly make: (frames: FrameMemory | undefined) => T) {}

  /** That for the memory of these bytes, unless they cannot be worked on where they are. */
  for(bytes: Uint8Array, inPlace = true): T {
    const frames = inPlace ? frameMemoryOf(bytes) : undefined;
    const key = frames ?? this;
    let found = this.made.get(key);
    if (found === undefined) {
      found = this.make(frames);
      this.made.set(key, found);
    }
    return found;
  }
}
