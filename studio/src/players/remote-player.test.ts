/** Watching a run of ours, and a server of the protocol's own library. */
import { checkScenario } from '../../../src/scenario/check.ts';
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { readFileSync } from 'node:fs';
import { FoxgloveServer } from '@foxglove/ws-protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { catalog } from '../../../src/catalog.ts';
import { buildLoop } from '../../../src/core/build.ts';
import type { Loop } from '../../../src/core/loop.ts';
import { Image } from '../../../src/msgs/index.ts';
import { runTopics } from '../../../src/serve/run-topics.ts';
import type { ServedTopic, TopicServer } from '../../../src/serve/topic-server.ts';
import { openTopicServer } from '../../../src/serve/topic-server.ts';
import { until } from '../../../test/support/until.ts';
import type { RemotePlayer } from './remote-player.ts';
import { openRemotePlayer } from './remote-player.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const createSocket = (url: string, protocols: string[]) =>
  new WebSocket(url, protocols) as unknown as globalThis.WebSocket;

function watch(url: string): RemotePlayer {
  const player = openRemotePlayer(url, { createSocket });
  closing.push(() => player.close());
  return player;
}

async function serveBicycle(
  more: readonly ServedTopic[] = [],
): Promise<{ server: TopicServer; loop: Loop; run(ticks: number): Promise<void> }> {
  const text = readFileSync(new URL('../../../scenarios/dynamics/bicycle.yaml', import.meta.url), 'utf8');
  const scenario = checkScenario(parseYaml(text, 'bicycle.yaml'), catalog);
  const loop = await buildLoop(scenario);
  const server = await openTopicServer({
    port: 0,
    host: '127.0.0.1',
    name: 'skidpad: bicycle',
    metadata: { duration: '20', seed: '1' },
  });
  closing.push(
    () => server.close(),
    () => loop.close(),
  );
  server.advertise([...runTopics(loop, scenario), ...more]);
  const run = async (ticks: number) => {
    while (loop.tick < ticks) {
      await loop.run(Math.min(ticks, loop.tick + 50));
      server.sendTime(loop.nowNs, performance.now());
      await new Promise((resolve) => setImmediate(resolve));
    }
    server.sendTime(loop.nowNs, Infinity);
  };
  return { server, loop, run };
}

