/** Draws from a random stream, in the words of who makes up a scene. */
import type { RandomStream } from '../../src/math/random.ts';
import { createStream, integerBelow, uniform, uniformBetween } from '../../src/math/random.ts';

export class Chance {
  private readonly stream: RandomStream;

  constructor(seed: number, name: string) {
    this.stream = createStream(seed, name);
  }

  between(low: number, high: number): number {
    return uniformBetween(this.stream, low, high);
  }

  /** From −size to size. */
  around(size: number): number {
    return uniformBetween(this.stream, -size, size);
  }

  happens(probability: number): boolean {
    return uniform(this.stream) < probability;
  }

  one<T>(items: readonly T[]): T {
    return items[integerBelow(this.stream, items.length)];
  }

  whole(low: number, high: number): number {
    return low + integerBelow(this.stream, high - low + 1);
  }
}
