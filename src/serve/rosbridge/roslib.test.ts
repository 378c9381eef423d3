/** roslib, which others wrote, as the client of our server. */
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { Float32, Image, LaserScan, Odometry, PoseStamped, setTime } from '../../msgs/index.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import { decodeRos1 } from '../../rosbridge/ros1-serialization.ts';
import type { RosClient } from './fixtures/roslib.ts';
import { Ros, Service, Topic } from './fixtures/roslib.ts';
import type { RosbridgeServer } from './rosbridge-server.ts';
import { openRosbridgeServer } from './rosbridge-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(dialect: Dialect = 'ros2'): Promise<RosbridgeServer> {
  const server = await openRosbridgeServer({ port: 0, host: '127.0.0.1', dialect });
  closing.push(() => server.close());
  return server;
}

async function connect(server: RosbridgeServer): Promise<RosClient> {
  const ros = new Ros({});
  closing.push(() => ros.close());
  await ros.connect(server.url);
  await until(() => ros.isConnected);
  return ros;
}

const pose = () => {
  const message = PoseStamped.create();
  setTime(message.header.stamp, 1_500_000_000);
  message.header.frame_id = 'map';
  message.pose.position.x = 1.25;
  message.pose.orientation.w = 1;
  return message;
};

describe('roslib', () => {
  it('publishes, and the program hears it as a message', async () => {
    const server = await open();
    const heard: number[] = [];
    server.onMessage('/speed', Float32, ({ data }) => heard.push(data));
    const topic = new Topic<{ data: number }>({
      ros: await connect(server),
      name: '/speed',
      messageType: 'std_msgs/Float32',
    });
    for (const data of [0.5, 1, -2]) topic.publish({ data });
    await until(() => heard.length === 3);
    expect(heard).toEqual([0.5, 1, -2]);
    topic.unadvertise();
    await until(() => server.publisherCount('/speed') === 0);
  });

  it.each(['none', 'png', 'cbor'] as const)(
    'subscribes with compression %s and gets what was published',
    async (compression) => {
      const server = await open();
      const publisher = server.advertise('/scan', LaserScan);
      const topic = new Topic<any>({
        ros: await connect(server),
        name: '/scan',
        messageType: 'sensor_msgs/LaserScan',
        compression,
      });
      const heard: any[] = [];
      topic.subscribe((message) => heard.push(message));
      await until(() => publisher.subscriberCount === 1);
      const scan = LaserScan.create();
      setTime(scan.header.stamp, 12_000_000_034);
      scan.header.frame_id = 'läser';
      scan.ranges = Float32Array.of(0.5, 1.5, Infinity, NaN);
      scan.angle_increment = 0.25;
      publisher.publish(scan);
      await until(() => heard.length === 1);
      const [message] = heard;
      expect(message.header).toEqual({ stamp: { sec: 12, nanosec: 34 }, frame_id: 'läser' });
      expect(message.angle_increment).toBe(0.25);
      const ranges = Array.from(message.ranges);
      expect(ranges).toEqual(compression === 'cbor' ? [0.5, 1.5, Infinity, NaN] : [0.5, 1.5, null, null]);
    },
  );

  it('gets bytes as base64 in JSON and as bytes in CBOR', async () => {
    const server = await open();
    const publisher = server.advertise('/image', Image);
    const ros = await connect(server);
    const heard: any[] = [];
    const image = Image.create();
    image.data = Uint8Array.of(1, 2, 250, 255);
    for (const compression of ['none', 'cbor'] as const) {
      const topic = new Topic<any>({ ros, name: '/image', messageType: 'sensor_msgs/Image', compression });
      topic.subscribe((message) => heard.push(message.data));
      await until(() => publisher.subscriberCount === 1);
      publisher.publish(image);
      await until(() => heard.length > 0);
      const data = heard.pop();
      if (compression === 'none') expect(data).toBe('AQL6/w==');
      else expect(Array.from(data)).toEqual([1, 2, 250, 255]);
      topic.unsubscribe();
      await until(() => publisher.subscriberCount === 0);
    }
  });

  it.each(['ros1', 'ros2'] as const)('gets the bytes of the dialect %s with cbor-raw', async (dialect) => {
    const server = await open(dialect);
    const publisher = server.advertise('/pose', PoseStamped);
    const topic = new Topic<any>({
      ros: await connect(server),
      name: '/pose',
      messageType: 'geometry_msgs/PoseStamped',
      compression: 'cbor-raw',
    });
    const heard: any[] = [];
    topic.subscribe((message) => heard.push(message));
    await until(() => publisher.subscriberCount === 1);
    publisher.publish(pose());
    await until(() => heard.length === 1);
    const bytes: Uint8Array = Uint8Array.from(heard[0].bytes);
    const read = PoseStamped.create();
    if (dialect === 'ros2') PoseStamped.decode(new DataView(bytes.buffer), 0, bytes.length, read);
    expect(dialect === 'ros2' ? read : decodeRos1(PoseStamped, bytes)).toEqual(pose());
  });

  it('reads times and headers in the spelling of ROS 1 where the server speaks it', async () => {
    const server = await open('ros1');
    const publisher = server.advertise('/pose', PoseStamped, { latch: true });
    publisher.publish(pose());
    const heard: any[] = [];
    const topic = new Topic<any>({
      ros: await connect(server),
      name: '/pose',
      messageType: 'geometry_msgs/PoseStamped',
    });
    topic.subscribe((message) => heard.push(message));
    // it was published before: latched
    await until(() => heard.length === 1);
    expect(heard[0].header).toEqual({ seq: 0, stamp: { secs: 1, nsecs: 500_000_000 }, frame_id: 'map' });
  });

  it('calls services, of the program and of another client, and hears of failures', async () => {
    const server = await open();
    server.service('/add', 'test/Add', ({ a, b }: { a: number; b: number }) => ({ sum: a + b }));
    server.service('/fail', 'test/Fail', () => Promise.reject(new Error('not today')));
    const [one, other] = [await connect(server), await connect(server)];
    const call = (ros: RosClient, name: string, args: object) =>
      new Promise<unknown>((resolve, reject) =>
        new Service<object, unknown>({ ros, name, serviceType: 'test/Any' }).callService(args, resolve, reject),
      );
    expect(await call(one, '/add', { a: 2, b: 3 })).toEqual({ sum: 5 });
    await expect(call(one, '/fail', {})).rejects.toBe('not today');
    await expect(call(one, '/nowhere', {})).rejects.toBe('there is no service /nowhere');
    const twice = new Service<{ a: number }, { b: number }>({ ros: other, name: '/twice', serviceType: 'test/Twice' });
    await twice.advertise((request, response) => {
      response.b = 2 * request.a;
      return true;
    });
    for (let services: string[] = []; !services.includes('/twice'); )
      ({ services } = (await call(one, '/rosapi/services', {})) as { services: string[] });
    expect(await call(one, '/twice', { a: 21 })).toEqual({ b: 42 });
    expect(await server.callService('/twice', { a: 4 })).toEqual({ b: 8 });
    other.close();
    await until(() => server.clientCount === 1);
    await expect(call(one, '/twice', { a: 1 })).rejects.toBe('there is no service /twice');
  });

  it('asks which topics there are', async () => {
    const server = await open('ros1');
    server.advertise('/odom', Odometry);
    const ros = await connect(server);
    const { topics, types } = await new Promise<{ topics: string[]; types: string[] }>((resolve, reject) =>
      ros.getTopics(resolve, reject),
    );
    expect(types[topics.indexOf('/odom')]).toBe('nav_msgs/Odometry');
  });

  it('gets what another client publishes', async () => {
    const server = await open();
    const [one, other] = [await connect(server), await connect(server)];
    const heard: unknown[] = [];
    const to = new Topic<any>({
      ros: other,
      name: '/numbers',
      messageType: 'std_msgs/msg/Float64MultiArray',
      compression: 'cbor',
    });
    to.subscribe(({ data }) => heard.push(Array.from(data)));
    await until(() => server.subscriberCount('/numbers') === 1);
    const from = new Topic<any>({ ros: one, name: '/numbers', messageType: 'std_msgs/Float64MultiArray' });
    from.publish({ data: [1, 2.5, null] });
    await until(() => heard.length === 1);
    expect(heard).toEqual([[1, 2.5, NaN]]);
  });

  it.each(['none', 'cbor'] as const)(
    'loses nothing of 1,000 messages a second with compression %s',
    { timeout: 60_000 },
    async (compression) => {
      const server = await open();
      const publisher = server.advertise('/pose', PoseStamped);
      const topic = new Topic<any>({
        ros: await connect(server),
        name: '/pose',
        messageType: 'geometry_msgs/PoseStamped',
        compression,
      });
      const COUNT = 3000;
      const arrivals: number[] = [];
      const delays: number[] = [];
      topic.subscribe((message) => {
        arrivals.push(message.pose.position.x);
        delays.push(performance.now() - message.pose.position.y);
      });
      await until(() => publisher.subscriberCount === 1);
      const message = pose();
      const beginMs = performance.now();
      let sent = 0;
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          // as many as are due: timers come late
          for (; sent < COUNT && sent <= performance.now() - beginMs; sent++) {
            message.pose.position.x = sent;
            message.pose.position.y = performance.now();
            publisher.publish(message);
          }
          if (sent < COUNT) return;
          clearInterval(timer);
          resolve();
        }, 1);
      });
      await until(() => arrivals.length >= COUNT);
      expect(arrivals).toEqual(Array.from({ length: COUNT }, (_, i) => i));
      delays.sort((a, b) => a - b);
      const at = (share: number) => delays[Math.floor(share * (COUNT - 1))].toFixed(2);
      console.log(
        `${COUNT} messages in ${((performance.now() - beginMs) / 1000).toFixed(2)} s (${compression}): median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
      );
    },
  );
});
