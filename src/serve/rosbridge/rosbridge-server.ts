/**
 * A rosbridge v2 server: topics and services of a program, and of its clients, for anybody who speaks the protocol: roslib, ROS#, a robot's page, another Skidpad.
 *
 * As in a graph of ROS, what one client publishes goes to all that have subscribed, and clients may offer services. What a program publishes no client
 * can, unless the program listens there too. Every count and size that a client can drive is bounded.
 */
import type { RawData, WebSocket } from 'ws';
import type { MessageType } from '../../msgs/message-type.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import { canonicalName } from '../../rosbridge/dialect.ts';
import type { RosTime } from '../../rosbridge/message-values.ts';
import { wallTime } from '../../rosbridge/message-values.ts';
import type { Operation } from '../../rosbridge/operations.ts';
import { Refusal } from '../../rosbridge/operations.ts';
import type { BufferLimits } from '../send-budget.ts';
import { BUFFER_LIMITS, SendBudget } from '../send-budget.ts';
import type { ListenerOptions, SpokenProtocol, WebSocketListener } from '../websocket-listener.ts';
import { openWebSocketListener } from '../websocket-listener.ts';
import { BridgedClient } from './bridged-client.ts';
import type { MessageHandler, TopicSource } from './bridged-topic.ts';
import { offerRosapi } from './rosapi.ts';
import type { ServiceHandler } from './service-desk.ts';
import { ANSWER_MS, ServiceDesk } from './service-desk.ts';
import { TopicGraph } from './topic-graph.ts';

/** Longest frame of a client [bytes]: that of rosbridge is ten million. */
const MAX_PAYLOAD = 10_000_000;
/** What a client may have at a time. */
const MOST_SERVICES = 64;
const MOST_CALLS = 64;
/** What clients have to say goodbye [ms]. */
const GOODBYE_MS = 500;

export interface RosbridgeServerOptions extends Omit<ListenerOptions, 'spoken'> {
  /** How types, times and headers are spelled; what is read may be in either. */
  readonly dialect?: Dialect;
  /** Whether clients may have topics and services of their own; they may unless this says no. */
  readonly clientTopics?: boolean;
  readonly limits?: BufferLimits;
  /** The time of this graph; that of the wall when absent. */
  now?(): RosTime;
  /** The option of the command line that opened it. */
  readonly option?: string;
}

/** Publishes on one topic. */
export interface TopicPublisher<T = unknown> {
  readonly topic: string;
  readonly subscriberCount: number;
  publish(message: T): void;
  /** Takes the topic back. */
  close(): void;
}

const spokenWith = (option: string): SpokenProtocol => ({
  subprotocols: [],
  greeting: 'This is a rosbridge server (protocol v2): open its ws:// address in a client such as roslib.',
  option,
  maxPayload: MAX_PAYLOAD,
});

/** Listens when it returns; an InputError says why it cannot. */
export async function openRosbridgeServer(options: RosbridgeServerOptions): Promise<RosbridgeServer> {
  const server = new RosbridgeServer(options);
  const spoken = spokenWith(options.option ?? '--rosbridge');
  server.listener = await openWebSocketListener({ ...options, spoken }, (socket) => server.accept(socket));
  return server;
}

export class RosbridgeServer {
  listener!: WebSocketListener;
  readonly dialect: Dialect;
  private readonly clients = new Set<BridgedClient>();
  private readonly graph: TopicGraph;
  private readonly desk = new ServiceDesk();
  private readonly budget: SendBudget;
  private readonly ownPublishers = new Map<string, TopicPublisher>();
  readonly now: () => RosTime;

  constructor(private readonly options: RosbridgeServerOptions) {
    this.dialect = options.dialect ?? 'ros2';
    this.budget = new SendBudget(options.limits ?? BUFFER_LIMITS);
    this.now = options.now ?? (() => wallTime());
    const { dialect, now } = this;
    this.graph = new TopicGraph({ dialect, now, clientTopics: options.clientTopics !== false });
    offerRosapi(this.desk, { dialect, now, topics: () => this.graph.topics.values() });
  }

  /** For a person to copy. */
  get url(): string {
    return this.listener.url;
  }

  get port(): number {
    return this.listener.port;
  }

  get clientCount(): number {
    return this.clients.size;
  }

  /** What waits to be sent to all clients [bytes]. */
  get waiting(): number {
    return this.budget.waiting;
  }

  /** How many clients have subscribed to a topic. */
  subscriberCount(topic: string): number {
    return this.graph.topics.get(canonicalName(topic))?.subscriptions.size ?? 0;
  }

  /** How many clients have advertised a topic. */
  publisherCount(topic: string): number {
    return this.graph.topics.get(canonicalName(topic))?.publishers.size ?? 0;
  }

  /** A topic that the program publishes. Latched: those who come late get the last message. */
  advertise<T>(topic: string, given: MessageType<T>, { latch = false } = {}): TopicPublisher<T> {
    const type = given as MessageType;
    const entry = this.graph.establish(topic, type);
    entry.ownPublishers++;
    let isOpen = true;
    return {
      topic: entry.name,
      get subscriberCount() {
        return entry.subscriptions.size;
      },
      publish: (message) => {
        if (isOpen) entry.publish(latch ? copyOf(type, message) : message, this.now(), latch);
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        entry.ownPublishers--;
        this.graph.tidy(entry);
      },
    };
  }

