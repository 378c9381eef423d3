import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NaiveFrame } from '../../../test/support/naive-can-bits.ts';
import { naiveBits } from '../../../test/support/naive-can-bits.ts';
import { BitStream } from './bit-stream.ts';
import { BIT_RATE_SWITCH, EXTENDED, FD, PASSIVE, REMOTE } from './frame-format.ts';
import { fastBits, frameLength, nominalBits } from './frame-length.ts';

const flagsOf = ({ isExtended, isRemote, isFd, isFast, isPassive }: NaiveFrame): number =>
  (isExtended ? EXTENDED : 0) |
  (isRemote ? REMOTE : 0) |
  (isFd ? FD : 0) |
  (isFast ? BIT_RATE_SWITCH : 0) |
  (isPassive ? PASSIVE : 0);

const asked = (frame: NaiveFrame): number => (frame.isRemote ? (frame.asked ?? 0) : frame.data.length);

const packedLength = (frame: NaiveFrame): number =>
  frameLength(frame.id, flagsOf(frame), asked(frame), Uint8Array.from(frame.data));

const totalBits = (frame: NaiveFrame): number => nominalBits(packedLength(frame)) + fastBits(packedLength(frame));

function streamed(frame: NaiveFrame): BitStream {
  return new BitStream().write(frame.id, flagsOf(frame), asked(frame), Uint8Array.from(frame.data));
}

const textOf = ({ bits, count }: BitStream): string => bits.subarray(0, count).join('');

/** Bytes with long runs of equal bits, so that there is something to stuff. */
const byte = fc.oneof(fc.constantFrom(0, 255, 0x1f, 0xf8, 0x0f, 0x83), fc.integer({ min: 0, max: 255 }));
const identifier = fc.record({ isExtended: fc.boolean(), raw: fc.integer({ min: 0, max: 0x1fffffff }), mask: byte });
const idOf = ({ isExtended, raw, mask }: { isExtended: boolean; raw: number; mask: number }) => ({
  isExtended,
  id: raw & ~(mask << 8) & (isExtended ? 0x1fffffff : 0x7ff),
});
const classic: fc.Arbitrary<NaiveFrame> = fc
  .record({ identifier, isRemote: fc.boolean(), data: fc.array(byte, { maxLength: 8 }), asked: fc.nat(8) })
  .map(({ identifier: name, data, ...rest }) => ({ ...idOf(name), ...rest, data: rest.isRemote ? [] : data }));
const fd: fc.Arbitrary<NaiveFrame> = fc
  .record({
    identifier,
    isFast: fc.boolean(),
    isPassive: fc.boolean(),
    data: fc
      .constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64)
      .chain((length) => fc.array(byte, { minLength: length, maxLength: length })),
  })
  .map(({ identifier: name, ...rest }) => ({ ...idOf(name), ...rest, isFd: true }));

describe('the bits of a frame', () => {
  it('are those of a frame whose bits are published: identifier 0x14, one byte 0x01', () => {
    // as in the tests of comma.ai's panda, without the three bits of intermission
    const published = '0000010010100000100010000010011110111010100111111111111';
    expect(textOf(streamed({ id: 0x14, data: [1] }))).toBe(published);
    expect(totalBits({ id: 0x14, data: [1] })).toBe(published.length);
  });

  it.each([
    ['classic', classic],
    ['FD', fd],
  ])('are those of a naive serialisation, and as many as the length says: %s', (_name, frames) => {
    fc.assert(
      fc.property(frames, (frame) => {
        const expected = naiveBits(frame);
        expect(textOf(streamed(frame))).toBe(expected);
        expect(totalBits(frame)).toBe(expected.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('are of the data rate from ESI to the CRC delimiter where the rate is switched', () => {
    fc.assert(
      fc.property(fd, (frame) => {
        const { fastFrom, fastTo, acknowledge, count } = streamed(frame);
        expect(fastBits(packedLength(frame))).toBe(frame.isFast ? fastTo - fastFrom : 0);
        if (!frame.isFast) return;
        // the delimiter is the last of them, the acknowledge slot comes after it, and seven bits of end after that and its delimiter
        expect([fastTo, acknowledge]).toEqual([count - 9, count - 9]);
        const slow = naiveBits({ ...frame, data: [] }).length;
        expect(fastFrom).toBeLessThan(slow);
      }),
    );
  });
});

describe('the length of a classic frame', () => {
  /** The contents with which dominant and recessive bits alternate: nothing to stuff but in the control field and CRC. */
  const least = (n: number): number =>
    Math.min(
      ...Array.from({ length: 2048 }, (_, id) => totalBits({ id, data: Array.from({ length: n }, () => 0x55) })),
    );

  // RTR, IDE, r0 and the first bits of a DLC below 4 are five dominant bits in any case
  it.each([
    [0, 1],
    [1, 1],
    [3, 1],
    [4, 0],
    [8, 0],
  ])('is at least 44 + 8 n bits for %i bytes, and %i stuff bit', (n, stuffed) => {
    expect(least(n)).toBe(44 + 8 * n + stuffed);
  });

  it.each([0, 1, 4, 8])('is never more than the worst case of %i bytes', (n) => {
    const most = (bare: number): number => bare + 10 + 8 * n + Math.floor((bare + 8 * n - 1) / 4);
    fc.assert(
      fc.property(identifier, fc.array(byte, { minLength: n, maxLength: n }), (name, data) => {
        const frame = { ...idOf(name), data };
        expect(totalBits(frame)).toBeLessThanOrEqual(most(frame.isExtended ? 54 : 34));
        expect(totalBits(frame)).toBeGreaterThanOrEqual((frame.isExtended ? 64 : 44) + 8 * n);
      }),
    );
  });

  it('grows by one bit for every four bits where runs of four follow a run of five', () => {
    // DLC 1000, then 00 1111 0000 1111 …: a stuff bit after 00000, and with it five recessive bits, and so on: 1 + 15 in the data
    const stuffed = totalBits({ id: 0x2aa, data: Array.from({ length: 8 }, () => 0x3c) }) - 108;
    expect(stuffed).toBeGreaterThanOrEqual(16);
    // the CRC can add one for every four of its bits
    expect(stuffed).toBeLessThanOrEqual(16 + 4);
    expect(totalBits({ id: 0x2aa, data: Array.from({ length: 8 }, () => 0x33) })).toBeLessThanOrEqual(108 + 4);
  });

  it('of a remote frame does not follow from how much is asked for, but for the bits of its DLC', () => {
    const lengths = Array.from({ length: 9 }, (_, n) => totalBits({ id: 0x555, isRemote: true, data: [], asked: n }));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(44 + 8);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(44);
  });
});

describe('the length of an FD frame', () => {
  it.each([
    [false, 0, 17 + 5 + 27 + 10],
    [false, 16, 17 + 5 + 128 + 27 + 10],
    [false, 20, 17 + 5 + 160 + 32 + 10],
    [true, 64, 36 + 5 + 512 + 32 + 10],
  ])('without dynamic stuff bits follows from its fields: extended %s, %i bytes', (isExtended, n, bits) => {
    const frame = {
      id: isExtended ? 0x15555555 : 0x555,
      isExtended,
      isFd: true,
      data: Array.from({ length: n }, () => 0x55),
    };
    const dynamic = naiveBits(frame).length - bits;
    expect(totalBits(frame)).toBe(bits + dynamic);
    // only the bits among the control field can be equal
    expect(dynamic).toBeLessThanOrEqual(1);
  });
});