describe('watching a run of ours', () => {
  it('shows its topics, messages, history, time and scenario', async () => {
    const { server, loop, run } = await serveBicycle();
    const player = watch(server.url);
    expect(player.status.value).toMatchObject({ state: 'loading', remark: `connecting to ${server.url}` });
    await until(() => loop.ports.every((port) => port.listenerCount === 1));
    const speeds: [number, number][] = [];
    const state = loop.ports.find((port) => port.path === 'vehicle.state')!;
    state.listen(() => speeds.push([state.signal.publishedNs / 1e9, state.signal.value.vx]));
    await run(2000);
    await until(() => player.status.value.time === 2);

    expect(player.status.value).toMatchObject({
      state: 'running',
      title: 'skidpad: bicycle',
      duration: 20,
      seed: 1,
      end: 2,
      remark: undefined,
    });
    expect(player.topics.value.map(({ signal }) => signal)).toEqual(loop.ports.map(({ path }) => path));
    for (const port of loop.ports.filter(({ signal }) => signal.sequence > 0)) {
      const { id } = player.topics.value.find(({ signal }) => signal === port.path)!;
      expect(player.frame.value.messages.get(id), port.path).toMatchObject({
        message: port.signal.value,
        time: port.signal.publishedNs / 1e9,
      });
    }
    const { times, values } = player.history.series(
      player.topics.value.find(({ signal }) => signal === 'vehicle.state')!.id,
      'vx',
    );
    expect(Array.from(times, (time, i) => [time, values[i]])).toEqual(
      speeds.map(([time, speed]) => [expect.closeTo(time, 9), speed]),
    );
    await until(() => player.scenario.value !== undefined);
    expect(player.scenario.value!.blocks.map(({ name }) => name)).toEqual(['driver', 'vehicle', 'localisation']);
  });

  it('holds the picture while it is paused', async () => {
    const { server, loop, run } = await serveBicycle();
    const player = watch(server.url);
    await until(() => loop.ports[0].listenerCount === 1);
    await run(500);
    await until(() => player.frame.value.time === 0.5);
    player.pause();
    await run(1000);
    await until(() => player.status.value.end === 1);
    expect(player.status.value).toMatchObject({ state: 'paused', time: 0.5 });
    expect(player.frame.value.time).toBe(0.5);
    player.play();
    await until(() => player.frame.value.time === 1);
    expect(player.status.value.state).toBe('running');
  });

  it('says that it has ended, and shows the next one at the same address from its beginning', async () => {
    const first = await serveBicycle();
    // the port of the first may be somebody else's by then, so the address leads to the port of the second
    let { url } = first.server;
    const player = openRemotePlayer(url, { createSocket: (_url, protocols) => createSocket(url, protocols) });
    closing.push(() => player.close());
    await until(() => first.loop.ports[0].listenerCount === 1);
    await first.run(1000);
    await until(() => player.status.value.time === 1);
    await first.server.close();
    await until(() => player.status.value.state === 'ended');
    expect(player.status.value.remark).toBe('the run has ended; the next one at this address will be shown');
    expect(player.frame.value.messages.size).toBeGreaterThan(0);

    const second = await serveBicycle();
    ({ url } = second.server);
    await until(() => second.loop.ports[0].listenerCount === 1);
    await second.run(300);
    await until(() => player.status.value.time === 0.3);
    expect(player.status.value).toMatchObject({ state: 'running', start: expect.any(Number), end: 0.3 });
    expect(player.history.series('/odom', 'twist.twist.linear.x').times.at(-1)).toBeLessThanOrEqual(0.3);
  });

  it('takes a lost connection up again where it was', async () => {
    const { server, loop, run } = await serveBicycle();
    const sockets: WebSocket[] = [];
    const player = openRemotePlayer(server.url, {
      createSocket: (url, protocols) => (
        sockets.push(new WebSocket(url, protocols)), sockets.at(-1) as unknown as globalThis.WebSocket
      ),
    });
    closing.push(() => player.close());
    await until(() => loop.ports[0].listenerCount === 1);
    await run(1000);
    await until(() => player.status.value.time === 1);
    sockets[0].terminate();
    await until(() => player.status.value.state === 'loading');
    expect(player.status.value.remark).toMatch(
      /^the connection to ws:\/\/127\.0\.0\.1:\d+ is lost; trying again in 0\.5 s$/,
    );
    await until(() => player.status.value.state === 'running');
    await until(() => loop.ports.every((port) => port.listenerCount === 1));
    await run(2000);
    await until(() => player.status.value.time === 2);
    const { times } = player.history.series('/odom', 'twist.twist.linear.x');
    expect(times[0]).toBeLessThan(0.1);
    expect(times.at(-1)).toBeGreaterThan(1.9);
  });

  it('asks for pictures only while somebody watches', async () => {
    const followers = new Set<unknown>();
    const picture: ServedTopic = {
      topic: '/camera',
      type: Image,
      bulky: true,
      latest: () => ({ message: { ...Image.create(), width: 7 }, timeNs: 0 }),
      follow: (publish) => (followers.add(publish), () => followers.delete(publish)),
    };
    const { server, loop } = await serveBicycle([picture]);
    const player = watch(server.url);
    await until(() => loop.ports[0].listenerCount === 1);
    expect(player.topics.value.find(({ id }) => id === '/camera')).toMatchObject({ bulky: true, fields: [] });
    expect(followers.size).toBe(0);
    const release = player.watch('/camera');
    await until(() => player.frame.value.messages.get('/camera')?.message.width === 7);
    release();
    await until(() => followers.size === 0);
  });
});

