/**
 * Our link beside the rosbridge of ROS 1 itself, with a real ROS master and node behind it. Debian has the master and rospy; rosbridge_suite it has not, so
 * that SKIDPAD_ROSBRIDGE has to say where a copy of its branch ros1 is: SKIDPAD_ROSBRIDGE=/path/of/rosbridge_library/src
 */
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rosbridgeLink } from '../../src/links/rosbridge/rosbridge-link.ts';
import type { RosbridgePeer } from '../../src/links/rosbridge/rosbridge-peer.ts';
import { Float32, Image, Imu, LaserScan, PoseStamped } from '../../src/msgs/index.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';
import { compressions } from '../../src/rosbridge/operations.ts';
import { until } from '../support/until.ts';

const library = process.env.SKIDPAD_ROSBRIDGE;
const python = '/usr/bin/python3';
const hasRos =
  spawnSync(python, ['-c', 'import rospy, tornado, bson, PIL, rosmaster, sensor_msgs.msg, std_srvs.srv']).status === 0;
const why = library === undefined ? 'SKIDPAD_ROSBRIDGE is not set' : hasRos ? undefined : 'rospy is not installed';
if (why !== undefined) console.log(`skipped: the rosbridge of ROS 1 (${why})`);

const children: ChildProcess[] = [];
let link: RosbridgePeer;
const logged: string[] = [];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

describe.skipIf(why !== undefined)('the rosbridge of ROS 1', () => {
  beforeAll(async () => {
    const master = await freePort();
    const env = {
      ...process.env,
      ROS_MASTER_URI: `http://127.0.0.1:${master}`,
      ROS_IP: '127.0.0.1',
      ROS_LOG_DIR: join('/tmp', `skidpad-ros-${process.pid}`),
    };
    start('rosmaster', ['--core', '-p', String(master)], env).stdout!.resume();
    const bridge = start(python, [join(import.meta.dirname, 'real_rosbridge.py'), library!], env);
    let [said, problems] = ['', ''];
    bridge.stdout!.on('data', (chunk) => (said += chunk));
    bridge.stderr!.on('data', (chunk) => (problems += chunk));
    await until(() => said.includes('\n') || bridge.exitCode !== null);
    if (bridge.exitCode !== null) throw new Error(problems);
    const context = { name: 'robot', nowNs: () => 5e9, log: (line: string) => void logged.push(line) };
    const params = { dialect: 'ros1', frames: 'ros', stamps: 'arrival', connectTime: 60 } as const;
    link = (await rosbridgeLink.open({ url: `ws://127.0.0.1:${said.trim()}`, ...params }, context)) as RosbridgePeer;
  }, 120_000);
  afterAll(async () => {
    await link?.close();
    for (const child of children) child.kill('SIGKILL');
  });

  const imu = Imu.create();
  imu.orientation.w = 1;
  imu.angular_velocity_covariance[4] = 0.25;
  const scan = LaserScan.create();
  scan.ranges = Float32Array.of(0.5, 1, 12);
  scan.header.frame_id = 'läser';
  const image = Image.create();
  Object.assign(image, { width: 2, height: 2, step: 2, encoding: 'mono8', data: Uint8Array.of(0, 1, 128, 255) });
  const pose = PoseStamped.create();
  pose.pose.position.x = 0.1;
  pose.header.frame_id = 'map';

  const cases: [string, MessageType, unknown][] = [
    ['speed', Float32 as MessageType, { data: 0.5 }],
    ['pose', PoseStamped as MessageType, pose],
    ['scan', LaserScan as MessageType, scan],
    ['imu', Imu as MessageType, imu],
    ['image', Image as MessageType, image],
  ];

  it.each(cases.flatMap((one) => compressions.map((compression) => [one[0], compression, one] as const)))(
    'sends back %s with compression %s as it was',
    async (_name, compression, [name, type, message]) => {
      const heard: any[] = [];
      const end = link.subscribe(`/out/${name}`, type, { throttleRate: 0, compression }, (back) => heard.push(back));
      const publisher = link.advertise(`/in/${name}`, type);
      // a node of ROS 1 hears only what is sent after it has found its publisher
      const again = setInterval(() => publisher.publish(message), 50);
      await until(() => heard.length > 0);
      clearInterval(again);
      const expected: any = structuredClone(message);
      if (expected.header !== undefined) expected.header.stamp = heard[0].header.stamp;
      expect(heard[0]).toEqual(expected);
      end();
      publisher.close();
      expect(logged).toEqual([]);
    },
    120_000,
  );

  it('calls a service of a node', async () => {
    expect(await link.callService('/ping', {}, 60_000)).toEqual({ success: true, message: 'pong' });
    await expect(link.callService('/nowhere', {}, 60_000)).rejects.toThrow(/nowhere/);
  }, 120_000);
});
