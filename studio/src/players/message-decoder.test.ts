import type { MessageDefinition } from '@foxglove/message-definition';
import { parse, stringify } from '@foxglove/rosmsg';
import { MessageWriter } from '@foxglove/rosmsg2-serialization';
import { ros2jazzy } from '@foxglove/rosmsg-msgs-common';
import { describe, expect, it } from 'vitest';
import { Odometry } from '../../../src/msgs/index.ts';
import { messageTypes } from '../../../src/msgs/message-catalog.ts';
import { createMessageDecoder, fieldsOf } from './message-decoder.ts';
import { fullTypeName, ownTypeOf } from './ros-definition.ts';

const ros = (typeName: string, definition: string) =>
  createMessageDecoder({ topic: '/t', typeName, encoding: 'cdr', schemaEncoding: 'ros2msg', definition });
const encode = (definition: string, message: unknown): DataView => {
  const bytes = new MessageWriter(parse(definition, { ros2: true })).writeMessage(message);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** A definition with all that it contains. */
function fullDefinition(all: ReadonlyMap<string, MessageDefinition>, name: string): string {
  const inside = new Set<string>();
  const visit = (type: string): void =>
    all
      .get(type)
      ?.definitions.filter(({ isComplex, type: inner }) => isComplex && !inside.has(inner))
      .forEach(({ type: inner }) => {
        inside.add(inner);
        visit(inner);
      });
  visit(name);
  return stringify([{ definitions: all.get(name)!.definitions }, ...[...inside].map((type) => all.get(type)!)]);
}

describe('a type of ours', () => {
  it('is read by our own code, from the definition of others too', () => {
    const commented = Odometry.definition.replace(
      'std_msgs/Header header',
      '# This represents an estimate\n\nstd_msgs/Header   header  # see above\n',
    );
    const message = { ...Odometry.create(), child_frame_id: 'base_link' };
    message.twist.twist.linear.x = 2.5;
    const view = new DataView(new ArrayBuffer(Odometry.maxSize(message)));
    const data = new DataView(view.buffer, 0, Odometry.encode(message, view, 0));
    for (const definition of [Odometry.definition, commented]) {
      expect(ownTypeOf('nav_msgs/Odometry', definition)).toBe(Odometry);
      const decoder = ros('nav_msgs/msg/Odometry', definition);
      expect(decoder.decode(data)).toEqual(message);
      const speed = decoder.scalars.find(({ path }) => path === 'twist.twist.linear.x')!;
      expect([speed.unit, speed.read(decoder.peek(data))]).toEqual(['m/s', 2.5]);
    }
    const decoder = ros('nav_msgs/msg/Odometry', Odometry.definition);
    expect(decoder.decode(data)).not.toBe(decoder.decode(data));
  });

  it('is recognised in the definitions that ROS 2 Jazzy publishes', () => {
    const jazzy = new Map<string, MessageDefinition>(Object.entries(ros2jazzy));
    const shared = [...messageTypes.keys()].filter((name) => jazzy.has(name.replace('/msg/', '/')));
    expect(shared.length).toBeGreaterThan(20);
    for (const name of shared)
      expect(ownTypeOf(name, fullDefinition(jazzy, name.replace('/msg/', '/')))?.name, name).toBe(name);
  });

  it('is not trusted by its name: another definition is read as it says', () => {
    const definition = 'float64 x\nfloat32 speed\n';
    const decoder = ros('nav_msgs/msg/Odometry', definition);
    expect(ownTypeOf('nav_msgs/msg/Odometry', definition)).toBeUndefined();
    expect(decoder.decode(encode(definition, { x: 1, speed: 2 }))).toEqual({ x: 1, speed: 2 });
    expect(decoder.scalars.map(({ path }) => path)).toEqual(['x', 'speed']);
  });

  it('leaves stamps and covariances out of what can be plotted', () => {
    const paths = fieldsOf(Odometry).map(({ path }) => path);
    expect(paths).toContain('pose.pose.position.x');
    expect(paths.some((path) => /stamp|covariance/.test(path))).toBe(false);
  });
});

describe('any other type', () => {
  const definition = [
    'uint8 IDLE=0',
    'std_msgs/Header header',
    'int64 count',
    'bool ok',
    'float32[3] gains',
    'float64[] trace',
    'uint64[] ticks',
    'geometry_msgs/Twist command',
    'string name',
    'Wheel[2] wheels',
    '================================================================================',
    'MSG: my_robot/Wheel',
    'float64 speed',
    '================================================================================',
    'MSG: geometry_msgs/Twist',
    'geometry_msgs/Vector3 linear',
    'geometry_msgs/Vector3 angular',
    '================================================================================',
    'MSG: geometry_msgs/Vector3',
    'float64 x',
    'float64 y',
    'float64 z',
    '================================================================================',
    'MSG: std_msgs/Header',
    'builtin_interfaces/Time stamp',
    'string frame_id',
    '================================================================================',
    'MSG: builtin_interfaces/Time',
    'int32 sec',
    'uint32 nanosec',
  ].join('\n');
  const message = {
    header: { stamp: { sec: 3, nanosec: 5 }, frame_id: 'map' },
    count: -7,
    ok: true,
    gains: new Float32Array([1, 2, 3]),
    trace: new Float64Array([4, 5]),
    ticks: [6n, 7n],
    command: { linear: { x: 1.5, y: 0, z: 0 }, angular: { x: 0, y: 0, z: -0.5 } },
    name: 'wheely',
    wheels: [{ speed: 8 }, { speed: 9 }],
  };

  it('is read from its definition, with numbers for 64-bit integers', () => {
    const decoder = ros('my_robot/msg/State', definition);
    expect(decoder.decode(encode(definition, { ...message, count: -7n }))).toEqual({
      ...message,
      ticks: new Float64Array([6, 7]),
    });
  });

  it('tells its numbers, with units where what is inside is ours', () => {
    const decoder = ros('my_robot/msg/State', definition);
    const content = decoder.peek(encode(definition, { ...message, count: -7n }));
    const values = Object.fromEntries(
      decoder.scalars.map((scalar) => [scalar.path, [scalar.read(content), scalar.unit]]),
    );
    expect(values).toEqual({
      count: [-7, ''],
      ok: [1, ''],
      'gains[0]': [1, ''],
      'gains[1]': [2, ''],
      'gains[2]': [3, ''],
      'wheels[0].speed': [8, ''],
      'wheels[1].speed': [9, ''],
      'command.linear.x': [1.5, 'm/s'],
      'command.linear.y': [0, 'm/s'],
      'command.linear.z': [0, 'm/s'],
      'command.angular.x': [0, 'rad/s'],
      'command.angular.y': [0, 'rad/s'],
      'command.angular.z': [-0.5, 'rad/s'],
    });
  });

  it('may be any that ROS 2 Jazzy has', () => {
    const jazzy = new Map<string, MessageDefinition>(Object.entries(ros2jazzy));
    for (const [name, { definitions }] of jazzy) {
      if (definitions.every(({ isConstant }) => isConstant)) continue;
      expect(() => ros(fullTypeName(name), fullDefinition(jazzy, name)), name).not.toThrow();
    }
  });
});

describe('other encodings', () => {
  it('reads JSON, and knows its numbers after the first message', () => {
    const decoder = createMessageDecoder({
      topic: '/t',
      typeName: 'Cpu',
      encoding: 'json',
      schemaEncoding: 'jsonschema',
      definition: '{}',
    });
    const text = new TextEncoder().encode('{"load":0.5,"core":{"hot":true,"names":["a"]},"who":"me","none":null}');
    expect(decoder.decode(new DataView(text.buffer))).toEqual({
      load: 0.5,
      core: { hot: true, names: ['a'] },
      who: 'me',
      none: null,
    });
    expect(decoder.scalars.map(({ path, read }) => [path, read({ load: 2, core: { hot: false } })])).toEqual([
      ['load', 2],
      ['core.hot', 0],
    ]);
    expect(decoder.scalars[0].read({})).toBeNaN();
    expect(() => decoder.decode(new DataView(new TextEncoder().encode('{').buffer))).toThrow();
  });

  it('says in one sentence what it cannot read', () => {
    const about = { topic: '/lidar', typeName: 'x', definition: '' };
    expect(() => createMessageDecoder({ ...about, encoding: 'protobuf', schemaEncoding: 'protobuf' })).toThrow(
      '/lidar: messages encoded as protobuf cannot be read here',
    );
    expect(() => createMessageDecoder({ ...about, encoding: 'ros1', schemaEncoding: 'ros1msg' })).toThrow(
      '/lidar: messages encoded as ros1 cannot be read here',
    );
    expect(() => createMessageDecoder({ ...about, encoding: 'cdr', schemaEncoding: 'ros2idl' })).toThrow(
      '/lidar: definitions in ros2idl cannot be read here',
    );
    expect(() => ros('my/msg/Type', 'this is @ no definition')).toThrow(
      /^\/t: the definition of my\/msg\/Type cannot be understood/,
    );
  });
});
