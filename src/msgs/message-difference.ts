/** Where two messages of one type differ first, in the order of the definition. */
import type { Field, MessageType } from './message-type.ts';

export interface MessageDifference {
  /** Such as `pose.pose.position.x` or `transforms[1].header.frame_id`. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** Whether two values that are not the same count as equal. */
export type CountsAsEqual = (path: string, left: unknown, right: unknown) => boolean;

const never: CountsAsEqual = () => false;

export function messageDifference(
  type: MessageType,
  left: unknown,
  right: unknown,
  isEqual: CountsAsEqual = never,
  prefix = '',
): MessageDifference | undefined {
  const [ours, theirs] = [left, right] as Record<string, unknown>[];
  for (const field of type.fields) {
    const path = prefix + field.name;
    const difference =
      field.array === undefined
        ? valueDifference(field, ours[field.name], theirs[field.name], path, isEqual)
        : arrayDifference(
            field,
            ours[field.name] as ArrayLike<unknown>,
            theirs[field.name] as ArrayLike<unknown>,
            path,
            isEqual,
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
  isEqual: CountsAsEqual,
): MessageDifference | undefined {
  if (left.length !== right.length) {
    const length = { path: `${path}.length`, left: left.length, right: right.length };
    return isEqual(length.path, length.left, length.right) ? undefined : length;
  }
  for (let i = 0; i < left.length; i++) {
    const difference = valueDifference(field, left[i], right[i], `${path}[${i}]`, isEqual);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function valueDifference(
  field: Field,
  left: unknown,
  right: unknown,
  path: string,
  isEqual: CountsAsEqual,
): MessageDifference | undefined {
  if (field.message !== undefined) return messageDifference(field.message, left, right, isEqual, `${path}.`);
  return Object.is(left, right) || isEqual(path, left, right) ? undefined : { path, left, right };
}
