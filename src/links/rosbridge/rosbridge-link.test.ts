/** The link beside peers that behave, and beside such that flood, lie, say nothing, hang up or are not there. */
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { until } from '../../../test/support/until.ts';
import { Float32, Image, Int32, PoseStamped, setTime } from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import type { Arrival } from '../../rosbridge/rosbridge-link.ts';
import { openRosbridgeServer } from '../../serve/rosbridge/rosbridge-server.ts';
import { rosbridgeKind } from './kind.ts';
import { rosbridgeLink } from './rosbridge-link.ts';
import type { RosbridgePeer } from './rosbridge-peer.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const DEFAULTS = { dialect: 'ros2', frames: 'ros', stamps: 'arrival', connectTime: 60 } as const;
const WISHES = { throttleRate: 0, compression: 'none' } as const;
const logged: string[] = [];

async function open(url: string, params: object = {}, nowNs = () => 5e9): Promise<RosbridgePeer> {
  logged.length = 0;
  const context = { name: 'robot', nowNs, log: (line: string) => void logged.push(line) };
  const link = (await rosbridgeLink.open({ url, ...DEFAULTS, ...params }, context)) as RosbridgePeer;
  closing.push(() => link.close());
  return link;
}

/** A server of which a test says what it does with each client. */
async function peer(
  port: number,
  serve: (socket: WebSocket) => void,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' }, undefined);
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', serve);
  const close = () => {
    for (const client of server.clients) client.terminate();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  closing.push(close);
  const address = server.address() as { port: number };
  return { url: `ws://127.0.0.1:${address.port}`, port: address.port, close };
}

const pose = (ns: number) => {
  const message = PoseStamped.create();
  setTime(message.header.stamp, ns);
  message.pose.position.x = 1;
  message.pose.orientation.w = 1;
  return message;
};

describe('a rosbridge link', () => {
  it.each(['ros1', 'ros2'] as const)('publishes, subscribes and calls in the dialect %s', async (dialect) => {
    const server = await openRosbridgeServer({ port: 0, host: '127.0.0.1', dialect });
    closing.push(() => server.close());
    const link = await open(server.url, { dialect });
    const speeds: number[] = [];
    server.onMessage('/speed', Float32, ({ data }) => speeds.push(data));
    expect(link.advertise('/speed', Float32 as MessageType).publish({ data: 1.5 })).toBe(true);
    await until(() => speeds.length === 1);
    expect(speeds).toEqual([1.5]);
    server.service('/twice', 'a/B', ({ a }: { a: number }) => ({ b: 2 * a }));
    expect(await link.callService('/twice', { a: 4 }, 60_000)).toEqual({ b: 8 });
    await expect(link.callService('/thrice', {}, 60_000)).rejects.toThrow('there is no service /thrice');
    for (const compression of ['none', 'png', 'cbor', 'cbor-raw'] as const) {
      const heard: unknown[] = [];
      const end = link.subscribe('/pose', PoseStamped as MessageType, { ...WISHES, compression }, (message) =>
        heard.push(message),
      );
      await until(() => server.subscriberCount('/pose') === 1);
      server.publish('/pose', PoseStamped, pose(3e9));
      await until(() => heard.length === 1);
      // true when it came
      expect(heard).toEqual([pose(5e9)]);
      end();
      await until(() => server.subscriberCount('/pose') === 0);
    }
  });

  it('knows the time of the peer from rosapi, and turns the axes of Unity', async () => {
    const ahead = 1000;
    const now = () => ({ sec: Math.floor(Date.now() / 1000) + ahead, nanosec: 0 });
    const server = await openRosbridgeServer({ port: 0, host: '127.0.0.1', now });
    closing.push(() => server.close());
    const link = await open(server.url, { stamps: 'rosapi', frames: 'unity' }, () => 50e9);
    const heard: [PoseStamped, Arrival][] = [];
    link.subscribe('/pose', PoseStamped as MessageType, WISHES, (message, arrival) =>
      heard.push([message as PoseStamped, arrival]),
    );
    await until(() => server.subscriberCount('/pose') === 1);
    const message = pose(0);
    message.header.stamp = { sec: now().sec - 10, nanosec: 0 };
    server.publish('/pose', PoseStamped, message);
    await until(() => heard.length === 1);
    const [[{ header, pose: where }, { truthNs, boundNs }]] = heard;
    expect(where.position).toEqual({ x: 0, y: -1, z: 0 });
    // ten seconds old, within what its clock of whole seconds and a busy machine leave open
    expect(Math.abs(truthNs - 40e9)).toBeLessThan(2e9 + 2 * boundNs + 5e9);
    expect(header.stamp.sec).toBe(Math.floor(truthNs / 1e9));
    const stamps: number[] = [];
    server.onMessage('/goal', PoseStamped, (goal) => stamps.push(goal.header.stamp.sec));
    link.advertise('/goal', PoseStamped as MessageType).publish(pose(50e9));
    await until(() => stamps.length === 1);
    expect(Math.abs(stamps[0] - now().sec)).toBeLessThan(60);
  });

  it('says why it cannot be opened', async () => {
    const gone = await peer(0, () => {});
    await gone.close();
    await expect(open(gone.url)).rejects.toThrow(`cannot connect to ${gone.url}: connect ECONNREFUSED`);
    const silent = await peer(0, () => {});
    await expect(open(silent.url, { stamps: 'rosapi', connectTime: 0.2 })).rejects.toThrow('needs the node rosapi');
    expect(rosbridgeKind.check({ ...DEFAULTS, url: 'http://x' })).toEqual(['url', expect.stringContaining('http://x')]);
    expect(rosbridgeKind.check({ ...DEFAULTS, url: 'ws://x:1' })).toBeUndefined();
  });

  it('comes back after its peer did, and says everything again', async () => {
    const said: string[] = [];
    const listen = (socket: WebSocket) => void socket.on('message', (data) => said.push(JSON.parse(String(data)).op));
    const first = await peer(0, listen);
    const link = await open(first.url);
    const publisher = link.advertise('/n', Int32 as MessageType);
    link.subscribe('/m', Int32 as MessageType, WISHES, () => {});
    await until(() => said.length === 2);
    await first.close();
    await until(() => !link.isConnected);
    expect(publisher.publish({ data: 1 })).toBe(false);
    expect(link.unsent).toBe(1);
    await peer(first.port, listen);
    await until(() => said.length === 4);
    expect(said).toEqual(['advertise', 'subscribe', 'advertise', 'subscribe']);
    expect(publisher.publish({ data: 2 })).toBe(true);
    expect(logged.map((line) => line.replace(/\(.*\)/, ''))).toEqual([
      'links.robot: the connection is lost ; it is tried again',
      'links.robot: connected again',
    ]);
  });
});

describe('a peer that', () => {
  it('floods with 100,000 messages leaves the loop its time', { timeout: 300_000 }, async () => {
    const { url } = await peer(0, (socket) => {
      for (let i = 0; i < 100_000; i++) socket.send(`{"op":"publish","topic":"/n","msg":{"data":${i}}}`);
    });
    const link = await open(url);
    let [heard, turns] = [0, 0];
    link.subscribe('/n', Int32 as MessageType, WISHES, () => heard++);
    const timer = setInterval(() => turns++, 1);
    closing.push(() => clearInterval(timer));
    await until(() => heard >= 90_000);
    // somebody else had a turn after every few hundred messages at most
    expect(turns).toBeGreaterThan(heard / 2000);
  });

  it('sends garbage and wrong types is left out, counted, and said of a few times only', async () => {
    const sent = [
      '{',
      'null',
      '{"op":"publish","topic":"/n","msg":{"data":"x"}}',
      '{"op":"publish","topic":"/n","msg":[]}',
    ];
    const { url } = await peer(
      0,
      (socket) =>
        void socket.on('message', () => {
          for (let i = 0; i < 100; i++) for (const text of sent) socket.send(text);
          socket.send(Buffer.from('9bffffffffffffffff', 'hex'));
          socket.send('{"op":"publish","topic":"/n","msg":{"data":7}}');
        }),
    );
    const link = await open(url);
    const heard: unknown[] = [];
    link.subscribe('/n', Int32 as MessageType, WISHES, (message) => heard.push(message));
    await until(() => heard.length === 1);
    expect([heard, link.unreadable, logged.length]).toEqual([[{ data: 7 }], 401, 20]);
  });

  it('never reads gets a megabyte and then nothing', async () => {
    const { url } = await peer(0, (socket) => socket.pause());
    const link = await open(url);
    const publisher = link.advertise('/image', Image as MessageType);
    const image = Image.create();
    image.data = new Uint8Array(300_000);
    const sent = Array.from({ length: 100 }, () => publisher.publish(image)).filter(Boolean).length;
    expect(sent).toBeLessThan(40);
    expect(link.unsent).toBe(100 - sent);
  });

  it('sends a frame too large, or hangs up in the middle of one, is connected to again', async () => {
    let connections = 0;
    const { url } = await peer(0, (socket) => {
      connections++;
      if (connections === 1) socket.send('x'.repeat(17 << 20));
      // a text frame of 100 bytes of which two come
      else if (connections === 2) (socket as any)._socket.end(Buffer.from([0x81, 100, 0x7b, 0x22]));
      else socket.send('{"op":"publish","topic":"/n","msg":{"data":1}}');
    });
    const link = await open(url);
    let heard = 0;
    link.subscribe('/n', Int32 as MessageType, WISHES, () => heard++);
    await until(() => heard === 1);
    expect(connections).toBe(3);
  });

  it('never answers a call is not waited for', async () => {
    const { url } = await peer(0, () => {});
    const link = await open(url);
    await expect(link.callService('/s', {}, 20)).rejects.toThrow('/s did not answer within 0.02 s');
    const call = link.callService('/s', {}, 600_000).catch((error: Error) => error.message);
    await link.close();
    expect(await call).toBe('the link is closed');
  });
});
