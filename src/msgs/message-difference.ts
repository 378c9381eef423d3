/** Where two messages of one type differ first, in the order of the definition. */
import type { Field, MessageType } from './message-type.ts';

export interface MessageDifference {
  /** Such as `pose.pose.position.x` or `transforms[1].header.frame_id`. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

export function messageDifference(
  type: MessageType,
  left: unknown,
  right: unknown,
  prefix = '',
): MessageDifference | undefined {
  const [ours, theirs] = [left, right] as Record<string, unknown>[];
  for (const field of type.fields) {
    const path = prefix + field.name;
    const difference =
      field.array === undefined
        ? valueDifference(field, ours[field.name], theirs[field.name], path)
        : arrayDifference(
            field,
            ours[field.name] as ArrayLike<unknown>,
            theirs[field.name] as ArrayLike<unknown>,
            path,
          );
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function arrayDifference(
  field: Field,
  left: ArrayLike<unknown>,
  right: ArrayLike<unknown>,
  path: string,
): MessageDifference | undefined {
  if (left.length !== right.length) return { path: `${path}.length`, left: left.length, right: right.length };
  for (let i = 0; i < left.length; i++) {
    const difference = valueDifference(field, left[i], right[i], `${path}[${i}]`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function valueDifference(field: Field, left: unknown, right: unknown, path: string): MessageDifference | undefined {
  if (field.message !== undefined) return messageDifference(field.message, left, right, `${path}.`);
  return Object.is(left, right) ? undefined : { path, left, right };
}
