/** One topic of a rosbridge server: who publishes it, who reads it, and what was said last. */
import type { MessageType } from '../../msgs/message-type.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import type { RosTime } from '../../rosbridge/message-values.ts';
import { OutgoingMessage } from '../../rosbridge/outgoing-message.ts';
import type { BridgedClient } from './bridged-client.ts';
import type { TopicSubscription } from './topic-subscription.ts';

export type MessageHandler = (message: unknown, time: RosTime) => void;

/** Where messages come from while somebody reads them. */
export interface TopicSource {
  latest(): { readonly message: unknown; readonly time: RosTime } | undefined;
  follow(publish: (message: unknown, time: RosTime) => void): () => void;
}

export class BridgedTopic {
  readonly subscriptions = new Set<TopicSubscription>();
  /** Of the program: what is published by clients goes there. */
  readonly handlers = new Set<MessageHandler>();
  /** Clients that have advertised it. */
  readonly publishers = new Set<BridgedClient>();
  /** Publications of the program. */
  ownPublishers = 0;
  /** For those who come late. */
  latched: OutgoingMessage | undefined;
  private source: TopicSource | undefined;
  private unfollow: (() => void) | undefined;
  private seq = 0;

  constructor(
    readonly name: string,
    readonly type: MessageType,
    private readonly dialect: Dialect,
  ) {}

  /** Whether clients may publish here: the program listens, or has no part in it. */
  get isOpenToClients(): boolean {
    return this.handlers.size > 0 || this.ownPublishers === 0;
  }

  get isAbandoned(): boolean {
    return this.subscriptions.size + this.handlers.size + this.publishers.size + this.ownPublishers === 0;
  }

  /** Follows a source while somebody has subscribed. */
  attach(source: TopicSource): void {
    this.source = source;
    this.ownPublishers++;
    this.followIfWanted();
  }

  publish(message: unknown, time: RosTime, latch: boolean): void {
    const seq = this.seq;
    this.seq = (this.seq + 1) >>> 0;
    if (this.subscriptions.size === 0 && !latch) return;
    const outgoing = this.outgoing(message, time, seq);
    if (latch) this.latched = outgoing;
    for (const subscription of this.subscriptions) subscription.offer(outgoing);
  }

  subscribe(subscription: TopicSubscription): void {
    this.subscriptions.add(subscription);
    this.followIfWanted();
    const latest = this.source?.latest();
    const message = latest === undefined ? this.latched : this.outgoing(latest.message, latest.time, this.seq);
    if (message !== undefined) subscription.offer(message);
  }

  unsubscribe(subscription: TopicSubscription): void {
    subscription.end();
    this.subscriptions.delete(subscription);
    if (this.subscriptions.size === 0) this.stopFollowing();
  }

  stopFollowing(): void {
    this.unfollow?.();
    this.unfollow = undefined;
  }

  private followIfWanted(): void {
    if (this.subscriptions.size > 0)
      this.unfollow ??= this.source?.follow((message, time) => this.publish(message, time, false));
  }

  private outgoing(message: unknown, time: RosTime, seq: number): OutgoingMessage {
    return new OutgoingMessage(message, { type: this.type, dialect: this.dialect, seq, time });
  }
}
