/** The codec against itself, against libraries of others, and against whatever bytes there are. */
import { Decoder, Encoder } from 'cbor-x';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessage, unicodeText } from '../msgs/arbitrary-message.ts';
import { allMessageTypes } from '../msgs/generated/index.ts';
import { CameraInfo, Float64, Header, Imu, LaserScan, Odometry, PoseStamped } from '../msgs/index.ts';
import type { MessageType } from '../msgs/message-type.ts';
import { readCbor } from './cbor-read.ts';
import { definitionText } from '../serve/rosbridge/rosapi.ts';
import { dialects, findRosType, nameProblem } from './dialect.ts';
import { FrameReader, parseJson } from './frame-reader.ts';
import { readIncoming } from './incoming-message.ts';
import { messageValues } from './message-values.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { pngToText, textToPng } from './png.ts';
import { readValues } from './read-values.ts';
import { decodeRos1, encodeRos1 } from './ros1-serialization.ts';

const time = { sec: 5, nanosec: 6 };
const reading = () => ({ now: { sec: 7, nanosec: 8 } }) as { now: typeof time; missing?: string };
const types = allMessageTypes as readonly MessageType[];

/** The canonical bytes of a message: equal messages have equal bytes. */
function cdr(type: MessageType, message: unknown): string {
  const view = new DataView(new ArrayBuffer(type.maxSize(message)));
  return Buffer.from(view.buffer, 0, type.encode(message, view, 0)).toString('hex');
}

/** Infinities are null in JSON, and come back as NaN. */
const withoutInfinities = (type: MessageType, message: any): any => {
  for (const field of type.fields) {
    const value = message[field.name];
    if (field.message !== undefined)
      for (const inner of field.array === undefined ? [value] : value) withoutInfinities(field.message, inner);
    else if (field.kind === 'number' && field.array === undefined)
      message[field.name] = Number.isFinite(value) ? value : NaN;
    else if (field.kind === 'number')
      for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) value[i] = NaN;
  }
  return message;
};

describe.each(dialects)('every type in the dialect %s', (dialect) => {
  it.each(types.map((type) => [type.name, type] as const))(
    '%s comes back from JSON, CBOR and bytes as it was',
    (_, type) => {
      fc.assert(
        fc.property(arbitraryMessage(type, unicodeText), (given) => {
          const message = type.create();
          type.copy(message, given);
          const outgoing = new OutgoingMessage(message, { type, dialect, seq: 3, time });
          const back = (compression: 'none' | 'cbor' | 'cbor-raw') => {
            const operation = new FrameReader().read(outgoing.frame('/t', compression), 0) as { msg: unknown };
            return readIncoming(type, operation.msg, {
              dialect,
              isRaw: compression === 'cbor-raw',
              reading: reading(),
            });
          };
          expect(cdr(type, back('cbor'))).toBe(cdr(type, message));
          expect(cdr(type, back('cbor-raw'))).toBe(cdr(type, message));
          expect(cdr(type, back('none'))).toBe(cdr(type, withoutInfinities(type, message)));
        }),
        { numRuns: 10 },
      );
    },
  );
});

