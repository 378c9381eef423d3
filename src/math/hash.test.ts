import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameMemory } from './frame-memory.ts';
import { createHash, crossMix, digestBytes, foldBytes, foldNumber, foldString, foldWords, hashToHex } from './hash.ts';

const hexOf = (fold: (hash: ReturnType<typeof createHash>) => void): string => {
  const hash = createHash();
  fold(hash);
  return hashToHex(hash);
};

describe('the running hash', () => {
  it('starts from the digits of π and prints sixteen digits, high lane first', () => {
    expect(hashToHex(createHash())).toBe('85a308d3243f6a88');
  });

  it('folds words as the formula says', () => {
    const mask = 0xffffffffn;
    let low = ((0x243f6a88n ^ 7n) * 0x9e3779b1n) & mask;
    low ^= low >> 15n;
    let high = ((0x85a308d3n ^ 9n) * 0x85ebca77n) & mask;
    high ^= high >> 15n;
    const expected = high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
    expect(hexOf((h) => foldWords(h, 7, 9))).toBe(expected);
  });

  it('lets no two flipped bits cancel', () => {
    const words = new Uint32Array(Float64Array.of(1.25, -3.7, 1e-3, 42.42).buffer);
    const hashOf = (w: Uint32Array) =>
      hexOf((h) => {
        for (let i = 0; i < w.length; i += 2) foldWords(h, w[i], w[i + 1]);
      });
    const original = hashOf(words);
    const bits = words.length * 32;
    let cancelled = 0;
    for (let i = 0; i < bits; i++) {
      for (let j = i; j < bits; j++) {
        const flipped = words.slice();
        flipped[i >> 5] ^= 1 << (i & 31);
        if (j > i) flipped[j >> 5] ^= 1 << (j & 31);
        if (hashOf(flipped) === original) cancelled++;
      }
    }
    expect(cancelled).toBe(0);
  });

  it('tells apart any two different doubles, and 0 from −0', () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.double(),
        (a, b) => Object.is(a, b) === (hexOf((h) => foldNumber(h, a)) === hexOf((h) => foldNumber(h, b))),
      ),
    );
    expect(hexOf((h) => foldNumber(h, 0))).not.toBe(hexOf((h) => foldNumber(h, -0)));
  });

  it('folds all NaNs alike', () => {
    const bits = new Float64Array(new Uint32Array([1, 0xfff80000]).buffer);
    expect(hexOf((h) => foldNumber(h, bits[0]))).toBe(hexOf((h) => foldNumber(h, NaN)));
  });

  it('notices one flipped bit anywhere in a byte array, of any length', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (data, where, bit) => {
        const changed = data.slice();
        changed[where % data.length] ^= 1 << bit;
        return hexOf((h) => foldBytes(h, data)) !== hexOf((h) => foldBytes(h, changed));
      }),
    );
  });

  it('digests bytes as the formula says, the rest of fewer than eight one by one', () => {
    const bytes = Uint8Array.from({ length: 19 }, (_, i) => (i * 37) % 251);
    const words = createHash();
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < 16; i += 8) foldWords(words, view.getInt32(i, true), view.getInt32(i + 4, true));
    for (let i = 16; i < 19; i++) foldWords(words, bytes[i], i);
    const digest = createHash();
    digestBytes(bytes, digest);
    expect(digest).toEqual(words);
  });

  it('folds the digest that a frame is said to have, and its own once the frame is given out again', () => {
    const frames = new FrameMemory();
    const frame = frames.allocate(5000).fill(7);
    const found = createHash();
    digestBytes(frame, found);
    const own = hexOf((h) => foldBytes(h, frame));
    expect(hexOf((h) => foldBytes(h, frame.slice()))).toBe(own);
    frames.noteDigest(frame, found.low, found.high);
    expect(hexOf((h) => foldBytes(h, frame))).toBe(own);
    frames.noteDigest(frame, found.low ^ 1, found.high);
    expect(hexOf((h) => foldBytes(h, frame))).not.toBe(own);
    // a part of it is not what was digested
    expect(hexOf((h) => foldBytes(h, frame.subarray(0, 4500)))).toBe(hexOf((h) => foldBytes(h, frame.slice(0, 4500))));
    frames.forgetDigest(frame);
    expect(hexOf((h) => foldBytes(h, frame))).toBe(own);
  });

  it('depends on order and on where one string ends and the next begins', () => {
    const two = (a: string, b: string) =>
      hexOf((h) => {
        foldString(h, a);
        foldString(h, b);
      });
    expect(two('a', 'b')).not.toBe(two('b', 'a'));
    expect(two('ab', 'c')).not.toBe(two('a', 'bc'));
  });

  it('carries a change of one lane into the other when mixed', () => {
    const mixed = (low: number, high: number) =>
      hexOf((h) => {
        foldWords(h, low, high);
        crossMix(h);
      });
    expect(mixed(1, 5).slice(0, 8)).not.toBe(mixed(2, 5).slice(0, 8));
    expect(mixed(1, 5).slice(8)).not.toBe(mixed(1, 6).slice(8));
  });
});
