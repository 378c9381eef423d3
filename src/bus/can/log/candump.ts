/**
 * Logs of candump (`candump -l`, `-L`), one frame in each line:
 *
 *   (1436509052.249713) vcan0 044#2A366C2BBA        11 bits: three digits
 *   (1436509052.449847) vcan0 12345678#R5           29 bits: eight digits; a remote frame that asks for five bytes
 *   (1436509053.650004) vcan0 123##1112233          CAN FD; the digit after ## has bit 0 for the faster bit rate and bit 1 for an
 *                                                   error passive sender
 *   (1436509054.900000) vcan0 20000080#0000000000000000    an error frame; what was wrong is not kept
 *
 * with an optional ` R` or ` T`, for received or sent, at the end. Reference: lib.c and log2asc.c of can-utils. Bytes may have points between
 * them, and a raw data length code of a classic frame (`_9`) is passed over.
 *
 * Checked against: log2asc, asc2log and python-can.
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

const LINE = /^\((\d+)\.(\d+)\)\s+(\S+)\s+([\dA-F]{3}|[\dA-F]{8})#(\S*)(?:\s+[RT])?$/i;
const REMOTE = /^R([0-8]?)(?:_[\dA-F])?$/i;
const CLASSIC = /^((?:[\dA-F]{2}\.?)*)(?:_[\dA-F])?$/i;
const FD = /^#([\dA-F])((?:[\dA-F]{2}\.?)*)$/i;

/** Flag of error frames in the identifiers of Linux, and what they are all taken for: an error on the bus. */
const ERROR_FLAG = 0x2000_0000;
const ERROR_ON_BUS = '20000080#0000000000000000';
const BIT_RATE_SWITCH = 1;
const ERROR_STATE = 2;

/** Calls `each` with every frame of the log, in order; an InputError at the line that is no frame. */
export function readCandump(text: string, file: string, each: OnLoggedFrame): void {
  const frame = CanFrame.create();
  eachLine(text, (line, number) => {
    const problem = readLine(line, frame, each);
    if (problem !== undefined) throw new InputError(`${file}:${number}`, problem);
  });
}

function readLine(line: string, frame: CanFrame, each: OnLoggedFrame): string | undefined {
  const match = LINE.exec(line);
  if (match === null) return `expected a frame as candump logs it, such as (1.5) can0 123#0A, got ${quote(line)}`;
  const [, seconds, fraction, channel, id, content] = match;
  resetFrame(frame);
  const problem =
    setDecimalTime(frame.stamp, seconds, fraction) ?? setIdOrError(frame, id) ?? setContent(frame, content);
  if (problem === undefined) each(frame, channel);
  return problem;
}

function setIdOrError(frame: CanFrame, digits: string): string | undefined {
  const id = Number.parseInt(digits, 16);
  frame.is_error = digits.length === 8 && id >= ERROR_FLAG && id < 2 * ERROR_FLAG;
  return frame.is_error ? undefined : setIdentifier(frame, id, digits.length === 8);
}

function setContent(frame: CanFrame, content: string): string | undefined {
  const remote = REMOTE.exec(content);
  const fd = FD.exec(content);
  const data = fd?.[2] ?? CLASSIC.exec(content)?.[1];
  if (remote !== null) {
    frame.is_remote = true;
    frame.length = Number(remote[1]);
    return undefined;
  }
  if (data === undefined) return `expected pairs of hexadecimal digits after #, got ${quote(content)}`;
  if (fd !== null) {
    const flags = Number.parseInt(fd[1], 16);
    frame.is_fd = true;
    frame.is_bit_rate_switch = (flags & BIT_RATE_SWITCH) !== 0;
    frame.is_error_passive = (flags & ERROR_STATE) !== 0;
  }
  return setData(frame, data.replaceAll('.', ''));
}

function setData(frame: CanFrame, digits: string): string | undefined {
  const length = digits.length / 2;
  if (frame.is_fd ? !FD_LENGTHS.includes(length) : length > 8) {
    const expected = frame.is_fd ? '0 to 8, 12, 16, 20, 24, 32, 48 or 64 bytes of CAN FD' : 'at most 8 bytes';
    return `expected ${expected}, got ${length}`;
  }
  if (frame.is_error) return undefined;
  frame.length = length;
  for (let i = 0; i < length; i++) frame.data[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return undefined;
}

/** One line, without its end. `channel` must be a word. */
export const candumpLine = (frame: CanFrame, channel: string): string =>
  `(${decimalTime(frame.stamp)}) ${channel} ${frame.is_error ? ERROR_ON_BUS : idAndContent(frame)}`;

function idAndContent(frame: CanFrame): string {
  const id = hexIdentifier(frame.id, frame.is_extended ? 8 : 3);
  if (frame.is_remote) return `${id}#R${frame.length === 0 ? '' : frame.length}`;
  if (!frame.is_fd) return `${id}#${hexBytes(frame)}`;
  const flags = (frame.is_bit_rate_switch ? BIT_RATE_SWITCH : 0) | (frame.is_error_passive ? ERROR_STATE : 0);
  return `${id}##${flags}${hexBytes(frame)}`;
}
