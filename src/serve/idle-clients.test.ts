/** Clients that subscribe and never read, beside one that does: what they cost, and what it gets. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../test/support/until.ts';
import type { MessageType } from '../msgs/message-type.ts';
import { Float64, Image } from '../msgs/index.ts';
import type { BufferLimits } from './send-budget.ts';
import type { ServedTopic, TopicServer } from './topic-server.ts';
import { openTopicServer } from './topic-server.ts';

const MIB = 1 << 20;
const SUBSCRIBE = JSON.stringify({
  op: 'subscribe',
  subscriptions: [
    { id: 1, channelId: 1 },
    { id: 2, channelId: 2 },
  ],
});

/** A latched topic that publishes when it is told to, and counts its followers' encodings. */
function handTopic(topic: string, type: MessageType<any>, bulky: boolean) {
  const followers = new Set<(message: unknown, timeNs: number) => void>();
  let latest: { message: unknown; timeNs: number } | undefined;
  const state = { encoded: 0 };
  const encode: typeof type.encode = (...args) => {
    state.encoded++;
    return type.encode(...args);
  };
  const served: ServedTopic = {
    topic,
    type: {
      ...type,
      name: type.name,
      definition: type.definition,
      maxSize: (m: any) => type.maxSize(m),
      encode,
    } as MessageType,
    bulky,
    latest: () => latest,
    follow(publish) {
      followers.add(publish);
      return () => followers.delete(publish);
    },
  };
  const publish = (message: unknown, timeNs: number): void => {
    latest = { message, timeNs };
    for (const follower of followers) follower(message, timeNs);
  };
  return { served, publish, state, followers };
}

async function open(limits: BufferLimits) {
  const server = await openTopicServer({ port: 0, host: '127.0.0.1', name: 'test', limits });
  onTestFinished(() => server.close());
  const picture = handTopic('/picture', Image, true);
  const number = handTopic('/number', Float64, false);
  server.advertise([picture.served, number.served]);
  return { server, picture, number };
}

/** A text as a masked frame of a client, by RFC 6455, section 5.2. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, ...mask]);
  return Buffer.concat([head, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

/** Does the handshake, subscribes to everything, and never reads. */
function connectIdle({ listener }: TopicServer): Socket {
  const socket = connectTcp(listener.port, '127.0.0.1', () => {
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n`,
    );
    socket.write(textFrame(SUBSCRIBE));
  });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Reads everything, and counts the messages of each subscription. */
async function connectReader({ url }: TopicServer) {
  const socket = new WebSocket(url, ['foxglove.websocket.v1']);
  onTestFinished(() => socket.terminate());
  const times: Record<number, number[]> = { 1: [], 2: [] };
  const texts: any[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) texts.push(JSON.parse(String(data)));
    else if (data[0] === 1) times[data.readUInt32LE(1)].push(Number(data.readBigUInt64LE(5)));
  });
  socket.on('error', () => {});
  await until(() => texts.length >= 2);
  socket.send(SUBSCRIBE);
  return { socket, times, texts };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What this process holds once garbage is collected [bytes]. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('eight clients that never read', () => {
  const limits = { bulky: 1 * MIB, all: 2 * MIB, together: 12 * MIB };
  const image = { ...Image.create(), data: new Uint8Array(MIB / 2) };

  /** Eight that do not read and one that does, with the sockets of the eight full. */
  async function jammed() {
    const { server, picture, number } = await open(limits);
    for (let i = 0; i < 8; i++) connectIdle(server);
    await until(() => server.clientCount === 8 && number.followers.size === 1);
    const reader = await connectReader(server);
    await until(() => server.subscriptionCount === 18);
    // until the sockets take no more, and pictures are left out
    let pictures = 0;
    const publish = async (): Promise<void> => {
      picture.publish(image, pictures++);
      await until(() => reader.times[1].length === pictures);
    };
    while (server.waiting < 8 * (MIB / 2)) await publish();
    for (let i = 0; i < 20; i++) await publish();
    return { server, picture, number, reader, pictures };
  }

  it('hold no more than is promised, and one that reads beside them gets everything', async () => {
    const { server, number, reader } = await jammed();
    const before = held();
    const count = 20_000;
    for (let i = 0; i < count; i++) {
      number.publish({ data: i }, i);
      server.sendTime(i, i * 20);
      if (i % 100 !== 0) continue;
      await until(() => reader.times[2].length === i + 1);
      expect(server.waiting).toBeLessThanOrEqual(limits.together);
    }
    await until(() => reader.times[2].length === count);
    expect(reader.times[2]).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(reader.texts.some(({ op }) => op === 'status')).toBe(false);
    // what is counted is what is held, or more
    expect(held() - before).toBeLessThan(limits.together + 8 * MIB);
  });

  it('cost no encoding of pictures that none of them can take', async () => {
    const { server, picture, reader } = await jammed();
    reader.socket.close();
    await until(() => server.clientCount === 8);
    picture.state.encoded = 0;
    for (let i = 0; i < 50; i++) picture.publish(image, i);
    expect(picture.state.encoded).toBe(0);
  });
});

describe('what waits for all clients together', () => {
  it('is bounded: who holds the most is cut off, and who reads is not', async () => {
    const limits = { bulky: 4 * MIB, all: 4 * MIB, together: 9 * MIB };
    const { server, picture, number } = await open(limits);
    for (let i = 0; i < 4; i++) connectIdle(server);
    const reader = await connectReader(server);
    await until(() => server.subscriptionCount === 10);
    const image = { ...Image.create(), data: new Uint8Array(MIB / 2) };
    let published = 0;
    while (server.clientCount > 3) {
      picture.publish(image, published++);
      await until(() => reader.times[1].length === published);
      expect(server.waiting).toBeLessThanOrEqual(limits.together);
    }
    number.publish({ data: 1 }, 1);
    await until(() => reader.times[2].length === 1);
  });
});

describe('a client that catches up', () => {
  it('gets the latest message of a topic that is published once in a while', async () => {
    const { server, picture, number } = await open({ bulky: 4 * MIB, all: 4 * MIB, together: 64 * MIB });
    const { socket, times } = await connectReader(server);
    await until(() => server.subscriptionCount === 2);
    socket.pause();
    const image = { ...Image.create(), data: new Uint8Array(MIB) };
    for (let i = 0; server.waiting < 2 * MIB; i++) {
      picture.publish(image, i);
      await turn();
    }
    // numbers, up to one that is left out
    let last = 0;
    for (let before = -1; before !== server.waiting; ) {
      before = server.waiting;
      number.publish({ data: last }, ++last);
    }
    socket.resume();
    for (let i = 0; times[2].at(-1) !== last; i++) {
      server.sendTime(i, i * 20);
      await turn();
    }
    // all of them, in order
    expect(times[2]).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });
});
