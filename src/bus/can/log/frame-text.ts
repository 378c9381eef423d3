/** Frames as the texts of logs spell them: lengths, hexadecimal bytes, decimal times. */
import type { CanFrame } from '../../../msgs/index.ts';

/** Bytes of data behind each data length code of CAN FD (ISO 11898-1, table 5); of classic frames the codes above 8 mean 8. */
export const FD_LENGTHS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];

const MOST_STANDARD = 0x7ff;
export const MOST_EXTENDED = 0x1fff_ffff;

/** Where the readers of a log hand over a frame; `channel` is the bus as the log names it. Both are valid only during the call. */
export type OnLoggedFrame = (frame: CanFrame, channel: string) => void;

/** A data frame of nothing, as readers fill it anew for every line. */
export function resetFrame(frame: CanFrame): void {
  frame.id = frame.length = 0;
  frame.is_extended = frame.is_remote = frame.is_error = false;
  frame.is_fd = frame.is_bit_rate_switch = frame.is_error_passive = false;
  frame.sender = 255;
  frame.data.fill(0);
}

/** The problem with an identifier, if there is one; else it is written into the frame. */
export function setIdentifier(frame: CanFrame, id: number, isExtended: boolean): string | undefined {
  const most = isExtended ? MOST_EXTENDED : MOST_STANDARD;
  if (!(id <= most)) {
    return `expected an identifier of at most ${most.toString(16).toUpperCase()}, got ${id.toString(16).toUpperCase()}`;
  }
  frame.id = id;
  frame.is_extended = isExtended;
  return undefined;
}

/** `2A366C`: the bytes of its data, without spaces between them. */
export function hexBytes({ data, length }: Pick<CanFrame, 'data' | 'length'>, separator = ''): string {
  let text = '';
  for (let i = 0; i < length; i++) text += (i > 0 ? separator : '') + HEX[data[i]];
  return text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

export const hexIdentifier = (id: number, digits: number): string =>
  id.toString(16).toUpperCase().padStart(digits, '0');

/** Seconds as digits before and after the point, in a stamp; a problem where it has more than 31 bits. */
export function setDecimalTime(stamp: CanFrame['stamp'], seconds: string, fraction: string): string | undefined {
  const sec = Number(seconds);
  if (!(sec < 0x8000_0000)) return `expected a time below 2147483648 s, got ${seconds.slice(0, 20)}`;
  stamp.sec = sec;
  stamp.nanosec = Number(fraction.slice(0, 9).padEnd(9, '0'));
  return undefined;
}

/** `12.345679`: to the microsecond, as all logs have it. */
export function decimalTime({ sec, nanosec }: CanFrame['stamp']): string {
  const micros = Math.round(nanosec / 1000);
  return micros === 1_000_000 ? `${sec + 1}.000000` : `${sec}.${String(micros).padStart(6, '0')}`;
}
