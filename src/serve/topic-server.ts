/**
 * Shows topics to any number of viewers: Skidpad Studio, Foxglove, Lichtblick.
 *
 * A topic is encoded only while somebody has subscribed to it, once for all of them. Who subscribes gets the latest message at
 * once, as a latched signal promises.
 */
import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import type { MessageType } from '../msgs/message-type.ts';
import type { ClientRequest, Subscription } from './client-request.ts';
import { readBinaryRequest, readTextRequest } from './client-request.ts';
import type { Channel, Parameter, ServerInfo } from './protocol.ts';
import { StatusLevel } from './protocol-constants.ts';
import type { BufferLimits } from './send-budget.ts';
import { BUFFER_LIMITS, SendBudget } from './send-budget.ts';
import { ServedClient } from './served-client.ts';
import type { ListenerOptions, WebSocketListener } from './websocket-listener.ts';
import { openWebSocketListener } from './websocket-listener.ts';

/** Something that publishes messages of one type. */
export interface ServedTopic {
  readonly topic: string;
  readonly type: MessageType;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Pictures and point clouds: the first that a slow client loses. */
  readonly bulky: boolean;
  /** For those who come late. */
  latest(): { readonly message: unknown; readonly timeNs: number } | undefined;
  /** Calls back at every publication until the returned function is called. */
  follow(publish: (message: unknown, timeNs: number) => void): () => void;
}

export interface TopicServerOptions extends ListenerOptions {
  /** Shown by clients. */
  readonly name: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly parameters?: readonly Parameter[];
  readonly limits?: BufferLimits;
}

interface ServedChannel {
  readonly channel: Channel;
  readonly topic: ServedTopic;
  readonly subscribers: Set<ServedClient>;
  unfollow?: () => void;
}

/** Time between two time messages [ms]. */
const TIME_MS = 15;
/** What clients have to say goodbye [ms]. */
const GOODBYE_MS = 500;

/** Listens when it returns; an InputError says why it cannot. */
export async function openTopicServer(options: TopicServerOptions): Promise<TopicServer> {
  const server = new TopicServer(options);
  server.listener = await openWebSocketListener(options, (socket) => server.accept(socket));
  return server;
}

export class TopicServer {
  listener!: WebSocketListener;
  private readonly clients = new Set<ServedClient>();
  private readonly channels = new Map<number, ServedChannel>();
  private readonly budget: SendBudget;
  private readonly info: ServerInfo;
  private readonly subscribed: Promise<void>;
  private resolveSubscribed!: () => void;
  private lastTimeMs = -Infinity;
  private scratch = new DataView(new ArrayBuffer(4096));

  constructor(private readonly options: TopicServerOptions) {
    this.budget = new SendBudget(options.limits ?? BUFFER_LIMITS);
    this.info = {
      op: 'serverInfo',
      name: options.name,
      capabilities: ['time', 'parameters'],
      metadata: options.metadata ?? {},
      sessionId: randomUUID(),
    };
    this.subscribed = new Promise((resolve) => (this.resolveSubscribed = resolve));
  }

  /** For a person to copy. */
  get url(): string {
    return this.listener.url;
  }

  /** What waits to be sent to all clients, with what Node holds beside it [bytes]. */
  get waiting(): number {
    return this.budget.waiting;
  }

  get clientCount(): number {
    return this.clients.size;
  }

  /** How many subscriptions all clients have together. */
  get subscriptionCount(): number {
    let count = 0;
    for (const { subscriptions } of this.clients) count += subscriptions.size;
    return count;
  }

  /** Offers these topics from now on. */
  advertise(topics: readonly ServedTopic[]): void {
    const first = this.channels.size + 1;
    const added = topics.map(
      (topic, i): ServedChannel => ({ topic, channel: describe(first + i, topic), subscribers: new Set() }),
    );
    for (const entry of added) this.channels.set(entry.channel.id, entry);
    for (const client of this.clients) client.send({ op: 'advertise', channels: added.map(({ channel }) => channel) });
  }

  /** Resolves when somebody has subscribed to something for the first time. */
  firstSubscriber(): Promise<void> {
    return this.subscribed;
  }

  /** Tells the simulated time, if it is time to; call it as often as you like. Comes after the messages of that time. */
  sendTime(timeNs: number, nowMs: number): void {
    if (this.clients.size === 0 || nowMs - this.lastTimeMs < TIME_MS) return;
    this.lastTimeMs = nowMs;
    for (const client of this.clients) {
      if (client.hasCaughtUp) for (const channelId of client.outdated) this.sendMissed(client, channelId);
      client.sendTime(timeNs, nowMs);
    }
  }

  /** Takes the topics back and says goodbye; nobody can hold it up for long. */
  async close(reason = 'the run has ended'): Promise<void> {
    for (const entry of this.channels.values()) entry.unfollow?.();
    for (const client of this.clients) {
      client.send({ op: 'status', level: StatusLevel.info, message: reason });
      client.send({ op: 'unadvertise', channelIds: [...this.channels.keys()] });
      client.close(reason);
    }
    this.channels.clear();
    await this.listener.close(GOODBYE_MS);
  }

