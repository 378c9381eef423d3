import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanesOf, lanesOfFew } from './byte-lanes.ts';
import { createMemory, FrameMemory } from './frame-memory.ts';
import { createHash, foldBytes, hashToHex } from './hash.ts';
import { createStream, nextUint32 } from './random.ts';

const stream = createStream(7, 'bytes');
const randomBytes = (length: number) => Uint8Array.from({ length }, () => nextUint32(stream) & 255);
const hexOf = (bytes: Uint8Array) => {
  const hash = createHash();
  foldBytes(hash, bytes);
  return hashToHex(hash);
};
const blocksOf = (bytes: Uint8Array) => Math.floor(bytes.length / 64);

const shared = new FrameMemory();
const ofPrivateMemory = new FrameMemory(new WebAssembly.Memory({ initial: 64, maximum: 64 }));
const framed = (frames: FrameMemory, bytes: Uint8Array) => {
  const frame = frames.allocate(bytes.length);
  expect(frames.holds(frame)).toBe(true);
  frame.set(bytes);
  return frame;
};

describe('the lanes of long byte arrays', () => {
  it('follow the formula', () => {
    const bytes = randomBytes(64 * 5);
    const mask = 0xffffffffn;
    const words = new DataView(bytes.buffer);
    const expected = Array.from({ length: 16 }, (_, lane) => {
      let value = (BigInt(lane + 1) * 0x9e3779b1n) & mask;
      for (let block = 0; block < 5; block++) {
        const word = BigInt(words.getUint32(64 * block + 4 * lane, true));
        value = (value + word * 0x85ebca77n) & mask;
        value = (((value << 13n) | (value >> 19n)) & mask) * 0x9e3779b1n;
        value &= mask;
      }
      return Number(BigInt.asIntN(32, value));
    });
    expect([...lanesOfFew(bytes, 5)]).toEqual(expected);
  });

  it.each([1024, 1087, 1088, 4096, 32_768, 32_832, 100_003, 230_400])(
    'are the same step by step, in shared, in private and in other memory: %i bytes',
    (length) => {
      const bytes = randomBytes(length);
      const expected = [...lanesOfFew(bytes, blocksOf(bytes))];
      expect([...lanesOf(bytes)]).toEqual(expected);
      expect([...lanesOf(framed(shared, bytes))]).toEqual(expected);
      expect([...lanesOf(framed(ofPrivateMemory, bytes))]).toEqual(expected);
    },
  );

  it('are found for frames of a memory that has no room left for them', () => {
    const full = new FrameMemory(createMemory(1));
    const frame = full.allocate(65_536 - 2 * 64);
    expect(full.holds(frame)).toBe(true);
    frame.set(randomBytes(frame.length));
    expect(full.holds(full.allocate(1))).toBe(false);
    expect(hexOf(frame)).toBe(hexOf(frame.slice()));
  });
});

describe('the hash of bytes', () => {
  it('does not depend on where they lie', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = randomBytes(length);
      expect(hexOf(framed(shared, bytes))).toBe(hexOf(bytes));
    }
    const large = randomBytes(50_001);
    const frame = framed(shared, large);
    expect(hexOf(frame)).toBe(hexOf(large));
    expect(hexOf(frame.subarray(3))).toBe(hexOf(large.slice(3)));
  });

  it('notices one changed byte, and two words that changed places, anywhere', () => {
    const bytes = randomBytes(1500);
    const original = hexOf(bytes);
    const index = fc.nat(bytes.length - 1);
    fc.assert(
      fc.property(index, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] ^= change;
        return hexOf(changed) !== original;
      }),
    );
    const word = fc.nat(bytes.length / 4 - 1);
    fc.assert(
      fc.property(word, word, (i, j) => {
        const changed = bytes.slice();
        changed.set(bytes.subarray(4 * i, 4 * i + 4), 4 * j);
        changed.set(bytes.subarray(4 * j, 4 * j + 4), 4 * i);
        return i === j || hexOf(changed) !== original;
      }),
    );
  });

  it('notices up to three flipped bits in two neighbouring words of one lane', () => {
    const bytes = randomBytes(128);
    const original = hexOf(bytes);
    const flipped = (bits: number[]) => {
      const changed = bytes.slice();
      // words 5 of both blocks
      for (const bit of bits) changed[20 + (bit >> 5) * 64 + ((bit >> 3) & 3)] ^= 1 << (bit & 7);
      return hexOf(changed);
    };
    let cancelled = 0;
    for (let a = 0; a < 32; a++)
      for (let b = 32; b < 64; b++)
        for (let c = b; c < 64; c++) if (flipped(c === b ? [a, b] : [a, b, c]) === original) cancelled++;
    expect(cancelled).toBe(0);
  });

  it('tells lengths of zeros apart', () => {
    const hashes = Array.from({ length: 300 }, (_, length) => hexOf(new Uint8Array(length)));
    expect(new Set(hashes).size).toBe(300);
  });
});

describe('the compiled kernel', () => {
  it('is what its source compiles to today', async () => {
    const { modules, generateKernels } = await import(
      new URL('../../scripts/generate-kernels.mjs', import.meta.url).href
    );
    expect(readFileSync(modules[0].output, 'utf8')).toBe(await generateKernels(modules[0]));
  });
});
