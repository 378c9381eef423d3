/**
 * Reads values that came as JSON or CBOR into a message. Nothing is taken on trust: a value that its field cannot hold, and a field that the type
 * does not have, is an Error with its place.
 *
 * Both dialects are understood, whoever speaks. What is left out has its default; a header or a stamp that is left out is of now. null is a number that JSON
 * cannot write. Bytes may be base64 text, a list of numbers or a byte string, and lists of numbers may be typed arrays.
 */
import { fromBase64 } from '../math/base64.ts';
import type { Field, MessageType } from '../msgs/message-type.ts';
import { copyTime } from '../msgs/time.ts';
import { isBytes, isHeaderType, isTime } from './dialect.ts';
import type { RosTime, Values } from './message-values.ts';

export interface Reading {
  /** What a header without a stamp gets. */
  readonly now: RosTime;
  /** The first field that was left out, for those who want to warn of it. */
  missing?: string;
}

/** A new message; an Error says which value it cannot hold. */
export function readValues(type: MessageType, values: unknown, reading: Reading): unknown {
  const message = type.create();
  type.copy(message, readMessage(type, values, '', reading));
  return message;
}

function readMessage(type: MessageType, values: unknown, path: string, reading: Reading): unknown {
  if (!isObject(values)) throw mismatch(path, `an object (${type.name})`, values);
  const message = type.create() as Values;
  const given = new Set<string>();
  for (const key of Object.keys(values)) {
    const field = fieldOf(type, key);
    if (field === undefined) {
      // ROS 1 counts messages in their headers
      if (key === 'seq' && isHeaderType(type)) continue;
      throw new Error(`${inside(path, shown(key))}: ${type.name} has no such field`);
    }
    given.add(field.name);
    message[field.name] = readField(field, message[field.name], values[key], inside(path, key), reading);
  }
  for (const field of type.fields) if (!given.has(field.name)) fillIn(type, field, message, path, reading);
  return message;
}

/** Matrices of cameras are D, K, R, P in ROS 1. */
const fieldOf = (type: MessageType, key: string): Field | undefined =>
  type.fields.find(({ name }) => name === key) ??
  (/^[A-Z]$/.test(key) ? type.fields.find(({ name }) => name === key.toLowerCase()) : undefined);

function fillIn(type: MessageType, field: Field, message: Values, path: string, reading: Reading): void {
  const isHeader = field.message !== undefined && isHeaderType(field.message);
  if (isHeader && field.array === undefined)
    return copyTime((message[field.name] as { stamp: RosTime }).stamp, reading.now);
  if (isHeaderType(type) && field.name === 'stamp') return copyTime(message.stamp as RosTime, reading.now);
  reading.missing ??= inside(path, field.name);
}

function readField(field: Field, initial: unknown, value: unknown, path: string, reading: Reading): unknown {
  if (field.array === undefined) return readScalar(field, value, path, reading);
  const elements = isBytes(field) && typeof value === 'string' ? fromBase64(value) : value;
  if (elements === undefined) throw mismatch(path, 'base64 text', value);
  if (!isList(elements)) throw mismatch(path, isBytes(field) ? 'base64 text or a list' : 'a list', value);
  if (field.array !== true && elements.length !== field.array)
    throw new Error(`${path}: expected ${field.array} elements, got ${elements.length}`);
  if (isBytes(field) && elements instanceof Uint8Array) return elements.slice();
  return readElements(field, initial, elements, path, reading);
}

function readElements(
  field: Field,
  initial: unknown,
  elements: ArrayLike<unknown>,
  path: string,
  reading: Reading,
): unknown {
  const { length } = elements;
  const list = ArrayBuffer.isView(initial)
    ? new (initial.constructor as Float64ArrayConstructor)(length)
    : new Array<unknown>(length);
  for (let i = 0; i < length; i++) list[i] = readScalar(field, elements[i], path, reading, i) as never;
  return list;
}

function readScalar(field: Field, value: unknown, path: string, reading: Reading, index?: number): unknown {
  // only who reports needs the place of an element
  const place = () => (index === undefined ? path : `${path}[${index}]`);
  if (isTime(field)) return readTime(field.message!, value, place(), reading);
  if (field.message !== undefined) return readMessage(field.message, value, place(), reading);
  switch (field.kind) {
    case 'boolean':
      if (typeof value !== 'boolean') throw mismatch(place(), 'true or false', value);
      return value;
    case 'string':
      if (typeof value !== 'string') throw mismatch(place(), 'a text', value);
      return value;
    case 'integer':
      return readInteger(field, value, place);
    default:
      return readNumber(field, value, place);
  }
}

function readNumber({ wireType }: Field, value: unknown, place: () => string): number {
  if (value === null) return NaN;
  if (typeof value !== 'number') throw mismatch(place(), 'a number', value);
  if (wireType === 'float32' && Number.isFinite(value) && !Number.isFinite(Math.fround(value)))
    throw mismatch(place(), 'a number within the range of float32', value);
  return value;
}

function readInteger({ range }: Field, value: unknown, place: () => string): number {
  const [least, greatest] = range!;
  const whole = typeof value === 'bigint' ? Number(value) : value;
  if (typeof whole === 'number' && Number.isSafeInteger(whole) && whole >= least && whole <= greatest) return whole;
  throw mismatch(place(), `an integer from ${least} to ${greatest}`, value);
}

/** In either spelling, or as the word that ROS 1 has for it. */
function readTime(type: MessageType, value: unknown, path: string, { now }: Reading): RosTime {
  const time = type.create() as RosTime;
  if (value === 'now') {
    copyTime(time, now);
    return time;
  }
  if (!isObject(value)) throw mismatch(path, 'a time', value);
  for (const key of Object.keys(value)) {
    const field = type.fields.find(({ name }) => name === (SPELLINGS[key] ?? key));
    if (field === undefined) throw new Error(`${inside(path, shown(key))}: a time has no such field`);
    time[field.name as keyof RosTime] = readInteger(field, value[key], () => inside(path, key));
  }
  return time;
}

const SPELLINGS: Readonly<Record<string, string>> = { secs: 'sec', nsecs: 'nanosec' };

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const inside = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const mismatch = (path: string, expected: string, value: unknown): Error =>
  new Error(`${path === '' ? 'msg' : path}: expected ${expected}, got ${described(value)}`);

function described(value: unknown): string {
  if (isList(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(cut(value));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const shown = (key: string): string => (/^\w{1,40}$/.test(key) ? key : JSON.stringify(cut(key)));

/** At most forty characters of a text from outside. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
