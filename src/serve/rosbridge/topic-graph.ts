/**
 * The topics of a rosbridge server: who publishes, who has subscribed, of what type. What a client asks for is done or refused with an Error; every count
 * that a client can drive is bounded.
 */
import type { MessageType } from '../../msgs/message-type.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import { canonicalName, findRosType, nameProblem, typeName } from '../../rosbridge/dialect.ts';
import { readIncoming } from '../../rosbridge/incoming-message.ts';
import type { RosTime } from '../../rosbridge/message-values.ts';
import type { Operation } from '../../rosbridge/operations.ts';
import type { Reading } from '../../rosbridge/read-values.ts';
import type { BridgedClient } from './bridged-client.ts';
import { BridgedTopic } from './bridged-topic.ts';
import { TopicSubscription } from './topic-subscription.ts';

/** What a client may have at a time. */
const MOST_SUBSCRIPTIONS = 256;
const MOST_ADVERTISED = 256;
/** Topics of all clients. */
const MOST_TOPICS = 4096;
/** Longest message of a client that is kept for those who come late [bytes of its frame]. */
const LONGEST_LATCHED = 1 << 16;

export interface GraphSettings {
  readonly dialect: Dialect;
  /** Whether clients may have topics of their own. */
  readonly clientTopics: boolean;
  now(): RosTime;
}

export class TopicGraph {
  /** By canonical name. */
  readonly topics = new Map<string, BridgedTopic>();

  constructor(private readonly settings: GraphSettings) {}

  advertise(client: BridgedClient, { topic, type: named, latch, id }: Operation & { op: 'advertise' }): void {
    const name = canonicalName(topic);
    if (client.advertised.size >= MOST_ADVERTISED && !client.advertised.has(name))
      throw new Error(`at most ${MOST_ADVERTISED} topics`);
    const type = findRosType(named);
    const entry = this.topicOfClient(name, type);
    if (!entry.isOpenToClients) throw new Error(`${name} is published by this server and not open to clients`);
    entry.publishers.add(client);
    const advertisement = client.advertised.get(name) ?? { ids: new Set(), latch };
    if (advertisement.ids.size < MOST_ADVERTISED) advertisement.ids.add(id);
    client.advertised.set(name, advertisement);
    client.status('info', `advertise: ${name} of ${typeName(type, this.settings.dialect)}`, id);
  }

  unadvertise(client: BridgedClient, { topic, id }: Operation & { op: 'unadvertise' }): void {
    const name = canonicalName(topic);
    const ids = client.advertised.get(name)?.ids;
    if (ids === undefined) return client.status('warning', `unadvertise: ${name} was not advertised`, id);
    if (id === undefined) ids.clear();
    else ids.delete(id);
    if (ids.size === 0) this.withdrawTopic(client, name);
  }

  private withdrawTopic(client: BridgedClient, name: string): void {
    client.advertised.delete(name);
    const entry = this.topics.get(name);
    if (entry === undefined) return;
    entry.publishers.delete(client);
    // what was latched belongs to those who said it
    if (entry.publishers.size === 0 && entry.ownPublishers === 0) entry.latched = undefined;
    this.tidy(entry);
  }

  publish(client: BridgedClient, { topic, msg, id }: Operation & { op: 'publish' }, size: number): void {
    const entry = this.topics.get(canonicalName(topic));
    if (entry === undefined) throw new Error(`there is no topic ${topic}; advertise it first`);
    if (!entry.isOpenToClients) throw new Error(`${entry.name} is published by this server and not open to clients`);
    const reading: Reading = { now: this.settings.now() };
    const message = readIncoming(entry.type, msg, { dialect: this.settings.dialect, isRaw: false, reading });
    if (reading.missing !== undefined)
      client.status('warning', `publish: ${reading.missing} is missing and has its default`, id);
    const latch = client.advertised.get(entry.name)?.latch === true && size <= LONGEST_LATCHED;
    for (const handler of entry.handlers) handler(message, reading.now);
    entry.publish(message, reading.now, latch);
  }

  subscribe(client: BridgedClient, operation: Operation & { op: 'subscribe' }): void {
    const { topic, type, id } = operation;
    const name = canonicalName(topic);
    let subscription = client.subscriptions.get(name);
    if (subscription === undefined && client.subscriptions.size >= MOST_SUBSCRIPTIONS)
      throw new Error(`at most ${MOST_SUBSCRIPTIONS} topics`);
    const entry = type === undefined ? this.topics.get(name) : this.topicOfClient(name, findRosType(type));
    if (entry === undefined) throw new Error(`there is no topic ${topic}; say its type to wait for it`);
    const isNew = subscription === undefined;
    subscription ??= new TopicSubscription(client, topic);
    if (!subscription.add(id, operation)) throw new Error('too many subscriptions to one topic');
    client.status('info', `subscribe: ${name}`, id);
    if (!isNew) return;
    client.subscriptions.set(name, subscription);
    entry.subscribe(subscription);
  }

  unsubscribe(client: BridgedClient, { topic, id }: Operation & { op: 'unsubscribe' }): void {
    const name = canonicalName(topic);
    const subscription = client.subscriptions.get(name);
    if (subscription === undefined) return client.status('warning', `unsubscribe: ${name} is not subscribed`, id);
    if (subscription.remove(id)) this.endSubscription(client, name, subscription);
  }

  private endSubscription(client: BridgedClient, name: string, subscription: TopicSubscription): void {
    client.subscriptions.delete(name);
    const entry = this.topics.get(name);
    if (entry === undefined) return;
    entry.unsubscribe(subscription);
    this.tidy(entry);
  }

  /** A client has gone. */
  forget(client: BridgedClient): void {
    for (const [name, subscription] of [...client.subscriptions]) this.endSubscription(client, name, subscription);
    for (const name of [...client.advertised.keys()]) this.withdrawTopic(client, name);
  }

  /** A topic as the program has it. */
  establish(topic: string, type: MessageType): BridgedTopic {
    const problem = nameProblem(topic, 'topic');
    if (problem !== undefined) throw new Error(`${topic}: ${problem}`);
    return this.typed(canonicalName(topic), type);
  }

  /** A topic that a client names: an established one, or a new one where clients may have their own. */
  private topicOfClient(name: string, type: MessageType): BridgedTopic {
    if (!this.topics.has(name)) {
      if (!this.settings.clientTopics) throw new Error(`there is no topic ${name}`);
      if (this.topics.size >= MOST_TOPICS) throw new Error(`at most ${MOST_TOPICS} topics`);
    }
    return this.typed(name, type);
  }

  private typed(name: string, type: MessageType): BridgedTopic {
    let entry = this.topics.get(name);
    if (entry === undefined) this.topics.set(name, (entry = new BridgedTopic(name, type, this.settings.dialect)));
    if (entry.type !== type)
      throw new Error(
        `${name} is of ${typeName(entry.type, this.settings.dialect)}, not ${typeName(type, this.settings.dialect)}`,
      );
    return entry;
  }

  /** A topic that nobody has a part in is none. */
  tidy(entry: BridgedTopic): void {
    if (entry.isAbandoned) this.topics.delete(entry.name);
  }
}
