import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createHash,
  crossMix,
  foldBytes,
  foldNumber,
  foldString,
  foldWords,
  hashToHex,
  type Hash64,
} from '../math/hash.ts';
import { arbitraryMessage, unicodeText } from './arbitrary-message.ts';
import {
  AckermannDrive,
  allMessageTypes,
  Image,
  LaserScan,
  NavSatStatus,
  Odometry,
  Path,
  Point32,
  PoseStamped,
  Provenance,
  Quaternion,
  UInt8,
  VehicleState,
} from './generated/index.ts';
import type { Field, MessageType } from './message-type.ts';

const RUNS = { numRuns: 40 };

const hashOf = (type: MessageType, message: unknown): string => {
  const hash = createHash();
  type.hash(hash, message);
  return hashToHex(hash);
};

/** The definition of a message's hash, field by field from `fields`. */
function foldGenerically(hash: Hash64, type: MessageType, message: unknown): void {
  for (const field of type.fields) {
    const value = (message as Record<string, unknown>)[field.name];
    if (field.array === undefined) {
      foldScalar(hash, field, value);
    } else if (field.wireType === 'uint8') {
      foldBytes(hash, value as Uint8Array);
    } else {
      const elements = Array.from(value as ArrayLike<unknown>);
      if (field.array === true) foldWords(hash, elements.length, elements.length);
      for (const element of elements) foldScalar(hash, field, element);
    }
  }
}

function foldScalar(hash: Hash64, field: Field, value: unknown): void {
  if (field.message) foldGenerically(hash, field.message, value);
  else if (field.kind === 'string') foldString(hash, value as string);
  else if (field.kind === 'number' || field.wireType.endsWith('64')) foldNumber(hash, value as number);
  else foldWords(hash, Number(value), Number(value));
}

function bytesOf(type: MessageType, message: unknown): string {
  const buffer = new Uint8Array(type.maxSize(message));
  return buffer.subarray(0, type.encode(message, new DataView(buffer.buffer), 0)).join();
}

describe.each(allMessageTypes.map((type) => [type.name, type] as const))('%s', (_, type) => {
  const message = arbitraryMessage(type, unicodeText);

  it('is copied into new and used messages, which then share nothing but frames', () => {
    const used = type.create();
    fc.assert(
      fc.property(message, message, (first, second) => {
        const before = structuredClone(first);
        type.copy(used, first);
        expect(used).toEqual(first);
        type.copy(used, second);
        expect(used).toEqual(second);
        expect(first).toEqual(before);
      }),
      RUNS,
    );
  });

  it('hashes by the steps of the running hash, field by field', () => {
    fc.assert(
      fc.property(message, (value) => {
        const hash = createHash();
        foldGenerically(hash, type, value);
        crossMix(hash);
        expect(hashOf(type, value)).toBe(hashToHex(hash));
      }),
      RUNS,
    );
  });

  it('has equal hashes exactly for equal messages', () => {
    fc.assert(
      fc.property(message, message, (first, second) => {
        expect(hashOf(type, structuredClone(first))).toBe(hashOf(type, first));
        expect(hashOf(type, first) === hashOf(type, second)).toBe(bytesOf(type, first) === bytesOf(type, second));
      }),
      RUNS,
    );
  });
});

