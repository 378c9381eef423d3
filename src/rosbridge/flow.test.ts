/** What is sent when; messages in parts; clocks; axes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Imu, PoseStamped, Twist } from '../msgs/index.ts';
import type { MessageType } from '../msgs/message-type.ts';
import { fragmentsOf, FRAGMENT_LIMITS, Reassembly } from './fragments.ts';
import { FrameReader } from './frame-reader.ts';
import { readOperation } from './operations.ts';
import { PeerTime } from './peer-time.ts';
import { textToPng } from './png.ts';
import { mergeWishes, SubscriptionFlow } from './subscription-flow.ts';
import { rosToUnity, unityToRos } from './unity-frames.ts';

describe('a subscription', () => {
  /** What is sent of a message every 10 ms, and when. */
  const sent = (throttleRate: number, queueLength: number, count = 10): string[] => {
    let nowMs = 0;
    const log: string[] = [];
    const flow = new SubscriptionFlow<number>((item) => log.push(`${item}@${nowMs}`) > 0);
    flow.configure({ throttleRate, queueLength });
    for (let i = 0; i < count; i++, nowMs += 10) flow.offer(() => i, nowMs);
    for (; flow.waiting > 0; nowMs += 10) flow.drain(nowMs);
    return log;
  };

  it('without throttle gets everything at once', () => {
    expect(sent(0, 0, 3)).toEqual(['0@0', '1@10', '2@20']);
    expect(sent(0, 5, 3)).toEqual(['0@0', '1@10', '2@20']);
  });

  it('with throttle and no queue gets what comes late enough', () => {
    expect(sent(25, 0)).toEqual(['0@0', '3@30', '6@60', '9@90']);
  });

  it('with throttle and a queue gets the last that wait, oldest first', () => {
    expect(sent(30, 2)).toEqual(['0@0', '2@30', '5@60', '8@90', '9@120']);
  });

  it('keeps what a slow client cannot take, up to its queue', () => {
    let takes = false;
    const got: number[] = [];
    const flow = new SubscriptionFlow<number>((item) => takes && got.push(item) > 0);
    flow.configure({ throttleRate: 0, queueLength: 3 });
    for (let i = 0; i < 100; i++) flow.offer(() => i, i);
    takes = true;
    flow.drain(100);
    expect([got, flow.leftOut]).toEqual([[97, 98, 99], 97]);
  });

  it('serves all who share it', () => {
    const wishes = { throttleRate: 100, queueLength: 1, compression: 'none' } as const;
    expect(mergeWishes([wishes, { throttleRate: 50, queueLength: 7, fragmentSize: 900, compression: 'png' }])).toEqual({
      throttleRate: 50,
      queueLength: 7,
      fragmentSize: 900,
      compression: 'png',
    });
    expect(
      mergeWishes([
        { ...wishes, compression: 'cbor' },
        { ...wishes, compression: 'cbor-raw' },
      ]).compression,
    ).toBe('cbor-raw');
  });
});

