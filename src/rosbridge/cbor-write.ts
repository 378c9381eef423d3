/**
 * Writes operations as CBOR as rosbridge does, byte for byte: numbers of float fields are always 64-bit, arrays of numbers are little-endian with the
 * tags of RFC 8746, `uint8[]` is a byte string. Fixed arrays are lists there, so they are here.
 *
 * Reference: rosbridge_library, internal/cbor_conversion.py and util/cbor.py.
 */
import type { Field, MessageType } from '../msgs/message-type.ts';
import type { Dialect } from './dialect.ts';
import { isHeaderType, isTime } from './dialect.ts';
import type { RosTime, Values } from './message-values.ts';
import { timeValue } from './message-values.ts';

const TWO_32 = 4294967296;
const Major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;

const utf8 = new TextEncoder();

export class CborWriter {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  private at = 0;

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  /** Where so many bytes can be written. Ask before naming the array: there may be another one afterwards. */
  private reserve(count: number): number {
    const start = this.at;
    this.at += count;
    if (this.at > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.at));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return start;
  }

  private head(major: number, argument: number): void {
    const initial = major << 5;
    if (argument < 24) this.byte(initial | argument);
    else if (argument < 0x100) {
      this.byte(initial | 24);
      this.byte(argument);
    } else if (argument < 0x10000) {
      this.byte(initial | 25);
      const at = this.reserve(2);
      this.view.setUint16(at, argument);
    } else if (argument < TWO_32) {
      this.byte(initial | 26);
      const at = this.reserve(4);
      this.view.setUint32(at, argument);
    } else {
      this.byte(initial | 27);
      const at = this.reserve(8);
      this.view.setUint32(at, Math.floor(argument / TWO_32));
      this.view.setUint32(at + 4, argument % TWO_32);
    }
  }

  private byte(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
  }

  map(size: number): void {
    this.head(Major.map, size);
  }

  list(size: number): void {
    this.head(Major.list, size);
  }

  text(value: string): void {
    const bytes = utf8.encode(value);
    this.head(Major.text, bytes.length);
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
  }

  byteString(value: Uint8Array): void {
    this.head(Major.bytes, value.length);
    const at = this.reserve(value.length);
    this.bytes.set(value, at);
  }

  integer(value: number): void {
    if (value < 0) this.head(Major.negative, -1 - value);
    else this.head(Major.unsigned, value);
  }

  float(value: number): void {
    this.byte(0xfb);
    const at = this.reserve(8);
    this.view.setFloat64(at, value);
  }

  boolean(value: boolean): void {
    this.byte(value ? 0xf5 : 0xf4);
  }

  /** Numbers with the tag that says what they are. */
  tagged(tag: number, size: number, values: ArrayLike<number>, write: WriteElement): void {
    this.head(Major.tag, tag);
    this.head(Major.bytes, values.length * size);
    const at = this.reserve(values.length * size);
    for (let i = 0; i < values.length; i++) write(this.view, at + i * size, values[i]);
  }

  /** A message, driven by its type. */
  message(type: MessageType, message: Values, dialect: Dialect, seq: number): void {
    const { fields } = type;
    const hasSeq = dialect === 'ros1' && isHeaderType(type);
    this.map(fields.length + (hasSeq ? 1 : 0));
    if (hasSeq) {
      this.text('seq');
      this.integer(seq);
    }
    for (const field of fields) {
      this.text(field.name);
      this.field(field, message[field.name], dialect, seq);
    }
  }

  private field(field: Field, value: unknown, dialect: Dialect, seq: number): void {
    if (field.array === undefined) return this.scalar(field, value, dialect, seq);
    if (field.array === true && field.wireType === 'uint8') return this.byteString(value as Uint8Array);
    const elements = value as ArrayLike<unknown>;
    const numbers = field.array === true ? ARRAYS[field.wireType] : undefined;
    if (numbers !== undefined)
      return this.tagged(numbers.tag, numbers.size, elements as ArrayLike<number>, numbers.write);
    this.list(elements.length);
    for (let i = 0; i < elements.length; i++) this.scalar(field, elements[i], dialect, seq);
  }

  private scalar(field: Field, value: unknown, dialect: Dialect, seq: number): void {
    if (isTime(field)) return this.time(value as RosTime, dialect);
    if (field.message !== undefined) return this.message(field.message, value as Values, dialect, seq);
    switch (field.kind) {
      case 'boolean':
        return this.boolean(value as boolean);
      case 'string':
        return this.text(value as string);
      case 'integer':
        return this.integer(value as number);
      default:
        return this.float(value as number);
    }
  }

  private time(time: RosTime, dialect: Dialect): void {
    const entries = Object.entries(timeValue(time, dialect));
    this.map(entries.length);
    for (const [key, value] of entries) {
      this.text(key);
      this.integer(value as number);
    }
  }
}

type WriteElement = (view: DataView, at: number, value: number) => void;

const int64: WriteElement = (view, at, value) => view.setBigInt64(at, BigInt(value), true);

const ARRAYS: Readonly<Record<string, { tag: number; size: number; write: WriteElement } | undefined>> = {
  uint16: { tag: 69, size: 2, write: (view, at, value) => view.setUint16(at, value, true) },
  uint32: { tag: 70, size: 4, write: (view, at, value) => view.setUint32(at, value, true) },
  uint64: { tag: 71, size: 8, write: int64 },
  int8: { tag: 72, size: 1, write: (view, at, value) => view.setInt8(at, value) },
  int16: { tag: 77, size: 2, write: (view, at, value) => view.setInt16(at, value, true) },
  int32: { tag: 78, size: 4, write: (view, at, value) => view.setInt32(at, value, true) },
  int64: { tag: 79, size: 8, write: int64 },
  float32: { tag: 85, size: 4, write: (view, at, value) => view.setFloat32(at, value, true) },
  float64: { tag: 86, size: 8, write: (view, at, value) => view.setFloat64(at, value, true) },
};