describe('copy', () => {
  it('forces integers into their range as the wire does', () => {
    const wide = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e12, max: 1e12 }));
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        const status = NavSatStatus.create();
        NavSatStatus.copy(status, { status: a, service: b });
        expect(status).toEqual({ status: new Int8Array([a])[0], service: new Uint16Array([b])[0] });
        const byte = UInt8.create();
        UInt8.copy(byte, { data: a });
        expect(byte.data).toBe(new Uint8Array([a])[0]);
      }),
    );
  });

  it('rounds float32, turns −0 into 0 and keeps NaN', () => {
    const target = Point32.create();
    Point32.copy(target, { x: 0.1, y: -0, z: NaN });
    expect(target).toEqual({ x: Math.fround(0.1), y: 0, z: NaN });

    const scan = LaserScan.create();
    scan.ranges = Float32Array.of(-0, 1, NaN);
    const copy = LaserScan.create();
    LaserScan.copy(copy, scan);
    expect(copy.ranges).toEqual(Float32Array.of(0, 1, NaN));
  });

  it('saturates 64-bit integers where numbers stop being exact', () => {
    const source = Provenance.create();
    source.release_tick = -5;
    source.publish_tick = 1e300;
    source.capture_ticks = Float64Array.of(-1, 2.7, -1e300, NaN, -0.5);
    const target = Provenance.create();
    Provenance.copy(target, source);
    expect(target.release_tick).toBe(0);
    expect(target.publish_tick).toBe(Number.MAX_SAFE_INTEGER);
    expect([...target.capture_ticks]).toEqual([-1, 2, Number.MIN_SAFE_INTEGER, 0, 0]);
  });

  it('takes frames by reference and other arrays into the storage that is there', () => {
    const image = Image.create();
    image.data = Uint8Array.of(1, 2, 3);
    const shown = Image.create();
    Image.copy(shown, image);
    expect(shown.data).toBe(image.data);

    const scan = LaserScan.create();
    scan.ranges = Float32Array.of(1, 2, 3);
    const target = LaserScan.create();
    LaserScan.copy(target, scan);
    const storage = target.ranges;
    expect(storage).not.toBe(scan.ranges);
    LaserScan.copy(target, scan);
    expect(target.ranges).toBe(storage);
  });

  it('keeps the elements of a message array that it already has', () => {
    const path = Path.create();
    const poses = [PoseStamped.create(), PoseStamped.create(), PoseStamped.create()];
    Path.copy(path, { ...Path.create(), poses });
    const [first] = path.poses;
    Path.copy(path, { ...Path.create(), poses: [path.poses[1]] });
    expect(path.poses).toHaveLength(1);
    expect(path.poses[0]).toBe(first);
  });

  it('refuses a fixed array of the wrong length', () => {
    const source = Odometry.create();
    source.pose.covariance = new Float64Array(6);
    expect(() => Odometry.copy(Odometry.create(), source)).toThrow(
      'geometry_msgs/msg/PoseWithCovariance.covariance: expected an array of 36 elements, got 6.',
    );
  });
});

describe('create', () => {
  it('uses the defaults of the definitions', () => {
    expect(Quaternion.create()).toEqual({ x: 0, y: 0, z: 0, w: 1 });
    expect(NavSatStatus.create().status).toBe(-2);
    expect(AckermannDrive.create().speed).toBe(0);
    expect(VehicleState.create().stamp).toEqual({ sec: 0, nanosec: 0 });
  });
});

describe('hash', () => {
  it('changes with any single bit of a vehicle state', () => {
    const bytes = new DataView(new ArrayBuffer(100));
    const blank = VehicleState.create();
    const state = VehicleState.create();
    for (let bit = 0; bit < 96 * 8; bit++) {
      VehicleState.encode(blank, bytes, 0);
      const byte = 4 + (bit >> 3);
      bytes.setUint8(byte, bytes.getUint8(byte) ^ (1 << (bit & 7)));
      VehicleState.decode(bytes, 0, 100, state);
      // a sign bit alone makes −0, which is 0
      const isSign = bit >= 64 && bit % 64 === 63;
      expect(hashOf(VehicleState, state) === hashOf(VehicleState, blank)).toBe(isSign);
    }
  });

  it('folds all NaNs alike', () => {
    const odd = new DataView(new ArrayBuffer(8));
    odd.setUint32(0, 0xfff80001);
    const first = { ...VehicleState.create(), x: NaN };
    const second = { ...VehicleState.create(), x: odd.getFloat64(0) };
    expect(hashOf(VehicleState, first)).toBe(hashOf(VehicleState, second));
  });
});
