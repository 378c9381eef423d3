/** What one client gets of one topic: all its subscriptions to it as one, thinned and queued as they say. */
import type { Id, SubscriptionWishes } from '../../rosbridge/operations.ts';
import type { OutgoingMessage } from '../../rosbridge/outgoing-message.ts';
import { mergeWishes, SubscriptionFlow } from '../../rosbridge/subscription-flow.ts';
import type { BridgedClient } from './bridged-client.ts';

/** Subscriptions of one client to one topic. */
const MOST_IDS = 64;

export class TopicSubscription {
  private readonly wishes = new Map<Id | undefined, SubscriptionWishes>();
  private merged!: SubscriptionWishes;
  private readonly flow: SubscriptionFlow<string | Uint8Array>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly client: BridgedClient,
    /** As the client writes it. */
    readonly topic: string,
  ) {
    this.flow = new SubscriptionFlow((frame) => client.sendFrame(frame, this.merged.fragmentSize));
  }

  /** False when it has too many already. */
  add(id: Id | undefined, wishes: SubscriptionWishes): boolean {
    if (this.wishes.size >= MOST_IDS && !this.wishes.has(id)) return false;
    this.wishes.set(id, wishes);
    this.configure();
    return true;
  }

  /** Takes one back, or all; returns whether none is left. */
  remove(id: Id | undefined): boolean {
    if (id === undefined) this.wishes.clear();
    else this.wishes.delete(id);
    if (this.wishes.size === 0) this.end();
    else this.configure();
    return this.wishes.size === 0;
  }

  offer(message: OutgoingMessage): void {
    const nowMs = performance.now();
    const { leftOut } = this.flow;
    // one that takes nothing costs nothing: it would not be sent, and queues keep what is newest
    if (this.client.canTake(0) || this.merged.queueLength > 0) {
      this.flow.offer(() => message.frame(this.topic, this.merged.compression), nowMs);
      if (this.flow.waiting > 0) this.drain();
      if (this.flow.leftOut > leftOut && this.merged.throttleRate === 0) this.client.lose(nowMs);
    } else this.client.lose(nowMs);
  }

  /** Sends what may go, and comes back when the next may. */
  drain(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waitMs = this.flow.drain(performance.now());
    if (waitMs !== undefined) this.timer = setTimeout(() => this.drain(), Math.max(1, waitMs));
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private configure(): void {
    this.merged = mergeWishes([...this.wishes.values()]);
    this.flow.configure(this.merged);
  }
}
