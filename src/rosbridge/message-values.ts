/**
 * Messages as the values that rosbridge writes as JSON: numbers, texts, lists and objects; bytes as base64 text; NaN and infinities, for which JSON has
 * no words, as null. Reference: rosbridge_library, internal/message_conversion.py.
 */
import { toBase64 } from '../math/base64.ts';
import type { Field, MessageType } from '../msgs/message-type.ts';
import type { Dialect } from './dialect.ts';
import { isBytes, isHeaderType, isTime } from './dialect.ts';

export type Values = { [field: string]: unknown };

/** A message for JSON.stringify. `seq` is what ROS 1 has in headers: which message of its topic it is. */
export function messageValues(type: MessageType, message: unknown, dialect: Dialect, seq = 0): Values {
  const values: Values = {};
  if (dialect === 'ros1' && isHeaderType(type)) values.seq = seq;
  for (const field of type.fields)
    values[field.name] = fieldValue(field, (message as Values)[field.name], dialect, seq);
  return values;
}

function fieldValue(field: Field, value: unknown, dialect: Dialect, seq: number): unknown {
  if (field.array === undefined) return scalarValue(field, value, dialect, seq);
  if (isBytes(field)) return toBase64(value as Uint8Array);
  return Array.from(value as ArrayLike<unknown>, (element) => scalarValue(field, element, dialect, seq));
}

function scalarValue(field: Field, value: unknown, dialect: Dialect, seq: number): unknown {
  if (field.message !== undefined)
    return isTime(field) ? timeValue(value as RosTime, dialect) : messageValues(field.message, value, dialect, seq);
  return field.kind === 'number' && !Number.isFinite(value) ? null : value;
}

/** A time of ROS. That of the wall has more nanoseconds than numbers are exact for, so seconds and the rest stay apart. */
export interface RosTime {
  sec: number;
  nanosec: number;
}

export const wallTime = (ms = Date.now()): RosTime => {
  const sec = Math.floor(ms / 1000);
  return { sec, nanosec: Math.round((ms - 1000 * sec) * 1e6) };
};

export const timeValue = ({ sec, nanosec }: RosTime, dialect: Dialect): Values =>
  dialect === 'ros1' ? { secs: sec, nsecs: nanosec } : { sec, nanosec };
