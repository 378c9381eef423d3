/** Finds a NaN in a message that somebody else's code wrote, before it spreads. Infinity may mean something; NaN never does. */
import type { MessageType } from '../msgs/message-type.ts';

/** The path of the first NaN among the numbers of a message, not looking into lists. */
export function findNaN(type: MessageType<any>, message: any): string | undefined {
  for (const field of type.fields) {
    const value = message[field.name];
    if (field.array !== undefined) continue;
    if (field.message !== undefined) {
      const inside = findNaN(field.message, value);
      if (inside !== undefined) return `${field.name}.${inside}`;
    } else if (value !== value) return field.name;
  }
  return undefined;
}
