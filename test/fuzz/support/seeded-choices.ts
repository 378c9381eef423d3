/** Choices that follow from a seed and the number of an input, so that any input can be made again alone. */
export class SeededChoices {
  private state: number;

  constructor(seed: number, index: number) {
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  }

  /** A whole number from 0 to n − 1 (xorshift with a multiplication, as in splitmix32). */
  below(n: number): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) % n;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  bytes(n: number): Uint8Array {
    return Uint8Array.from({ length: n }, () => this.below(256));
  }
}

/** Values that programs get wrong. */
export const hostileJson = (choose: SeededChoices): string =>
  choose.of([
    () => 'NaN',
    () => '-Infinity',
    () => '1e999',
    () => `-${'9'.repeat(400)}`,
    () => 'null',
    () => 'true',
    () => '[]',
    () => '{}',
    () => '"\\u001b[2J\\u001b]0;title\\u0007"',
    () => JSON.stringify(String.fromCharCode(...choose.bytes(20))),
    () => `"${'\\"'.repeat(choose.below(40_000))}`,
    () => JSON.stringify('x'.repeat(choose.below(5000))),
    () => '['.repeat(choose.below(20_000)),
    () => '{"a":'.repeat(choose.below(300)),
    () => `[${'[],'.repeat(choose.below(300))}[]]`,
    () => '{"__proto__":{"x":1},"constructor":1}',
    () => '"\ud800"',
  ])();

/** Cuts, repeats, flips or inserts somewhere. */
export function damaged(bytes: Uint8Array, choose: SeededChoices): Uint8Array {
  const at = choose.below(bytes.length + 1);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (choose.below(5)) {
    case 0:
      return head.slice();
    case 1:
      return Uint8Array.of(...head, ...choose.bytes(choose.below(30)), ...tail);
    case 2:
      return bytes.map((byte, i) => (i === at ? choose.below(256) : byte));
    case 3:
      return Uint8Array.of(...tail, ...head);
    default:
      return bytes;
  }
}
