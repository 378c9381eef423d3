/** What a DBC file makes of frames: names of messages, their cycle times, and the range of every signal. */
import { cycleTime } from '../../bus/dbc/attributes.ts';
import type { DbcMessage } from '../../bus/dbc/database.ts';
import { busMessages } from '../../bus/dbc/database.ts';
import { MessageCodec } from '../../bus/dbc/message-codec.ts';
import { readDbc } from '../../bus/dbc/read-dbc.ts';
import type { CanFrame } from '../../msgs/index.ts';

/** A signal over all frames in which it was. */
export interface SignalRange {
  readonly message: string;
  readonly signal: string;
  readonly unit: string;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

interface Decoded {
  readonly codec: MessageCodec;
  readonly values: Float64Array;
  readonly ranges: { count: number; min: number; max: number; last: number }[];
}

const keyOf = (id: number, isExtended: boolean): string => `${isExtended ? 'x' : ''}${id}`;

export class DecodedSignals {
  /** Frames that are shorter than their messages, and so cannot be decoded. */
  tooShort = 0;
  private readonly byId = new Map<string, Decoded>();
  private readonly cycles = new Map<string, number | undefined>();

  constructor(file: string, bytes: Uint8Array) {
    const { database } = readDbc(bytes, file);
    for (const message of busMessages(database)) {
      const key = keyOf(message.id, message.isExtended);
      this.byId.set(key, decoded(message));
      this.cycles.set(key, cycleTime(database, message));
    }
  }

  nameOf = (id: number, isExtended: boolean): string | undefined =>
    this.byId.get(keyOf(id, isExtended))?.codec.message.name;

  cycleOf = (id: number, isExtended: boolean): number | undefined => this.cycles.get(keyOf(id, isExtended));

  add(frame: CanFrame): void {
    const entry = frame.is_error || frame.is_remote ? undefined : this.byId.get(keyOf(frame.id, frame.is_extended));
    if (entry === undefined) return;
    const { codec, values, ranges } = entry;
    if (frame.length < codec.message.length) {
      this.tooShort++;
      return;
    }
    codec.decode(frame.data, values);
    values.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const range = ranges[i];
      range.count++;
      range.min = Math.min(range.min, value);
      range.max = Math.max(range.max, value);
      range.last = value;
    });
  }

  /** Of the signals that came at all, in the order of the file. */
  ranges(): SignalRange[] {
    return [...this.byId.values()].flatMap(({ codec, ranges }) =>
      codec.signals.flatMap(({ signal }, i) =>
        ranges[i].count === 0
          ? []
          : [{ message: codec.message.name, signal: signal.name, unit: signal.unit, ...ranges[i] }],
      ),
    );
  }
}

const decoded = (message: DbcMessage): Decoded => ({
  codec: new MessageCodec(message),
  values: new Float64Array(message.signals.length),
  ranges: message.signals.map(() => ({ count: 0, min: Infinity, max: -Infinity, last: NaN })),
});
