/**
 * Makes the frames of one message: values, counter, checksum, and the faults in them. What changes from frame to frame is in `SenderState`;
 * sending allocates nothing.
 */
import { InputError } from '../../core/input-error.ts';
import type { QueuedOutput } from '../../core/signal.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { setTime } from '../../msgs/time.ts';
import { isFlexibleDataRate, startValue, switchesBitRate } from './attributes.ts';
import type { DbcDatabase } from './database.ts';
import type { MessageCodec } from './message-codec.ts';
import type { ProtectionParams } from './protection.ts';
import { Protection } from './protection.ts';
import type { FaultParams } from './signal-faults.ts';
import { checkFaultMessages, Fault } from './signal-faults.ts';

/** Of all messages of one block. */
export interface SenderState {
  /** Counter of the next frame, by message; none before the first. */
  counters: number[];
  /** What faults remember, by fault. */
  remembered: number[];
}

export const senderState = (messages: number, faults: number): SenderState => ({
  counters: new Array<number>(messages).fill(0),
  remembered: new Array<number>(faults).fill(NaN),
});

/** Lengths that an FD frame can have beyond 8 bytes. */
const FD_LENGTHS = [12, 16, 20, 24, 32, 48, 64];

/** Nobody knows yet who it is among the nodes of a bus. */
const UNKNOWN_SENDER = 255;

interface SenderSetup {
  readonly database: DbcDatabase;
  readonly codec: MessageCodec;
  /** Its place among the messages of the block, and where its parameters are. */
  readonly index: number;
  readonly path: string;
  readonly protection: ProtectionParams;
  readonly faults: readonly FaultParams[];
}

export class FrameSender {
  readonly codec: MessageCodec;
  /** Physical values of the next frame by place; NaN for the start value. */
  readonly values: Float64Array;
  private readonly index: number;
  private readonly protection: Protection;
  private readonly faults: readonly Fault[];
  /** Start values. */
  private readonly blank = new Uint8Array(64);
  private readonly length: number;
  private readonly isFd: boolean;
  private readonly isBitRateSwitch: boolean;

  constructor({ database, codec, index, path, protection, faults }: SenderSetup) {
    const { message } = codec;
    this.codec = codec;
    this.index = index;
    this.values = new Float64Array(codec.signals.length).fill(NaN);
    this.protection = new Protection(codec, protection, path);
    this.isFd = isFlexibleDataRate(database, message);
    this.isBitRateSwitch = this.isFd && switchesBitRate(database, message);
    this.length = message.length <= 8 ? message.length : FD_LENGTHS.find((length) => length >= message.length)!;
    for (const place of codec.order)
      if (codec.isPresent(place, this.blank))
        codec.signals[place].setRaw(this.blank, startValue(database, codec.signals[place].signal));
    this.faults = faults.flatMap((fault, i) => (fault.message === message.name ? [this.fault(fault, i)] : []));
  }

  private fault(params: FaultParams, i: number): Fault {
    const { codec, protection } = this;
    const path = `faults[${i}]`;
    if (params.kind === 'counter' && protection.counter === undefined)
      throw new InputError(`${path}.kind`, `${params.message} has no counter here`);
    if (params.kind === 'checksum' && !protection.hasChecksum)
      throw new InputError(`${path}.kind`, `${params.message} has no checksum here`);
    const signal = params.signal && codec.signals[codec.place(params.signal, `${path}.signal`)];
    return new Fault(params, i, signal || undefined);
  }

  /** Sends a frame with `values`. */
  send(frames: QueuedOutput<CanFrame>, state: SenderState, now: number, nowNs: number): void {
    if (this.has('silent', now)) return;
    const { codec, protection, faults } = this;
    const frame = frames.value;
    const { data } = frame;
    data.set(this.blank);
    codec.encode(data, this.values);
    const counter = state.counters[this.index] ?? 0;
    const isFrozen = this.has('counter', now);
    if (protection.counter !== undefined) {
      const shown = isFrozen ? (counter + protection.modulus - 1) % protection.modulus : counter;
      protection.counter.setRaw(data, shown);
      if (!isFrozen) state.counters[this.index] = (counter + 1) % protection.modulus;
    }
    for (let i = 0; i < faults.length; i++) faults[i].apply(data, now, state.remembered);
    protection.sign(data);
    if (this.has('checksum', now)) protection.spoil(data);
    this.address(frame, nowNs);
    frames.send();
  }

  private has(kind: Fault['kind'], now: number): boolean {
    const { faults } = this;
    for (let i = 0; i < faults.length; i++) if (faults[i].kind === kind && faults[i].isActive(now)) return true;
    return false;
  }

  private address(frame: CanFrame, nowNs: number): void {
    const { id, isExtended } = this.codec.message;
    setTime(frame.stamp, nowNs);
    frame.id = id;
    frame.is_extended = isExtended;
    frame.is_fd = this.isFd;
    frame.is_bit_rate_switch = this.isBitRateSwitch;
    frame.sender = UNKNOWN_SENDER;
    frame.length = this.length;
  }
}

/** One sender for each message that a block sends. */
export function frameSenders(
  database: DbcDatabase,
  messages: readonly { readonly codec: MessageCodec; readonly path: string; readonly protection: ProtectionParams }[],
  faults: readonly FaultParams[],
): FrameSender[] {
  checkFaultMessages(faults, new Set(messages.map(({ codec }) => codec.message.name)));
  return messages.map((message, index) => new FrameSender({ database, ...message, index, faults }));
}
