import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessage, unicodeText } from './arbitrary-message.ts';
import {
  AckermannDrive,
  allMessageTypes,
  BoolMessage,
  Image,
  Imu,
  JointState,
  NavSatStatus,
  Odometry,
  PoseStamped,
  Provenance,
  Quaternion,
  TFMessage,
  Twist,
  TwistStamped,
  VehicleState,
} from './generated/index.ts';
import { fromJson, toJson } from './message-json.ts';
import type { MessageType } from './message-type.ts';

const read = <T>(type: MessageType<T>, value: unknown): T => {
  const message = type.create();
  fromJson(type, value, message);
  return message;
};

describe.each(allMessageTypes.map((type) => [type.name, type] as const))('JSON of %s', (_, type) => {
  it('brings back the same message through text', () => {
    const used = type.create();
    fc.assert(
      fc.property(arbitraryMessage(type, unicodeText), (message) => {
        const text = JSON.stringify(toJson(type, message));
        expect(read(type, JSON.parse(text))).toEqual(message);
        fromJson(type, JSON.parse(text), used);
        expect(used).toEqual(message);
      }),
      { numRuns: 40 },
    );
  });

  it('refuses any other JSON with an Error and leaves the target alone', () => {
    const target = type.create();
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        if (typeof value === 'object' && value !== null && Object.keys(value).length === 0 && !Array.isArray(value))
          return;
        expect(() => fromJson(type, value, target)).toThrow(/^[^\n]+\.$/);
        expect(target).toEqual(type.create());
      }),
      { numRuns: 40 },
    );
  });
});

describe('toJson', () => {
  it('writes NaN and infinities as strings, bytes as base64, arrays as arrays', () => {
    const joints = JointState.create();
    joints.name = ['left'];
    joints.position = Float64Array.of(NaN, -Infinity, Infinity, 1.5);
    expect(toJson(JointState, joints)).toEqual({
      header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
      name: ['left'],
      position: ['NaN', '-Infinity', 'Infinity', 1.5],
      velocity: [],
      effort: [],
    });
    const image = Image.create();
    image.data = Uint8Array.of(1, 2, 3, 4);
    expect(toJson(Image, image)).toMatchObject({ data: 'AQIDBA==' });
  });
});

describe('fromJson', () => {
  it('gives missing fields their defaults, not their earlier values', () => {
    const twist = Twist.create();
    twist.linear.y = 7;
    fromJson(Twist, { linear: { x: 1 } }, twist);
    expect(twist).toEqual({ linear: { x: 1, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } });
    expect(read(PoseStamped, {}).pose.orientation.w).toBe(1);
  });

  it('takes over what it read by value', () => {
    expect(read(Quaternion, { w: -0 }).w).toBe(0);
    expect(read(AckermannDrive, { speed: 0.1 }).speed).toBe(Math.fround(0.1));
    expect(read(Image, { data: [1, 2] }).data).toEqual(Uint8Array.of(1, 2));
  });

  const refusals: [string, MessageType, unknown, string][] = [
    [
      'a word for a number',
      TwistStamped,
      { twist: { linear: { x: 'fast' } } },
      'twist.linear.x: expected a number, got "fast".',
    ],
    ['null', Odometry, { pose: null }, 'pose: expected an object (geometry_msgs/msg/PoseWithCovariance), got null.'],
    ['an array as message', Odometry, [], 'message: expected an object (nav_msgs/msg/Odometry), got an array.'],
    ['an unknown field', Twist, { linear: { w: 1 } }, 'linear.w: geometry_msgs/msg/Vector3 has no such field.'],
    ['a fraction', NavSatStatus, { status: 1.5 }, 'status: expected an integer from -128 to 127, got 1.5.'],
    ['a large integer', NavSatStatus, { service: 65536 }, 'service: expected an integer from 0 to 65535, got 65536.'],
    [
      'a negative tick',
      Provenance,
      { release_tick: -1 },
      'release_tick: expected an integer from 0 to 9007199254740991, got -1.',
    ],
    ['NaN for an integer', Provenance, { block: 'NaN' }, 'block: expected an integer from 0 to 4294967295, got "NaN".'],
    ['a number for a boolean', BoolMessage, { data: 1 }, 'data: expected true or false, got 1.'],
    ['a short matrix', Imu, { orientation_covariance: [1] }, 'orientation_covariance: expected 9 elements, got 1.'],
    [
      'a bad element',
      TFMessage,
      { transforms: [{}, { child_frame_id: 3 }] },
      'transforms[1].child_frame_id: expected a string, got 3.',
    ],
    ['bad base64', Image, { data: 'AQI' }, 'data: expected base64 text, got "AQI".'],
    [
      'too much for float32',
      AckermannDrive,
      { speed: 1e300 },
      'speed: expected a number within the range of float32, got 1e+300.',
    ],
  ];
  it.each(refusals)('refuses %s', (_, type, value, message) => {
    expect(() => read(type, value)).toThrow(new Error(message));
  });

  it('does not touch prototypes', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const value: unknown = JSON.parse(`{"${key}": {"polluted": 1}}`);
      expect(() => read(VehicleState, value)).toThrow(/has no such field/);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is not led into depth by the value', () => {
    const deep: unknown = JSON.parse(`${'{"linear":'.repeat(5000)}1${'}'.repeat(5000)}`);
    expect(() => read(Twist, deep)).toThrow('linear.linear: geometry_msgs/msg/Vector3 has no such field.');
  });

  it('quotes no more than a little of a long text', () => {
    expect(() => read(Twist, { linear: 'x'.repeat(1e6) })).toThrow(/got "x{40}…"\.$/);
  });
});
