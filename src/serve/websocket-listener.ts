/** Listens for WebSockets on one port, and lets in only who may come in. Everything else on the port is answered in plain words. */
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import type { ServerOptions, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { InputError } from '../core/input-error.ts';
import type { Rejection } from './access.ts';
import { chooseSubprotocol, createToken, isLoopback, rejectionOf } from './access.ts';
import { SUBPROTOCOLS } from './protocol-constants.ts';

export interface ListenerOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** Origins of web pages that may connect, beside those of this machine and of the known viewers. */
  readonly origins?: readonly string[];
  /** Told once of every origin that was turned away. */
  rejected?(origin: string): void;
  /** What is spoken here; Foxglove's protocol when absent. */
  readonly spoken?: SpokenProtocol;
}

export interface SpokenProtocol {
  /** Names of the protocol, one of which a client has to offer; none: any will do. */
  readonly subprotocols: readonly string[];
  /** For whoever comes with a browser. */
  readonly greeting: string;
  /** The option of the command line that opened the port; those for its address and for origins begin with it. */
  readonly option: string;
  /** Longest frame a client may send [bytes]. */
  readonly maxPayload: number;
}

/** Parts of a message, and pieces of a frame, that are waited for: each may hold on to a whole read of the socket, 64 KiB. */
const MOST_FRAGMENTS = 32;
const MOST_PIECES = 2048;
/** Connections, of clients and of those who only knock: file handles are for the run, too. */
const MOST_CONNECTIONS = 128;
const MOST_CLIENTS = 32;
const MOST_NOTED_ORIGINS = 10;
/** Between two looks at how long clients have been waited for [ms]. */
const SLICE_MS = 50;

const FOXGLOVE: SpokenProtocol = {
  subprotocols: SUBPROTOCOLS,
  greeting: 'This is a Foxglove WebSocket server: open its ws:// address in Skidpad Studio, Foxglove or Lichtblick.',
  option: '--serve',
  // requests are short
  maxPayload: 1 << 20,
};

const socketOptions = ({ maxPayload, subprotocols }: SpokenProtocol): ServerOptions => ({
  noServer: true,
  maxPayload,
  maxFragments: MOST_FRAGMENTS,
  maxBufferedChunks: MOST_PIECES,
  // whoever serves a client answers its pings, and counts the answers
  autoPong: false,
  perMessageDeflate: false,
  handleProtocols: (offered) => chooseSubprotocol(offered, subprotocols),
});

/** Listens when it returns; an InputError says why it cannot. */
export async function openWebSocketListener(
  options: ListenerOptions,
  accept: (socket: WebSocket) => void,
): Promise<WebSocketListener> {
  const http = createServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain; charset=utf-8', upgrade: 'websocket', connection: 'close' });
    response.end(`${(options.spoken ?? FOXGLOVE).greeting}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error) => reject(listenFailure(error, options)));
    http.listen(options.port, options.host, resolve);
  });
  return new WebSocketListener(http, options, accept);
}

export class WebSocketListener {
  readonly port: number;
  /** For a person to copy, with the token where one is needed. */
  readonly url: string;
  /** Where other machines reach the port they need a token. */
  readonly token: string | undefined;
  private readonly spoken: SpokenProtocol;
  private readonly sockets: WebSocketServer;
  /** Of clients, of those who only knock, and of those between the two. */
  private readonly connections = new Set<Socket>();
  private readonly notedOrigins = new Set<string>();

  constructor(
    private readonly http: Server,
    private readonly options: ListenerOptions,
    private readonly accept: (socket: WebSocket) => void,
  ) {
    this.spoken = options.spoken ?? FOXGLOVE;
    this.sockets = new WebSocketServer(socketOptions(this.spoken));
    this.port = (http.address() as AddressInfo).port;
    this.token = isLoopback(options.host) ? undefined : createToken();
    this.url = `ws://${reachableHost(options.host)}:${this.port}${this.token === undefined ? '' : `/?token=${this.token}`}`;
    http.maxConnections = MOST_CONNECTIONS;
    http.on('connection', (socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  /**
   * Waits until everybody has left, but not longer than `patienceMs`. The time is counted in slices, and clients are heard in
   * between: time in which this process itself stood still is not theirs.
   */
  async close(patienceMs: number): Promise<void> {
    let waitedMs = 0;
    const late = setInterval(() => {
      waitedMs += SLICE_MS;
      if (waitedMs < patienceMs) return;
      for (const socket of this.connections) socket.destroy();
    }, SLICE_MS);
    await new Promise<void>((resolve) => {
      this.http.close(() => resolve());
      this.http.closeIdleConnections();
    });
    clearInterval(late);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { subprotocols, option } = this.spoken;
    const rules = { origins: this.options.origins ?? [], token: this.token, subprotocols };
    const refusal = rejectionOf(request, { ...rules, originOption: `${option}-origin` }) ?? this.atCapacity();
    if (refusal === undefined)
      return this.sockets.handleUpgrade(request, socket, head, (accepted) => this.accept(accepted));
    if (refusal.status === 403) this.note(String(request.headers.origin));
    reject(socket, refusal);
  }

  private atCapacity(): Rejection | undefined {
    return this.sockets.clients.size < MOST_CLIENTS
      ? undefined
      : { status: 503, because: `${MOST_CLIENTS} clients are connected already` };
  }

  private note(origin: string): void {
    if (this.notedOrigins.has(origin) || this.notedOrigins.size >= MOST_NOTED_ORIGINS) return;
    this.notedOrigins.add(origin);
    this.options.rejected?.(origin);
  }
}

const REASONS = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' } as const;

function reject(socket: Duplex, { status, because }: Rejection): void {
  const body = `${because}\n`;
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  // whoever was turned away need not hang up first
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** A server that listens everywhere is reached by an address of this machine. */
function reachableHost(host: string): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '';
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const address = everywhere ? (outside?.address ?? '127.0.0.1') : host;
  return address.includes(':') ? `[${address}]` : address;
}

function listenFailure(
  error: NodeJS.ErrnoException,
  { port, host, spoken: { option } = FOXGLOVE }: ListenerOptions,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new InputError(option, `port ${port} is in use by another program; choose another, or 0 for any free one`);
    case 'EACCES':
      return new InputError(option, `port ${port} may not be opened without special permission; choose one above 1023`);
    case 'EADDRNOTAVAIL':
      return new InputError(`${option}-host`, `${host} is not an address of this machine`);
    case 'ENOTFOUND':
      return new InputError(`${option}-host`, `there is no host ${host}`);
    default:
      return new InputError(option, `cannot listen on ${host}, port ${port}: ${error.message}`);
  }
}
