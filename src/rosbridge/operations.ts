/**
 * The operations of rosbridge v2, read from whatever a peer sent. Reference: ROSBRIDGE_PROTOCOL.md of RobotWebTools/rosbridge_suite.
 *
 * What a peer sent is a value of JSON or CBOR of any shape; what is wrong with it is one sentence.
 */
import { nameProblem } from './dialect.ts';

export const compressions = ['none', 'png', 'cbor', 'cbor-raw'] as const;
export type Compression = (typeof compressions)[number];

export const levels = ['none', 'error', 'warning', 'info'] as const;
export type Level = (typeof levels)[number];

export type Id = string | number;

/** How messages of a topic are to be sent. */
export interface SubscriptionWishes {
  /** Least time between two messages [ms]. */
  readonly throttleRate: number;
  /** Messages that wait for their time; 0: what comes too early is left out. */
  readonly queueLength: number;
  /** Longest text that is sent whole [characters]. */
  readonly fragmentSize?: number;
  readonly compression: Compression;
}

interface Identified {
  readonly id?: Id;
}

export type Operation = Identified &
  (
    | { readonly op: 'advertise'; readonly topic: string; readonly type: string; readonly latch: boolean }
    | { readonly op: 'unadvertise'; readonly topic: string }
    | { readonly op: 'publish'; readonly topic: string; readonly msg: unknown }
    | ({ readonly op: 'subscribe'; readonly topic: string; readonly type?: string } & SubscriptionWishes)
    | { readonly op: 'unsubscribe'; readonly topic: string }
    | { readonly op: 'advertise_service'; readonly service: string; readonly type: string }
    | { readonly op: 'unadvertise_service'; readonly service: string }
    | { readonly op: 'call_service'; readonly service: string; readonly args: unknown; readonly fragmentSize?: number }
    | { readonly op: 'service_response'; readonly service: string; readonly values: unknown; readonly result: boolean }
    | { readonly op: 'set_level'; readonly level: Level }
    | { readonly op: 'status'; readonly level: string; readonly msg: string }
    | { readonly op: 'fragment'; readonly data: string; readonly num: number; readonly total: number }
    | { readonly op: 'png'; readonly data: string; readonly num?: number; readonly total?: number }
  );

/** What cannot be done, and whose request it was. */
export class Refusal extends Error {
  constructor(
    problem: string,
    readonly id?: Id,
  ) {
    super(problem);
  }
}

type Raw = Readonly<Record<string, unknown>>;

const LONGEST_ID = 512;
const LONGEST_STATUS = 2000;
/** Messages that a client may have wait for it on one topic. */
const LONGEST_QUEUE = 1000;

const ACTIONS = new Set([
  'advertise_action',
  'unadvertise_action',
  'send_action_goal',
  'cancel_action_goal',
  'action_feedback',
  'action_result',
]);

/** The operation; a Refusal when there is none. */
export function readOperation(value: unknown): Operation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('expected an object');
  const raw = value as Raw;
  const id = readId(raw.id);
  try {
    return { ...readBody(raw), ...(id !== undefined && { id }) };
  } catch (error) {
    throw new Refusal((error as Error).message, id);
  }
}

function readBody(raw: Raw): Operation {
  const { op } = raw;
  if (typeof op !== 'string') throw new Error('expected a field "op"');
  const read = Object.hasOwn(READERS, op) ? READERS[op as Operation['op']] : undefined;
  if (read === undefined) {
    const why = ACTIONS.has(op) ? 'actions are not offered here' : 'there is no such operation';
    throw new Error(`${JSON.stringify(op.slice(0, 40))}: ${why}`);
  }
  try {
    return read(raw);
  } catch (error) {
    throw new Error(`${op}: ${(error as Error).message}`);
  }
}