  /** A client has connected. */
  accept(socket: WebSocket): void {
    const client = new ServedClient(socket, this.budget);
    this.clients.add(client);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.forget(client));
    socket.on('ping', (data) => client.pong(data));
    socket.on('message', (data, isBinary) =>
      this.answer(client, isBinary ? readBinaryRequest() : readTextRequest(textOf(data))),
    );
    client.send(this.info);
    client.send({ op: 'advertise', channels: Array.from(this.channels.values(), ({ channel }) => channel) });
  }

  private forget(client: ServedClient): void {
    this.clients.delete(client);
    client.leave();
    for (const channelId of [...client.subscriptions.keys()]) this.leave(client, channelId);
  }

  private answer(client: ServedClient, request: ClientRequest): void {
    switch (request.op) {
      case 'refused':
        return client.refuse(request.because);
      case 'subscribe':
        return request.subscriptions.forEach((subscription) => this.subscribe(client, subscription));
      case 'unsubscribe':
        return this.unsubscribe(client, new Set(request.subscriptionIds));
      case 'getParameters':
        return this.tellParameters(client, request.parameterNames, request.id);
      case 'setParameters':
        client.refuse('the parameters of this run can be read, not set', StatusLevel.warning);
        // whoever asked shows what holds
        if (request.id !== undefined) this.tellParameters(client, request.parameterNames, request.id);
    }
  }

  private tellParameters(client: ServedClient, names: readonly string[], id: string | undefined): void {
    const wanted = new Set(names);
    const parameters = (this.options.parameters ?? []).filter(({ name }) => wanted.size === 0 || wanted.has(name));
    client.send({ op: 'parameterValues', parameters, ...(id !== undefined && { id }) });
  }

  private subscribe(client: ServedClient, { id, channelId }: Subscription): void {
    const entry = this.channels.get(channelId);
    if (entry === undefined) return client.refuse(`subscribe: there is no channel ${channelId}`);
    if (client.subscriptions.has(channelId))
      return client.refuse(`subscribe: channel ${channelId} is subscribed already`, StatusLevel.warning);
    if ([...client.subscriptions.values()].includes(id)) return client.refuse(`subscribe: the id ${id} is in use`);
    client.subscriptions.set(channelId, id);
    entry.subscribers.add(client);
    entry.unfollow ??= entry.topic.follow((message, timeNs) =>
      this.sendTo(entry.subscribers, channelId, message, timeNs),
    );
    const latest = entry.topic.latest();
    if (latest !== undefined) this.sendTo([client], channelId, latest.message, latest.timeNs);
    this.resolveSubscribed();
  }

  private unsubscribe(client: ServedClient, ids: ReadonlySet<number>): void {
    const left = [...client.subscriptions].filter(([, id]) => ids.has(id));
    for (const [channelId] of left) this.leave(client, channelId);
    if (left.length < ids.size)
      client.refuse(`unsubscribe: ${ids.size - left.length} of the ids are not subscribed`, StatusLevel.warning);
  }

  private leave(client: ServedClient, channelId: number): void {
    client.subscriptions.delete(channelId);
    client.outdated.delete(channelId);
    const entry = this.channels.get(channelId);
    if (entry === undefined) return;
    entry.subscribers.delete(client);
    if (entry.subscribers.size > 0) return;
    entry.unfollow?.();
    entry.unfollow = undefined;
  }

  /** What a client missed, if it can take it now. */
  private sendMissed(client: ServedClient, channelId: number): void {
    const { topic } = this.channels.get(channelId)!;
    const latest = topic.latest();
    if (latest === undefined) client.outdated.delete(channelId);
    else if (client.canTake(topic.type.maxSize(latest.message), topic.bulky))
      client.sendMessage(channelId, latest.timeNs, this.encode(topic.type, latest.message));
  }

  private sendTo(clients: Iterable<ServedClient>, channelId: number, message: unknown, timeNs: number): void {
    const { type, bulky } = this.channels.get(channelId)!.topic;
    const size = type.maxSize(message);
    // encoded once there is somebody who can take it
    let payload: Uint8Array | undefined;
    for (const client of clients) {
      if (!client.canTake(size, bulky)) client.lose(channelId);
      else client.sendMessage(channelId, timeNs, (payload ??= this.encode(type, message)));
    }
  }

  /** Bytes that hold until the next call. */
  private encode(type: MessageType, message: unknown): Uint8Array {
    const size = type.maxSize(message);
    if (size > this.scratch.byteLength) this.scratch = new DataView(new ArrayBuffer(size * 2));
    return new Uint8Array(this.scratch.buffer, 0, type.encode(message, this.scratch, 0));
  }
}

const describe = (id: number, { topic, type, metadata }: ServedTopic): Channel => ({
  id,
  topic,
  encoding: 'cdr',
  schemaName: type.name,
  schemaEncoding: 'ros2msg',
  schema: type.definition,
  metadata: metadata ?? {},
});

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8');
