/** Writes one number into a message, at a path such as `twist.linear.x`. */
import { scalarAt } from '../../msgs/flatten.ts';
import type { Field, MessageType } from '../../msgs/message-type.ts';

export type FieldWriter = (message: unknown, value: number) => void;

/** Whole-number fields are rounded and limited to what they hold; a boolean is whether it is not 0. Throws an Error that says what is wrong. */
export function fieldWriter(type: MessageType, path: string): FieldWriter {
  scalarAt(type, path);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const field = lastField(type, path);
  const last = keys[keys.length - 1];
  const parents = keys.slice(0, -1);
  const [min, max] = field.range ?? [-Infinity, Infinity];
  return (message, value) => {
    let place = message as Record<string, unknown>;
    for (let i = 0; i < parents.length; i++) place = place[parents[i]] as Record<string, unknown>;
    if (field.kind === 'boolean') place[last] = value !== 0;
    else if (field.kind === 'integer') place[last] = Math.min(max, Math.max(min, Math.round(value)));
    else place[last] = value;
  };
}

function lastField(type: MessageType, path: string): Field {
  let inside = type;
  let field: Field | undefined;
  for (const segment of path.split('.')) {
    field = inside.fields.find(({ name }) => name === segment.replace(/\[.*$/, ''))!;
    if (field.array === true)
      throw new Error(`${path}: ${field.name} has any length, expected a field that is always there.`);
    inside = field.message ?? inside;
  }
  return field!;
}