describe('CBOR', () => {
  it('reads what cbor-x writes, and cbor-x reads what is written here', () => {
    const theirs = new Encoder({ useRecords: false, tagUint8Array: false });
    const value = { a: [1, -2, 3.5, null, true, 'ä'], b: { c: new Uint8Array([1, 2]), d: 2 ** 40, e: -(2 ** 33) } };
    expect({ ...(readCbor(theirs.encode(value)) as object) }).toEqual(value);
    const scan = LaserScan.create();
    scan.ranges = Float32Array.of(1, 2.5, Infinity);
    scan.header.frame_id = 'ü';
    const frame = new OutgoingMessage(scan, { type: LaserScan, dialect: 'ros2', seq: 0, time }).frame('/scan', 'cbor');
    const read = new Decoder({ useRecords: false }).decode(frame as Uint8Array);
    expect(read).toMatchObject({ op: 'publish', topic: '/scan', msg: { header: { frame_id: 'ü' } } });
    expect(read.msg.ranges).toEqual(scan.ranges);
  });

  it('is byte for byte what rosbridge writes', () => {
    const scan = LaserScan.create();
    scan.header = { stamp: { sec: 12, nanosec: 34 }, frame_id: 'läser' };
    Object.assign(scan, { angle_min: -0.5, range_max: 12, ranges: Float32Array.of(0.5, 1.5, Infinity) });
    const frame = new OutgoingMessage(scan, { type: LaserScan, dialect: 'ros1', seq: 70_000, time }).frame(
      '/scan',
      'cbor',
    );
    // from cbor_conversion.py of rosbridge_library 0.11 and its encoder
    const theirs =
      'a3626f70677075626c69736865746f706963652f7363616e636d7367aa66686561646572a3637365711a000111706573' +
      '74616d70a264736563730c656e736563731822686672616d655f6964666cc3a473657269616e676c655f6d696efbbfe0' +
      '00000000000069616e676c655f6d6178fb00000000000000006f616e676c655f696e6372656d656e74fb000000000000' +
      '00006e74696d655f696e6372656d656e74fb0000000000000000697363616e5f74696d65fb0000000000000000697261' +
      '6e67655f6d696efb00000000000000006972616e67655f6d6178fb40280000000000006672616e676573d8554c000000' +
      '3f0000c03f0000807f6b696e74656e736974696573d85540';
    expect(Buffer.from(frame as Uint8Array).toString('hex')).toBe(theirs);
  });

  it('reads the examples of RFC 8949, appendix A', () => {
    const examples: [string, unknown][] = [
      ['1bffffffffffffffff', undefined],
      ['1a000f4240', 1000000],
      ['3903e7', -1000],
      ['f90001', 5.960464477539063e-8],
      ['f9c400', -4],
      ['fa47c35000', 100000],
      ['fbc010666666666666', -4.1],
      ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
      ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
      ['7f657374726561646d696e67ff', 'streaming'],
      ['5f42010243030405ff', Uint8Array.of(1, 2, 3, 4, 5)],
      ['c074323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ];
    for (const [hex, value] of examples) {
      const read = () => readCbor(Buffer.from(hex, 'hex'));
      if (value === undefined) expect(read).toThrow('exact');
      else if (Array.isArray(value) || typeof value !== 'object') expect(read()).toEqual(value);
      else expect({ ...(read() as object) }).toEqual({ ...value });
    }
  });

  it('survives any bytes with an Error at most', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readCbor(bytes);
        } catch (error) {
          expect((error as Error).message).toMatch(/^CBOR|encoded data/);
        }
      }),
      { numRuns: 2000 },
    );
    // lists that claim to be huge, and nesting without end
    for (const hex of ['9affffffff', 'bb00000fffffffffff', '5b000fffffffffffff', '81'.repeat(100_000), 'd8'.repeat(9)])
      expect(() => readCbor(Buffer.from(hex, 'hex'))).toThrow(/CBOR/);
  });
});

describe('pictures', () => {
  it('carry any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        expect(pngToText(textToPng(text), 1 << 20).replace(/\n*$/, '')).toBe(text.replace(/\n*$/, ''));
      }),
      { numRuns: 100 },
    );
  });

  it('that would become too large are not unpacked', () => {
    const png = Buffer.from(textToPng('x'.repeat(10_000)), 'base64');
    expect(() => pngToText(png.toString('base64'), 5000)).toThrow('larger than 5000 bytes');
    // a header that tells of less than there is
    png.writeUInt32BE(2, 16);
    png.writeUInt32BE(2, 20);
    expect(() => pngToText(png.toString('base64'), 5000)).toThrow();
    expect(() => pngToText('AAAA', 5000)).toThrow('this is no picture');
  });
});

