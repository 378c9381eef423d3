/**
 * What is written into the mailbox for one step: the request (time and changed inputs) and its answer (published
 * outputs). Both ends use this file, so the block in the worker sees exactly the inputs that it would see at home.
 *
 * States and parameters cross as plain data behind the operation or the outcome (`DATA_AT`).
 *
 * Request, from offset 0:          Answer, from offset 0:
 *   f64      operation               f64      outcome
 *   f64 × 6  the step's time         f64      how long the step took [ms]
 *   f64      inputs that follow      per output: f64 number of messages, and then these, each behind its trace (f64)
 *   per changed input: f64 port, f64 sequence, f64 publication time [ns], f64 number of messages, these; those of a queue behind their traces
 */
import type { StepTime } from '../../core/block.ts';
import type { Signal } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { UNTRACED } from '../../core/trace.ts';
import type { PortCodec } from './port-codec.ts';
import { align8 } from './port-codec.ts';
import type { SlotBuffer } from './shared-mailbox.ts';

export const Operation = { step: 0, save: 1, restore: 2, params: 3 } as const;
export const Outcome = { done: 0, failed: 1 } as const;

export const DATA_AT = 8;
const STEP_MS_AT = 8;
const OUTPUTS_AT = 16;
const TIME_AT = 8;
const COUNT_AT = 56;
const INPUTS_AT = 64;
const FIXED_BYTES = 4096;

export const readOperation = (buffer: SlotBuffer): number => buffer.view.getFloat64(0, true);
export const writeOperation = (buffer: SlotBuffer, operation: number): void =>
  buffer.reserve(8).setFloat64(0, operation, true);
export const readOutcome = (buffer: SlotBuffer): number => buffer.view.getFloat64(0, true);
export const writeDone = (buffer: SlotBuffer): void => buffer.reserve(8).setFloat64(0, Outcome.done, true);

/** Writes the time and every input whose sequence is not the one in `sent`, which it brings up to date. */
export function writeStep(
  buffer: SlotBuffer,
  time: StepTime,
  inputs: readonly Signal[],
  codecs: readonly PortCodec[],
  sent: Float64Array,
): void {
  let view = buffer.reserve(FIXED_BYTES);
  view.setFloat64(0, Operation.step, true);
  view.setFloat64(TIME_AT, time.now, true);
  view.setFloat64(TIME_AT + 8, time.nowNs, true);
  view.setFloat64(TIME_AT + 16, time.tick, true);
  view.setFloat64(TIME_AT + 24, time.dt, true);
  view.setFloat64(TIME_AT + 32, time.elapsed, true);
  view.setFloat64(TIME_AT + 40, time.activation, true);
  let count = 0;
  let offset = INPUTS_AT;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i];
    if (input.sequence === sent[i]) continue;
    sent[i] = input.sequence;
    view = buffer.reserve(offset + 32);
    view.setFloat64(offset, i, true);
    view.setFloat64(offset + 8, input.sequence, true);
    view.setFloat64(offset + 16, input.publishedNs, true);
    const isQueue = input instanceof QueueSignal;
    view.setFloat64(offset + 24, isQueue ? input.queue.length : 1, true);
    offset += 32;
    if (!isQueue) offset = codecs[i].write(buffer, offset, input.value);
    else
      for (let m = 0; m < input.queue.length; m++) {
        buffer.reserve(offset + 8).setFloat64(offset, input.traces[m], true);
        offset = codecs[i].write(buffer, offset + 8, input.queue[m]);
      }
    count++;
  }
  buffer.view.setFloat64(COUNT_AT, count, true);
}

export function readStep(
  buffer: SlotBuffer,
  time: StepTime,
  inputs: readonly Signal[],
  codecs: readonly PortCodec[],
): void {
  const { view } = buffer;
  time.now = view.getFloat64(TIME_AT, true);
  time.nowNs = view.getFloat64(TIME_AT + 8, true);
  time.tick = view.getFloat64(TIME_AT + 16, true);
  time.dt = view.getFloat64(TIME_AT + 24, true);
  time.elapsed = view.getFloat64(TIME_AT + 32, true);
  time.activation = view.getFloat64(TIME_AT + 40, true);
  const count = view.getFloat64(COUNT_AT, true);
  let offset = INPUTS_AT;
  for (let n = 0; n < count; n++) {
    const i = view.getFloat64(offset, true);
    const input = inputs[i];
    input.sequence = view.getFloat64(offset + 8, true);
    input.publishedNs = view.getFloat64(offset + 16, true);
    const messages = view.getFloat64(offset + 24, true);
    offset += 32;
    for (let m = 0; m < messages; m++) {
      const isQueue = input instanceof QueueSignal;
      const trace = isQueue ? view.getFloat64(offset, true) : UNTRACED;
      offset = codecs[i].read(buffer, isQueue ? offset + 8 : offset, input.value);
      if (isQueue) input.enqueue(trace);
    }
  }
}

/** What a step in the worker has to say on one output. */
export interface WrittenOutput {
  /** Copies of what it sends, where every message counts; otherwise the draft, if it publishes. */
  readonly messages: readonly any[];
  /** What each of them hands on. */
  readonly traces: readonly number[];
}

/** Where an answer is put: a draft with a flag, or a queue. */
export interface AnswerTarget {
  readonly value: any;
  readonly queued: boolean;
  publish: boolean;
  trace: number;
  send(): void;
}

export function writeOutputs(
  buffer: SlotBuffer,
  outputs: readonly WrittenOutput[],
  codecs: readonly PortCodec[],
): void {
  writeDone(buffer);
  let offset = OUTPUTS_AT;
  for (let i = 0; i < outputs.length; i++) {
    const { messages, traces } = outputs[i];
    buffer.reserve(offset + 8).setFloat64(offset, messages.length, true);
    offset += 8;
    for (let m = 0; m < messages.length; m++) {
      buffer.reserve(offset + 8).setFloat64(offset, traces[m], true);
      offset = codecs[i].write(buffer, offset + 8, messages[m]);
    }
  }
}

export const writeStepMs = (buffer: SlotBuffer, ms: number): void =>
  buffer.reserve(OUTPUTS_AT).setFloat64(STEP_MS_AT, ms, true);
export const readStepMs = (buffer: SlotBuffer): number => buffer.view.getFloat64(STEP_MS_AT, true);

export function readOutputs(buffer: SlotBuffer, outputs: readonly AnswerTarget[], codecs: readonly PortCodec[]): void {
  let offset = OUTPUTS_AT;
  for (let i = 0; i < outputs.length; i++) {
    const output = outputs[i];
    const messages = buffer.view.getFloat64(offset, true);
    offset += 8;
    output.publish = messages > 0;
    for (let m = 0; m < messages; m++) {
      output.trace = buffer.view.getFloat64(offset, true);
      offset = codecs[i].read(buffer, offset + 8, output.value);
      if (output.queued) output.send();
    }
  }
}

export function writeFailure(buffer: SlotBuffer, sentence: string): void {
  const bytes = new TextEncoder().encode(sentence.slice(0, 2000));
  const view = buffer.reserve(align8(16 + bytes.length));
  view.setFloat64(0, Outcome.failed, true);
  view.setFloat64(8, bytes.length, true);
  new Uint8Array(view.buffer, 16, bytes.length).set(bytes);
}

export function readFailure(buffer: SlotBuffer): string {
  const { view } = buffer;
  // decoders refuse shared memory: decode a copy
  return new TextDecoder().decode(new Uint8Array(view.buffer, 16, view.getFloat64(8, true)).slice());
}
