/**
 * A step of a sandbox and its answer, as bytes: thousands a second need no JSON. Integers and doubles are little-endian.
 *
 *   step     u32 0   f64 now, nowNs, tick, dt, elapsed, activation   then each input that changed:
 *            u32 port   f64 sequence   f64 publishedNs   u32 messages   { u32 length   CDR } …
 *   answer   u32 0   then each output:   u32 messages   { u32 length   CDR } …
 *
 * The zero stands where the length of the JSON is in other frames. What comes out of a sandbox is read with bounds.
 */
import type { StepTime } from '../../core/block.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { MOST_QUEUED, QueueSignal } from '../../core/signal.ts';
import type { MessageType } from '../../msgs/message-type.ts';

/** What a sandbox answered makes no sense. */
export class SandboxLie extends Error {}

/** Bytes that grow as they are written, in memory that is used again. */
class FrameWriter {
  private bytes = new Uint8Array(4096);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  begin(): void {
    this.length = 0;
    this.u32(0);
  }

  u32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  f64(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  message(type: MessageType<any>, message: unknown): void {
    this.reserve(4 + type.maxSize(message));
    const end = type.encode(message, this.view, this.length + 4);
    this.view.setUint32(this.length, end - this.length - 4, true);
    this.length = end;
  }

  /** Holds until the next `begin`. */
  get frame(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** Throws a RangeError where the frame ends too early. */
class FrameReader {
  readonly view: DataView;
  private offset = 4;

  constructor(private readonly frame: Uint8Array) {
    this.view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.frame.length;
  }

  u32(): number {
    this.offset += 4;
    return this.view.getUint32(this.offset - 4, true);
  }

  f64(): number {
    this.offset += 8;
    return this.view.getFloat64(this.offset - 8, true);
  }

  message(type: MessageType<any>, message: unknown): void {
    const length = this.u32();
    if (this.offset + length > this.frame.length) throw new RangeError('a message is cut');
    type.decode(this.view, this.offset, length, message);
    this.offset += length;
  }
}

/** Whether a frame is a step, or the answer to one. */
export const isStepFrame = (frame: Uint8Array): boolean =>
  frame.length >= 4 && frame[0] === 0 && frame[1] === 0 && frame[2] === 0 && frame[3] === 0;

/** Writes steps, and what of the inputs the sandbox does not know yet. */
export class StepWriter {
  private readonly writer = new FrameWriter();
  /** Sequence of each input as the sandbox knows it. */
  private readonly sent: Float64Array;

  constructor(private readonly inputs: readonly Signal[]) {
    this.sent = new Float64Array(inputs.length).fill(-1);
  }

  /** The sandbox has gone back to an earlier instant: what it knows of its inputs is out of date. */
  forget(): void {
    this.sent.fill(-1);
  }

  /** Holds until the next call. */
  write(time: StepTime): Uint8Array {
    const { writer, inputs, sent } = this;
    writer.begin();
    writer.f64(time.now);
    writer.f64(time.nowNs);
    writer.f64(time.tick);
    writer.f64(time.dt);
    writer.f64(time.elapsed);
    writer.f64(time.activation);
    for (let i = 0; i < inputs.length; i++) {
      if (inputs[i].sequence === sent[i]) continue;
      sent[i] = inputs[i].sequence;
      this.writeInput(i, inputs[i]);
    }
    return writer.frame;
  }

  private writeInput(port: number, input: Signal): void {
    const { writer } = this;
    writer.u32(port);
    writer.f64(input.sequence);
    writer.f64(input.publishedNs);
    const queue = input instanceof QueueSignal ? input.queue : undefined;
    writer.u32(queue === undefined ? 1 : queue.length);
    if (queue === undefined) writer.message(input.type, input.value);
    else for (const message of queue) writer.message(input.type, message);
  }
}

/** Inside a sandbox: reads a step into its inputs and its time. */
export function readStep(frame: Uint8Array, inputs: readonly Signal[], time: StepTime): void {
  const reader = new FrameReader(frame);
  time.now = reader.f64();
  time.nowNs = reader.f64();
  time.tick = reader.f64();
  time.dt = reader.f64();
  time.elapsed = reader.f64();
  time.activation = reader.f64();
  while (!reader.isAtEnd) {
    const input = inputs[reader.u32()];
    input.sequence = reader.f64();
    input.publishedNs = reader.f64();
    for (let left = reader.u32(); left > 0; left--) {
      reader.message(input.type, input.value);
      if (input instanceof QueueSignal) input.enqueue();
    }
  }
}

interface Written {
  readonly type: MessageType<any>;
  readonly messages: readonly unknown[];
}

/** Inside a sandbox: writes answers. */
export class AnswerWriter {
  private readonly writer = new FrameWriter();

  /** Holds until the next call. */
  write(outputs: readonly Written[]): Uint8Array {
    this.writer.begin();
    for (const { type, messages } of outputs) {
      this.writer.u32(messages.length);
      for (const message of messages) this.writer.message(type, message);
    }
    return this.writer.frame;
  }
}

/** Puts an answer into the drafts. Throws SandboxLie where it does not fit the ports. */
export function readAnswer(frame: Uint8Array, outputs: readonly OutputPort[]): void {
  const reader = new FrameReader(frame);
  for (const output of outputs) {
    const { name, queued } = output;
    let count: number;
    try {
      count = reader.u32();
    } catch {
      throw new SandboxLie(`answered without its ${outputs.length} outputs`);
    }
    if (count > (queued ? MOST_QUEUED : 1)) throw new SandboxLie(`answered with ${count} messages for ${name}`);
    output.publish = count > 0;
    for (; count > 0; count--) {
      readMessage(reader, output);
      if (queued) output.send();
    }
  }
  if (!reader.isAtEnd) throw new SandboxLie(`answered with more than its ${outputs.length} outputs`);
}

function readMessage(reader: FrameReader, { type, name, value }: OutputPort): void {
  try {
    reader.message(type, value);
  } catch (error) {
    throw new SandboxLie(`answered with something for ${name} that is no ${type.name}: ${(error as Error).message}`);
  }
}