describe('watching another server', () => {
  async function openOther(): Promise<{ server: FoxgloveServer; url: string }> {
    const server = new FoxgloveServer({ name: 'robot' });
    const sockets = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: (protocols) => server.handleProtocols(protocols),
    });
    sockets.on('connection', (socket) => server.handleConnection(socket as any, 'test'));
    await until(() => sockets.address() !== null);
    closing.push(() => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    });
    return { server, url: `ws://127.0.0.1:${(sockets.address() as { port: number }).port}` };
  }

  it('reads JSON, and lists what it cannot read with a remark', async () => {
    const { server, url } = await openOther();
    const cpu = server.addChannel({ topic: '/cpu', encoding: 'json', schemaName: 'Cpu', schema: '{}' });
    server.addChannel({ topic: '/points', encoding: 'protobuf', schemaName: 'foxglove.PointCloud', schema: '' });
    server.addChannel({ topic: '/chatter', encoding: 'ros1', schemaName: 'std_msgs/String', schema: 'string data' });
    const subscribed: number[] = [];
    server.on('subscribe', (id) => subscribed.push(id));
    const player = watch(url);
    await until(() => subscribed.length > 0);
    server.sendMessage(cpu, 1_700_000_000_500_000_000n, new TextEncoder().encode('{"load":0.25}'));
    await until(() => player.frame.value.messages.has('/cpu'));
    expect(subscribed).toEqual([cpu]);
    expect(player.frame.value.messages.get('/cpu')).toMatchObject({ message: { load: 0.25 }, time: 1_700_000_000.5 });
    expect(player.topics.value.map(({ id, fields }) => [id, fields.length])).toEqual([
      ['/cpu', 1],
      ['/points', 0],
      ['/chatter', 0],
    ]);
    expect(player.status.value.remark).toBe(
      '2 topics cannot be read: /points: messages encoded as protobuf cannot be read here',
    );
    expect(Array.from(player.history.series('/cpu', 'load').values)).toEqual([0.25]);
  });

  it('tells what nobody answers to, and what is no address', async () => {
    // a port that no program is given by chance
    const player = watch('ws://127.0.0.1:1/?token=secret');
    await until(() => player.status.value.state === 'failed');
    expect(player.status.value.problem?.what).toBe(
      `nobody answers at ws://127.0.0.1:1; start skidpad run SCENARIO --serve there, and check address and token`,
    );
    expect(watch('what?').status.value.problem?.what).toBe(
      'what? is not the address of a WebSocket, such as ws://127.0.0.1:8765',
    );
  });

  it('survives whatever a server sends', async () => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'foxglove.websocket.v1' });
    closing.push(() => sockets.close());
    await until(() => sockets.address() !== null);
    const server = new Promise<WebSocket>((resolve) => sockets.on('connection', resolve));
    const player = watch(`ws://127.0.0.1:${(sockets.address() as { port: number }).port}`);
    const socket = await server;
    closing.push(() => socket.terminate());
    const op = fc.constantFrom('serverInfo', 'advertise', 'unadvertise', 'status', 'removeStatus', 'x');
    const texts = fc.record(
      {
        op,
        channels: fc.anything(),
        channelIds: fc.anything(),
        statusIds: fc.anything(),
        metadata: fc.anything(),
        level: fc.anything(),
        message: fc.anything(),
        name: fc.anything(),
      },
      { requiredKeys: ['op'] },
    );
    const asText = (value: unknown) =>
      JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
    for (const value of fc.sample(fc.oneof(texts.map(asText), fc.string(), fc.uint8Array()), 1000)) socket.send(value);
    socket.send(JSON.stringify({ op: 'serverInfo', name: 'still here', capabilities: [] }));
    await until(() => player.status.value.title === 'still here');
  });
});
