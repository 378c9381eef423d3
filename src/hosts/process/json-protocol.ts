/** The process protocol as JSON, one object per line. See docs/process-protocol.md. */
import type { StepTime } from '../../core/block.ts';
import type { HostedBlock } from '../../core/host.ts';
import { quote, suggestion } from '../../core/input-error.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { isTree } from '../../core/tree.ts';
import { fromJson, toJson } from '../../msgs/message-json.ts';
import { LineSplitter } from './answer-splitter.ts';
import { nonFinitePath } from './non-finite.ts';
import type { ProgramProtocol } from './program-protocol.ts';
import { PROTOCOL_VERSION, ProtocolError, excerpt } from './program-protocol.ts';

type Json = Record<string, unknown>;

/** Of a longer name of an output, the beginning is compared with those that there are. */
const LONGEST_NAME = 64;

const line = (value: Json): string => `${JSON.stringify(value)}\n`;

export class JsonProtocol implements ProgramProtocol {
  readonly splitter = new LineSplitter();
  truthNs = NaN;

  constructor(
    private readonly block: Omit<HostedBlock, 'definition'> & { readonly definition: { readonly type: string } },
  ) {}

  init(): string {
    const { name, definition, period, seed, params, inputs, outputs } = this.block;
    return line({
      op: 'init',
      protocol: PROTOCOL_VERSION,
      block: name,
      type: definition.type,
      period,
      seed,
      params,
      inputs: typeNames(inputs),
      outputs: typeNames(outputs),
    });
  }

  step({ tick, now, dt, elapsed }: StepTime): string {
    const inputs: Json = {};
    for (const [name, signal] of Object.entries(this.block.inputs)) {
      inputs[name] = signal instanceof QueueSignal ? queued(signal) : latched(signal);
    }
    return line({ op: 'step', tick, time: now, dt, elapsed, inputs });
  }

  end(): string {
    return line({ op: 'end' });
  }

  readReady(answer: Uint8Array): void {
    parseAnswer(answer, 'ready');
  }

  readOutputs(answer: Uint8Array): void {
    const { outputs: ports } = this.block;
    const { outputs, time } = parseAnswer(answer, 'outputs');
    if (time !== undefined && !(typeof time === 'number' && Number.isFinite(time))) {
      throw new ProtocolError(`answered with time: expected simulated seconds, got ${quote(time)}`);
    }
    this.truthNs = time === undefined ? NaN : Math.round(time * 1e9);
    if (!isTree(outputs))
      throw new ProtocolError(`answered with outputs: expected an object of messages, got ${quote(outputs)}`);
    for (const name of Object.keys(outputs)) {
      if (Object.hasOwn(ports, name)) continue;
      const known = Object.keys(ports);
      throw new ProtocolError(
        `answered with outputs.${name}: there is no such output${suggestion(name.slice(0, LONGEST_NAME), known)}; there is ${known.join(', ') || 'none'}`,
      );
    }
    for (const [name, port] of Object.entries(ports)) {
      const value = Object.hasOwn(outputs, name) ? outputs[name] : null;
      if (port.queued) readQueue(port, value, `outputs.${name}`);
      else {
        port.publish = value !== null;
        if (port.publish) readMessage(port.type, value, port.value, `outputs.${name}`);
      }
    }
  }
}

const typeNames = (ports: Readonly<Record<string, { type: { name: string } }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.type.name]));

const latched = ({ sequence, publishedNs, type, value }: Signal): Json | null =>
  sequence === 0 ? null : { sequence, time: publishedNs / 1e9, value: toJson(type, value) };

/** Every message since the last step. */
const queued = ({ sequence, publishedNs, type, queue }: QueueSignal): Json | null =>
  sequence === 0 ? null : { sequence, time: publishedNs / 1e9, values: queue.map((message) => toJson(type, message)) };

function readQueue(port: OutputPort, value: unknown, path: string): void {
  const messages = value ?? [];
  if (!Array.isArray(messages)) {
    throw new ProtocolError(`answered with ${path}: expected a list of messages, got ${quote(value)}`);
  }
  messages.forEach((message, i) => {
    readMessage(port.type, message, port.value, `${path}[${i}]`);
    port.send();
  });
}

/** What is missing in the JSON is zero, not what was there before. */
function readMessage(type: Signal['type'], value: unknown, target: any, path: string): void {
  if (!isTree(value))
    throw new ProtocolError(`answered with ${path}: expected an object (${type.name}), got ${quote(value)}`);
  try {
    fromJson(type, value, target);
  } catch (error) {
    throw new ProtocolError(`answered with ${path}.${(error as Error).message.replace(/\.$/, '')}`);
  }
  const wrong = nonFinitePath(type, target);
  if (wrong !== undefined) throw new ProtocolError(`answered with ${path}.${wrong}: expected a finite number`);
}

/** The answer as an object, if it is one and has the expected `op`. */
function parseAnswer(answer: Uint8Array, expected: 'ready' | 'outputs'): Json {
  const text = new TextDecoder().decode(answer);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const path = pathOfNonNumber(text);
    if (path !== undefined) throw new ProtocolError(`answered with ${path}: expected a finite number`);
    throw new ProtocolError(`answered ${excerpt(answer)}, which is not JSON; anything else to say belongs on stderr`);
  }
  if (!isTree(value)) throw new ProtocolError(`answered ${excerpt(answer)}; expected an object {"op":"${expected}",…}`);
  if (value.op === 'error')
    throw new ProtocolError(`says: ${typeof value.message === 'string' ? value.message : quote(value.message)}`);
  if (value.op !== expected) throw new ProtocolError(`answered ${excerpt(answer)}; expected "op":"${expected}"`);
  return value;
}

/** Python and others write NaN and Infinity where JSON has no such thing: says where. */
function pathOfNonNumber(text: string): string | undefined {
  const marked = markNonNumbers(text);
  if (marked === undefined) return undefined;
  try {
    return pathOfMark(JSON.parse(marked), '');
  } catch {
    return undefined;
  }
}

/** The text with a mark for each NaN and infinity outside its strings, in one pass; undefined where a string does not end. */
function markNonNumbers(text: string): string | undefined {
  const parts: string[] = [];
  const mark = (from: number, to: number): void => {
    parts.push(text.slice(from, to).replace(/-?\b(?:NaN|Infinity)\b/g, '{"\\u0000":0}'));
  };
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from)) {
    mark(from, open);
    const end = endOfString(text, open);
    if (end === undefined) return undefined;
    parts.push(text.slice(open, end));
    from = end;
  }
  mark(from, text.length);
  return parts.join('');
}

/** Behind the quote that closes the string which opens here. */
function endOfString(text: string, open: number): number | undefined {
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '"') return i + 1;
    if (text[i] === '\\') i++;
  }
  return undefined;
}

function pathOfMark(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '\u0000')) return path;
  for (const [key, item] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = pathOfMark(item, below);
    if (found !== undefined) return found;
  }
  return undefined;
}
