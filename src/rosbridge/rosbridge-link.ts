/** What a link to a rosbridge server offers to hosts. */
import type { Link, WantedLink } from '../core/link.ts';
import type { MessageType } from '../msgs/message-type.ts';
import type { SubscriptionWishes } from './operations.ts';
import type { TruthTime } from './peer-time.ts';

/** Which links a host can use. */
export const ROSBRIDGE_LINK = { carries: 'ros' } as const satisfies WantedLink;

/** When a message came, and when it was true, in simulated time. */
export interface Arrival extends TruthTime {
  readonly arrivalNs: number;
}

export interface LinkPublisher {
  /** False when nobody is there, or the peer does not read: the message is left out. */
  publish(message: unknown): boolean;
  close(): void;
}

export interface RosbridgeLink extends Link {
  readonly isConnected: boolean;
  /** Messages that were not sent because nobody was there, or the peer did not read. */
  readonly unsent: number;
  /** Messages of the peer that could not be read. */
  readonly unreadable: number;
  advertise(topic: string, type: MessageType): LinkPublisher;
  /** The message belongs to the listener; its header is in simulated time. The returned function ends it. */
  subscribe(
    topic: string,
    type: MessageType,
    wishes: Pick<SubscriptionWishes, 'throttleRate' | 'compression'>,
    listener: (message: unknown, arrival: Arrival) => void,
  ): () => void;
  /** The values of the answer; rejects with a sentence. */
  callService(service: string, args: unknown, timeoutMs: number): Promise<unknown>;
}
