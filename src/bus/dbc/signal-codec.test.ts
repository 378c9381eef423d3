import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitOfSignal, endOfSignal } from './bit-layout.ts';
import type { DbcSignal } from './database.ts';
import { SignalCodec } from './signal-codec.ts';

const signal = (parts: Partial<DbcSignal>): DbcSignal => ({
  ...{ name: 's', start: 0, length: 8, byteOrder: 'intel', isSigned: false, encoding: 'integer' },
  ...{ factor: 1, offset: 0, minimum: 0, maximum: 0, unit: '', receivers: [], isMultiplexor: false },
  ...{ values: [], attributes: new Map() },
  ...parts,
});
const codec = (parts: Partial<DbcSignal>) => new SignalCodec(signal(parts));
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('an Intel signal', () => {
  it('begins with its least significant bit', () => {
    // 12 bits from bit 4: the high half of byte 0 (0x3) is the lowest digit, byte 1 (0xAB) the two above
    expect(codec({ start: 4, length: 12 }).raw(bytes(0x3c, 0xab))).toBe(0xab3);
    const data = bytes(0xff, 0xff);
    codec({ start: 4, length: 12 }).setRaw(data, 0x120);
    expect([...data]).toEqual([0x0f, 0x12]);
  });
});

describe('a Motorola signal', () => {
  it('begins with its most significant bit and goes on to the right', () => {
    // 7|16@0: bytes 0 and 1, most significant byte first
    expect(codec({ start: 7, length: 16, byteOrder: 'motorola' }).raw(bytes(0x12, 0x34))).toBe(0x1234);
    // 3|12@0: bits 3 2 1 0 of byte 0, then bits 15 … 8, which are all of byte 1
    expect(codec({ start: 3, length: 12, byteOrder: 'motorola' }).raw(bytes(0xfa, 0xbc))).toBe(0xabc);
    // 2|5@0: bits 2 1 0 of byte 0 (101 of 0x05), then bits 15 14 of byte 1 (01 of 0x40): 10101
    expect(codec({ start: 2, length: 5, byteOrder: 'motorola' }).raw(bytes(0x05, 0x40))).toBe(0b10101);
    expect(endOfSignal(signal({ start: 2, length: 5, byteOrder: 'motorola' }))).toBe(10);
    const places = Array.from({ length: 5 }, (_, i) =>
      bitOfSignal(signal({ start: 2, length: 5, byteOrder: 'motorola' }), i),
    );
    expect(places).toEqual([14, 15, 0, 1, 2]);
  });

  it('that is signed is a two’s complement', () => {
    // 11|10@0-: bits 11 10 9 8 of byte 1 (1111), then 23 … 18 of byte 2 (111110): −2
    const own = codec({ start: 11, length: 10, byteOrder: 'motorola', isSigned: true });
    expect(own.raw(bytes(0, 0x0f, 0xf8))).toBe(-2);
    const data = new Uint8Array(3);
    own.setRaw(data, -2);
    expect([...data]).toEqual([0, 0x0f, 0xf8]);
  });
});

describe('a physical value', () => {
  const temperature = codec({ length: 8, factor: 0.5, offset: -40, minimum: -40, maximum: 60 });
  const encoded = (own: SignalCodec, value: number) => {
    const data = new Uint8Array(8);
    own.encode(data, value);
    return data[0];
  };

  it('is raw times factor plus offset', () => {
    expect(temperature.decode(bytes(100))).toBe(10);
    expect(encoded(temperature, 10)).toBe(100);
  });

  it('is rounded to the nearest raw value, halves away from zero', () => {
    expect([10.24, 10.25, 9.75].map((value) => encoded(temperature, value))).toEqual([100, 101, 100]);
    const signed = codec({ length: 8, isSigned: true });
    expect([-2.5, -2.4, 2.5].map((value) => encoded(signed, value))).toEqual([0xfd, 0xfe, 3]);
  });

  it('is limited by the file first and by its bits then, and never wraps', () => {
    expect([encoded(temperature, 70), encoded(temperature, -100)]).toEqual([200, 0]);
    const bare = codec({ length: 8 });
    expect([300, -5, Infinity, -Infinity].map((value) => encoded(bare, value))).toEqual([255, 0, 255, 0]);
    const signed = codec({ length: 8, isSigned: true });
    expect([300, -300].map((value) => encoded(signed, value))).toEqual([127, 128]);
  });

  it('beyond the limits of the file is possible where that is asked for', () => {
    const data = new Uint8Array(1);
    temperature.encodeUnlimited(data, 70);
    expect(data[0]).toBe(220);
  });

  it('that is not a number leaves the bits as they are', () => {
    const data = bytes(77);
    temperature.encode(data, NaN);
    expect(data[0]).toBe(77);
  });
});

