/** `skidpad robot`, driven by roslib as a real PiCar would be. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Ros, Topic } from '../../src/serve/rosbridge/fixtures/roslib.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

interface Pose {
  readonly header: { readonly stamp: { readonly sec: number; readonly nanosec: number } };
  readonly pose: { readonly position: { readonly x: number; readonly y: number } };
}
interface Motion {
  readonly twist: { readonly twist: { readonly linear: { readonly x: number } } };
}

describe('the simulated robot', () => {
  it('drives when it is told to, tells where it is, stands when nobody speaks, and its recording replays', async () => {
    const out = join(temporaryFolder(), 'robot');
    const { child, finished } = start(['robot', '--port', '0', '--out', out, '--json']);
    let printed = '';
    child.stderr!.on('data', (chunk) => (printed += chunk));
    child.stdout!.on('data', (chunk) => (printed += chunk));
    await until(() => /ws:\/\/[\d.:]+/.test(printed));
    const ros = new Ros({});
    onTestFinished(() => ros.close());
    await ros.connect(/ws:\/\/[\d.:]+/.exec(printed)![0]);
    await until(() => ros.isConnected);

    const poses: Pose[] = [];
    const speeds: number[] = [];
    let scans = 0;
    new Topic<Pose>({ ros, name: '/slam_out_pose', messageType: 'geometry_msgs/PoseStamped' }).subscribe((pose) =>
      poses.push(pose),
    );
    new Topic<Motion>({ ros, name: '/odom', messageType: 'nav_msgs/Odometry' }).subscribe((odom) =>
      speeds.push(odom.twist.twist.linear.x),
    );
    new Topic({ ros, name: '/scan', messageType: 'sensor_msgs/LaserScan', compression: 'cbor' }).subscribe(
      () => scans++,
    );
    await until(() => poses.length > 0 && speeds.length > 0 && scans > 0);
    expect(poses[0].pose.position.x).toBeCloseTo(0, 1);
    expect(poses[0].pose.position.y).toBeCloseTo(-1, 1);

    // to the left, until it has turned away from where it began
    const speed = new Topic<{ data: number }>({ ros, name: '/speed', messageType: 'std_msgs/Float32' });
    const steer = new Topic<{ data: number }>({ ros, name: '/steer', messageType: 'std_msgs/Float32' });
    const timer = setInterval(() => {
      speed.publish({ data: 0.3 });
      steer.publish({ data: 0.15 });
    }, 50);
    onTestFinished(() => clearInterval(timer));
    await until(() => poses.at(-1)!.pose.position.y > -0.9 && poses.at(-1)!.pose.position.x > 0.3);
    expect(Math.max(...speeds)).toBeGreaterThan(0.2);

    // silence
    clearInterval(timer);
    await until(() => Math.abs(speeds.at(-1)!) < 0.005);

    child.kill('SIGINT');
    const { stdout } = await finished;
    const result = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      interrupted: boolean;
      metrics: Record<string, number>;
    };
    expect(result.interrupted).toBe(true);
    expect(result.metrics.way).toBeGreaterThan(0.3);
    expect(result.metrics.slamError).toBeLessThan(0.03);
    const replayed = await skidpad(['replay', out, '--partial', '--json']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true, replayed: ['driver'] });
  });

  it('says in one sentence what is wrong with its port', async () => {
    const { stderr, code } = await skidpad(['robot', '--port', '99999']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/links\.clients\.port: expected/)]);
  });
});
