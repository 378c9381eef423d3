import { fromBase64, toBase64 } from '../math/base64.ts';
import type { Field, MessageType } from './message-type.ts';

/**
 * Messages as JSON, for programs that speak text.
 *
 * Numbers are JSON numbers, NaN and the infinities the strings "NaN", "Infinity" and "-Infinity", arrays are arrays,
 * `uint8[]` is a base64 string. Both directions are exact. Depth is bounded by the message type, not by the value.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Fields = Record<string, unknown>;

/** A message as a value for JSON.stringify. */
export function toJson<T>(type: MessageType<T>, message: T): Json {
  const object: { [key: string]: Json } = {};
  for (const field of type.fields) object[field.name] = fieldToJson(field, (message as Fields)[field.name]);
  return object;
}

/**
 * Reads a parsed JSON value into `target`. Missing fields get their defaults; unknown fields and values that the
 * field cannot hold throw an Error with their path and leave `target` as it was.
 */
export function fromJson<T>(type: MessageType<T>, value: unknown, target: T): void {
  type.copy(target, readMessage(type, value, '') as T);
}

function fieldToJson(field: Field, value: unknown): Json {
  if (field.array === undefined) return scalarToJson(field, value);
  if (isFrame(field)) return toBase64(value as Uint8Array);
  return Array.from(value as ArrayLike<unknown>, (element) => scalarToJson(field, element));
}

function scalarToJson(field: Field, value: unknown): Json {
  if (field.message) return toJson(field.message, value);
  if (field.kind === 'number' && !Number.isFinite(value)) return String(value);
  return value as Json;
}

const isFrame = (field: Field): boolean => field.array === true && field.wireType === 'uint8';

function readMessage(type: MessageType, value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mismatch(path, `an object (${type.name})`, value);
  }
  const message = type.create() as Fields;
  for (const key of Object.keys(value)) {
    const field = type.fields.find(({ name }) => name === key);
    if (!field) throw new Error(`${inside(path, quoted(key, false))}: ${type.name} has no such field.`);
    const place = inside(path, key);
    const given = (value as Fields)[key];
    message[key] =
      field.array === undefined ? readScalar(field, given, place) : readArray(field, message[key], given, place);
  }
  return message;
}

function readArray(field: Field, initial: unknown, value: unknown, path: string): unknown {
  if (isFrame(field) && typeof value === 'string') {
    const bytes = fromBase64(value);
    if (!bytes) throw mismatch(path, 'base64 text', value);
    return bytes;
  }
  if (!Array.isArray(value)) throw mismatch(path, isFrame(field) ? 'base64 text' : 'an array', value);
  if (field.array !== true && value.length !== field.array) {
    throw new Error(`${path}: expected ${field.array} elements, got ${value.length}.`);
  }
  const elements = value.map((element, i) => readScalar(field, element, `${path}[${i}]`));
  if (!ArrayBuffer.isView(initial)) return elements;
  const TypedArray = initial.constructor as Float64ArrayConstructor;
  return TypedArray.from(elements as number[]);
}

function readScalar(field: Field, value: unknown, path: string): unknown {
  if (field.message) return readMessage(field.message, value, path);
  switch (field.kind) {
    case 'boolean':
      if (typeof value !== 'boolean') throw mismatch(path, 'true or false', value);
      return value;
    case 'string':
      if (typeof value !== 'string') throw mismatch(path, 'a string', value);
      return value;
    case 'integer':
      return readInteger(field, value, path);
    default:
      return readNumber(field, value, path);
  }
}

function readNumber(field: Field, value: unknown, path: string): number {
  if (value === 'NaN') return NaN;
  if (value === 'Infinity') return Infinity;
  if (value === '-Infinity') return -Infinity;
  if (typeof value !== 'number') throw mismatch(path, 'a number', value);
  const overflows = field.wireType === 'float32' && Number.isFinite(value) && !Number.isFinite(Math.fround(value));
  if (overflows) throw mismatch(path, 'a number within the range of float32', value);
  return value;
}

function readInteger(field: Field, value: unknown, path: string): number {
  const [least, greatest] = field.range!;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest) return value;
  throw mismatch(path, `an integer from ${least} to ${greatest}`, value);
}

const inside = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function mismatch(path: string, expected: string, value: unknown): Error {
  return new Error(`${path === '' ? 'message' : path}: expected ${expected}, got ${described(value)}.`);
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return quoted(value, true);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** At most forty characters of a text from outside. */
function quoted(text: string, always: boolean): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return always || !/^\w+$/.test(short) ? JSON.stringify(short) : short;
}
