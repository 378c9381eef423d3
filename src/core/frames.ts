/** Byte arrays inside messages: they travel by reference, so whoever keeps a message for long makes its own copy. */
import type { MessageType } from '../msgs/message-type.ts';

/** Replaces every byte array of a message by a copy that nobody else can see. */
export function ownFrames(type: MessageType<any>, message: any): void {
  for (const field of type.fields) {
    if (field.array === true && message[field.name] instanceof Uint8Array)
      message[field.name] = message[field.name].slice();
    else if (field.array === undefined && field.message !== undefined) ownFrames(field.message, message[field.name]);
  }
}
