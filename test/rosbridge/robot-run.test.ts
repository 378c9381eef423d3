/** Whole runs with a robot behind rosbridge: our own server plays it, the command line drives it, and the recording replays without it. */
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Int32, Odometry, Twist } from '../../src/msgs/index.ts';
import { wallTime } from '../../src/rosbridge/message-values.ts';
import type { RosbridgeServer } from '../../src/serve/rosbridge/rosbridge-server.ts';
import { openRosbridgeServer } from '../../src/serve/rosbridge/rosbridge-server.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

const SCENARIO = 'test/rosbridge/robot.yaml';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A robot that goes as it is told, and says where it is fifty times a second; every tenth time it tells an event. */
class Robot {
  readonly commands: number[] = [];
  odometryCount = 0;
  private x = 0;
  private readonly odom = Odometry.create();

  constructor(
    readonly server: RosbridgeServer,
    age = 0,
  ) {
    server.onMessage('/cmd_vel', Twist, ({ linear }) => this.commands.push(linear.x));
    const timer = setInterval(() => {
      const { odom } = this;
      this.x += 0.02 * (this.commands.at(-1) ?? 0);
      odom.pose.pose.position.x = this.x;
      odom.pose.pose.orientation.w = 1;
      odom.header.stamp = wallTime(Date.now() - age);
      server.publish('/odom', Odometry, odom);
      if (this.odometryCount++ % 10 === 0) server.publish('/events', Int32, { data: this.odometryCount });
    }, 20);
    closing.push(() => clearInterval(timer));
  }
}

async function openServer(): Promise<RosbridgeServer> {
  const server = await openRosbridgeServer({ port: 0, host: '127.0.0.1', dialect: 'ros1' });
  closing.push(() => server.close());
  return server;
}

const at = ({ url }: { readonly url: string }): string[] => ['--set', `links.robot.url=${url}`];

/** An address that stays the same, whoever is behind it at the moment: a port that is given back may be somebody else's at once. */
async function lastingAddress(): Promise<{ url: string; behind: RosbridgeServer | undefined }> {
  const place = { url: '', behind: undefined as RosbridgeServer | undefined };
  const door = createServer((client) => {
    client.on('error', () => client.destroy());
    if (place.behind === undefined) return void client.destroy();
    const inner = connect(place.behind.port, '127.0.0.1');
    inner.on('error', () => client.destroy());
    client.pipe(inner).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  closing.push(() => door.close());
  place.url = `ws://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return place;
}

interface Result {
  readonly hash: string;
  readonly metrics: { readonly travelled: number };
  readonly lost: readonly unknown[];
}

describe('a robot behind rosbridge', () => {
  it('takes part in a run, is told to stand still at its end, and the recording replays without it', async () => {
    const server = await openServer();
    const robot = new Robot(server);
    const out = join(temporaryFolder(), 'run');
    const { code, stdout, stderr } = await skidpad(['run', SCENARIO, ...at(server), '--out', out, '--json']);
    expect([stderr, code]).toEqual(['', 0]);
    const result = JSON.parse(stdout) as Result;
    expect(result.metrics.travelled).toBeGreaterThan(0.1);
    expect(robot.commands.length).toBeGreaterThan(2);
    // the last word
    await until(() => robot.commands.at(-1) === 0);
    await until(() => server.clientCount === 0);
    const replayed = await skidpad(['replay', out, '--json']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true, replayed: ['robot'] });
  });

  it('is lost when it tells old news, and the run goes on with zeros, which replay', async () => {
    const server = await openServer();
    new Robot(server, 5000);
    const out = join(temporaryFolder(), 'run');
    const { code, stdout } = await skidpad(['run', SCENARIO, ...at(server), '--out', out, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Result).lost.length).toBeGreaterThan(0);
    const replayed = await skidpad(['replay', out, '--json']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true });
  });

  it('may go away and come back in the middle of a run', async () => {
    const place = await lastingAddress();
    const first = (place.behind = await openServer());
    const robot = new Robot(first);
    const out = join(temporaryFolder(), 'run');
    const running = start(['run', SCENARIO, ...at(place), '--duration', '12', '--out', out, '--json']);
    await until(() => robot.commands.length > 0);
    place.behind = undefined;
    await first.close();
    const again = new Robot((place.behind = await openServer()));
    await until(() => again.commands.length > 0);
    const { code, stderr } = await running.finished;
    expect(code).toBe(0);
    expect(stderr).toMatch(/links\.robot: the connection is lost \(the server is closed\); it is tried again/);
    expect(stderr).toMatch(/links\.robot: connected again/);
    expect(JSON.parse((await skidpad(['replay', out, '--json'])).stdout)).toMatchObject({ identical: true });
  });

  it('that is not there is an error in a sentence, never silently something else', async () => {
    const server = await openServer();
    const { url } = server;
    await server.close();
    const { code, stderr } = await skidpad(['run', SCENARIO, '--set', `links.robot.url=${url}`, '--no-record']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/links\.robot: cannot connect to ws:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  });

  it('refuses topics and ports that there are not', async () => {
    const check = async (host: string) =>
      (await skidpad(['run', SCENARIO, ...at(await openServer()), '--no-record', '--set', host])).stderr;
    expect(await check('blocks.robot.host.topics={ odm: /odom }')).toContain(
      'blocks.robot.host.topics.odm: there is no port "odm" (did you mean "odom"?)',
    );
    expect(await check('blocks.robot.host.topics={ odom: "/a b" }')).toContain('this is no name of a topic: "/a b"');
    expect(await check('links.robot.url=http://localhost')).toContain(
      'expected an address such as ws://127.0.0.1:9090',
    );
  });
});

describe('skidpad run --rosbridge', () => {
  it('shows the topics of a run to a client of rosbridge', async () => {
    const args = [
      'run',
      'scenarios/hosts/waypoints-python.yaml',
      '--set',
      'blocks.controller.host=local',
      '--no-record',
    ];
    const running = start([...args, '--rosbridge', '0', '--duration', '5', '--json']);
    let said = '';
    running.child.stderr!.on('data', (chunk) => (said += chunk));
    await until(() => /ws:\S+/.test(said));
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(/ws:\S+/.exec(said)![0]);
    const heard: any[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    socket.on('open', () => {
      socket.send('{"op":"subscribe","topic":"/odom"}');
      socket.send('{"op":"advertise","topic":"/cmd_vel","type":"geometry_msgs/Twist","id":"a"}');
    });
    await until(() => heard.filter(({ op }) => op === 'publish').length > 10);
    expect(heard.find(({ op }) => op === 'publish')).toMatchObject({
      topic: '/odom',
      msg: { child_frame_id: 'base_link' },
    });
    expect(heard.find(({ op }) => op === 'status')).toMatchObject({ level: 'error', id: 'a' });
    expect((await running.finished).code).not.toBe(3);
  });
});
