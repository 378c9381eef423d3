/** A run that is watched, by the protocol's own client and by bare WebSockets. */
import { FoxgloveClient } from '@foxglove/ws-protocol';
import type { Channel, MessageData, Parameter, ServerInfo } from '@foxglove/ws-protocol';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';
import type { Loop } from '../core/loop.ts';
import { checkScenario } from '../scenario/check.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { localScenario } from '../../test/support/scenario-files.ts';
import { until } from '../../test/support/until.ts';
import { SCENARIO_TOPIC } from './protocol-constants.ts';
import { runParameters, runTopics } from './run-topics.ts';
import type { TopicServer } from './topic-server.ts';
import { openTopicServer } from './topic-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const bicycle = (): Promise<Scenario> => localScenario('scenarios/dynamics/bicycle.yaml');

async function serveBicycle(): Promise<{ server: TopicServer; loop: Loop; scenario: Scenario }> {
  const scenario = await bicycle();
  const loop = await buildLoop(scenario);
  const server = await openTopicServer({
    port: 0,
    host: '127.0.0.1',
    name: 'test',
    metadata: { scenario: 'bicycle' },
    parameters: runParameters(scenario),
  });
  closing.push(
    () => server.close(),
    () => loop.close(),
  );
  server.advertise(runTopics(loop, scenario));
  return { server, loop, scenario };
}

/** The published client of the protocol, and everything it was told. */
async function connect(url: string) {
  const client = new FoxgloveClient({ ws: new WebSocket(url, FoxgloveClient.SUPPORTED_SUBPROTOCOL) as any });
  const told = {
    channels: [] as Channel[],
    messages: [] as MessageData[],
    times: [] as bigint[],
    statuses: [] as string[],
    removed: [] as number[],
    parameters: [] as Parameter[][],
    errors: [] as Error[],
    info: undefined as ServerInfo | undefined,
    closed: false,
  };
  client.on('serverInfo', (info) => (told.info = info));
  client.on('advertise', (channels) => told.channels.push(...channels));
  client.on('unadvertise', (ids) => told.removed.push(...ids));
  client.on('message', (message) => told.messages.push(message));
  client.on('time', ({ timestamp }) => told.times.push(timestamp));
  client.on('status', ({ message }) => told.statuses.push(message));
  client.on('parameterValues', ({ parameters }) => told.parameters.push(parameters));
  client.on('error', (error) => told.errors.push(error));
  client.on('close', () => (told.closed = true));
  closing.push(() => client.close());
  await until(() => told.channels.length > 0);
  return { client, told };
}

