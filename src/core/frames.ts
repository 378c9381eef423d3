/** Byte arrays inside messages: they travel by reference, so whoever keeps a message for long makes its own copy. */
import type { MessageType } from '../msgs/message-type.ts';

/** Replaces every byte array of a message by a copy that nobody else can see; returns the buffers of these. */
export function ownFrames(type: MessageType<any>, message: any): ArrayBuffer[] {
  return type.fields.flatMap((field) => {
    if (field.array === true && message[field.name] instanceof Uint8Array) {
      const own: Uint8Array<ArrayBuffer> = message[field.name].slice();
      message[field.name] = own;
      return [own.buffer];
    }
    if (field.array === undefined && field.message !== undefined) return ownFrames(field.message, message[field.name]);
    return [];
  });
}

/** Whether messages of this type have byte arrays in them. */
export const holdsFrames = (type: MessageType<any>): boolean =>
  type.fields.some(
    ({ array, wireType, message }) =>
      (array === true && wireType === 'uint8') ||
      (array === undefined && message !== undefined && holdsFrames(message)),
  );
