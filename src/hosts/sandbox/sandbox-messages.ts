/** Messages on their way into a sandbox and out of it, as CDR. What comes out is read with bounds. */
import type { OutputPort, Signal } from '../../core/signal.ts';
import { MOST_QUEUED, QueueSignal } from '../../core/signal.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { joinBytes } from '../join-bytes.ts';
import { encodeFrame } from './sandbox-frame.ts';
import type { InputHead } from './sandbox-service.ts';

/** What a sandbox answered makes no sense. */
export class SandboxLie extends Error {}

/** The inputs whose sequence is not the one in `sent`, which is brought up to date. */
export function writeInputs(
  inputs: readonly Signal[],
  sent: Float64Array,
): { readonly heads: readonly InputHead[]; readonly body: Uint8Array } {
  const heads: InputHead[] = [];
  const parts: Uint8Array[] = [];
  inputs.forEach((input, i) => {
    if (input.sequence === sent[i]) return;
    sent[i] = input.sequence;
    const messages = input instanceof QueueSignal ? input.queue : [input.value];
    const bytes = messages.map((message) => encoded(input.type, message));
    heads.push([i, input.sequence, input.publishedNs, bytes.map(({ length }) => length)]);
    parts.push(...bytes);
  });
  return { heads, body: joinBytes(parts) };
}

export function readInputs(heads: readonly InputHead[], body: Uint8Array, inputs: readonly Signal[]): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let offset = 0;
  for (const [port, sequence, publishedNs, lengths] of heads) {
    const input = inputs[port];
    input.sequence = sequence;
    input.publishedNs = publishedNs;
    for (const length of lengths) {
      input.type.decode(view, offset, length, input.value);
      if (input instanceof QueueSignal) input.enqueue();
      offset += length;
    }
  }
}

interface Written {
  readonly type: MessageType<any>;
  readonly messages: readonly unknown[];
}

/** Per output, the length of each of its messages; and these. */
export function writeOutputs(outputs: readonly Written[]): Uint8Array {
  const written = outputs.map(({ type, messages }) => messages.map((message) => encoded(type, message)));
  return encodeFrame(
    { outputs: written.map((messages) => messages.map(({ length }) => length)) },
    joinBytes(written.flat()),
  );
}

/** Puts an answer into the drafts. Throws SandboxLie where it does not fit the ports. */
export function readOutputs(head: unknown, body: Uint8Array, outputs: readonly OutputPort[]): void {
  const lengths = (head as { outputs?: unknown }).outputs;
  if (!Array.isArray(lengths) || lengths.length !== outputs.length) {
    throw new SandboxLie(`answered without its ${outputs.length} outputs`);
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let offset = 0;
  outputs.forEach((output, i) => {
    const own: unknown = lengths[i];
    const most = output.queued ? MOST_QUEUED : 1;
    if (!Array.isArray(own) || own.length > most) throw new SandboxLie(`answered with no messages for ${output.name}`);
    output.publish = own.length > 0;
    for (const length of own as unknown[]) {
      if (typeof length !== 'number' || !(length >= 0) || offset + length > body.length) {
        throw new SandboxLie(`answered with a message for ${output.name} that is cut`);
      }
      decodeInto(output, view, offset, length);
      if (output.queued) output.send();
      offset += length;
    }
  });
}

function decodeInto({ type, name, value }: OutputPort, view: DataView, offset: number, length: number): void {
  try {
    type.decode(view, offset, length, value);
  } catch (error) {
    throw new SandboxLie(`answered with something for ${name} that is no ${type.name}: ${(error as Error).message}`);
  }
}

function encoded(type: MessageType<any>, message: unknown): Uint8Array {
  const bytes = new Uint8Array(type.maxSize(message));
  return bytes.subarray(0, type.encode(message, new DataView(bytes.buffer), 0));
}
