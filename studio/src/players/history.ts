/**
 * What was, for plots and paths: the scalar fields of every topic over time, in columns of bounded length.
 *
 * A topic keeps at most `CAPACITY` samples. When they are full every second one is dropped and from then on samples come half as
 * often, so an hour fits where a minute did, and memory does not grow: 8 bytes × fields × CAPACITY.
 */
import { signal } from '@preact/signals';

/** Samples per topic. */
export const CAPACITY = 8192;

export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

class TopicHistory {
  length = 0;
  times = new Float64Array(256);
  columns: Float64Array[];
  /** Samples that come closer together than this are left out [s]. */
  spacing = 0;

  constructor(readonly fields: readonly string[]) {
    this.columns = fields.map(() => new Float64Array(256));
  }

  add(time: number, values: ArrayLike<number>): void {
    if (this.length > 0 && time < this.times[this.length - 1]) this.forgetFrom(time);
    if (this.length > 0 && time - this.times[this.length - 1] < this.spacing * 0.999) return;
    if (this.length === CAPACITY) this.thin();
    if (this.length === this.times.length) this.grow();
    this.times[this.length] = time;
    for (let i = 0; i < this.columns.length; i++) this.columns[i][this.length] = values[i];
    this.length++;
  }

  /** Drops every second sample. */
  private thin(): void {
    const half = this.length >> 1;
    for (const column of [this.times, ...this.columns]) for (let i = 0; i < half; i++) column[i] = column[2 * i];
    this.length = half;
    this.spacing = (this.times[half - 1] - this.times[0]) / (half - 1);
  }

  private grow(): void {
    const grown = (column: Float64Array) => {
      const next = new Float64Array(column.length * 2);
      next.set(column);
      return next;
    };
    this.times = grown(this.times);
    this.columns = this.columns.map(grown);
  }

  forgetFrom(time: number): void {
    while (this.length > 0 && this.times[this.length - 1] >= time) this.length--;
  }
}

const EMPTY: Series = { times: new Float64Array(0), values: new Float64Array(0) };

export class History {
  /** Counts changes; read it to follow them. */
  readonly version = signal(0);
  private readonly topics = new Map<string, TopicHistory>();

  /** Declares a topic and its fields; what was known of it stays where it has the same fields. */
  declare(topicId: string, fields: readonly string[]): void {
    const known = this.topics.get(topicId)?.fields;
    const isSame = known?.length === fields.length && known.every((field, i) => field === fields[i]);
    if (!isSame) this.topics.set(topicId, new TopicHistory(fields));
  }

  fieldsOf(topicId: string): readonly string[] {
    return this.topics.get(topicId)?.fields ?? [];
  }

  /** A sample of all fields of a topic. Going back in time forgets what came after. */
  add(topicId: string, time: number, values: ArrayLike<number>): void {
    this.topics.get(topicId)?.add(time, values);
  }

  /** Tells the followers; call once after a batch of `add`. */
  touch(): void {
    this.version.value++;
  }

  /** Views, not copies: valid until the next `add`. */
  series(topicId: string, field: string): Series {
    const topic = this.topics.get(topicId);
    const column = topic?.fields.indexOf(field) ?? -1;
    if (topic === undefined || column < 0) return EMPTY;
    return { times: topic.times.subarray(0, topic.length), values: topic.columns[column].subarray(0, topic.length) };
  }

  /** What came at or after a time is no longer so. */
  forgetFrom(time: number): void {
    for (const topic of this.topics.values()) topic.forgetFrom(time);
    this.touch();
  }

  clear(): void {
    this.forgetFrom(-Infinity);
  }

  /** A copy that stays as it is, to lay over another run. */
  freeze(): History {
    const copy = new History();
    for (const [id, topic] of this.topics) {
      const kept = new TopicHistory(topic.fields);
      kept.length = topic.length;
      kept.times = topic.times.slice(0, topic.length);
      kept.columns = topic.columns.map((column) => column.slice(0, topic.length));
      copy.topics.set(id, kept);
    }
    return copy;
  }

  /** Bytes held. */
  get size(): number {
    let bytes = 0;
    for (const { times, columns } of this.topics.values()) bytes += times.byteLength * (1 + columns.length);
    return bytes;
  }
}
