/**
 * The process protocol in binary frames, for C and small machines. See docs/process-protocol.md.
 *
 *   frame    u32 length of the rest, u8 operation, payload; all little-endian, nothing padded
 *   I init   lines of text `path=value`                          R ready
 *   S step   f64 tick, f64 time, f64 dt, f64 elapsed,            O outputs: per output u32 length, CDR;
 *            per input: u32 sequence, f64 time, u32 length, CDR    length 0: not published
 *            queued ports: u32 number of messages, then u32 length, CDR for each, in both directions
 *   E end                                                        X error: text
 */
import type { StepTime } from '../../core/block.ts';
import type { HostedBlock } from '../../core/host.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { FrameSplitter } from './answer-splitter.ts';
import { nonFinitePath } from './non-finite.ts';
import type { ProgramProtocol } from './program-protocol.ts';
import { PROTOCOL_VERSION, ProtocolError, excerpt } from './program-protocol.ts';

const HEADER_BYTES = 5;
const INPUT_BYTES = 16;
const code = (letter: string): number => letter.charCodeAt(0);

export class CdrProtocol implements ProgramProtocol {
  readonly splitter = new FrameSplitter();
  /** Binary answers carry no stamp of their own. */
  readonly truthNs = NaN;
  private readonly inputs: readonly Signal[];
  private readonly outputs: readonly OutputPort[];

  constructor(
    private readonly block: Omit<HostedBlock, 'definition'> & { readonly definition: { readonly type: string } },
  ) {
    this.inputs = Object.values(block.inputs);
    this.outputs = Object.values(block.outputs);
  }

  init(): Uint8Array {
    const { name, definition, period, seed, params, inputs, outputs } = this.block;
    const head = { protocol: PROTOCOL_VERSION, block: name, type: definition.type, period, seed };
    const lines = [...flatLines(head, ''), ...flatLines(params, 'params')];
    for (const [port, { type }] of Object.entries(inputs)) lines.push(`inputs.${port}=${type.name}`);
    for (const [port, { type }] of Object.entries(outputs)) lines.push(`outputs.${port}=${type.name}`);
    return frame('I', new TextEncoder().encode(`${lines.join('\n')}\n`));
  }

  step(time: StepTime): Uint8Array {
    // the stream may keep the bytes for a while: each step has its own
    const bytes = new Uint8Array(this.inputs.reduce((size, input) => size + inputSize(input), HEADER_BYTES + 32));
    const view = new DataView(bytes.buffer);
    view.setUint8(4, code('S'));
    view.setFloat64(5, time.tick, true);
    view.setFloat64(13, time.now, true);
    view.setFloat64(21, time.dt, true);
    view.setFloat64(29, time.elapsed, true);
    let offset = HEADER_BYTES + 32;
    for (const input of this.inputs) offset = writeInput(view, offset, input);
    view.setUint32(0, offset - 4, true);
    return bytes.subarray(0, offset);
  }

  end(): Uint8Array {
    return frame('E', new Uint8Array(0));
  }

  readReady(answer: Uint8Array): void {
    checkOperation(answer, 'R');
  }

  readOutputs(answer: Uint8Array): void {
    checkOperation(answer, 'O');
    const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
    let offset = 1;
    for (const port of this.outputs) {
      if (port.queued) {
        offset = readQueue(port, view, offset);
        continue;
      }
      if (offset + 4 > view.byteLength)
        throw new ProtocolError(`answered too little: the length of output ${port.name} is missing`);
      const length = view.getUint32(offset, true);
      offset += 4;
      if (offset + length > view.byteLength) {
        throw new ProtocolError(
          `answered too little: output ${port.name} should have ${length} bytes and has ${view.byteLength - offset}`,
        );
      }
      port.publish = length > 0;
      if (port.publish) readMessage(port, view, offset, length);
      offset += length;
    }
    if (offset < view.byteLength)
      throw new ProtocolError(`answered ${view.byteLength - offset} bytes more than its outputs have`);
  }
}

const inputSize = (input: Signal): number => {
  if (!(input instanceof QueueSignal)) return INPUT_BYTES + input.type.maxSize(input.value);
  return input.queue.reduce((size, message) => size + 4 + input.type.maxSize(message), INPUT_BYTES);
};

function writeInput(view: DataView, offset: number, input: Signal): number {
  if (input instanceof QueueSignal) return writeQueue(view, offset, input);
  const { sequence, publishedNs, type, value } = input;
  const at = offset + INPUT_BYTES;
  const end = sequence === 0 ? at : type.encode(value, view, at);
  view.setUint32(offset, sequence, true);
  view.setFloat64(offset + 4, publishedNs / 1e9, true);
  view.setUint32(offset + 12, end - at, true);
  return end;
}

function writeQueue(view: DataView, offset: number, { sequence, publishedNs, type, queue }: QueueSignal): number {
  view.setUint32(offset, sequence, true);
  view.setFloat64(offset + 4, publishedNs / 1e9, true);
  view.setUint32(offset + 12, queue.length, true);
  return queue.reduce((at, message) => {
    const end = type.encode(message, view, at + 4);
    view.setUint32(at, end - at - 4, true);
    return end;
  }, offset + INPUT_BYTES);
}

function readQueue(port: OutputPort, view: DataView, start: number): number {
  const length = (at: number): number => {
    if (at + 4 > view.byteLength) throw new ProtocolError(`answered too little: output ${port.name} is cut`);
    return view.getUint32(at, true);
  };
  let offset = start + 4;
  for (let count = length(start); count > 0; count--) {
    const bytes = length(offset);
    if (offset + 4 + bytes > view.byteLength)
      throw new ProtocolError(`answered too little: output ${port.name} is cut`);
    readMessage(port, view, offset + 4, bytes);
    port.send();
    offset += 4 + bytes;
  }
  return offset;
}

function readMessage({ type, name, value }: OutputPort, view: DataView, offset: number, length: number): void {
  try {
    type.decode(view, offset, length, value);
  } catch (error) {
    throw new ProtocolError(`answered with outputs.${name}: not a ${type.name}: ${(error as Error).message}`);
  }
  const wrong = nonFinitePath(type, value);
  if (wrong !== undefined) throw new ProtocolError(`answered with outputs.${name}.${wrong}: expected a finite number`);
}

function checkOperation(answer: Uint8Array, expected: 'R' | 'O'): void {
  if (answer[0] === code(expected)) return;
  if (answer[0] === code('X')) throw new ProtocolError(`says: ${new TextDecoder().decode(answer.subarray(1, 4096))}`);
  throw new ProtocolError(`answered ${excerpt(answer)}; expected a frame that begins with ${expected}`);
}

function frame(operation: string, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  new DataView(bytes.buffer).setUint32(0, 1 + payload.length, true);
  bytes[4] = code(operation);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** `a.b[2]=value` for every leaf; backslashes and line ends in texts are written `\\` and `\n`. */
function flatLines(value: unknown, path: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, i) => flatLines(item, `${path}[${i}]`));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) => flatLines(item, path === '' ? key : `${path}.${key}`));
  }
  return [`${path}=${String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`];
}
