/**
 * Messages as ROS 1 sends them between nodes, which is what `cbor-raw` carries there: little-endian, nothing aligned; texts and arrays of no fixed
 * length have their length before them (uint32), texts no end mark; a header begins with its `seq`. ROS 2 carries CDR instead.
 *
 * Reference: wiki.ros.org/msg, section 2.1.3, and ROS/ConnectionHeader; Python's genpy.
 */
import type { Field, MessageType } from '../msgs/message-type.ts';
import { isHeaderType } from './dialect.ts';
import type { Values } from './message-values.ts';

const utf8 = new TextEncoder();
const decoder = new TextDecoder();

export function encodeRos1(type: MessageType, message: unknown, seq: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  writeMessage(type, message as Values, seq, pieces);
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function writeMessage(type: MessageType, message: Values, seq: number, pieces: Uint8Array[]): void {
  if (isHeaderType(type)) pieces.push(uint32(seq));
  for (const field of type.fields) writeField(field, message[field.name], seq, pieces);
}

function writeField(field: Field, given: unknown, seq: number, pieces: Uint8Array[]): void {
  if (field.array === undefined) return writeScalar(field, given, seq, pieces);
  const value = given as ArrayLike<unknown>;
  if (field.array === true) pieces.push(uint32(value.length));
  const primitive = PRIMITIVES[field.wireType];
  if (primitive === undefined) {
    for (let i = 0; i < value.length; i++) writeScalar(field, value[i], seq, pieces);
    return;
  }
  const bytes = new Uint8Array(primitive.size * value.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < value.length; i++) primitive.write(view, i * primitive.size, Number(value[i]));
  pieces.push(bytes);
}

function writeScalar(field: Field, value: unknown, seq: number, pieces: Uint8Array[]): void {
  if (field.message !== undefined) return writeMessage(field.message, value as Values, seq, pieces);
  if (field.kind === 'string') {
    const bytes = utf8.encode(value as string);
    pieces.push(uint32(bytes.length), bytes);
    return;
  }
  const { size, write } = PRIMITIVES[field.wireType]!;
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer), 0, Number(value));
  pieces.push(bytes);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** A new message; a RangeError when the bytes are not one. */
export function decodeRos1(type: MessageType, bytes: Uint8Array): unknown {
  const reader = new Ros1Reader(bytes);
  const message = type.create();
  type.copy(message, reader.message(type));
  if (reader.left > 0) throw new RangeError(`${type.name}: ${reader.left} bytes are left over`);
  return message;
}

class Ros1Reader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  message(type: MessageType): Values {
    const message = type.create() as Values;
    if (isHeaderType(type)) this.take(4);
    for (const field of type.fields) message[field.name] = this.field(field, message[field.name]);
    return message;
  }

  private take(count: number): number {
    if (count > this.left) throw new RangeError(`the bytes run out: ${count} are needed and ${this.left} are left`);
    const start = this.at;
    this.at += count;
    return start;
  }

  private field(field: Field, initial: unknown): unknown {
    if (field.array === undefined) return this.scalar(field);
    const length = field.array === true ? this.view.getUint32(this.take(4), true) : field.array;
    const primitive = PRIMITIVES[field.wireType];
    // whatever an element is, it has a byte at least
    if (length * (primitive?.size ?? 1) > this.left)
      throw new RangeError(`${field.name}: ${length} elements do not fit into ${this.left} bytes`);
    if (!ArrayBuffer.isView(initial)) return Array.from({ length }, () => this.scalar(field));
    const array = new (initial.constructor as Float64ArrayConstructor)(length);
    const { size, read } = primitive!;
    const start = this.take(size * length);
    for (let i = 0; i < length; i++) array[i] = read(this.view, start + i * size) as number;
    return array;
  }

  private scalar(field: Field): unknown {
    if (field.message !== undefined) return this.message(field.message);
    if (field.kind === 'string') {
      const length = this.view.getUint32(this.take(4), true);
      const start = this.take(length);
      return decoder.decode(this.bytes.subarray(start, start + length));
    }
    const { size, read } = PRIMITIVES[field.wireType]!;
    return read(this.view, this.take(size));
  }
}

interface Primitive {
  readonly size: number;
  write(view: DataView, at: number, value: number): void;
  read(view: DataView, at: number): number | boolean;
}

const wide = (value: bigint): number => {
  if (!Number.isSafeInteger(Number(value))) throw new RangeError(`${value} is beyond ±(2⁵³ − 1)`);
  return Number(value);
};

const PRIMITIVES: Readonly<Record<string, Primitive | undefined>> = {
  bool: { size: 1, write: (v, at, x) => v.setUint8(at, x === 0 ? 0 : 1), read: (v, at) => v.getUint8(at) !== 0 },
  int8: { size: 1, write: (v, at, x) => v.setInt8(at, x), read: (v, at) => v.getInt8(at) },
  uint8: { size: 1, write: (v, at, x) => v.setUint8(at, x), read: (v, at) => v.getUint8(at) },
  int16: { size: 2, write: (v, at, x) => v.setInt16(at, x, true), read: (v, at) => v.getInt16(at, true) },
  uint16: { size: 2, write: (v, at, x) => v.setUint16(at, x, true), read: (v, at) => v.getUint16(at, true) },
  int32: { size: 4, write: (v, at, x) => v.setInt32(at, x, true), read: (v, at) => v.getInt32(at, true) },
  uint32: { size: 4, write: (v, at, x) => v.setUint32(at, x, true), read: (v, at) => v.getUint32(at, true) },
  int64: {
    size: 8,
    write: (v, at, x) => v.setBigInt64(at, BigInt(x), true),
    read: (v, at) => wide(v.getBigInt64(at, true)),
  },
  uint64: {
    size: 8,
    write: (v, at, x) => v.setBigUint64(at, BigInt(x), true),
    read: (v, at) => wide(v.getBigUint64(at, true)),
  },
  float32: { size: 4, write: (v, at, x) => v.setFloat32(at, x, true), read: (v, at) => v.getFloat32(at, true) },
  float64: { size: 8, write: (v, at, x) => v.setFloat64(at, x, true), read: (v, at) => v.getFloat64(at, true) },
};
