/** The peer behind a rosbridge link: its topics, its services and its clock, over a connection that comes back. */
import type { MessageType } from '../../msgs/message-type.ts';
import { copyTime, setTime, timeToNs } from '../../msgs/time.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import { canonicalName, hasHeader, typeName } from '../../rosbridge/dialect.ts';
import { FrameReader } from '../../rosbridge/frame-reader.ts';
import { readIncoming } from '../../rosbridge/incoming-message.ts';
import type { RosTime } from '../../rosbridge/message-values.ts';
import { messageValues } from '../../rosbridge/message-values.ts';
import type { Id, Operation, SubscriptionWishes } from '../../rosbridge/operations.ts';
import type { StampMode } from '../../rosbridge/peer-time.ts';
import { PeerTime } from '../../rosbridge/peer-time.ts';
import type { Arrival, LinkPublisher, RosbridgeLink } from '../../rosbridge/rosbridge-link.ts';
import { hasAxes, rosToUnity, unityToRos } from '../../rosbridge/unity-frames.ts';
import { BridgeConnection } from './bridge-connection.ts';
import { PeerClock } from './peer-clock.ts';

export interface PeerSettings {
  readonly url: string;
  readonly dialect: Dialect;
  readonly frames: 'ros' | 'unity';
  readonly stamps: StampMode;
  nowNs(): number;
  log(line: string): void;
}

interface Subscription {
  readonly type: MessageType;
  readonly request: object;
  readonly isRaw: boolean;
  listener(message: unknown, arrival: Arrival): void;
}

interface Stamped {
  readonly header: { readonly stamp: RosTime };
}