describe('long and floating-point signals', () => {
  it('of 64 bits are limited to all ones, and exact as bits', () => {
    const own = codec({ length: 64 });
    const data = new Uint8Array(8);
    own.setRaw(data, 2 ** 70);
    expect([...data]).toEqual(Array.from({ length: 8 }, () => 255));
    expect(own.raw(data)).toBe(2 ** 64);
    expect(own.rawBits(data)).toBe(2n ** 64n - 1n);
    const signed = codec({ length: 64, isSigned: true });
    signed.setRaw(data, -3);
    expect([signed.raw(data), data[0], data[7]]).toEqual([-3, 0xfd, 0xff]);
    signed.setRaw(data, 2 ** 63);
    expect([data[0], data[7]]).toEqual([0xff, 0x7f]);
  });

  it('of 32 and 64 bits are IEEE 754 in either order', () => {
    // 1.5 is 0x3FC00000 and 0x3FF8000000000000
    expect(codec({ length: 32, encoding: 'float' }).raw(bytes(0, 0, 0xc0, 0x3f))).toBe(1.5);
    expect(codec({ start: 7, length: 32, byteOrder: 'motorola', encoding: 'float' }).raw(bytes(0x3f, 0xc0, 0, 0))).toBe(
      1.5,
    );
    expect(codec({ length: 64, encoding: 'double' }).raw(bytes(0, 0, 0, 0, 0, 0, 0xf8, 0x3f))).toBe(1.5);
    const data = new Uint8Array(8);
    codec({ length: 64, encoding: 'double', factor: 2, offset: 1 }).encode(data, -2);
    expect(codec({ length: 64, encoding: 'double' }).raw(data)).toBe(-1.5);
  });
});

/** Any signal that lies within 64 bytes. */
const anySignal = fc
  .record({
    start: fc.nat(511),
    length: fc.integer({ min: 1, max: 64 }),
    byteOrder: fc.constantFrom('intel' as const, 'motorola' as const),
    isSigned: fc.boolean(),
  })
  .filter((place) => endOfSignal(place) <= 512)
  .map((place) => signal(place));

describe('any signal in the 64 bytes of CAN FD', () => {
  it('comes out as it was put in, bit by bit, and touches no other bit', () => {
    fc.assert(
      fc.property(
        anySignal,
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        (own, value, data) => {
          const bits = BigInt.asUintN(own.length, value);
          const before = data.slice();
          const subject = new SignalCodec(own);
          subject.setRawBits(data, bits);
          expect(subject.rawBits(data)).toBe(bits);
          const mine = new Set(Array.from({ length: own.length }, (_, i) => bitOfSignal(own, i)));
          for (let bit = 0; bit < 512; bit++) {
            const [was, is] = [before, data].map((source) => (source[bit >> 3] >> (bit & 7)) & 1);
            if (!mine.has(bit)) expect(is).toBe(was);
          }
          for (let i = 0; i < own.length; i++) {
            const bit = bitOfSignal(own, i);
            expect((data[bit >> 3] >> (bit & 7)) & 1).toBe(Number((bits >> BigInt(i)) & 1n));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('decodes the physical value that it encoded', () => {
    const scaling = { factor: fc.constantFrom(1, 0.01, 0.125, -0.5, 3), offset: fc.constantFrom(0, -40, 1000.5) };
    fc.assert(
      fc.property(anySignal, fc.record(scaling), fc.double({ min: 0, max: 1, noNaN: true }), (place, scale, share) => {
        fc.pre(place.length <= 40);
        const own = signal({ ...place, ...scale });
        const lowest = own.isSigned ? -(2 ** (own.length - 1)) : 0;
        const raw = Math.round(lowest + share * (2 ** own.length - 1)) + 0;
        const subject = new SignalCodec(own);
        const data = new Uint8Array(64);
        subject.encode(data, raw * own.factor + own.offset);
        expect(subject.raw(data)).toBe(raw);
        expect(subject.decode(data)).toBe(raw * own.factor + own.offset);
      }),
      { numRuns: 500 },
    );
  });
});
