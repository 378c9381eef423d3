/**
 * Where a message from outside holds something that is no number: NaN or an infinity would poison a run silently.
 * Elements of `float32[]` are exempt, because a laser scan's ranges use them for "nothing seen" (REP 117).
 */
import type { Field, MessageType } from '../../msgs/message-type.ts';

/** Path of the first number that is not finite, such as `linear.x`; undefined when all are. */
export function nonFinitePath(type: MessageType<any>, message: Record<string, unknown>): string | undefined {
  for (const field of type.fields) {
    const path = nonFiniteInField(field, message[field.name]);
    if (path !== undefined) return path;
  }
  return undefined;
}

function nonFiniteInField(field: Field, value: unknown): string | undefined {
  if (field.kind === 'number') return nonFiniteNumber(field, value);
  if (field.kind !== 'message') return undefined;
  if (field.array === undefined) {
    const path = nonFinitePath(field.message!, value as Record<string, unknown>);
    return path === undefined ? undefined : `${field.name}.${path}`;
  }
  const items = value as Record<string, unknown>[];
  for (let i = 0; i < items.length; i++) {
    const path = nonFinitePath(field.message!, items[i]);
    if (path !== undefined) return `${field.name}[${i}].${path}`;
  }
  return undefined;
}

function nonFiniteNumber(field: Field, value: unknown): string | undefined {
  if (field.array === undefined) return Number.isFinite(value) ? undefined : field.name;
  if (field.array === true && field.wireType === 'float32') return undefined;
  const numbers = value as ArrayLike<number>;
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return `${field.name}[${i}]`;
  return undefined;
}