interface PendingCall {
  resolve(values: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

export class RosbridgePeer implements RosbridgeLink {
  unsent = 0;
  unreadable = 0;
  private readonly connection: BridgeConnection;
  private readonly time: PeerTime;
  private readonly clock: PeerClock | undefined;
  private reader = new FrameReader();
  /** What has to be said again when the connection comes back. */
  private readonly advertised = new Map<string, object>();
  private readonly subscriptions = new Map<string, Set<Subscription>>();
  private readonly calls = new Map<Id, PendingCall>();
  private ids = 0;

  constructor(private readonly settings: PeerSettings) {
    const { url, log, stamps } = settings;
    this.time = new PeerTime(stamps);
    this.clock = stamps === 'rosapi' ? new PeerClock(this, this.time) : undefined;
    let isBack = false;
    this.connection = new BridgeConnection(url, {
      opened: () => {
        if (isBack) log('connected again');
        isBack = true;
        this.introduce();
      },
      lost: (problem) => {
        log(`the connection is lost (${problem}); it is tried again`);
        this.forget('the connection is lost');
      },
      frame: (data) => this.read(data),
    });
  }

  async open(timeLimit: number): Promise<void> {
    await this.connection.open(timeLimit);
    try {
      await this.clock?.begin(timeLimit);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.connection.isOpen;
  }

  advertise(topic: string, type: MessageType): LinkPublisher {
    const id = `advertise:${topic}:${++this.ids}`;
    const operation = { op: 'advertise', id, topic, type: typeName(type, this.settings.dialect), queue_size: 1 };
    this.advertised.set(id, operation);
    this.connection.send(JSON.stringify(operation));
    const { dialect, frames } = this.settings;
    const isStamped = hasHeader(type);
    const turns = frames === 'unity' && hasAxes(type);
    let seq = 0;
    return {
      publish: (message) => {
        const copy = type.create();
        type.copy(copy, message);
        if (turns) rosToUnity(type, copy);
        if (isStamped) this.stampHeader(copy as Stamped);
        const msg = messageValues(type, copy, dialect, seq++);
        const isSent = this.connection.send(JSON.stringify({ op: 'publish', topic, msg }));
        if (!isSent) this.unsent++;
        return isSent;
      },
      close: () => {
        if (this.advertised.delete(id)) this.connection.send(JSON.stringify({ op: 'unadvertise', id, topic }));
      },
    };
  }

  subscribe(
    topic: string,
    type: MessageType,
    { throttleRate, compression }: Pick<SubscriptionWishes, 'throttleRate' | 'compression'>,
    listener: (message: unknown, arrival: Arrival) => void,
  ): () => void {
    const id = `subscribe:${topic}:${++this.ids}`;
    const request = {
      ...{ op: 'subscribe', id, topic, type: typeName(type, this.settings.dialect) },
      ...{ compression, throttle_rate: throttleRate, queue_length: 0 },
    };
    const subscription: Subscription = { type, request, isRaw: compression === 'cbor-raw', listener };
    const name = canonicalName(topic);
    const all = this.subscriptions.get(name) ?? new Set();
    this.subscriptions.set(name, all.add(subscription));
    this.connection.send(JSON.stringify(request));
    return () => {
      if (!all.delete(subscription)) return;
      if (all.size === 0) this.subscriptions.delete(name);
      this.connection.send(JSON.stringify({ op: 'unsubscribe', id, topic }));
    };
  }

  callService(service: string, args: unknown, timeoutMs: number): Promise<unknown> {
    const id = `call_service:${service}:${++this.ids}`;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.settle(id)?.reject(new Error(`${service} did not answer within ${timeoutMs / 1000} s`));
      this.calls.set(id, { resolve, reject, timer: setTimeout(giveUp, timeoutMs) });
      if (!this.connection.send(JSON.stringify({ op: 'call_service', id, service, args })))
        this.settle(id)!.reject(new Error('the peer is not there'));
    });
  }

  async close(): Promise<void> {
    this.clock?.end();
    this.forget('the link is closed');
    await this.connection.close();
  }

  /** A header in simulated time becomes one of the peer's time. */
  private stampHeader({ header: { stamp } }: Stamped): void {
    copyTime(stamp, this.time.stamp(timeToNs(stamp), this.settings.nowNs()));
  }

  private introduce(): void {
    for (const operation of this.advertised.values()) this.connection.send(JSON.stringify(operation));
    for (const all of this.subscriptions.values())
      for (const { request } of all) this.connection.send(JSON.stringify(request));
  }

  /** What was under way never comes. */
  private forget(why: string): void {
    this.reader = new FrameReader();
    this.time.forget();
    for (const id of [...this.calls.keys()]) this.settle(id)!.reject(new Error(why));
  }

  private settle(id: Id): PendingCall | undefined {
    const call = this.calls.get(id);
    clearTimeout(call?.timer);
    this.calls.delete(id);
    return call;
  }

  private read(data: string | Uint8Array): void {
    try {
      const operation = this.reader.read(data, performance.now());
      if (operation !== undefined) this.perform(operation);
    } catch (error) {
      this.leaveOut((error as Error).message);
    }
  }

  private leaveOut(problem: string): void {
    this.unreadable++;
    this.settings.log(`what the peer sent is left out: ${problem}`);
  }

  private perform(operation: Operation): void {
    switch (operation.op) {
      case 'publish':
        for (const subscription of this.subscriptions.get(canonicalName(operation.topic)) ?? [])
          this.deliver(subscription, operation.topic, operation.msg);
        return;
      case 'service_response': {
        const call = operation.id === undefined ? undefined : this.settle(operation.id);
        if (operation.result) call?.resolve(operation.values);
        else
          call?.reject(new Error(typeof operation.values === 'string' ? operation.values : 'the service has failed'));
        return;
      }
      case 'status':
        this.settings.log(`the peer says (${operation.level}): ${operation.msg}`);
    }
  }

  private deliver({ type, isRaw, listener }: Subscription, topic: string, msg: unknown): void {
    const { dialect, frames, nowNs } = this.settings;
    const arrivalNs = nowNs();
    let message: unknown;
    try {
      message = readIncoming(type, msg, { dialect, isRaw, reading: { now: { sec: 0, nanosec: 0 } } });
    } catch (error) {
      return this.leaveOut(`${topic}: ${(error as Error).message}`);
    }
    if (frames === 'unity') unityToRos(type, message);
    const stamp = hasHeader(type) ? (message as Stamped).header.stamp : undefined;
    const truth = this.time.truth(stamp, arrivalNs);
    if (stamp !== undefined) setTime(stamp, Number.isNaN(truth.truthNs) ? 0 : truth.truthNs);
    listener(message, { ...truth, arrivalNs });
  }
}
