/**
 * What crosses between a run and a computer on which some of its blocks step: frames, all little-endian, nothing padded. Both ends use this file.
 *
 *   frame      u32 length of the rest, u8 operation, u16 number of the block, payload
 *   A asset    text: name, NUL, bytes                            from the run; block 0
 *   I init     JSON: what the block is                           R ready: text, the version of the program
 *   S step     f64 × 6 the step's time, u16 number of inputs that changed, for each u16 port, f64 sequence, f64 publication [ns], messages
 *                                                                O outputs: messages of each output
 *   P params   JSON                                              no answer
 *   E end                                                        X error: text
 *
 *   messages   u32 number, for each f64 trace, u32 length, CDR
 */
import type { StepTime } from '../../core/block.ts';
import type { Signal } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { UNTRACED } from '../../core/trace.ts';
import type { MessageType } from '../../msgs/message-type.ts';

export const COMPUTER_PROTOCOL = 1;

/** Bytes before the payload, and of them those that the splitter takes away. */
const HEAD_BYTES = 7;
const LENGTH_BYTES = 4;
const TIME_BYTES = 48;
const INPUT_BYTES = 18;
const MESSAGE_BYTES = 12;

export type Operation = 'A' | 'I' | 'S' | 'P' | 'E' | 'R' | 'O' | 'X';

/** All that a computer is told of a block. */
export interface BlockSetup {
  readonly protocol: number;
  readonly name: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly period: number;
}

/** A frame without its length, as a splitter hands it over. */
export interface ReceivedFrame {
  readonly operation: string;
  readonly block: number;
  readonly payload: Uint8Array;
}

export const readFrame = (bytes: Uint8Array): ReceivedFrame => ({
  operation: String.fromCharCode(bytes[0]),
  block: bytes.length < HEAD_BYTES - LENGTH_BYTES ? -1 : bytes[1] | (bytes[2] << 8),
  payload: bytes.subarray(HEAD_BYTES - LENGTH_BYTES),
});

function writeHead(view: DataView, operation: Operation, block: number, length: number): void {
  view.setUint32(0, length - LENGTH_BYTES, true);
  view.setUint8(LENGTH_BYTES, operation.charCodeAt(0));
  view.setUint16(LENGTH_BYTES + 1, block, true);
}

export function writeFrame(operation: Operation, block: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + payload.length);
  writeHead(new DataView(bytes.buffer), operation, block, bytes.length);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

export const textFrame = (operation: Operation, block: number, text: string): Uint8Array =>
  writeFrame(operation, block, new TextEncoder().encode(text));

