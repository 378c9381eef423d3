/**
 * Logs of Vector's tools (.asc): a header, then one event in each line.
 *
 *   date Fri Jul 10 06:17:32 2015
 *   base hex  timestamps absolute
 *   no internal events logged
 *      0.200134 1  F6              Rx   d 5 7A DF E0 7B D0         channel, identifier, direction, data or remote, length code
 *      1.400291 1  12345678x       Rx   r 0                        29 bits: an x after the identifier
 *      2.450287 CANFD   1 Rx        123      1 0 9 12 11 22 …      CAN FD: bit rate switch, error state, length code, length
 *      2.650287 1  ErrorFrame
 *
 * Identifiers and data are hexadecimal or decimal, as `base` says; times count from the beginning, or from the event before. All other
 * events (statistics, comments, triggers, requests to send) are passed over.
 *
 * Reference: log2asc.c and asc2log.c of can-utils, io/asc.py of python-can. Checked against: both.
 */
import { InputError, quote } from '../../../core/input-error.ts';
import { CanFrame } from '../../../msgs/index.ts';
import type { OnLoggedFrame } from './frame-text.ts';
import {
  FD_LENGTHS,
  decimalTime,
  hexBytes,
  hexIdentifier,
  resetFrame,
  setDecimalTime,
  setIdentifier,
} from './frame-text.ts';
import { eachLine } from './lines.ts';

const BASE = /^base\s+(hex|dec)(?:\s+timestamps\s+(absolute|relative))?/i;
const EVENT = /^(\d+)\.(\d+)\s+(.*)$/;
const ERROR = /^(?:(\d+)\s+|CANFD\s+(\d+)\s+(?:[RT]x\s+)?)ErrorFrame\b/i;
const CLASSIC = /^(\d+)\s+([\dA-F]+)(x?)\s+[RT]x\s+([dr])\b\s*(.*)$/i;
const FD =
  /^CANFD\s+(\d+)\s+[RT]x\s+([\dA-F]+)(x?)\s+(?:[A-Za-z_]\w*\s+)?([01])\s+([01])\s+([\dA-F]{1,2})\s+(\d+)\s*(.*)$/i;

/** In the flags of a CANFD event, the third number after its data: a remote frame, and a frame that is of CAN FD indeed. */
const REMOTE_FLAG = 0x10;
const FD_FLAG = 0x1000;

interface Reading {
  readonly frame: CanFrame;
  radix: 16 | 10;
  isRelative: boolean;
}

/** Calls `each` with every frame of the log, in order; an InputError at the line of a frame that cannot be. */
export function readAsc(text: string, file: string, each: OnLoggedFrame): void {
  const reading: Reading = { frame: CanFrame.create(), radix: 16, isRelative: false };
  eachLine(text, (line, number) => {
    const problem = readLine(line, reading, each);
    if (problem !== undefined) throw new InputError(`${file}:${number}`, problem);
  });
}

function readLine(line: string, reading: Reading, each: OnLoggedFrame): string | undefined {
  const base = BASE.exec(line);
  if (base !== null) {
    reading.radix = base[1].toLowerCase() === 'dec' ? 10 : 16;
    reading.isRelative = base[2]?.toLowerCase() === 'relative';
    return undefined;
  }
  const event = EVENT.exec(line);
  return event === null ? undefined : readEvent(event, reading, each);
}

function readEvent([, seconds, fraction, what]: RegExpExecArray, reading: Reading, each: OnLoggedFrame) {
  const { frame } = reading;
  resetFrame(frame);
  const late = setEventTime(reading, seconds, fraction);
  if (late !== undefined) return late;
  const error = ERROR.exec(what);
  const classic = error === null ? CLASSIC.exec(what) : null;
  const fd = error === null && classic === null ? FD.exec(what) : null;
  let problem: string | undefined;
  if (error !== null) frame.is_error = true;
  else if (classic !== null) problem = readClassic(classic, reading);
  else if (fd !== null) problem = readFd(fd, reading);
  else return undefined;
  if (problem === undefined) each(frame, (error?.[1] ?? error?.[2] ?? classic?.[1] ?? fd?.[1])!);
  return problem;
}

function setEventTime({ frame: { stamp }, isRelative }: Reading, seconds: string, fraction: string) {
  const { sec, nanosec } = stamp;
  const problem = setDecimalTime(stamp, seconds, fraction);
  if (problem !== undefined || !isRelative) return problem;
  const sum = nanosec + stamp.nanosec;
  stamp.sec += sec + (sum >= 1e9 ? 1 : 0);
  stamp.nanosec = sum % 1e9;
  return stamp.sec < 0x8000_0000 ? undefined : `expected times that sum to less than 2147483648 s, got ${stamp.sec}`;
}

