/** Clients that keep to the letter of RFC 6455 and want the server's memory. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { frame } from '../../test/fuzz/support/raw-frames.ts';
import { until } from '../../test/support/until.ts';
import { Float64 } from '../msgs/index.ts';
import { openTopicServer } from './topic-server.ts';

const MIB = 1 << 20;
const Kind = { continuation: 0, text: 1, ping: 9, pong: 10 } as const;
const SUBSCRIBE = '{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}';
const MASK = Uint8Array.of(1, 2, 3, 4);

/** A server, and a socket that has shaken hands with it. */
async function connected() {
  const server = await openTopicServer({ port: 0, host: '127.0.0.1', name: 'test' });
  onTestFinished(() => server.close());
  server.advertise([{ topic: '/n', type: Float64, bulky: false, latest: () => undefined, follow: () => () => {} }]);
  const socket = connectTcp(server.listener.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n`,
  );
  await until(() => server.clientCount === 1);
  return { server, socket };
}

/** Resolves when the other side has taken it, or the connection is gone. */
const written = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => socket.write(bytes, () => resolve()));

/** What this process holds once garbage is collected [bytes]. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const repeated = (bytes: Buffer, count: number): Buffer => Buffer.concat(new Array<Buffer>(count).fill(bytes));

describe('a client that takes no answers', () => {
  it('has one answer to its pings waiting, however many it sends', async () => {
    const { server, socket } = await connected();
    const pings = repeated(frame(Kind.ping, new Uint8Array(125), MASK), 1000);
    const before = held();
    for (let i = 0; i < 200; i++) await written(socket, pings);
    await written(socket, frame(Kind.text, Buffer.from(SUBSCRIBE), MASK));
    await until(() => server.subscriptionCount === 1);
    expect(held() - before).toBeLessThan(16 * MIB);
  });

  it('is answered the last of its pings when it listens again', async () => {
    const { server } = await connected();
    const socket = new WebSocket(server.url, ['foxglove.websocket.v1']);
    onTestFinished(() => socket.terminate());
    const pongs: string[] = [];
    socket.on('pong', (data) => pongs.push(String(data)));
    await new Promise((resolve) => socket.on('open', resolve));
    for (let i = 0; i < 100; i++) socket.ping(String(i));
    await until(() => pongs.at(-1) === '99');
    expect(pongs).toEqual(pongs.toSorted((a, b) => Number(a) - Number(b)));
  });
});

describe('a message that never ends', () => {
  it('in parts that each hold a whole read of the socket is not waited for', async () => {
    const { server, socket } = await connected();
    socket.resume();
    const filling = repeated(frame(Kind.pong, new Uint8Array(125), MASK), 520);
    const part = Buffer.concat([frame(Kind.continuation, Buffer.from('x'), MASK, { fin: false }), filling]);
    const before = held();
    await written(socket, frame(Kind.text, Buffer.from('x'), MASK, { fin: false }));
    for (let i = 0; i < 1000 && !socket.destroyed; i++) await written(socket, part);
    expect(held() - before).toBeLessThan(16 * MIB);
    await until(() => server.clientCount === 0);
  });

  it('byte by byte is not waited for', async () => {
    const { server, socket } = await connected();
    socket.setNoDelay().resume();
    await written(socket, frame(Kind.text, new Uint8Array(0), MASK, { declared: BigInt(MIB) }));
    const byte = Uint8Array.of(1);
    let sent = 0;
    for (; sent < MIB / 4 && server.clientCount > 0; sent++) {
      await written(socket, byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.clientCount).toBe(0);
  });
});

describe('a client that is turned away', () => {
  it('and never hangs up keeps no connection, and does not keep the server from closing', async () => {
    const server = await openTopicServer({ port: 0, host: '127.0.0.1', name: 'test' });
    const socket = connectTcp({ port: server.listener.port, host: '127.0.0.1', allowHalfOpen: true }).on(
      'error',
      () => {},
    );
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.write(
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: https://evil.example\r\n\r\n',
    );
    await until(() => answer.includes('403 Forbidden'));
    await server.close();
  });
});
