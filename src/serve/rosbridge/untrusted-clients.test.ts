/** Clients that flood, lie, send garbage, do not read or may not come in. Whatever they do, the server lives, stays small and serves others. */
import { connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../../test/support/until.ts';
import { Float64, Image, Int32 } from '../../msgs/index.ts';
import type { RosbridgeServer, RosbridgeServerOptions } from './rosbridge-server.ts';
import { openRosbridgeServer } from './rosbridge-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Partial<RosbridgeServerOptions> = {}): Promise<RosbridgeServer> {
  const server = await openRosbridgeServer({ port: 0, host: '127.0.0.1', ...options });
  closing.push(() => server.close());
  return server;
}

interface Client {
  readonly socket: WebSocket;
  readonly heard: any[];
  say(...operations: object[]): void;
}

async function connect(server: RosbridgeServer, options = {}): Promise<Client> {
  const socket = new WebSocket(server.url, options);
  closing.push(() => socket.terminate());
  const heard: any[] = [];
  socket.on('message', (data, isBinary) => heard.push(isBinary ? data : JSON.parse(String(data))));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    socket,
    heard,
    say: (...operations) => operations.forEach((operation) => socket.send(JSON.stringify(operation))),
  };
}

/** Whether the server still serves somebody else. */
async function expectAlive(server: RosbridgeServer): Promise<void> {
  const { heard, say } = await connect(server);
  say({ op: 'call_service', service: '/rosapi/topics', id: 'alive' });
  await until(() => heard.some(({ id, result }) => id === 'alive' && result === true));
}

const status = (client: Client): string[] => client.heard.filter(({ op }) => op === 'status').map(({ msg }) => msg);

