import { CdrWriter, EncapsulationKind } from '@foxglove/cdr';
import { parse } from '@foxglove/rosmsg';
import { ros2jazzy } from '@foxglove/rosmsg-msgs-common';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg2-serialization';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessage, asciiText, unicodeText } from './arbitrary-message.ts';
import {
  allMessageTypes,
  Image,
  LaserScan,
  Odometry,
  Path,
  Provenance,
  StringMessage,
  TFMessage,
} from './generated/index.ts';
import type { Field, MessageType } from './message-type.ts';

const RUNS = { numRuns: 40 };

/** Bytes in a dirty buffer at an odd offset, where stale padding and wrong alignment would show. */
function encoded(type: MessageType, message: unknown, offset = 5): Uint8Array {
  const buffer = new Uint8Array(offset + type.maxSize(message)).fill(0xaa);
  const end = type.encode(message, new DataView(buffer.buffer), offset);
  return buffer.slice(offset, end);
}

function decoded(type: MessageType, bytes: Uint8Array): unknown {
  const message = type.create();
  type.decode(new DataView(bytes.buffer, bytes.byteOffset), 0, bytes.length, message);
  return message;
}

/** Ours as the library wants it (wide integers as bigint), or the library's as ours. */
function translated(type: MessageType, message: unknown, scalar: (field: Field, value: unknown) => unknown): unknown {
  const element = (field: Field, value: unknown): unknown =>
    field.message ? translated(field.message, value, scalar) : scalar(field, value);
  const entries = type.fields.map((field): [string, unknown] => {
    const value = (message as Record<string, unknown>)[field.name];
    if (field.array === undefined) return [field.name, element(field, value)];
    return [field.name, Array.from(value as ArrayLike<unknown>, (item) => element(field, item))];
  });
  return Object.fromEntries(entries);
}

const isWide = (field: Field) => field.wireType === 'int64' || field.wireType === 'uint64';
const forLibrary = (field: Field, value: unknown) => (isWide(field) ? BigInt(value as number) : value);
const fromLibrary = (field: Field, value: unknown) =>
  isWide(field) ? Number(value) : typeof value === 'number' ? value + 0 : value;

/** The same message in big-endian CDR, by the library's writer. */
function bigEndian(type: MessageType, message: unknown): Uint8Array {
  const writer = new CdrWriter({ kind: EncapsulationKind.CDR_BE });
  writeBigEndian(writer, type, message);
  return writer.data;
}

function writeBigEndian(writer: CdrWriter, type: MessageType, message: unknown): void {
  for (const field of type.fields) {
    const value = (message as Record<string, unknown>)[field.name];
    const elements = field.array === undefined ? [value] : Array.from(value as ArrayLike<unknown>);
    if (field.array === true) writer.sequenceLength(elements.length);
    for (const element of elements) {
      if (field.message) writeBigEndian(writer, field.message, element);
      else if (field.kind === 'boolean') writer.uint8(element ? 1 : 0);
      else if (isWide(field)) writer[field.wireType as 'int64'](BigInt(element as number));
      else writer[field.wireType as 'float64'](element as number);
    }
  }
}