function readClassic([, , id, x, kind, rest]: RegExpExecArray, reading: Reading): string | undefined {
  const { frame, radix } = reading;
  const problem = setIdentifier(frame, wholeNumber(id, radix), x !== '');
  if (problem !== undefined) return problem;
  const [code = '0', ...bytes] = rest === '' ? [] : rest.split(/\s+/, 9);
  frame.is_remote = kind.toLowerCase() === 'r';
  // older files say nothing about the length of a remote frame
  const length = wholeNumber(frame.is_remote && !/^[\dA-F]$/i.test(code) ? '0' : code, radix);
  if (!(length <= 15)) return `expected a data length code, got ${quote(code)}`;
  frame.length = Math.min(length, 8);
  return frame.is_remote ? undefined : setBytes(frame, bytes, radix);
}

function readFd([, , id, x, brs, esi, code, length, rest]: RegExpExecArray, reading: Reading): string | undefined {
  const { frame, radix } = reading;
  const problem = setIdentifier(frame, wholeNumber(id, radix), x !== '');
  if (problem !== undefined) return problem;
  frame.length = Number(length);
  if (!FD_LENGTHS.includes(frame.length)) {
    return `expected 0 to 8, 12, 16, 20, 24, 32, 48 or 64 bytes of CAN FD, got ${length.slice(0, 10)}`;
  }
  const words = rest === '' ? [] : rest.split(/\s+/, frame.length + 3);
  const flags = Number.parseInt(words[frame.length + 2] ?? '', 16);
  // the format is also written for classic frames, which its flags tell apart
  frame.is_fd = Number.isNaN(flags) || (flags & FD_FLAG) !== 0;
  frame.is_remote = !frame.is_fd && (flags & REMOTE_FLAG) !== 0;
  if (frame.is_remote) {
    frame.length = Math.min(Number.parseInt(code, 16), 8);
    return undefined;
  }
  frame.is_bit_rate_switch = frame.is_fd && brs === '1';
  frame.is_error_passive = frame.is_fd && esi === '1';
  if (!frame.is_fd && frame.length > 8) return `expected at most 8 bytes, got ${frame.length}`;
  return setBytes(frame, words, radix);
}

function setBytes({ data, length }: CanFrame, words: readonly string[], radix: 16 | 10): string | undefined {
  for (let i = 0; i < length; i++) {
    const byte = wholeNumber(words[i] ?? '', radix);
    if (!(byte <= 255)) return `expected ${length} bytes, got ${quote(words[i])} in place of byte ${i}`;
    data[i] = byte;
  }
  return undefined;
}

/** NaN where the text is anything but digits. */
const wholeNumber = (text: string, radix: 16 | 10): number =>
  (radix === 16 ? /^[\dA-F]{1,8}$/i : /^\d{1,10}$/).test(text) ? Number.parseInt(text, radix) : NaN;

/** What an ASC log begins with. Simulated time begins at zero, and so does its calendar. */
export const ASC_HEADER = 'date Thu Jan 1 00:00:00 1970\nbase hex  timestamps absolute\nno internal events logged\n';

/** One line, without its end. Channels count from 1. */
export function ascLine(frame: CanFrame, channel: number): string {
  const begin = `${decimalTime(frame.stamp).padStart(11)} `;
  if (frame.is_error) return `${begin}${channel}  ErrorFrame`;
  const id = `${hexIdentifier(frame.id, 1)}${frame.is_extended ? 'x' : ''}`;
  if (frame.is_fd) return begin + fdEvent(frame, id, channel);
  const kind = frame.is_remote ? 'r' : 'd';
  const bytes = frame.is_remote || frame.length === 0 ? '' : ` ${hexBytes(frame, ' ')}`;
  return `${begin}${channel}  ${id.padEnd(15)} Rx   ${kind} ${frame.length}${bytes}`;
}

function fdEvent(frame: CanFrame, id: string, channel: number): string {
  const [brs, esi] = [frame.is_bit_rate_switch ? 1 : 0, frame.is_error_passive ? 1 : 0];
  const code = FD_LENGTHS.indexOf(frame.length).toString(16);
  const flags = (FD_FLAG + 0x2000 * brs + 0x4000 * esi).toString(16);
  const bytes = frame.length === 0 ? '' : ` ${hexBytes(frame, ' ')}`;
  const where = `CANFD ${String(channel).padStart(3)} Rx   ${frame.is_extended ? id.padStart(9) : `${id.padStart(8)} `}`;
  const what = `${brs} ${esi} ${code} ${String(frame.length).padStart(2)}${bytes}`;
  // duration and length of the frame on the wire, flags, checksum and bit timing: not kept
  return `${where}${' '.repeat(34)}${what} ${'0'.padStart(8)} ${'0'.padStart(4)} ${flags.padStart(8)} 0 0 0 0 0`;
}