/** Runs in short pieces, so that sockets are served in between. To the server a second takes a second. */
async function run(loop: Loop, server: TopicServer, ticks: number): Promise<void> {
  while (loop.tick < ticks) {
    await loop.run(Math.min(ticks, loop.tick + 50));
    server.sendTime(loop.nowNs, loop.nowNs / 1e6);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const readerOf = ({ schema }: Channel) => new MessageReader(parse(schema, { ros2: true }));
const signalOf = (channel: Channel) => Object.values((channel as any).metadata as Record<string, string>).join('.');
/** Typed arrays as lists, so that values are compared and not their containers. */
const plain = (message: unknown) =>
  JSON.parse(
    JSON.stringify(message, (_key, value) =>
      ArrayBuffer.isView(value) ? Array.from(value as any) : typeof value === 'bigint' ? Number(value) : value,
    ),
  );

describe('a run that is watched', () => {
  it('gives a Foxglove client every message it publishes, at its simulated time', async () => {
    const { server, loop } = await serveBicycle();
    const published = loop.ports.flatMap((port) => {
      const list: unknown[] = [];
      port.listen(() =>
        list.push({ signal: port.path, time: port.signal.publishedNs, message: plain(port.signal.value) }),
      );
      return [list];
    });
    const { client, told } = await connect(server.url);
    const channelOf = new Map(told.channels.map((channel) => [client.subscribe(channel.id), channel]));
    await until(() => loop.ports.every((port) => port.listenerCount === 2));
    await run(loop, server, 3000);
    await until(() => told.messages.length > published.flat().length);

    expect(told.errors).toEqual([]);
    expect(told.statuses).toEqual([]);
    const readers = new Map([...channelOf.values()].map((channel) => [channel.id, readerOf(channel)]));
    const received = told.messages.map(({ subscriptionId, timestamp, data }) => {
      const channel = channelOf.get(subscriptionId)!;
      return {
        signal: signalOf(channel),
        time: Number(timestamp),
        message: plain(readers.get(channel.id)!.readMessage(data)),
      };
    });
    for (const [i, list] of published.entries())
      expect(received.filter(({ signal }) => signal === loop.ports[i].path)).toEqual(list);
    expect(published.flat().length).toBeGreaterThan(1000);
    expect(told.channels.find(({ topic }) => topic === '/odom')).toMatchObject({
      schemaName: 'nav_msgs/msg/Odometry',
      encoding: 'cdr',
      schemaEncoding: 'ros2msg',
    });
  });

  it('tells the simulated time, never backwards', async () => {
    const { server, loop } = await serveBicycle();
    const { told } = await connect(server.url);
    await run(loop, server, 1000);
    await until(() => told.times.at(-1) === 1_000_000_000n);
    expect(told.info).toMatchObject({
      name: 'test',
      capabilities: ['time', 'parameters'],
      metadata: { scenario: 'bicycle' },
    });
    expect(told.times).toEqual(Array.from({ length: 20 }, (_, i) => BigInt((i + 1) * 50_000_000)));
  });

  it('has the hash of one that is not', async () => {
    const alone = await buildLoop(await bicycle());
    await alone.run(3000);
    const { server, loop } = await serveBicycle();
    const { client, told } = await connect(server.url);
    const ids: number[] = [];
    // others come and go while it runs
    for (let tick = 100; tick <= 3000; tick += 100) {
      await run(loop, server, tick);
      if (ids.length < told.channels.length) ids.push(client.subscribe(told.channels[ids.length].id));
      if (tick % 400 === 0) client.unsubscribe(ids.at(-1)!);
      // what is answered in turn has been heard
      client.getParameters([], String(tick));
      await until(() => told.parameters.length === tick / 100);
    }
    await until(() => told.messages.length > 100);
    expect(loop.hash()).toBe(alone.hash());
  });

  it('gives who comes late the latest message of every topic, and the scenario', async () => {
    const { server, loop, scenario } = await serveBicycle();
    await loop.run(1000);
    const { client, told } = await connect(server.url);
    const channelOf = new Map(told.channels.map((channel) => [client.subscribe(channel.id), channel]));
    const expected = loop.ports.filter((port) => port.signal.sequence > 0);
    await until(() => told.messages.length === expected.length + 1);
    const described = told.messages.find(
      ({ subscriptionId }) => channelOf.get(subscriptionId)!.topic === SCENARIO_TOPIC,
    )!;
    const { data } = readerOf(channelOf.get(described.subscriptionId)!).readMessage<{ data: string }>(described.data);
    expect(checkScenario(parseYaml(data, 'scenario'), catalog).blocks.map(({ name }) => name)).toEqual(
      scenario.blocks.map(({ name }) => name),
    );
  });

  it('costs nothing where nobody has subscribed', async () => {
    const { server, loop } = await serveBicycle();
    const { client, told } = await connect(server.url);
    const id = client.subscribe(told.channels.at(-1)!.id);
    await until(() => loop.ports.at(-1)!.listenerCount === 1);
    expect(loop.ports.slice(0, -1).every((port) => port.listenerCount === 0)).toBe(true);
    client.unsubscribe(id);
    await until(() => loop.ports.at(-1)!.listenerCount === 0);
    client.subscribe(told.channels.at(-1)!.id);
    await until(() => loop.ports.at(-1)!.listenerCount === 1);
    client.close();
    await until(() => loop.ports.at(-1)!.listenerCount === 0);
  });

  it('tells parameters and refuses to set them', async () => {
    const { server } = await serveBicycle();
    const { client, told } = await connect(server.url);
    client.getParameters([], 'all');
    await until(() => told.parameters.length === 1);
    expect(told.parameters[0]).toContainEqual({ name: 'vehicle.wheelBase', value: 1.6, type: 'float64' });
    expect(told.parameters[0]).toContainEqual({
      name: 'vehicle.driveActuator.deadTime',
      value: 0.2,
      type: 'float64',
    });
    client.setParameters([{ name: 'vehicle.wheelBase', value: 3 }], 'mine');
    await until(() => told.parameters.length === 2);
    expect(told.statuses).toEqual(['the parameters of this run can be read, not set']);
    expect(told.parameters[1]).toEqual([{ name: 'vehicle.wheelBase', value: 1.6, type: 'float64' }]);
  });

  it('takes its topics back and says goodbye when it ends', async () => {
    const { server } = await serveBicycle();
    const { told } = await connect(server.url);
    await server.close();
    await until(() => told.closed);
    expect(told.removed).toEqual(told.channels.map(({ id }) => id));
    expect(told.statuses).toEqual(['the run has ended']);
  });

  it('speaks the name of the SDK too', async () => {
    const { server, loop } = await serveBicycle();
    const socket = new WebSocket(server.url, ['foxglove.sdk.v1', 'foxglove.websocket.v1']);
    closing.push(() => socket.terminate());
    const texts: any[] = [];
    const frames: Buffer[] = [];
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? frames.push(data) : texts.push(JSON.parse(String(data))),
    );
    await until(() => texts.length === 2);
    expect(socket.protocol).toBe('foxglove.sdk.v1');
    expect(texts.map(({ op }) => op)).toEqual(['serverInfo', 'advertise']);
    const odometry = texts[1].channels.find(({ topic }: Channel) => topic === '/odom');
    socket.send(JSON.stringify({ op: 'subscribe', subscriptions: [{ id: 4_000_000_000, channelId: odometry.id }] }));
    await until(() => loop.ports.some((port) => port.listenerCount > 0));
    await loop.run(1000);
    const port = loop.ports.find(({ topic }) => topic === '/odom')!;
    await until(() => frames.length === port.signal.sequence);
    const frame = frames.at(-1)!;
    expect([frame.readUInt8(0), frame.readUInt32LE(1)]).toEqual([1, 4_000_000_000]);
    expect(Number(frame.readBigUInt64LE(5))).toBe(port.signal.publishedNs);
    expect(plain(readerOf(odometry).readMessage(frame.subarray(13)))).toEqual(plain(port.signal.value));
  });
});