describe.each(allMessageTypes.map((type) => [type.name, type] as const))('CDR of %s', (_, type) => {
  const definitions = parse(type.definition, { ros2: true });
  const shortName = type.name.replace('/msg/', '/');
  const message = arbitraryMessage(type, asciiText);

  it('has the definition of the reference library', () => {
    const reference = (ros2jazzy as Record<string, { definitions: unknown } | undefined>)[shortName];
    if (reference) expect(definitions[0].definitions).toEqual(reference.definitions);
    else expect(shortName).toMatch(/^(skidpad|ackermann|prius|rosdrive)_msgs\//);
  });

  it('is byte for byte that of the reference library', () => {
    const writer = new MessageWriter(definitions);
    const check = (value: unknown): void => {
      expect(encoded(type, value)).toEqual(writer.writeMessage(translated(type, value, forLibrary)));
    };
    check(type.create());
    fc.assert(fc.property(message, check), RUNS);
  });

  it('decodes to what the reference library reads', () => {
    const reader = new MessageReader(definitions);
    fc.assert(
      fc.property(message, (value) => {
        const bytes = encoded(type, value);
        const ours = translated(type, decoded(type, bytes), (_field, item) => item);
        expect(ours).toEqual(translated(type, reader.readMessage(bytes), fromLibrary));
      }),
      RUNS,
    );
  });

  it('decodes what it encoded, into new and used messages, within the promised size', () => {
    const used = type.create();
    const unicode = arbitraryMessage(type, unicodeText);
    fc.assert(
      fc.property(unicode, (value) => {
        const bytes = encoded(type, value);
        expect(bytes.length).toBeLessThanOrEqual(type.maxSize(value));
        expect(decoded(type, bytes)).toEqual(value);
        type.decode(new DataView(bytes.buffer), 0, bytes.length, used);
        expect(used).toEqual(value);
      }),
      RUNS,
    );
  });

  it('decodes big-endian messages', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(decoded(type, bigEndian(type, value))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('refuses every shortened message with a RangeError, even when more bytes follow in the buffer', () => {
    fc.assert(
      fc.property(message, (value) => {
        const bytes = encoded(type, value);
        const view = new DataView(bytes.buffer);
        for (let length = 0; length < bytes.length; length += 1 + (length >> 4)) {
          expect(() => type.decode(view, 0, length, type.create())).toThrow(RangeError);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('survives garbage with nothing but a RangeError', () => {
    const survive = (bytes: Uint8Array) => {
      try {
        type.decode(new DataView(bytes.buffer), 0, bytes.length, type.create());
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    };
    const header = fc.constantFrom([0, 0, 0, 0], [0, 1, 0, 0], [0, 7, 0, 0]);
    const garbage = fc.tuple(header, fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(garbage, ([start, rest]) => survive(Uint8Array.from([...start, ...rest]))),
      { numRuns: 100 },
    );

    // valid messages with one byte changed
    const damaged = fc.tuple(message, fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(damaged, ([value, position, byte]) => {
        const bytes = encoded(type, value);
        bytes[position % bytes.length] = byte;
        survive(bytes);
      }),
      { numRuns: 100 },
    );
  });
});

describe('CDR', () => {
  const checkUtf8 = (text: string): void => {
    expect(encoded(StringMessage, { data: text }).slice(8, -1)).toEqual(new TextEncoder().encode(text));
  };

  it('writes text as the UTF-8 of the platform does, lone surrogates included', () => {
    const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
    fc.assert(fc.property(text, checkUtf8));
    fc.assert(fc.property(unicodeText, checkUtf8));
  });

  it('writes one NaN, whatever its bits were', () => {
    const odd = new DataView(new ArrayBuffer(16));
    odd.setUint32(0, 0xfff80001);
    odd.setUint32(8, 0xffc00001, true);
    const oddFloat32 = new Float32Array(odd.buffer, 8, 1);

    const odometry = (nan: number) => {
      const message = Odometry.create();
      message.pose.pose.position.x = nan;
      message.pose.covariance.set([Infinity, 1, 2, nan, -Infinity]);
      return encoded(Odometry, message);
    };
    expect(odometry(odd.getFloat64(0))).toEqual(odometry(NaN));

    const scan = (ranges: Float32Array) => encoded(LaserScan, { ...LaserScan.create(), ranges });
    expect(scan(oddFloat32)).toEqual(scan(Float32Array.of(NaN)));
    expect([...scan(oddFloat32).slice(-8, -4)]).toEqual([0, 0, 0xc0, 0x7f]);
  });

  it('refuses an array length that the bytes cannot hold before making the array', () => {
    const huge = [0xff, 0xff, 0xff, 0xff];
    const afterHeader = [0, 1, 0, 0, ...new Uint8Array(8), 1, 0, 0, 0, 0, 0, 0, 0];
    for (const type of [Path, Image, TFMessage]) {
      const prefix =
        type === TFMessage ? [0, 1, 0, 0] : type === Path ? afterHeader : [...afterHeader, ...new Uint8Array(20)];
      const bytes = Uint8Array.from([...prefix, ...huge, 1, 2, 3, 4, 5, 6, 7, 8]);
      expect(() => decoded(type as MessageType, bytes)).toThrow(/bytes run out/);
    }
  });

  it('refuses 64-bit integers that a number cannot hold', () => {
    const bytes = encoded(Provenance, Provenance.create());
    new DataView(bytes.buffer).setUint32(4 + 8 + 4, 0x00200000, true);
    expect(() => decoded(Provenance, bytes)).toThrow(/beyond ±\(2⁵³ − 1\)/);
  });

  it('refuses a string without its NUL and an unknown encapsulation', () => {
    const bytes = encoded(StringMessage, { data: 'abc' });
    bytes[bytes.length - 1] = 1;
    expect(() => decoded(StringMessage, bytes)).toThrow(/does not end with NUL/);
    bytes[1] = 7;
    expect(() => decoded(StringMessage, bytes)).toThrow(/encapsulation 0x0007/);
  });

  it('decodes a frame into an array of its own, because published frames are immutable', () => {
    const image = Image.create();
    image.data = Uint8Array.of(1, 2, 3);
    const bytes = encoded(Image, image);
    const target = Image.create();
    const frame = (target.data = new Uint8Array(3));
    Image.decode(new DataView(bytes.buffer), 0, bytes.length, target);
    expect(target.data).not.toBe(frame);
    expect(target.data.buffer).not.toBe(bytes.buffer);
    expect(frame).toEqual(new Uint8Array(3));
  });
});
