/** Clients that may not come in, that talk nonsense, or that do not listen. */
import { connect as connectTcp } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../test/support/until.ts';
import { Float64, Image } from '../msgs/index.ts';
import { isKnownOrigin, isLoopback } from './access.ts';
import { readTextRequest } from './client-request.ts';
import type { ServedTopic, TopicServer, TopicServerOptions } from './topic-server.ts';
import { openTopicServer } from './topic-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Partial<TopicServerOptions> = {}): Promise<TopicServer> {
  const server = await openTopicServer({ port: 0, host: '127.0.0.1', name: 'test', ...options });
  closing.push(() => server.close());
  return server;
}

/** The HTTP status of a handshake; 101 for one that succeeds. */
function handshake(
  url: string,
  { origin, protocols = ['foxglove.websocket.v1'] }: { origin?: string; protocols?: string[] } = {},
): Promise<{ status: number; protocol: string }> {
  const socket = new WebSocket(url, protocols, { origin });
  closing.push(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ status: 101, protocol: socket.protocol }));
    socket.on('unexpected-response', (_request, response) =>
      resolve({ status: response.statusCode ?? 0, protocol: '' }),
    );
    socket.on('error', reject);
  });
}

/** A topic that publishes when it is told to. */
function handTopic(
  type: ServedTopic['type'],
  bulky: boolean,
): ServedTopic & { publish(message: unknown, timeNs: number): void } {
  const followers = new Set<(message: unknown, timeNs: number) => void>();
  return {
    topic: bulky ? '/picture' : '/number',
    type,
    bulky,
    latest: () => undefined,
    follow(publish) {
      followers.add(publish);
      return () => followers.delete(publish);
    },
    publish: (message, timeNs) => followers.forEach((follower) => follower(message, timeNs)),
  };
}

async function connect(server: TopicServer) {
  const socket = new WebSocket(server.url, ['foxglove.websocket.v1']);
  closing.push(() => socket.terminate());
  const texts: any[] = [];
  const frames: Buffer[] = [];
  const state = { closedWith: 0 };
  socket.on('message', (data: Buffer, isBinary) =>
    isBinary ? frames.push(data) : texts.push(JSON.parse(String(data))),
  );
  socket.on('close', (code) => (state.closedWith = code));
  socket.on('error', () => {});
  await until(() => texts.length >= 2);
  return { socket, texts, frames, state };
}

describe('a server on this machine', () => {
  it('lets programs in, pages of this machine, and the known viewers; no other page', async () => {
    const rejected: string[] = [];
    const server = await open({
      origins: ['https://lab.example.org'],
      rejected: (origin) => rejected.push(origin),
    });
    const statuses = async (origins: (string | undefined)[]) =>
      Promise.all(origins.map(async (origin) => (await handshake(server.url, { origin })).status));
    expect(
      await statuses([
        undefined,
        'http://localhost:5173',
        'http://127.0.0.1:8080',
        'http://[::1]:99',
        'https://app.foxglove.dev',
        'https://lichtblick-suite.github.io',
        'https://lab.example.org',
      ]),
    ).toEqual(Array(7).fill(101));
    expect(
      await statuses([
        'https://evil.example',
        'http://localhost.evil.example',
        'http://127.0.0.1.evil.example',
        'https://app.foxglove.dev.evil.example',
        'null',
        'file://',
        'https://evil.example',
      ]),
    ).toEqual(Array(7).fill(403));
    expect(rejected).toHaveLength(6);
  });

  it('asks for a subprotocol it speaks', async () => {
    const server = await open();
    expect((await handshake(server.url, { protocols: [] })).status).toBe(400);
    expect((await handshake(server.url, { protocols: ['foxglove.websocket.v9'] })).status).toBe(400);
    expect(await handshake(server.url, { protocols: ['x', 'foxglove.websocket.v1', 'foxglove.sdk.v1'] })).toEqual({
      status: 101,
      protocol: 'foxglove.websocket.v1',
    });
  });

  it('answers a browser that opens its address as a page', async () => {
    const server = await open();
    const response = await fetch(server.url.replace('ws:', 'http:'));
    expect(response.status).toBe(426);
    expect(await response.text()).toContain('Foxglove WebSocket');
  });

  it('says in one sentence that a port is in use', async () => {
    const { port } = (await open()).listener;
    await expect(open({ port })).rejects.toThrow(
      `--serve: port ${port} is in use by another program; choose another, or 0 for any free one`,
    );
    await expect(open({ host: '192.0.2.1' })).rejects.toThrow(
      '--serve-host: 192.0.2.1 is not an address of this machine',
    );
  });

  it('survives bytes that are no HTTP', async () => {
    const server = await open();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await new Promise<void>((resolve) => {
          const socket = connectTcp(server.listener.port, '127.0.0.1', () => socket.end(bytes));
          socket
            .on('close', () => resolve())
            .on('error', () => {})
            .resume();
        });
      }),
      { numRuns: 30 },
    );
    expect((await handshake(server.url)).status).toBe(101);
  });
});

