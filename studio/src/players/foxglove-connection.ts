/**
 * One connection to a server that speaks the Foxglove WebSocket protocol: `skidpad run --serve`, foxglove_bridge of ROS 2, or
 * anything else. Reads what it needs and passes the rest over; what a server sends is not trusted either.
 *
 * Reference: github.com/foxglove/ws-protocol, docs/spec.md.
 */
import { MESSAGE_HEADER, Opcode, SUBPROTOCOLS } from '../../../src/serve/protocol-constants.ts';

export interface RemoteChannel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: string;
  readonly schemaName: string;
  readonly schema: string;
  readonly schemaEncoding?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ServerInfo {
  readonly name: string;
  readonly sessionId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ConnectionEvents {
  info(info: ServerInfo): void;
  advertised(channels: readonly RemoteChannel[]): void;
  unadvertised(ids: readonly number[]): void;
  /** `time` in seconds. */
  message(subscriptionId: number, time: number, data: DataView): void;
  time(time: number): void;
  /** `level` is a StatusLevel, where the server keeps to the protocol. */
  status(level: number, text: string, id: string | undefined): void;
  statusRemoved(ids: readonly string[]): void;
  /** Also when it could not be opened. `isFarewell`: the server has closed it in good order. */
  closed(wasOpen: boolean, isFarewell: boolean): void;
}

/** As much of a browser's WebSocket as is used, so that tests can bring another. */
export type SocketFactory = (url: string, protocols: string[]) => WebSocket;

const NORMAL_CLOSURE = 1000;
/** Channels are subscribed to under their own number, which then has to fit. */
const LARGEST_ID = 0xffffffff;

export class FoxgloveConnection {
  private readonly socket: WebSocket;
  private wasOpen = false;

  /** An Error for an address that is none. */
  constructor(
    url: string,
    private readonly events: ConnectionEvents,
    createSocket: SocketFactory,
  ) {
    this.socket = createSocket(url, [...SUBPROTOCOLS]);
    this.socket.binaryType = 'arraybuffer';
    this.socket.onopen = () => (this.wasOpen = true);
    this.socket.onmessage = ({ data }) => this.receive(data);
    this.socket.onclose = ({ code }) => this.events.closed(this.wasOpen, this.wasOpen && code === NORMAL_CLOSURE);
    // a close follows
    this.socket.onerror = () => {};
  }

  subscribe(subscriptions: readonly { readonly id: number; readonly channelId: number }[]): void {
    if (subscriptions.length > 0) this.send({ op: 'subscribe', subscriptions });
  }

  unsubscribe(subscriptionIds: readonly number[]): void {
    if (subscriptionIds.length > 0) this.send({ op: 'unsubscribe', subscriptionIds });
  }

  /** Nothing is heard of it afterwards. */
  close(): void {
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
  }

  private send(request: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(request));
  }

  private receive(data: unknown): void {
    if (typeof data === 'string') this.receiveText(data);
    else if (data instanceof ArrayBuffer) this.receiveBinary(new DataView(data));
  }

  private receiveBinary(view: DataView): void {
    if (view.byteLength >= MESSAGE_HEADER && view.getUint8(0) === Opcode.message) {
      this.events.message(view.getUint32(1, true), secondsAt(view, 5), new DataView(view.buffer, MESSAGE_HEADER));
    } else if (view.byteLength >= 9 && view.getUint8(0) === Opcode.time) this.events.time(secondsAt(view, 1));
  }

  private receiveText(text: string): void {
    const message = parseObject(text);
    const { events } = this;
    switch (message?.op) {
      case 'serverInfo':
        return events.info({
          name: textOf(message.name),
          sessionId: typeof message.sessionId === 'string' ? message.sessionId : undefined,
          metadata: isObject(message.metadata) ? message.metadata : {},
        });
      case 'advertise':
        return events.advertised(listOf(message.channels).filter(isChannel).map(withTexts));
      case 'unadvertise':
        return events.unadvertised(listOf(message.channelIds).filter((id) => typeof id === 'number'));
      case 'status':
        return events.status(
          typeof message.level === 'number' ? message.level : 0,
          textOf(message.message),
          typeof message.id === 'string' ? message.id : undefined,
        );
      case 'removeStatus':
        return events.statusRemoved(listOf(message.statusIds).filter((id) => typeof id === 'string'));
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Objects may refuse to become a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isChannel(value: unknown): value is RemoteChannel {
  return (
    isObject(value) &&
    Number.isInteger(value.id) &&
    Number(value.id) >= 0 &&
    Number(value.id) <= LARGEST_ID &&
    ['topic', 'encoding', 'schemaName', 'schema'].every((key) => typeof value[key] === 'string')
  );
}

/** Of its metadata only what is text. */
function withTexts({ metadata, ...channel }: RemoteChannel): RemoteChannel {
  if (!isObject(metadata)) return channel;
  return {
    ...channel,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => typeof value === 'string')),
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A time since 1970 in seconds is good to 0.2 µs. */
const secondsAt = (view: DataView, at: number): number =>
  view.getUint32(at + 4, true) * 4.294967296 + view.getUint32(at, true) / 1e9;
