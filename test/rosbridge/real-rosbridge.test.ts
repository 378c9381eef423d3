/**
 * Our link beside the rosbridge of ROS 1 itself, with a real ROS master and node behind it. Debian has the master, rospy and messages (python3-rospy, python3-rosmaster, python3-rosservice,
 * python3-rostopic, libsensor-msgs-dev, python3-tornado, python3-bson, python3-pil); rosbridge_suite it has not, so
 * that SKIDPAD_ROSBRIDGE has to say where a copy of its branch ros1 is: SKIDPAD_ROSBRIDGE=/path/of/rosbridge_library/src
 */
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rosbridgeLink } from '../../src/links/rosbridge/rosbridge-link.ts';
import type { RosbridgePeer } from '../../src/links/rosbridge/rosbridge-peer.ts';
import { Float32, Image, Imu, LaserScan, PoseStamped } from '../../src/msgs/index.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';
import { compressions } from '../../src/rosbridge/operations.ts';
import { until } from '../support/until.ts';

const library = process.env.SKIDPAD_ROSBRIDGE;
const python = '/usr/bin/python3';
const hasRos =
  spawnSync(python, ['-c', 'import rospy, rosservice, rostopic, tornado, bson, PIL, rosmaster, sensor_msgs.msg'])
    .status === 0;
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

  // its own CBOR fails with arrays of fixed length, such as covariances ('float' object has no attribute '__slots__')
  const canSay = (name: string, compression: string) => !(name === 'imu' && compression === 'cbor');

  it.each(
    cases.flatMap((one) =>
      compressions.filter((name) => canSay(one[0], name)).map((name) => [one[0], name, one] as const),
    ),
  )(
    'sends back %s with compression %s as it was',
    async (_name, compression, [name, type, message]) => {
      // one that none of the others sends
      const marked: any = structuredClone(message);
      if (marked.header === undefined) marked.data = 1 + compressions.indexOf(compression) / 8;
      else marked.header.frame_id = `läser, ${compression}`;
      const isMarked = ({ header, data }: any) =>
        header === undefined ? data === marked.data : header.frame_id === marked.header.frame_id;
      const heard: any[] = [];
      const hear = (back: unknown) => void (isMarked(back) && heard.push(back));
      const end = link.subscribe(`/out/${name}`, type, { throttleRate: 0, compression }, hear);
      const publisher = link.advertise(`/in/${name}`, type);
      // a node of ROS 1 hears only what is sent after it has found its publisher
      const again = setInterval(() => publisher.publish(marked), 50);
      onTestFinished(() => clearInterval(again));
      await until(() => heard.length > 0 || logged.length > 0);
      expect(logged).toEqual([]);
      if (marked.header !== undefined) marked.header.stamp = heard[0].header.stamp;
      expect(heard[0]).toEqual(marked);
      end();
      publisher.close();
    },
    120_000,
  );

  it('says when a service is not there', async () => {
    await expect(link.callService('/nowhere', {}, 60_000)).rejects.toThrow(/nowhere/);
  }, 120_000);
});
