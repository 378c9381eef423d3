/**
 * What of a topic is sent to one client, and when.
 *
 *   queue 0, throttle 0    everything, at once
 *   queue 0, throttle T    what comes T ms after the last one or later; the rest is left out
 *   queue N, throttle T    the last N that wait, oldest first, one every T ms
 *
 * A client may subscribe several times to one topic; it gets each message once, as often as the least patient of its subscriptions wants: lowest
 * throttle rate, smallest fragments, longest queue, and the densest compression, as the specification has it.
 */
import type { Compression, SubscriptionWishes } from './operations.ts';
import { compressions } from './operations.ts';

/** One set of wishes that serves all. */
export function mergeWishes(wishes: readonly SubscriptionWishes[]): SubscriptionWishes {
  const sizes = wishes.flatMap(({ fragmentSize }) => fragmentSize ?? []);
  return {
    throttleRate: Math.min(...wishes.map(({ throttleRate }) => throttleRate)),
    queueLength: Math.max(...wishes.map(({ queueLength }) => queueLength)),
    ...(sizes.length > 0 && { fragmentSize: Math.min(...sizes) }),
    compression: densest(wishes.map(({ compression }) => compression)),
  };
}

const densest = (names: readonly Compression[]): Compression =>
  compressions[Math.max(...names.map((name) => compressions.indexOf(name)))];

export class SubscriptionFlow<T> {
  private queue: T[] = [];
  private lastMs = -Infinity;
  private throttleRate = 0;
  private queueLength = 0;
  /** Messages that were never sent. */
  leftOut = 0;

  /** `send` says whether it could: a slow client takes nothing for a while. */
  constructor(private readonly send: (item: T) => boolean) {}

  configure({ throttleRate, queueLength }: Pick<SubscriptionWishes, 'throttleRate' | 'queueLength'>): void {
    this.throttleRate = throttleRate;
    this.queueLength = queueLength;
    this.shorten();
  }

  /** A new message. `item` is asked for only when it is sent or waits. */
  offer(item: () => T, nowMs: number): void {
    if (this.queueLength > 0) {
      this.queue.push(item());
      this.shorten();
      return void this.drain(nowMs);
    }
    if (this.isEarly(nowMs) || !this.send(item())) this.leftOut++;
    else this.lastMs = nowMs;
  }

  /** Sends what waits and may go; returns how long the next has to wait [ms], nothing when none does or the client takes none. */
  drain(nowMs: number): number | undefined {
    while (this.queue.length > 0) {
      if (this.isEarly(nowMs)) return this.lastMs + this.throttleRate - nowMs;
      if (!this.send(this.queue[0])) return undefined;
      this.queue.shift();
      this.lastMs = nowMs;
    }
    return undefined;
  }

  get waiting(): number {
    return this.queue.length;
  }

  private isEarly(nowMs: number): boolean {
    return nowMs < this.lastMs + this.throttleRate;
  }

  private shorten(): void {
    const surplus = this.queue.length - this.queueLength;
    if (surplus <= 0) return;
    this.leftOut += surplus;
    this.queue.splice(0, surplus);
  }
}