describe('a client that', () => {
  it('floods with 100,000 messages is heard in full, and others have their turn meanwhile', {
    timeout: 300_000,
  }, async () => {
    const server = await open();
    let count = 0;
    server.onMessage('/n', Int32, ({ data }) => {
      expect(data).toBe(count);
      count++;
    });
    const { socket, say } = await connect(server);
    say({ op: 'advertise', topic: '/n', type: 'std_msgs/Int32' });
    for (let i = 0; i < 100_000; i++) socket.send(`{"op":"publish","topic":"/n","msg":{"data":${i}}}`);
    await until(() => count > 0);
    await expectAlive(server);
    expect(count).toBeLessThan(100_000);
    await until(() => count === 100_000);
  });

  it('never reads loses messages and not our memory', async () => {
    const limits = { bulky: 1 << 20, all: 4 << 20, together: 8 << 20 };
    const server = await open({ limits });
    const publisher = server.advertise('/image', Image);
    const { socket, say } = await connect(server);
    say({ op: 'subscribe', topic: '/image', compression: 'cbor' }, { op: 'set_level', level: 'warning' });
    await until(() => publisher.subscriberCount === 1);
    socket.pause();
    const image = Image.create();
    image.data = new Uint8Array(400_000);
    for (let i = 0; i < 500; i++) {
      publisher.publish(image);
      expect(server.waiting).toBeLessThan(limits.all);
      if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await expectAlive(server);
  });

  it('asks and asks and never reads the answers is cut off', async () => {
    const server = await open({ limits: { bulky: 1 << 16, all: 1 << 18, together: 1 << 20 } });
    server.service('/long', 'test/Long', () => ({ text: 'x'.repeat(50_000) }));
    const { socket, say } = await connect(server);
    socket.pause();
    const asking = setInterval(() => {
      for (let i = 0; i < 20; i++) say({ op: 'call_service', service: '/long' });
    }, 5);
    closing.push(() => clearInterval(asking));
    await until(() => server.clientCount === 0);
    clearInterval(asking);
    await expectAlive(server);
  });

  it('sends garbage is told so, and shown the door when it goes on', async () => {
    const server = await open();
    const client = await connect(server);
    const garbage = [
      '',
      'null',
      '[]',
      '{',
      '"op"',
      '{"op":5}',
      '{"op":"fly"}',
      '{"op":"publish"}',
      '{"op":"__proto__"}',
    ];
    for (const text of garbage) client.socket.send(text);
    for (const bytes of ['', 'ff', '9bffffffffffffffff', 'a1616f'.repeat(50)])
      client.socket.send(Buffer.from(bytes, 'hex'));
    await until(() => status(client).length === garbage.length + 4);
    for (let i = 0; i < 200; i++) client.socket.send('{');
    await until(() => client.socket.readyState === WebSocket.CLOSED);
    await until(() => server.clientCount === 0);
    await expectAlive(server);
  });

  it('claims wrong types, or topics that are not its own, changes nothing', async () => {
    const server = await open();
    const own = server.advertise('/own', Float64);
    const heard: number[] = [];
    server.onMessage('/open', Float64, ({ data }) => heard.push(data));
    const client = await connect(server);
    client.say(
      { op: 'advertise', topic: '/open', type: 'std_msgs/String' },
      { op: 'advertise', topic: '/own', type: 'std_msgs/Float64' },
      { op: 'publish', topic: '/own', msg: { data: 5 } },
      { op: 'subscribe', topic: '/own', type: 'std_msgs/String' },
      { op: 'publish', topic: '/open', msg: { data: 'five' } },
      { op: 'publish', topic: '/nowhere', msg: {} },
      { op: 'advertise', topic: '/x', type: 'std_msgs/Flaot64' },
      { op: 'service_response', service: '/s', id: 'made up', values: {}, result: true },
      { op: 'advertise_service', service: '/rosapi/topics', type: 'evil/Topics' },
      { op: 'publish', topic: '/open', msg: { data: 1.5 } },
    );
    await until(() => heard.length === 1 && status(client).length === 9);
    expect(status(client)).toEqual([
      'advertise: /open is of std_msgs/msg/Float64, not std_msgs/msg/String',
      'advertise: /own is published by this server and not open to clients',
      'publish: /own is published by this server and not open to clients',
      'subscribe: /own is of std_msgs/msg/Float64, not std_msgs/msg/String',
      'publish: data: expected a number, got "five"',
      'publish: there is no topic /nowhere; advertise it first',
      expect.stringContaining('advertise: std_msgs/Flaot64: no such message type; the nearest are std_msgs/Float64'),
      'service_response: nobody waits for this answer',
      'advertise_service: /rosapi/topics is a service of this server',
    ]);
    expect([heard, own.subscriberCount]).toEqual([[1.5], 0]);
  });

  it('sends huge fragments, or begins messages without end, costs little', async () => {
    const server = await open();
    const client = await connect(server);
    const data = 'x'.repeat(4_000_000);
    for (let i = 0; i < 6; i++) client.say({ op: 'fragment', id: `m${i}`, data, num: 0, total: 2 });
    await until(() => status(client).length > 0);
    expect(status(client)[0]).toContain('is longer than 16777216 characters, with others that wait');
    for (let i = 0; i < 5000; i++) client.say({ op: 'fragment', id: i, data: 'x', num: 0, total: 65_536 });
    await expectAlive(server);
    // one frame that is too large ends the connection
    client.socket.send('x'.repeat(11_000_000));
    await until(() => client.socket.readyState === WebSocket.CLOSED);
    await expectAlive(server);
  });

  it('hangs up in the middle of a message is forgotten', async () => {
    const server = await open();
    const { hostname, port } = new URL(server.url);
    const socket = connectTcp(Number(port), hostname);
    await new Promise((resolve) => socket.once('connect', resolve));
    const key = Buffer.alloc(16).toString('base64');
    socket.write(
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    await until(() => server.clientCount === 1);
    // a masked text frame of 1000 bytes, of which ten come
    socket.write(Buffer.concat([Buffer.from([0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0]), Buffer.from('{"op":"pub')]));
    socket.destroy();
    await until(() => server.clientCount === 0);
    await expectAlive(server);
  });

  it('wants too much of everything gets so much', async () => {
    const server = await open();
    const client = await connect(server);
    for (let i = 0; i < 300; i++) client.say({ op: 'subscribe', topic: `/t${i}`, type: 'std_msgs/Int32' });
    await until(() => status(client).length === 44);
    expect(status(client)[0]).toBe('subscribe: at most 256 topics');
    for (let i = 0; i < 90; i++) client.say({ op: 'advertise_service', service: `/s${i}`, type: 'a/B' });
    await until(() => status(client).length === 70);
    expect(status(client).at(-1)).toBe('advertise_service: at most 64 services');
  });

  it('goes leaves nothing behind', async () => {
    const server = await open();
    const client = await connect(server);
    client.say(
      { op: 'advertise', topic: '/a', type: 'std_msgs/Int32', latch: true },
      { op: 'publish', topic: '/a', msg: {} },
    );
    client.say({ op: 'subscribe', topic: '/b', type: 'std_msgs/Int32', throttle_rate: 1000, queue_length: 5 });
    client.say({ op: 'advertise_service', service: '/s', type: 'a/B' });
    await until(() => server.subscriberCount('/b') === 1 && server.publisherCount('/a') === 1);
    const call = server.callService('/s', {}).catch((error: Error) => error.message);
    await until(() => client.heard.some(({ op }) => op === 'call_service'));
    client.socket.terminate();
    expect(await call).toMatch(/withdrawn|has gone/);
    await until(() => server.clientCount === 0);
    const other = await connect(server);
    other.say({ op: 'call_service', service: '/rosapi/topics', id: 1 });
    await until(() => other.heard.length === 1);
    expect(other.heard[0].values).toEqual({ topics: [], types: [] });
  });
});

describe('who may come in', () => {
  const handshake = (url: string, origin?: string): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, { origin });
      closing.push(() => socket.terminate());
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => {});
    });

  it('is a program, or a page of this machine or of a named origin', async () => {
    const server = await open({ origins: ['https://example.org'] });
    expect(await handshake(server.url)).toBe(101);
    expect(await handshake(server.url, 'http://localhost:3000')).toBe(101);
    expect(await handshake(server.url, 'https://example.org')).toBe(101);
    expect(await handshake(server.url, 'https://evil.example')).toBe(403);
  });

  it('needs the token where other machines reach the port', async () => {
    const server = await open({ host: '0.0.0.0' });
    const bare = `ws://127.0.0.1:${server.port}/`;
    expect(await handshake(bare)).toBe(401);
    expect(await handshake(`${bare}?${new URL(server.url).searchParams}`)).toBe(101);
  });
});

