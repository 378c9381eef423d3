/**
 * A WebSocket to a rosbridge server that comes back: when it breaks it is opened again, after a while that doubles with every failure. A peer that has
 * silently gone is noticed by pings that nobody answers; one that floods is read no faster than everything else goes on; one that does not read
 * gets nothing more until it does.
 */
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import { InboundPace } from '../../rosbridge/inbound-pace.ts';

/** Bytes that may wait for a peer that does not read. */
const MOST_UNREAD = 1 << 20;
/** Longest frame of the peer [bytes]. */
const MAX_PAYLOAD = 16 << 20;
/** Before it is tried again [ms]. */
const FIRST_REST = 250;
const LONGEST_REST = 8000;
/** Between two pings [ms], and how many may stay without an answer. */
const PING_MS = 2000;
const MOST_UNANSWERED = 3;
/** What the peer has to say goodbye [ms]. */
const GOODBYE_MS = 500;

export interface ConnectionEvents {
  opened(): void;
  /** It is tried again. */
  lost(problem: string): void;
  frame(data: string | Uint8Array): void;
}

export class BridgeConnection {
  private socket: WebSocket | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pings: NodeJS.Timeout | undefined;
  private restMs = FIRST_REST;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly events: ConnectionEvents,
  ) {}

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Resolves when it is open for the first time; rejects with a sentence when that fails or takes too long [s]. */
  open(timeLimit: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = this.connect(timeLimit * 1000);
      let problem = 'it closed the connection';
      socket.once('error', (error) => (problem = error.message || 'nobody listens there'));
      socket.once('close', () => {
        if (this.isClosed) return;
        this.isClosed = true;
        reject(new Error(`cannot connect to ${this.url}: ${problem}`));
      });
      socket.once('open', () => {
        socket.removeAllListeners('close');
        this.follow(socket);
        resolve();
      });
    });
  }

  /** False when nobody is there, or the peer does not read. */
  send(text: string): boolean {
    const { socket } = this;
    if (socket === undefined || !this.isOpen || socket.bufferedAmount > MOST_UNREAD) return false;
    socket.send(text);
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pings);
    const { socket } = this;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => socket.terminate(), GOODBYE_MS);
      socket.once('close', () => {
        clearTimeout(late);
        resolve();
      });
      socket.close(1000);
    });
  }

  private connect(handshakeTimeout: number): WebSocket {
    const socket = new WebSocket(this.url, { handshakeTimeout, maxPayload: MAX_PAYLOAD, perMessageDeflate: false });
    // whatever goes wrong, it is closed then
    socket.on('error', () => {});
    this.socket = socket;
    return socket;
  }

  /** An open socket: what comes is told, and what breaks is mended. */
  private follow(socket: WebSocket): void {
    const pace = new InboundPace(socket);
    let unanswered = 0;
    socket.on('pong', () => (unanswered = 0));
    socket.on('message', (data, isBinary) => {
      unanswered = 0;
      const bytes = bytesOf(data);
      this.restMs = FIRST_REST;
      this.events.frame(isBinary ? bytes : bytes.toString('utf8'));
      pace.count(bytes.length);
    });
    this.pings = setInterval(() => {
      if (unanswered++ < MOST_UNANSWERED) socket.ping();
      else socket.terminate();
    }, PING_MS);
    socket.on('close', (code, reason) => {
      pace.end();
      clearInterval(this.pings);
      if (this.isClosed) return;
      this.events.lost(reason.length > 0 ? reason.toString('utf8') : `closed with code ${code}`);
      this.tryAgain();
    });
    this.events.opened();
  }

  private tryAgain(): void {
    this.timer = setTimeout(() => {
      const socket = this.connect(LONGEST_REST);
      socket.once('open', () => {
        socket.removeAllListeners('close');
        this.follow(socket);
      });
      socket.once('close', () => {
        if (!this.isClosed) this.tryAgain();
      });
    }, this.restMs);
    this.restMs = Math.min(LONGEST_REST, 2 * this.restMs);
  }
}

const bytesOf = (data: RawData): Buffer => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
