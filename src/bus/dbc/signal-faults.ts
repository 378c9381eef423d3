/**
 * Faults of a sender, as data: what is wrong with the frames of a message, from when on and for how long.
 *
 *   stuck      a signal keeps the raw value of the last frame before
 *   value      a signal has this physical value, which may be beyond its limits
 *   raw        a signal has this raw value
 *   counter    the counter stands still
 *   checksum   the checksum is wrong: all its bits are turned
 *   silent     the message is not sent
 *
 * The checksum covers what a faulty signal says: to a receiver the frame is in order.
 */
import { InputError } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { choice, fixed, group, list, optional, param, text } from '../../core/schema.ts';
import type { SignalCodec } from './signal-codec.ts';

const KINDS = ['stuck', 'value', 'raw', 'counter', 'checksum', 'silent'] as const;
const OF_A_SIGNAL: readonly string[] = ['stuck', 'value', 'raw'];
const WITH_A_VALUE: readonly string[] = ['value', 'raw'];

const fault = group(
  {
    kind: choice(undefined, KINDS, 'what goes wrong'),
    message: text(undefined, 'name of the message'),
    signal: optional(text(undefined, 'name of the signal; for stuck, value and raw')),
    value: optional(param(undefined, '', 'what the signal is; for value (in the units of the file) and raw')),
    at: param(0, 's', 'when it begins', { min: 0 }),
    for: optional(param(undefined, 's', 'how long it lasts; to the end where it is not said', { above: 0 })),
  },
  'one fault',
);

export type FaultParams = ValueOf<typeof fault>;

export const faultsParam = fixed(list(fault, [], 'what goes wrong, and when'));

/** What is wrong with a list of faults in itself, path first. */
export function faultProblem(faults: readonly FaultParams[]): [string, string] | undefined {
  for (const [i, { kind, signal, value }] of faults.entries()) {
    if (OF_A_SIGNAL.includes(kind) && signal === undefined)
      return [`faults[${i}].signal`, `expected the signal that is ${kind === 'stuck' ? 'stuck' : 'faulty'}`];
    if (!OF_A_SIGNAL.includes(kind) && signal !== undefined)
      return [`faults[${i}].signal`, `a fault of kind ${kind} is of the whole message; expected no signal`];
    if (WITH_A_VALUE.includes(kind) !== (value !== undefined))
      return [`faults[${i}].value`, `expected ${value === undefined ? 'a value' : 'none'} for a fault of kind ${kind}`];
  }
  return undefined;
}

/** One fault of one message. */
export class Fault {
  readonly kind: FaultParams['kind'];
  private readonly begin: number;
  private readonly end: number;
  private readonly value: number;

  constructor(
    params: FaultParams,
    /** Place of what it remembers in the state. */
    readonly index: number,
    private readonly codec: SignalCodec | undefined,
  ) {
    this.kind = params.kind;
    this.begin = params.at;
    this.end = params.at + (params.for ?? Infinity);
    this.value = params.value ?? NaN;
  }

  isActive(now: number): boolean {
    return now >= this.begin && now < this.end;
  }

  /** Changes the signal in the data; `remembered` holds the raw values of signals that may get stuck, NaN before the first frame. */
  apply(data: Uint8Array, now: number, remembered: number[]): void {
    const { codec, kind, index } = this;
    if (codec === undefined) return;
    const isActive = this.isActive(now);
    if (isActive && kind === 'value') codec.encodeUnlimited(data, this.value);
    else if (isActive && kind === 'raw') codec.setRaw(data, Math.round(this.value));
    else if (kind !== 'stuck') return;
    else if (isActive && !Number.isNaN(remembered[index])) codec.setRaw(data, remembered[index]);
    else remembered[index] = codec.raw(data);
  }
}

/** The faults among these that a message has not got must be of other messages. */
export function checkFaultMessages(faults: readonly FaultParams[], messages: ReadonlySet<string>): void {
  const stray = faults.findIndex(({ message }) => !messages.has(message));
  if (stray >= 0)
    throw new InputError(
      `faults[${stray}].message`,
      `${faults[stray].message} is not among the messages that are sent`,
    );
}
