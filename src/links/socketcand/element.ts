/**
 * The texts of socketcand: elements in angle brackets, words with spaces between them.
 *
 *   < send 123 2 11 22 >                     identifier, number of bytes, bytes; all hexadecimal
 *   < frame 123 23.424242 1122 >             identifier, time, bytes
 *
 * An identifier of eight digits, or one above 7FF, has 29 bits. Remote frames and CAN FD cannot be said.
 * Reference: doc/protocol.md and state_raw.c of socketcand. Frames begin with a new line, which clients pass over: that of python-can 4.1 loses
 * the first character behind what it has read.
 */
import { decimalTime, hexBytes, hexIdentifier } from '../../bus/can/log/frame-text.ts';
import type { CanFrame } from '../../msgs/index.ts';

/** Whether the protocol has words for it. */
export const canBeSaid = ({ is_fd: isFd, is_remote: isRemote, is_error: isError }: CanFrame): boolean =>
  !isFd && !isRemote && !isError;

export const frameElement = (frame: CanFrame): string =>
  `\n< frame ${hexIdentifier(frame.id, frame.is_extended ? 8 : 3)} ${decimalTime(frame.stamp)} ${hexBytes(frame)} >`;

/** Fills `frame` with what a client sends; false where it is no frame. The words are those behind `send`. */
export function readSend([id = '', length = '', ...bytes]: readonly string[], frame: CanFrame): boolean {
  if (!/^[\dA-F]{1,8}$/i.test(id) || !/^[0-8]$/.test(length) || bytes.length !== Number(length)) return false;
  const value = Number.parseInt(id, 16);
  if (value > 0x1fff_ffff || !bytes.every((byte) => /^[\dA-F]{1,2}$/i.test(byte))) return false;
  frame.id = value;
  frame.is_extended = id.length === 8 || value > 0x7ff;
  frame.length = bytes.length;
  frame.data.fill(0);
  bytes.forEach((byte, i) => {
    frame.data[i] = Number.parseInt(byte, 16);
  });
  return true;
}

/** No element that a client may say is longer. */
const LONGEST = 256;

/** Cuts what a client says into the words of its elements; what is between them is passed over. */
export class ElementSplitter {
  private rest = '';

  /** Undefined where the client says something without end. */
  push(text: string): string[][] | undefined {
    const elements: string[][] = [];
    let all = this.rest + text;
    for (let end = all.indexOf('>'); end >= 0; end = all.indexOf('>')) {
      const begin = all.lastIndexOf('<', end);
      if (begin >= 0)
        elements.push(
          all
            .slice(begin + 1, end)
            .trim()
            .split(/\s+/),
        );
      all = all.slice(end + 1);
    }
    const open = all.indexOf('<');
    this.rest = open < 0 ? '' : all.slice(open);
    return this.rest.length > LONGEST ? undefined : elements;
  }
}