describe('messages in parts', () => {
  it('are put together in any order', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 200, maxLength: 2000 }), fc.nat(), (text, seed) => {
        const parts = fragmentsOf(text, 64, 'a')!;
        const shuffled = parts.toSorted((a, b) => ((a.num * 7919 + seed) % 97) - ((b.num * 7919 + seed) % 97));
        const reassembly = new Reassembly();
        const whole = shuffled.map((part) => reassembly.add(part, 0));
        expect(whole.filter((result) => result !== undefined)).toEqual([text]);
        expect([whole.at(-1), reassembly.size]).toEqual([text, 0]);
      }),
      { numRuns: 50 },
    );
    expect(fragmentsOf('short', 100, 'a')).toBeUndefined();
  });

  it('are bounded in number, size, count of parts and time', () => {
    const limits = { ...FRAGMENT_LIMITS, mostMessages: 3, mostCharacters: 100, timeoutMs: 1000 };
    const reassembly = new Reassembly(limits);
    const part = (id: string, data: string, num = 0, total = 3) => ({ id, data, num, total });
    for (let i = 0; i < 1000; i++) reassembly.add(part(`m${i}`, 'x'), i);
    expect(reassembly.size).toBe(3);
    expect(() => reassembly.add(part('big', 'x'.repeat(200)), 1000)).toThrow('longer than 100 characters');
    expect(() => reassembly.add(part('a', 'x', 3), 1000)).toThrow('expected part');
    expect(() => reassembly.add(part('a', 'x', 0, 1e9), 1000)).toThrow('expected part');
    expect(() => reassembly.add(part('a', 'x', NaN, NaN), 1000)).toThrow('expected part');
    reassembly.add(part('b', 'x', 0), 1500);
    expect(() => reassembly.add(part('b', 'x', 0), 1500)).toThrow('has two parts 0');
    reassembly.add(part('c', 'x', 0), 10_000);
    expect(reassembly.size).toBe(1);
  });

  it('come out of fragments, of pictures and of pictures in fragments', () => {
    const operation = { op: 'publish', topic: '/t', msg: { data: 'x'.repeat(300) } };
    const picture = { op: 'png', data: textToPng(JSON.stringify(operation)) };
    const reader = new FrameReader();
    const read = (text: string) =>
      fragmentsOf(text, 64, 7)!
        .map((part) => reader.read(JSON.stringify({ op: 'fragment', ...part }), 0))
        .at(-1);
    expect(read(JSON.stringify(operation))).toEqual(operation);
    expect(reader.read(JSON.stringify(picture), 0)).toEqual(operation);
    expect(read(JSON.stringify(picture))).toEqual(operation);
    let nested: object = operation;
    for (let i = 0; i < 5; i++) nested = { op: 'png', data: textToPng(JSON.stringify(nested)) };
    expect(() => reader.read(JSON.stringify(nested), 0)).toThrow('parts of parts');
  });
});

describe('operations', () => {
  it('of any shape are read or refused, and nothing else', () => {
    const ops = ['advertise', 'publish', 'subscribe', 'call_service', 'fragment', 'png', 'set_level', 'constructor'];
    const shape = fc.record({ op: fc.oneof(fc.constantFrom(...ops), fc.anything()) }, { requiredKeys: [] });
    const rest = fc.dictionary(
      fc.constantFrom('topic', 'type', 'id', 'msg', 'service', 'data', 'num', 'total'),
      fc.anything(),
    );
    fc.assert(
      fc.property(shape, rest, (a, b) => {
        try {
          expect(ops).toContain(readOperation({ ...a, ...b }).op);
        } catch (error) {
          expect((error as Error).constructor.name).toMatch(/Refusal|AssertionError/);
          expect((error as Error).constructor.name).toBe('Refusal');
        }
      }),
      { numRuns: 1000 },
    );
    expect(() => readOperation({ op: 'send_action_goal' })).toThrow('actions are not offered here');
    expect(() => readOperation({ op: 'subscribe', topic: '/a', compression: 'zip' })).toThrow(
      'subscribe: expected a compression',
    );
  });
});

