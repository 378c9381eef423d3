/** A channel of a recording as a topic of a player: its newest message at a time, and its numbers for plots. */
import type { History } from './history.ts';
import { LARGE_MESSAGE_TYPES } from '../../../src/msgs/large-messages.ts';
import type { MessageDecoder } from './message-decoder.ts';
import { createMessageDecoder } from './message-decoder.ts';
import type { Stamped, Topic } from './player.ts';
import type { IndexedChannel, IndexedMessage, RecordingIndex } from './recording-index.ts';
import { fullTypeName } from './ros-definition.ts';

export class RecordedTopic {
  readonly bulky: boolean;
  /** One sentence where messages cannot be read. */
  problem: string | undefined;
  private readonly decoder: MessageDecoder | undefined;
  private row = new Float64Array(0);
  private isDeclared = false;
  /** How many messages there were up to the last frame, and the newest of them. */
  private shownCount = 0;
  private shown: Stamped | undefined;

  constructor(
    readonly channel: IndexedChannel,
    readonly id: string,
  ) {
    this.bulky = LARGE_MESSAGE_TYPES.has(fullTypeName(channel.schema.typeName));
    try {
      this.decoder = createMessageDecoder(channel.schema);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  describe(): Topic {
    const { schema, metadata } = this.channel;
    const { block, port } = metadata;
    const fields = this.bulky ? [] : (this.decoder?.scalars ?? []).map(({ path, unit }) => ({ path, unit }));
    return {
      id: this.id,
      name: schema.topic,
      type: fullTypeName(schema.typeName),
      fields,
      bulky: this.bulky,
      ...(block !== undefined && port !== undefined && { signal: `${block}.${port}` }),
    };
  }

  /** Adds the numbers of a message to the history. */
  sample(message: IndexedMessage, history: History): void {
    if (this.decoder === undefined || this.bulky || this.problem !== undefined) return;
    try {
      const content = this.decoder.peek(message.data);
      const { scalars } = this.decoder;
      if (!this.isDeclared) this.declare(history);
      if (scalars.length === 0) return;
      for (let i = 0; i < scalars.length; i++) this.row[i] = scalars[i].read(content);
      history.add(this.id, message.time, this.row);
    } catch (error) {
      this.problem ??= `${this.channel.schema.topic}: a message cannot be decoded: ${(error as Error).message}`;
    }
  }

  /** The history takes samples only in order of time; a channel whose file is not in that order is taken again. */
  resample(index: RecordingIndex, history: History): void {
    if (this.channel.isOrdered || this.bulky) return;
    this.declare(history);
    for (let i = 0; i < this.channel.length; i++) this.sample(index.message(this.channel, i), history);
  }

  private declare(history: History): void {
    const scalars = this.decoder?.scalars ?? [];
    history.declare(
      this.id,
      scalars.map(({ path }) => path),
    );
    this.row = new Float64Array(scalars.length);
    this.isDeclared = true;
  }

  /** The newest message at a time; undefined before the first. Decoded once. */
  at(time: number, index: RecordingIndex): Stamped | undefined {
    const count = this.channel.countUntil(time);
    if (count !== this.shownCount) {
      this.shown = count === 0 ? undefined : this.stamped(index.message(this.channel, count - 1));
      this.shownCount = count;
    }
    return this.shown;
  }

  private stamped({ time, sequence, data }: IndexedMessage): Stamped | undefined {
    try {
      return this.decoder && { message: this.decoder.decode(data), time, sequence };
    } catch {
      return undefined;
    }
  }
}

/** Topics with messages a person may want; what the loop says about itself is left out. */
export function recordedTopics(channels: readonly IndexedChannel[]): RecordedTopic[] {
  const signals = channels.filter(({ schema }) => !schema.topic.startsWith('/skidpad/'));
  const count = new Map<string, number>();
  for (const { schema } of signals) count.set(schema.topic, (count.get(schema.topic) ?? 0) + 1);
  return signals.map((channel, i) => {
    const { topic } = channel.schema;
    return new RecordedTopic(channel, count.get(topic) === 1 ? topic : `${topic}@${channel.metadata.block ?? i}`);
  });
}