  /** One message on a topic, which is advertised by the first. */
  publish<T>(topic: string, type: MessageType<T>, message: T): void {
    let publisher = this.ownPublishers.get(topic);
    if (publisher === undefined)
      this.ownPublishers.set(topic, (publisher = this.advertise(topic, type) as TopicPublisher));
    publisher.publish(message);
  }

  /** A topic that is published elsewhere in the program, and followed while somebody has subscribed. */
  follow(topic: string, type: MessageType, source: TopicSource): void {
    this.graph.establish(topic, type).attach(source);
  }

  /** Hears what clients publish on a topic; the returned function ends it. Messages belong to the handler. */
  onMessage<T>(topic: string, type: MessageType<T>, handler: (message: T, time: RosTime) => void): () => void {
    const entry = this.graph.establish(topic, type as MessageType);
    entry.handlers.add(handler as MessageHandler);
    return () => {
      entry.handlers.delete(handler as MessageHandler);
      this.graph.tidy(entry);
    };
  }

  /** A service of the program. What the handler returns, or what its promise resolves to, are the values of the answer; an Error is the failure. */
  service<A>(name: string, type: string, handler: (args: A) => unknown): () => void {
    return this.desk.offer(canonicalName(name), type, handler as ServiceHandler);
  }

  /** Calls a service of a client; rejects with a sentence. */
  callService(name: string, args: unknown, timeoutMs = ANSWER_MS): Promise<unknown> {
    return this.desk.call(canonicalName(name), args, timeoutMs);
  }

  /** Says goodbye; nobody can hold it up for long. */
  async close(reason = 'the server is closed'): Promise<void> {
    this.desk.close();
    for (const topic of this.graph.topics.values()) topic.stopFollowing();
    for (const client of this.clients) client.close(reason);
    await this.listener.close(GOODBYE_MS);
  }

  /** A client has connected. */
  accept(socket: WebSocket): void {
    const client = new BridgedClient(socket, this.budget);
    this.clients.add(client);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.forget(client));
    socket.on('message', (data, isBinary) => this.receive(client, data, isBinary));
  }

  private receive(client: BridgedClient, data: RawData, isBinary: boolean): void {
    if (!client.isOpen) return;
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    try {
      const operation = client.reader.read(isBinary ? bytes : bytes.toString('utf8'), performance.now());
      if (operation !== undefined) this.perform(client, operation, bytes.length);
    } catch (error) {
      client.refuse((error as Error).message, error instanceof Refusal ? error.id : undefined);
    }
    client.pace.count(bytes.length);
  }

  private perform(client: BridgedClient, operation: Operation, size: number): void {
    try {
      this.dispatch(client, operation, size);
    } catch (error) {
      throw new Refusal(`${operation.op}: ${(error as Error).message}`, operation.id);
    }
  }

  private dispatch(client: BridgedClient, operation: Operation, size: number): void {
    const { graph } = this;
    switch (operation.op) {
      case 'advertise':
        return graph.advertise(client, operation);
      case 'unadvertise':
        return graph.unadvertise(client, operation);
      case 'publish':
        return graph.publish(client, operation, size);
      case 'subscribe':
        return graph.subscribe(client, operation);
      case 'unsubscribe':
        return graph.unsubscribe(client, operation);
      case 'advertise_service':
        return this.advertiseService(client, operation);
      case 'unadvertise_service':
        if (!this.desk.withdraw(canonicalName(operation.service), client))
          client.status('warning', `unadvertise_service: ${operation.service} is none of this client`, operation.id);
        return;
      case 'call_service':
        return void this.answerCall(client, operation);
      case 'service_response':
        if (!this.desk.answer(client, operation.id, operation.values, operation.result))
          throw new Error('nobody waits for this answer');
        return;
      case 'set_level':
        client.level = operation.level;
        return;
      case 'status':
        // what a client tells of itself is for nobody
        return;
    }
  }

  private advertiseService(client: BridgedClient, operation: Operation & { op: 'advertise_service' }): void {
    const { service, type } = operation;
    if (this.options.clientTopics === false) throw new Error('clients have no services here');
    if (client.services.size >= MOST_SERVICES) throw new Error(`at most ${MOST_SERVICES} services`);
    this.desk.advertise(canonicalName(service), service, type.slice(0, 256), client);
  }

  private async answerCall(client: BridgedClient, operation: Operation & { op: 'call_service' }): Promise<void> {
    const { service, args, id, fragmentSize } = operation;
    const answer = (values: unknown, result: boolean) =>
      client.send({ op: 'service_response', service, values, result, ...(id !== undefined && { id }) }, fragmentSize);
    if (client.openCalls >= MOST_CALLS) return answer(`at most ${MOST_CALLS} calls at a time`, false);
    client.openCalls++;
    try {
      answer((await this.desk.call(canonicalName(service), args, ANSWER_MS)) ?? {}, true);
    } catch (error) {
      answer((error as Error).message, false);
      client.status('error', `call_service: ${(error as Error).message}`, id);
    } finally {
      client.openCalls--;
    }
  }

  private forget(client: BridgedClient): void {
    this.clients.delete(client);
    client.leave();
    this.graph.forget(client);
    this.desk.forget(client);
  }
}

function copyOf(type: MessageType, message: unknown): unknown {
  const copy = type.create();
  type.copy(copy, message);
  return copy;
}