describe('the clock of a peer', () => {
  const [wall, steady] = [1_000_000_500, 77];
  const peer = (mode: 'arrival' | 'shared' | 'rosapi' | 'simulated') =>
    new PeerTime(
      mode,
      () => wall,
      () => steady,
    );
  const stamp = { sec: 1_000_000, nanosec: 250_000_000 };

  it('tells when something was true', () => {
    expect(peer('arrival').truth(stamp, 9e9)).toEqual({ truthNs: 9e9, boundNs: 0 });
    expect(peer('shared').truth(stamp, 9e9)).toEqual({ truthNs: 9e9 - 0.25e9, boundNs: 1e6 });
    expect(peer('simulated').truth({ sec: 3, nanosec: 4 }, 9e9)).toEqual({ truthNs: 3_000_000_004, boundNs: 0 });
    expect(peer('shared').truth({ sec: 0, nanosec: 0 }, 9e9).truthNs).toBe(9e9);
  });

  it('is never believed about the future, nor about before the run', () => {
    expect(peer('shared').truth({ sec: 2_000_000, nanosec: 0 }, 9e9).truthNs).toBe(9e9);
    expect(peer('simulated').truth({ sec: 50, nanosec: 0 }, 9e9).truthNs).toBe(9e9);
    expect(peer('shared').truth({ sec: 5, nanosec: 0 }, 9e9).truthNs).toBe(0);
  });

  it('is asked for, and the quickest answer counts', () => {
    const time = peer('rosapi');
    expect(time.truth(stamp, 9e9).truthNs).toBeNaN();
    // the peer is 1 000 000 s ahead of the steady clock; a slow answer is off by 200 ms, a quick one by 1 ms
    time.learn(0, 400, { sec: 1_000_000, nanosec: 0 });
    time.learn(50, 52, { sec: 1_000_000, nanosec: 52_000_000 });
    time.learn(60, 70, { sec: 1_000_000, nanosec: 60_000_000 });
    const { truthNs, boundNs } = time.truth({ sec: 1_000_000, nanosec: 0 }, 9e9);
    expect(boundNs).toBe(1e6);
    expect(truthNs).toBe(9e9 - 78e6);
    expect(time.stamp(8e9, 9e9)).toEqual({ sec: 999_999, nanosec: 78_000_000 });
    time.forget();
    expect(time.isKnown).toBe(false);
  });
});

describe('axes of Unity', () => {
  const pose = () => {
    const message = PoseStamped.create();
    Object.assign(message.pose.position, { x: 1, y: 2, z: 3 });
    Object.assign(message.pose.orientation, { x: 0.1, y: 0.2, z: 0.3, w: 0.9 });
    return message;
  };

  it('are those of ros-sharp', () => {
    const message = pose();
    rosToUnity(PoseStamped as MessageType, message);
    expect(message.pose.position).toEqual({ x: -2, y: 3, z: 1 });
    expect(message.pose.orientation).toEqual({ x: 0.2, y: -0.3, z: -0.1, w: 0.9 });
    unityToRos(PoseStamped as MessageType, message);
    expect(message).toEqual(pose());
  });

  it('turn vectors as orientations do: q v q* in one is q v q* in the other', () => {
    const rotate = (q: any, v: any) => {
      const [tx, ty, tz] = [2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z), 2 * (q.x * v.y - q.y * v.x)];
      return {
        x: v.x + q.w * tx + q.y * tz - q.z * ty,
        y: v.y + q.w * ty + q.z * tx - q.x * tz,
        z: v.z + q.w * tz + q.x * ty - q.y * tx,
      };
    };
    const norm = Math.sqrt(0.1 ** 2 + 0.2 ** 2 + 0.3 ** 2 + 0.9 ** 2);
    const message = pose();
    for (const key of ['x', 'y', 'z', 'w'] as const) message.pose.orientation[key] /= norm;
    const turned = rotate(message.pose.orientation, message.pose.position);
    rosToUnity(PoseStamped as MessageType, message);
    const inUnity = rotate(message.pose.orientation, message.pose.position);
    expect(inUnity.x).toBeCloseTo(-turned.y, 12);
    expect(inUnity.y).toBeCloseTo(turned.z, 12);
    expect(inUnity.z).toBeCloseTo(turned.x, 12);
  });

  it('turn the other way round: to the left is negative about Y', () => {
    const twist = Twist.create();
    twist.linear.x = 1;
    twist.angular.z = 0.5;
    rosToUnity(Twist as MessageType, twist);
    expect(twist.linear).toEqual({ x: 0, y: 0, z: 1 });
    expect(twist.angular).toEqual({ x: 0, y: -0.5, z: 0 });
    unityToRos(Twist as MessageType, twist);
    expect([twist.linear.x, twist.angular.z]).toEqual([1, 0.5]);
    const imu = Imu.create();
    imu.angular_velocity.z = 1;
    imu.linear_acceleration.z = 9.81;
    rosToUnity(Imu as MessageType, imu);
    expect([imu.angular_velocity.y, imu.linear_acceleration.y]).toEqual([-1, 9.81]);
  });
});
