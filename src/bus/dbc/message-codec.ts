/**
 * All signals of a message. Multiplexed signals are there only while their multiplexor says so: they are taken out, and put in, only
 * then. Works on the bytes of a frame in place, of any length up to the 64 of CAN FD.
 */
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { endOfSignal } from './bit-layout.ts';
import type { DbcMessage, DbcSignal } from './database.ts';
import { SignalCodec } from './signal-codec.ts';

const LONGEST_FRAME = 64;

export class MessageCodec {
  /** In the order of the message. */
  readonly signals: readonly SignalCodec[];
  /** Places of signals in the order in which they are put in: multiplexors before what they select. */
  readonly order: Int32Array;
  /** Place of the multiplexor of each signal; −1 where it has none. */
  private readonly multiplexors: Int32Array;
  private readonly places: ReadonlyMap<string, number>;

  /** Throws InputError for a message that fits in no frame. */
  constructor(readonly message: DbcMessage) {
    const { signals, name, length } = message;
    if (length > LONGEST_FRAME)
      throw new InputError(name, `has ${length} bytes; expected at most ${LONGEST_FRAME}, as one frame holds`);
    const stray = signals.find((signal) => endOfSignal(signal) > 8 * length);
    if (stray !== undefined) throw new InputError(name, `${stray.name} ends beyond the ${length} bytes of the message`);
    this.signals = signals.map((signal) => new SignalCodec(signal));
    this.places = new Map(signals.map(({ name: own }, i) => [own, i]));
    this.multiplexors = Int32Array.from(signals, ({ selection }) =>
      selection === undefined ? -1 : this.places.get(selection.multiplexor)!,
    );
    const depths = signals.map((_, i) => this.depth(i));
    this.order = Int32Array.from(signals.keys()).sort((a, b) => depths[a] - depths[b] || a - b);
  }

  /** Place of a signal; throws InputError where there is none of that name. */
  place(name: string, path: string): number {
    const place = this.places.get(name);
    if (place !== undefined) return place;
    const near = suggestion(name, this.places.keys());
    throw new InputError(path, `${this.message.name} has no signal ${quote(name)}${near}`);
  }

  private depth(place: number): number {
    let depth = 0;
    for (let above = this.multiplexors[place]; above >= 0; above = this.multiplexors[above]) depth++;
    return depth;
  }

  /** Whether the signal at this place is in the data, as its multiplexors there say. */
  isPresent(place: number, data: Uint8Array): boolean {
    for (let i = place; this.multiplexors[i] >= 0; i = this.multiplexors[i]) {
      const raw = this.signals[this.multiplexors[i]].raw(data);
      if (!isSelected(this.signals[i].signal, raw)) return false;
    }
    return true;
  }

  /** Physical values of all signals by place; NaN where a signal is not there. */
  decode(data: Uint8Array, values: Float64Array): void {
    for (let i = 0; i < this.signals.length; i++)
      values[i] = this.isPresent(i, data) ? this.signals[i].decode(data) : NaN;
  }

  /** Puts in what is a number and present; other bits stay as they are. */
  encode(data: Uint8Array, values: Float64Array): void {
    for (let k = 0; k < this.order.length; k++) {
      const i = this.order[k];
      if (this.isPresent(i, data)) this.signals[i].encode(data, values[i]);
    }
  }
}

function isSelected({ selection }: DbcSignal, raw: number): boolean {
  const { ranges } = selection!;
  for (let i = 0; i < ranges.length; i++) if (raw >= ranges[i][0] && raw <= ranges[i][1]) return true;
  return false;
}