describe('reading', () => {
  const read = (type: MessageType<any>, values: unknown): any => readValues(type, values, reading());

  it('takes both dialects, whoever speaks', () => {
    const ros1 = { header: { seq: 4, stamp: { secs: 1, nsecs: 2 }, frame_id: 'a' } };
    const ros2 = { header: { stamp: { sec: 1, nanosec: 2 }, frame_id: 'a' } };
    expect(read(PoseStamped, ros1)).toEqual(read(PoseStamped, ros2));
    expect(read(CameraInfo, { K: [1, 0, 0, 0, 1, 0, 0, 0, 1], D: [0.5] })).toMatchObject({ d: Float64Array.of(0.5) });
    expect(findRosType('std_msgs/Float64')).toBe(findRosType('std_msgs/msg/Float64'));
  });

  it('fills in what is left out: headers with now, the rest with defaults', () => {
    const seen = reading();
    expect((readValues(PoseStamped, { pose: {} }, seen) as PoseStamped).header.stamp).toEqual(seen.now);
    expect(seen.missing).toBe('pose.position');
    expect(read(PoseStamped, { header: { frame_id: 'b' } }).header).toEqual({ stamp: seen.now, frame_id: 'b' });
    expect(read(Header, { stamp: 'now' }).stamp).toEqual(seen.now);
    expect(read(Float64, { data: null }).data).toBeNaN();
  });

  it.each<[MessageType<any>, unknown, string]>([
    [Float64, { data: '1' }, 'data: expected a number, got "1"'],
    [Float64, { date: 1 }, 'date: std_msgs/msg/Float64 has no such field'],
    [Float64, [1], 'msg: expected an object (std_msgs/msg/Float64), got a list'],
    [Float64, null, 'msg: expected an object (std_msgs/msg/Float64), got null'],
    [PoseStamped, { header: { stamp: { sec: 1.5 } } }, 'header.stamp.sec: expected an integer'],
    [PoseStamped, { header: { stamp: { sec: 2 ** 31 } } }, 'header.stamp.sec: expected an integer'],
    [Imu, { orientation_covariance: [1, 2] }, 'orientation_covariance: expected 9 elements, got 2'],
    [LaserScan, { ranges: [1, 'x'] }, 'ranges[1]: expected a number, got "x"'],
    [LaserScan, { range_max: 1e300 }, 'range_max: expected a number within the range of float32'],
    [Odometry, { pose: { pose: { position: { x: {} } } } }, 'pose.pose.position.x: expected a number, got an object'],
    [Float64, JSON.parse('{"__proto__":{"data":1}}'), '__proto__: std_msgs/msg/Float64 has no such field'],
  ])('refuses what a field cannot hold: %#', (type, values, problem) => {
    expect(() => read(type, values)).toThrow(problem);
  });

  it('understands the NaN that Python writes, and leaves texts alone', () => {
    expect(parseJson('{"a":[NaN,-Infinity,Infinity,1],"b":"NaN"}')).toEqual({ a: [null, null, null, 1], b: 'NaN' });
    expect(() => parseJson('{NaN')).toThrow('this is no JSON');
  });

  it('knows names', () => {
    for (const name of ['/a', 'a/b_1', '~private', '/skidpad/x']) expect(nameProblem(name, 'topic')).toBeUndefined();
    for (const name of ['', '/', '//a', '/1a', '/a b', 'ä', '/a/', 'x'.repeat(300), 5])
      expect(nameProblem(name, 'topic')).toBeDefined();
  });
});

describe('bytes of ROS 1', () => {
  it('are those of genpy', () => {
    // rosmsg: Header(seq=7, stamp=1 s 2 ns, frame_id='map') as genpy serialises it
    const header = { stamp: { sec: 1, nanosec: 2 }, frame_id: 'map' };
    expect(Buffer.from(encodeRos1(Header as MessageType, header, 7)).toString('hex')).toBe(
      '0700000001000000020000000300' + '00006d6170',
    );
    expect(messageValues(Header as MessageType, header, 'ros1', 7)).toEqual({
      seq: 7,
      stamp: { secs: 1, nsecs: 2 },
      frame_id: 'map',
    });
    expect(definitionText(Header as MessageType, 'ros1')).toBe('time stamp\nstring frame_id\n');
    expect(definitionText(PoseStamped as MessageType, 'ros1')).toContain(
      'MSG: std_msgs/Header\nuint32 seq\ntime stamp\n',
    );
  });

  it('that are cut off or too many are refused', () => {
    const bytes = encodeRos1(LaserScan as MessageType, LaserScan.create(), 0);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeRos1(LaserScan as MessageType, bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => decodeRos1(LaserScan as MessageType, Buffer.concat([bytes, bytes]))).toThrow('left over');
  });
});
