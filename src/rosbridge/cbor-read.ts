/**
 * Reads one CBOR value (RFC 8949) as JavaScript: maps become objects without a prototype, byte strings Uint8Array, arrays of numbers with the tags
 * of RFC 8746 typed arrays (64-bit integers as Float64Array where they are exact). Other tags are looked through.
 *
 * Whoever sent the bytes may be hostile: every length is compared with the bytes that are left before anything is allocated, depth and the number of
 * values are bounded, and whatever is left over is an error.
 */
const DEEPEST = 64;
const BREAK = Symbol('break');

export function readCbor(bytes: Uint8Array): unknown {
  const reader = new CborReader(bytes);
  const value = reader.value(0);
  if (value === BREAK) throw new Error('CBOR: a break without a beginning');
  if (reader.left > 0) throw new Error(`CBOR: ${reader.left} bytes after the value`);
  return value;
}

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class CborReader {
  private readonly view: DataView;
  private at = 0;

  private readonly bytes: Uint8Array;

  constructor(given: Uint8Array) {
    // a Buffer of Node shares its memory where an array would copy
    this.bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    this.view = new DataView(given.buffer, given.byteOffset, given.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** The next value, or BREAK. */
  value(depth: number): unknown {
    if (depth > DEEPEST) throw new Error(`CBOR: nested deeper than ${DEEPEST}`);
    const initial = this.view.getUint8(this.take(1));
    const major = initial >> 5;
    const info = initial & 31;
    if (info === 31) return this.indefinite(major, depth);
    if (major === 7) return this.simple(info);
    const argument = this.argument(info);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.slice(argument);
      case 3:
        return text.decode(this.slice(argument));
      case 4:
        return this.list(argument, depth);
      case 5:
        return this.map(argument, depth);
      default:
        return this.tagged(argument, depth);
    }
  }

  /** Moves on by so many bytes, which must be there; returns where they begin. */
  private take(count: number): number {
    if (count > this.left) throw new Error(`CBOR: ${count} bytes are needed and ${this.left} are left`);
    const start = this.at;
    this.at += count;
    return start;
  }

  private argument(info: number): number {
    if (info < 24) return info;
    switch (info) {
      case 24:
        return this.view.getUint8(this.take(1));
      case 25:
        return this.view.getUint16(this.take(2));
      case 26:
        return this.view.getUint32(this.take(4));
      case 27:
        return safe(this.view.getBigUint64(this.take(8)));
      default:
        throw new Error(`CBOR: ${info} is no length`);
    }
  }

  private simple(info: number): unknown {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
      case 23:
        return null;
      case 25:
        return halfFloat(this.view.getUint16(this.take(2)));
      case 26:
        return this.view.getFloat32(this.take(4));
      case 27:
        return this.view.getFloat64(this.take(8));
      default:
        throw new Error(`CBOR: the simple value ${info} means nothing here`);
    }
  }

  private slice(length: number): Uint8Array {
    const start = this.take(length);
    return this.bytes.subarray(start, start + length);
  }

  private list(length: number, depth: number): unknown[] {
    // each element has a byte at least
    if (length > this.left) throw new Error(`CBOR: a list of ${length} in ${this.left} bytes`);
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.inner(depth));
    return items;
  }

  private map(length: number, depth: number): Record<string, unknown> {
    if (2 * length > this.left) throw new Error(`CBOR: a map of ${length} in ${this.left} bytes`);
    const entries = empty();
    for (let i = 0; i < length; i++) entries[this.key(this.inner(depth))] = this.inner(depth);
    return entries;
  }

  private key(value: unknown): string {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new Error('CBOR: expected a text as a key');
  }

  private inner(depth: number): unknown {
    const value = this.value(depth + 1);
    if (value === BREAK) throw new Error('CBOR: a break where a value was expected');
    return value;
  }

  private indefinite(major: number, depth: number): unknown {
    switch (major) {
      case 2:
        return joined(this.untilBreak(depth, (part) => part instanceof Uint8Array) as Uint8Array[]);
      case 3:
        return this.untilBreak(depth, (part) => typeof part === 'string').join('');
      case 4:
        return this.untilBreak(depth, () => true);
      case 5: {
        const flat = this.untilBreak(depth, () => true);
        if (flat.length % 2 !== 0) throw new Error('CBOR: a key without a value');
        const entries = empty();
        for (let i = 0; i < flat.length; i += 2) entries[this.key(flat[i])] = flat[i + 1];
        return entries;
      }
      case 7:
        return BREAK;
      default:
        throw new Error('CBOR: numbers and tags have an end');
    }
  }

  private untilBreak(depth: number, isPart: (value: unknown) => boolean): unknown[] {
    const items: unknown[] = [];
    for (;;) {
      const item = this.value(depth + 1);
      if (item === BREAK) return items;
      if (!isPart(item)) throw new Error('CBOR: a string of parts that are none');
      items.push(item);
    }
  }

  private tagged(tag: number, depth: number): unknown {
    const value = this.inner(depth);
    const read = ARRAYS[tag];
    if (read === undefined) return value;
    if (!(value instanceof Uint8Array)) throw new Error(`CBOR: the tag ${tag} is for bytes`);
    return read(value, tag);
  }
}

const empty = (): Record<string, unknown> => Object.create(null);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function safe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`CBOR: ${value} is beyond ±(2⁵³ − 1), where numbers are exact`);
  return number;
}

/** IEEE 754 binary16, RFC 8949, appendix D. */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 === 1 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

type ReadElement = (view: DataView, at: number, little: boolean) => number;

function typedArray<A extends { [i: number]: number }>(
  create: new (length: number) => A,
  size: number,
  read: ReadElement,
) {
  return (bytes: Uint8Array, tag: number): A => {
    if (bytes.length % size !== 0) throw new Error(`CBOR: ${bytes.length} bytes are no array of elements of ${size}`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const array = new create(bytes.length / size);
    const little = (tag & 4) !== 0;
    for (let i = 0; i * size < bytes.length; i++) array[i] = read(view, i * size, little);
    return array;
  };
}

const uint16 = typedArray(Uint16Array, 2, (view, at, little) => view.getUint16(at, little));
const uint32 = typedArray(Uint32Array, 4, (view, at, little) => view.getUint32(at, little));
const uint64 = typedArray(Float64Array, 8, (view, at, little) => safe(view.getBigUint64(at, little)));
const int16 = typedArray(Int16Array, 2, (view, at, little) => view.getInt16(at, little));
const int32 = typedArray(Int32Array, 4, (view, at, little) => view.getInt32(at, little));
const int64 = typedArray(Float64Array, 8, (view, at, little) => safe(view.getBigInt64(at, little)));
const float32 = typedArray(Float32Array, 4, (view, at, little) => view.getFloat32(at, little));
const float64 = typedArray(Float64Array, 8, (view, at, little) => view.getFloat64(at, little));
const int8 = typedArray(Int8Array, 1, (view, at) => view.getInt8(at));

/** RFC 8746, table 1: the third bit of a tag says little-endian. */
const ARRAYS: Readonly<Record<number, ((bytes: Uint8Array, tag: number) => unknown) | undefined>> = {
  ...{
    64: (bytes) => bytes,
    68: (bytes) => bytes,
    65: uint16,
    69: uint16,
    66: uint32,
    70: uint32,
    67: uint64,
    71: uint64,
  },
  ...{ 72: int8, 73: int16, 77: int16, 74: int32, 78: int32, 75: int64, 79: int64 },
  ...{ 81: float32, 85: float32, 82: float64, 86: float64 },
};
