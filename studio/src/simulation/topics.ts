/** The outputs of a loop as topics of a player, and how their scalars are sampled. */
import { holdsFrames, ownFrames } from '../../../src/core/frames.ts';
import type { OutputPort } from '../../../src/core/signal.ts';
import { scalarFields } from '../../../src/msgs/flatten.ts';
import type { ScalarField } from '../../../src/msgs/flatten.ts';
import { isNotPlottable } from '../../../src/record/metrics/columns.ts';
import { LARGE_MESSAGE_TYPES } from '../../../src/msgs/large-messages.ts';
import type { Topic } from '../players/player.ts';
import type { FrameMessage, SampleBatch } from './protocol.ts';

export interface TakenMessage {
  readonly message: FrameMessage;
  /** To be transferred. */
  readonly frames: readonly ArrayBuffer[];
}

export class TopicFeed {
  readonly topic: Topic;
  private readonly scalars: readonly ScalarField[];
  private readonly holdsFrames: boolean;
  private sampled = 0;
  private sent = 0;
  private rows: number[] = [];

  constructor(
    readonly port: OutputPort,
    id: string,
  ) {
    this.scalars = scalarFields(port.type).filter((scalar) => !isNotPlottable(scalar));
    this.holdsFrames = holdsFrames(port.type);
    this.topic = {
      id,
      name: port.topic,
      signal: port.path,
      type: port.type.name,
      fields: this.scalars.map(({ path, unit }) => ({ path, unit })),
      bulky: LARGE_MESSAGE_TYPES.has(port.type.name),
    };
  }

  /** Keeps the newest values if there are any since the last call. */
  sample(): void {
    const { signal } = this.port;
    if (signal.sequence === this.sampled || this.scalars.length === 0) return;
    this.sampled = signal.sequence;
    this.rows.push(signal.publishedNs / 1e9);
    for (let i = 0; i < this.scalars.length; i++) this.rows.push(this.scalars[i].read(signal.value));
  }

  takeSamples(): SampleBatch | undefined {
    if (this.rows.length === 0) return undefined;
    const rows = Float64Array.from(this.rows);
    this.rows = [];
    return { id: this.topic.id, rows };
  }

  /** The newest message, unless it has been taken already. Frames in it are copies, because the run goes on writing to its own. */
  takeMessage(tickNs: number): TakenMessage | undefined {
    const { signal } = this.port;
    if (signal.sequence === this.sent || signal.sequence === 0) return undefined;
    this.sent = signal.sequence;
    const capture = Object.fromEntries(
      signal.origins.map((origin, i) => [
        origin,
        signal.captureTicks[i] < 0 ? NaN : (signal.captureTicks[i] * tickNs) / 1e9,
      ]),
    );
    const { message, frames } = this.holdsFrames ? this.copied() : { message: signal.value as unknown, frames: [] };
    const time = signal.publishedNs / 1e9;
    return { message: { id: this.topic.id, time, sequence: signal.sequence, message, capture }, frames };
  }

  private copied(): { message: unknown; frames: readonly ArrayBuffer[] } {
    const { type, signal } = this.port;
    const message: unknown = type.create();
    type.copy(message, signal.value);
    return { message, frames: ownFrames(type, message) };
  }

  /** After a jump in time: everything is new. */
  forgetSent(): void {
    this.sent = 0;
    this.sampled = this.port.signal.sequence;
    this.rows = [];
  }
}

/** One feed per output; several blocks may write to one topic of a shared kind, such as /tf. */
export function createFeeds(ports: readonly OutputPort[]): TopicFeed[] {
  const count = new Map<string, number>();
  for (const { topic } of ports) count.set(topic, (count.get(topic) ?? 0) + 1);
  return ports.map(
    (port) => new TopicFeed(port, count.get(port.topic) === 1 ? port.topic : `${port.topic}@${port.block}`),
  );
}