describe('a server that other machines reach', () => {
  it('asks for the token it prints, in the URL or among the subprotocols', async () => {
    const server = await open({ host: '0.0.0.0' });
    const token = server.listener.token!;
    const bare = `ws://127.0.0.1:${server.listener.port}/`;
    expect(server.url).toMatch(/^ws:\/\/[\d.]+:\d+\/\?token=[\w-]{24}$/);
    expect((await handshake(bare)).status).toBe(401);
    expect((await handshake(`${bare}?token=${'x'.repeat(24)}`)).status).toBe(401);
    expect((await handshake(`${bare}?token=${token}`)).status).toBe(101);
    // never sent back
    expect(await handshake(bare, { protocols: ['foxglove.sdk.v1', 'foxglove.websocket.v1', token] })).toEqual({
      status: 101,
      protocol: 'foxglove.sdk.v1',
    });
    expect((await handshake(`${bare}?token=${token}`, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('knows which hosts are this machine', () => {
    expect(['127.0.0.1', '127.1.2.3', 'localhost', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', '::', '192.168.1.4', '127.evil.example', 'localhost.evil.example'].map(isLoopback)).toEqual(
      Array(5).fill(false),
    );
    expect(isKnownOrigin('chrome-extension://localhost', [])).toBe(false);
  });
});

describe('a client that talks nonsense', () => {
  it('is always understood or refused with a sentence', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          {
            op: fc.constantFrom(
              'subscribe',
              'unsubscribe',
              'getParameters',
              'setParameters',
              'advertise',
              'fetchAsset',
              '__proto__',
              7,
            ),
            subscriptions: fc.anything(),
            subscriptionIds: fc.anything(),
            parameterNames: fc.anything(),
            parameters: fc.anything(),
            id: fc.anything(),
          },
          { requiredKeys: ['op'] },
        )
        .map((value) => JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? ''),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const request = readTextRequest(text);
        if (request.op === 'refused') expect(request.because.length).toBeGreaterThan(5);
      }),
    );
  });

  it('gets a status, and in the end is shown the door', async () => {
    const server = await open();
    server.advertise([handTopic(Float64, false)]);
    const { socket, texts, state } = await connect(server);
    const lines = [
      '{',
      '[]',
      '{"op":"dance"}',
      '{"op":"advertise","channels":[]}',
      '{"op":"subscribe","subscriptions":[{"id":0,"channelId":77}]}',
      '{"op":"subscribe","subscriptions":[{"id":0,"channelId":1},{"id":0,"channelId":1}]}',
      '{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}',
      '{"op":"unsubscribe","subscriptionIds":[5]}',
    ];
    for (const line of lines) socket.send(line);
    socket.send(Buffer.from([1, 0, 0, 0, 0, 9]));
    await until(() => texts.length === 2 + 9);
    expect(texts.slice(2).every(({ op, message }) => op === 'status' && message.length > 5)).toBe(true);
    for (let i = 0; i < 200; i++) socket.send('nonsense');
    await until(() => state.closedWith !== 0);
    expect(state.closedWith).toBe(1008);
    expect((await handshake(server.url)).status).toBe(101);
  });

  it('is cut off when it sends a huge frame', async () => {
    const server = await open();
    const { socket, state } = await connect(server);
    socket.send('x'.repeat(2 << 20));
    await until(() => state.closedWith !== 0);
    expect(state.closedWith).toBe(1009);
    expect((await handshake(server.url)).status).toBe(101);
  });
});

describe('a client that does not listen', () => {
  it('loses pictures first, is told, and takes no more memory than is allowed', async () => {
    const limits = { bulky: 4 << 20, all: 8 << 20, together: 64 << 20 };
    const server = await open({ limits });
    const picture = handTopic(Image, true);
    const number = handTopic(Float64, false);
    server.advertise([picture, number]);
    const { socket, texts, frames } = await connect(server);
    socket.send(
      JSON.stringify({
        op: 'subscribe',
        subscriptions: [
          { id: 1, channelId: 1 },
          { id: 2, channelId: 2 },
        ],
      }),
    );
    await server.firstSubscriber();
    socket.pause();
    const message = { ...Image.create(), data: new Uint8Array(1 << 20) };
    for (let i = 0; i < 60; i++) {
      picture.publish(message, i);
      number.publish({ data: i }, i);
      server.sendTime(i, i * 20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.resume();
    // the last number arrives, and all of them did
    await until(() =>
      frames.some((frame) => frame[0] === 1 && frame.readUInt32LE(1) === 2 && Number(frame.readBigUInt64LE(5)) === 59),
    );
    const of = (id: number) => frames.filter((frame) => frame[0] === 1 && frame.readUInt32LE(1) === id).length;
    expect(of(2)).toBe(60);
    expect(of(1)).toBeLessThan(30);
    expect(texts.find(({ op }) => op === 'status')?.message).toMatch(
      /^this connection is too slow: \d+ messages were left out so far/,
    );
    server.sendTime(60, 60_000);
    server.sendTime(61, 70_000);
    await until(() => texts.some(({ op }) => op === 'removeStatus'));
  });

  it('cannot keep the server from closing', async () => {
    const server = await open();
    const { socket } = await connect(server);
    socket.pause();
    await expect(server.close()).resolves.toBeUndefined();
  });
});
