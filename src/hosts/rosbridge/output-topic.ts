/**
 * An output of the block as a topic that the robot publishes: what has arrived and nobody has fetched. A latched output keeps the last message, a queued one all
 * up to a bound, beyond which the oldest go. NaN and infinities in what must be finite are stopped here.
 */
import type { OutputPort } from '../../core/signal.ts';
import type { Arrival } from '../../rosbridge/rosbridge-link.ts';
import { nonFinitePath } from '../process/non-finite.ts';

/** Messages that wait for a release. */
const MOST_WAITING = 4096;

/** What arrived on one topic. */
export type Arrived = readonly unknown[];

export class OutputTopic {
  private arrived: unknown[] = [];
  /** When the newest message was true; before the first, the beginning of the run: a robot that never says anything grows old too. */
  truthNs = 0;
  boundNs = 0;
  /** Messages that were thrown away because they came too fast, or held something that is no number. */
  leftOut = 0;

  constructor(private readonly port: OutputPort) {}

  /** A sentence when the message is no good. */
  hear(message: unknown, { truthNs, boundNs }: Arrival): string | undefined {
    const { port } = this;
    const place = nonFinitePath(port.type, message as Record<string, unknown>);
    if (place !== undefined) {
      this.leftOut++;
      return `${place} is no number`;
    }
    if (!port.queued) this.arrived.length = 0;
    else if (this.arrived.length === MOST_WAITING) {
      this.arrived.shift();
      this.leftOut++;
    }
    this.arrived.push(message);
    // while the peer's clock is not known nothing new is known to be true
    if (Number.isNaN(truthNs)) return undefined;
    this.truthNs = truthNs;
    this.boundNs = boundNs;
    return undefined;
  }

  take(): Arrived {
    const { arrived } = this;
    this.arrived = [];
    return arrived;
  }

  /** Into the loop. */
  publish(messages: Arrived): void {
    const { port } = this;
    if (!port.queued) port.publish = messages.length > 0;
    for (const message of messages) {
      port.type.copy(port.value, message);
      if (port.queued) port.send();
    }
  }
}
