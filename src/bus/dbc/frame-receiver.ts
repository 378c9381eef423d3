/** Takes the signals that somebody needs out of the frames of one message, and drops frames that are not in order. */
import type { CanFrame } from '../../msgs/index.ts';
import type { MessageCodec } from './message-codec.ts';
import type { ProtectionParams } from './protection.ts';
import { Protection } from './protection.ts';

/** What became of frames, and what is known by them. */
export interface ReceiverState {
  /** Last value of each signal that is needed, and when it came [ns]; −1 before that. */
  values: number[];
  arrivals: number[];
  /** Last counter of each message; −1 before the first. */
  counters: number[];
  accepted: number;
  others: number;
  tooShort: number;
  wrongChecksum: number;
  repeatedCounter: number;
  missing: number;
}

export const receiverState = (signals: number, messages: number): ReceiverState => ({
  values: new Array<number>(signals).fill(0),
  arrivals: new Array<number>(signals).fill(-1),
  counters: new Array<number>(messages).fill(-1),
  ...{ accepted: 0, others: 0, tooShort: 0, wrongChecksum: 0, repeatedCounter: 0, missing: 0 },
});

export class FrameReceiver {
  /** Signals by their places in the message, and where in the state their values go. */
  private readonly places: number[] = [];
  private readonly slots: number[] = [];
  /** Outputs that these signals are in. */
  readonly outputs: number[] = [];
  private readonly protection: Protection;

  constructor(
    readonly codec: MessageCodec,
    /** Its place among the messages. */
    private readonly index: number,
    protection: ProtectionParams,
    path: string,
  ) {
    this.protection = new Protection(codec, protection, path);
  }

  /** From now on the signal at `place` goes to `slot` of the state. */
  need(place: number, slot: number): void {
    this.places.push(place);
    this.slots.push(slot);
  }

  /** Whether the frame was in order: its signals are then in the state. */
  receive(frame: CanFrame, state: ReceiverState, nowNs: number): boolean {
    if (!this.isInOrder(frame, state)) return false;
    state.accepted++;
    const { places, slots, codec } = this;
    for (let i = 0; i < places.length; i++) {
      if (!codec.isPresent(places[i], frame.data)) continue;
      const value = codec.signals[places[i]].decode(frame.data);
      if (!Number.isFinite(value)) continue;
      state.values[slots[i]] = value;
      state.arrivals[slots[i]] = nowNs;
    }
    return true;
  }

  private isInOrder({ data, length }: CanFrame, state: ReceiverState): boolean {
    const { protection, index, codec } = this;
    if (length < codec.message.length) {
      state.tooShort++;
      return false;
    }
    if (!protection.isSigned(data)) {
      state.wrongChecksum++;
      return false;
    }
    if (protection.counter === undefined) return true;
    const counter = protection.counter.raw(data);
    const last = state.counters[index];
    state.counters[index] = counter;
    if (counter === last) {
      state.repeatedCounter++;
      return false;
    }
    // frames between the last one and this
    if (last >= 0) state.missing += (counter - last - 1 + protection.modulus) % protection.modulus;
    return true;
  }
}