describe('subscriptions', () => {
  it('of one client to one topic are one, thinned and in parts as they ask for', async () => {
    const server = await open();
    const publisher = server.advertise('/n', Int32);
    const client = await connect(server);
    const wish = { op: 'subscribe', topic: 'n', throttle_rate: 3_600_000 };
    client.say({ ...wish, id: 'a' }, { ...wish, id: 'b' });
    await until(() => publisher.subscriberCount === 1);
    for (let data = 0; data < 10; data++) publisher.publish({ data });
    client.say({ op: 'call_service', service: '/rosapi/services', id: 'now' });
    await until(() => client.heard.some(({ id }) => id === 'now'));
    expect(client.heard.filter(({ op }) => op === 'publish')).toEqual([
      { op: 'publish', topic: 'n', msg: { data: 0 } },
    ]);
    client.say({ op: 'unsubscribe', topic: '/n', id: 'a' });
    client.say(
      { op: 'subscribe', topic: '/n', id: 'c', fragment_size: 1 },
      { op: 'unsubscribe', topic: '/n', id: 'b' },
    );
    client.say({ op: 'call_service', service: '/rosapi/services', id: 'then' });
    await until(() => client.heard.some(({ id }) => id === 'then'));
    publisher.publish({ data: 2 ** 31 - 1 });
    client.say({ op: 'unsubscribe', topic: '/n' });
    await until(() => publisher.subscriberCount === 0);
    const text = client.heard
      .filter(({ op }) => op === 'fragment')
      .map(({ data }) => data)
      .join('');
    // shorter than the smallest part, so whole
    expect(text).toBe('');
    expect(client.heard.at(-1).msg ?? client.heard.at(-2).msg).toEqual({ data: 2 ** 31 - 1 });
  });
});