const READERS: { readonly [O in Operation['op']]: (raw: Raw) => Operation } = {
  advertise: (raw) => ({ op: 'advertise', topic: topic(raw), type: text(raw, 'type'), latch: raw.latch === true }),
  unadvertise: (raw) => ({ op: 'unadvertise', topic: topic(raw) }),
  publish: (raw) => ({ op: 'publish', topic: topic(raw), msg: raw.msg ?? {} }),
  subscribe: (raw) => ({
    op: 'subscribe',
    topic: topic(raw),
    ...(raw.type !== undefined && raw.type !== null && { type: text(raw, 'type') }),
    throttleRate: count(raw, 'throttle_rate', 0, 1e9),
    queueLength: Math.min(LONGEST_QUEUE, count(raw, 'queue_length', 0, 2 ** 31)),
    ...fragmentSize(raw),
    compression: compression(raw.compression),
  }),
  unsubscribe: (raw) => ({ op: 'unsubscribe', topic: topic(raw) }),
  advertise_service: (raw) => ({ op: 'advertise_service', service: service(raw), type: text(raw, 'type') }),
  unadvertise_service: (raw) => ({ op: 'unadvertise_service', service: service(raw) }),
  call_service: (raw) => ({ op: 'call_service', service: service(raw), args: raw.args ?? {}, ...fragmentSize(raw) }),
  service_response: (raw) => ({
    op: 'service_response',
    service: service(raw),
    values: raw.values ?? {},
    result: raw.result !== false,
  }),
  set_level: (raw) => ({ op: 'set_level', level: level(raw.level) }),
  status: (raw) => ({
    op: 'status',
    level: text(raw, 'level').slice(0, 20),
    msg: text(raw, 'msg').slice(0, LONGEST_STATUS),
  }),
  fragment: (raw) => {
    if (raw.id === undefined) throw new Error('expected an id');
    return { op: 'fragment', data: text(raw, 'data'), num: number(raw, 'num'), total: number(raw, 'total') };
  },
  png: (raw) => ({
    op: 'png',
    data: text(raw, 'data'),
    ...(raw.total !== undefined && { num: number(raw, 'num'), total: number(raw, 'total') }),
  }),
};

function readId(value: unknown): Id | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_ID)) return value;
  throw new Refusal(`expected an id of at most ${LONGEST_ID} characters`);
}

function text(raw: Raw, key: string): string {
  const value = raw[key];
  if (typeof value !== 'string') throw new Error(`expected a text "${key}"`);
  return value;
}

function number(raw: Raw, key: string): number {
  const value = raw[key];
  if (typeof value !== 'number') throw new Error(`expected a number "${key}"`);
  return value;
}

function count(raw: Raw, key: string, least: number, greatest: number): number {
  const value = raw[key] ?? least;
  if (typeof value !== 'number' || !(value >= least && value <= greatest))
    throw new Error(`expected "${key}" from ${least} to ${greatest}`);
  return Math.floor(value);
}

function fragmentSize(raw: Raw): { fragmentSize?: number } {
  return raw.fragment_size === undefined || raw.fragment_size === null
    ? {}
    : { fragmentSize: count(raw, 'fragment_size', 1, Number.MAX_SAFE_INTEGER) };
}

function topic(raw: Raw): string {
  const problem = nameProblem(raw.topic, 'topic');
  if (problem !== undefined) throw new Error(problem);
  return raw.topic as string;
}

function service(raw: Raw): string {
  // earlier clients wrote the id behind the name
  const name = typeof raw.service === 'string' ? raw.service.split('#')[0] : raw.service;
  const problem = nameProblem(name, 'service');
  if (problem !== undefined) throw new Error(problem);
  return name as string;
}

function compression(value: unknown): Compression {
  const name = value ?? 'none';
  if (compressions.includes(name as Compression)) return name as Compression;
  throw new Error(`expected a compression of ${compressions.join(', ')}`);
}

function level(value: unknown): Level {
  if (levels.includes(value as Level)) return value as Level;
  throw new Error(`expected a level of ${levels.join(', ')}`);
}