export function assetFrame(name: string, bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${name}\0`);
  const payload = new Uint8Array(head.length + bytes.length);
  payload.set(head);
  payload.set(bytes, head.length);
  return writeFrame('A', 0, payload);
}

export function readAsset(payload: Uint8Array): readonly [name: string, bytes: Uint8Array] {
  const end = payload.indexOf(0);
  return [new TextDecoder().decode(payload.subarray(0, end)), payload.slice(end + 1)];
}

const messagesOf = (input: Signal): readonly unknown[] => (input instanceof QueueSignal ? input.queue : [input.value]);

const messagesSize = (type: MessageType<any>, messages: readonly unknown[]): number =>
  messages.reduce((size: number, message) => size + MESSAGE_BYTES + type.maxSize(message), 4);

function writeMessages(
  view: DataView,
  start: number,
  type: MessageType<any>,
  messages: readonly unknown[],
  traces: readonly number[],
): number {
  view.setUint32(start, messages.length, true);
  let at = start + 4;
  for (let m = 0; m < messages.length; m++) {
    const from = at + MESSAGE_BYTES;
    const end = type.encode(messages[m], view, from);
    view.setFloat64(at, traces[m] ?? UNTRACED, true);
    view.setUint32(at + 8, end - from, true);
    at = end;
  }
  return at;
}

/** Reads messages one by one into a place; returns where they end. */
function readMessages(view: DataView, start: number, type: MessageType<any>, into: any, each: (trace: number) => void) {
  const count = view.getUint32(start, true);
  let at = start + 4;
  for (let m = 0; m < count; m++) {
    const length = view.getUint32(at + 8, true);
    type.decode(view, at + MESSAGE_BYTES, length, into);
    each(view.getFloat64(at, true));
    at += MESSAGE_BYTES + length;
  }
  return at;
}

/** The time and every input whose sequence is not the one in `sent`, which it brings up to date. */
export function stepFrame(block: number, time: StepTime, inputs: readonly Signal[], sent: Float64Array): Uint8Array {
  const changed = inputs.flatMap((input, i) => (input.sequence === sent[i] ? [] : [i]));
  const size = changed.reduce(
    (sum, i) => sum + INPUT_BYTES + messagesSize(inputs[i].type, messagesOf(inputs[i])),
    HEAD_BYTES + TIME_BYTES + 2,
  );
  // the stream keeps the bytes for a while: each step has its own
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const { now, nowNs, tick, dt, elapsed, activation } = time;
  [now, nowNs, tick, dt, elapsed, activation].forEach((value, k) => view.setFloat64(HEAD_BYTES + 8 * k, value, true));
  view.setUint16(HEAD_BYTES + TIME_BYTES, changed.length, true);
  let at = HEAD_BYTES + TIME_BYTES + 2;
  for (const i of changed) {
    const input = inputs[i];
    sent[i] = input.sequence;
    view.setUint16(at, i, true);
    view.setFloat64(at + 2, input.sequence, true);
    view.setFloat64(at + 10, input.publishedNs, true);
    at = writeMessages(view, at + 18, input.type, messagesOf(input), input instanceof QueueSignal ? input.traces : []);
  }
  writeHead(view, 'S', block, at);
  return bytes.subarray(0, at);
}

export function readStep(payload: Uint8Array, time: StepTime, inputs: readonly Signal[]): void {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const number = (k: number): number => view.getFloat64(8 * k, true);
  [time.now, time.nowNs, time.tick] = [number(0), number(1), number(2)];
  [time.dt, time.elapsed, time.activation] = [number(3), number(4), number(5)];
  let at = TIME_BYTES + 2;
  for (let n = view.getUint16(TIME_BYTES, true); n > 0; n--) {
    const input = inputs[view.getUint16(at, true)];
    input.sequence = view.getFloat64(at + 2, true);
    input.publishedNs = view.getFloat64(at + 10, true);
    at = readMessages(view, at + 18, input.type, input.value, (trace) => {
      if (input instanceof QueueSignal) input.enqueue(trace);
    });
  }
}

/** What a step has to say on one output. */
export interface WrittenOutput {
  readonly type: MessageType<any>;
  readonly messages: readonly unknown[];
  readonly traces: readonly number[];
}

export function outputsFrame(block: number, outputs: readonly WrittenOutput[]): Uint8Array {
  const size = outputs.reduce((sum, { type, messages }) => sum + messagesSize(type, messages), HEAD_BYTES);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = HEAD_BYTES;
  for (const { type, messages, traces } of outputs) at = writeMessages(view, at, type, messages, traces);
  writeHead(view, 'O', block, at);
  return bytes.subarray(0, at);
}

/** Where an answer is put: a draft with a flag, or a queue. */
export interface AnswerTarget {
  readonly type: MessageType<any>;
  readonly value: any;
  readonly queued: boolean;
  publish: boolean;
  trace: number;
  send(): void;
}

/** Throws RangeError where the bytes run out, or there are too many. */
export function readOutputs(payload: Uint8Array, outputs: readonly AnswerTarget[]): void {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  let at = 0;
  for (const output of outputs) {
    output.publish = false;
    at = readMessages(view, at, output.type, output.value, (trace) => {
      output.trace = trace;
      if (output.queued) output.send();
      else output.publish = true;
    });
  }
  if (at !== payload.length) throw new RangeError(`${payload.length - at} bytes more than its outputs have`);
}
