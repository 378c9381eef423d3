/**
 * CAN frames as lines of text, as serial adapters speak them: the ASCII protocol of Lawicel's CAN232 ("slcan" under Linux), with the
 * letters that CANable adapters add for CAN FD.
 *
 *   tIIILDD…  data frame, 11-bit identifier       dIIILDD…  CAN FD           bIIILDD…  CAN FD with bit rate switch
 *   TIIIIIIIILDD…  29-bit identifier              DIIIIIIIILDD…              BIIIIIIIILDD…
 *   rIIIL, RIIIIIIIIL  remote frame
 *
 * I, D: hexadecimal digits, upper case when written; L: data length code, one digit. A line ends with CR. An adapter may put a time
 * stamp of four digits behind a frame it has received; it is read over. Answers: CR (done), `z` or `Z` CR (frame sent), BEL (error),
 * and text such as `V1013`.
 *
 * Reference: Lawicel AB, CAN232 manual, version 3; Linux drivers/net/can/slcan; CANable 2.0 firmware.
 * Pure and incremental: bytes in, calls out, however they were cut into pieces. Lines are bounded.
 */
import { CanFrame } from '../../msgs/index.ts';

/** Who is told what came in. */
export interface SlcanListener {
  /** A frame; the same object every time, valid only during the call. */
  frame(frame: CanFrame): void;
  /** A line that is no frame: empty where something was done, `z` and `Z` where a frame was sent, or a text such as `V1013`. */
  reply(text: string): void;
  /** BEL: the other side has not understood or could not do what it was told. */
  refused(): void;
  /** A line that is nothing of the protocol's; its beginning. */
  garbage(text: string): void;
}

/** Bytes of data by data length code; classic frames know those up to 8. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];
/** Letter, identifier, length, 64 bytes, time stamp, and some room: whatever is longer is garbage. */
const LONGEST_LINE = 160;
/** The longest line that is written, its CR included [bytes]. */
export const LONGEST_SLCAN = 1 + 8 + 1 + 128 + 1;
/** Of garbage, so many characters are told. */
const EXCERPT = 40;

const CR = 13;
const LF = 10;
const BEL = 7;
const DIGITS = '0123456789ABCDEF';

/** Cuts bytes into lines and reads them. */
export class SlcanParser {
  private readonly line = new Uint8Array(LONGEST_LINE);
  private length = 0;
  private isTooLong = false;
  private readonly frame = CanFrame.create();

  constructor(private readonly listener: SlcanListener) {
    this.frame.sender = 255;
  }

  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === CR) this.endLine();
      else if (byte === BEL) this.refuse();
      else if (byte === LF && this.length === 0) continue;
      else if (this.length < LONGEST_LINE) this.line[this.length++] = byte;
      else this.isTooLong = true;
    }
  }

  private endLine(): void {
    const { length, isTooLong } = this;
    this.length = 0;
    this.isTooLong = false;
    if (isTooLong) this.listener.garbage(this.text(EXCERPT));
    else if (length === 0) this.listener.reply('');
    else if (isFrameLetter(this.line[0])) this.readFrame(length);
    else if (this.isReply(length)) this.listener.reply(this.text(length));
    else this.listener.garbage(this.text(Math.min(length, EXCERPT)));
  }

  private refuse(): void {
    if (this.length > 0) this.listener.garbage(this.text(Math.min(this.length, EXCERPT)));
    this.length = 0;
    this.isTooLong = false;
    this.listener.refused();
  }

  private readFrame(length: number): void {
    if (readSlcanFrame(this.line, length, this.frame)) this.listener.frame(this.frame);
    else this.listener.garbage(this.text(Math.min(length, EXCERPT)));
  }

  /** Letters and digits only, such as an adapter says of itself. */
  private isReply(length: number): boolean {
    for (let i = 0; i < length; i++) if (!isWordCharacter(this.line[i])) return false;
    return true;
  }

  private text(length: number): string {
    return String.fromCharCode(...this.line.subarray(0, length));
  }
}

/** Reads a line without its CR into `frame`, all fields but `stamp` and `sender`; false when it is no frame. */
function readSlcanFrame(line: Uint8Array, length: number, frame: CanFrame): boolean {
  const letter = String.fromCharCode(line[0]);
  const kind = letter.toLowerCase();
  const isExtended = letter !== kind;
  const idEnd = isExtended ? 9 : 4;
  const id = readHex(line, 1, idEnd, length);
  const code = readHex(line, idEnd, idEnd + 1, length);
  const isFd = kind === 'd' || kind === 'b';
  if (id < 0 || id > (isExtended ? 0x1fffffff : 0x7ff) || code < 0 || (code > 8 && !isFd)) return false;
  const isRemote = kind === 'r';
  const bytes = LENGTHS[code];
  const end = idEnd + 1 + (isRemote ? 0 : 2 * bytes);
  // behind the data: nothing, or a time stamp
  if (length !== end && !(length === end + 4 && readHex(line, end, length, length) >= 0)) return false;
  frame.data.fill(0);
  for (let i = 0; i < bytes && !isRemote; i++) {
    const at = idEnd + 1 + 2 * i;
    const byte = readHex(line, at, at + 2, length);
    if (byte < 0) return false;
    frame.data[i] = byte;
  }
  frame.id = id;
  frame.is_extended = isExtended;
  frame.is_remote = isRemote;
  frame.is_error = frame.is_error_passive = false;
  frame.is_fd = isFd;
  frame.is_bit_rate_switch = kind === 'b';
  frame.length = bytes;
  return true;
}

/**
 * Writes a frame and its CR from `at` on; returns where it ends. At most `LONGEST_SLCAN` bytes. A length that CAN FD does not have is
 * filled up with zeros to the next one. An error frame cannot be said: whoever has one keeps it.
 */
export function writeSlcanFrame(frame: CanFrame, target: Uint8Array, at: number): number {
  const { id, is_extended: isExtended, is_remote: isRemote, is_fd: isFd, length, data } = frame;
  const letter = isRemote ? 'r' : isFd ? (frame.is_bit_rate_switch ? 'b' : 'd') : 't';
  let code = 0;
  while (LENGTHS[code] < length) code++;
  target[at] = (isExtended ? letter.toUpperCase() : letter).charCodeAt(0);
  let end = writeHex(target, at + 1, id, isExtended ? 8 : 3);
  end = writeHex(target, end, code, 1);
  for (let i = 0; i < LENGTHS[code] && !isRemote; i++) end = writeHex(target, end, i < length ? data[i] : 0, 2);
  target[end] = CR;
  return end + 1;
}

function writeHex(target: Uint8Array, at: number, value: number, digits: number): number {
  for (let i = 0; i < digits; i++) target[at + i] = DIGITS.charCodeAt((value >>> (4 * (digits - 1 - i))) & 15);
  return at + digits;
}

/** The number of these digits; −1 when one of them is none, or the line is too short. */
function readHex(line: Uint8Array, from: number, to: number, length: number): number {
  if (to > length) return -1;
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = hexDigit(line[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const upper = byte & ~32;
  return upper >= 65 && upper <= 70 ? upper - 55 : -1;
}

const isFrameLetter = (byte: number): boolean => 'tTrRdDbB'.includes(String.fromCharCode(byte));

const isWordCharacter = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
