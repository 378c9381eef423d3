import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waypointFollower } from '../../control/waypoint-follower.ts';
import { Odometry, Twist } from '../../msgs/index.ts';
import { FrameSplitter, LineSplitter } from './answer-splitter.ts';
import { CdrProtocol } from './cdr-protocol.ts';
import { commandWords } from '../../programs/command-words.ts';
import { accumulator } from '../fixtures/test-blocks.ts';
import { hosted, timeOf, wander } from '../fixtures/test-rig.ts';
import { JsonProtocol } from './json-protocol.ts';
import { nonFinitePath } from './non-finite.ts';
import { ProtocolError } from './program-protocol.ts';

const params = { waypoints: [{ x: 1, y: 2 }] };
const block = hosted(waypointFollower, { params });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The bytes cut at arbitrary places. */
const cut = (whole: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = [0, ...cuts.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return places.slice(1).map((end, i) => whole.subarray(places[i], end));
};

/** Whatever happens, it is a ProtocolError in one line or nothing. */
function survives(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    expect((error as Error).message).not.toContain('\n');
    expect((error as Error).message.length).toBeLessThan(1000);
  }
}

describe('the reader of JSON answers', () => {
  const protocol = new JsonProtocol(block);

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => survives(() => protocol.readOutputs(garbage))),
    );
  });

  it('survives any JSON', () => {
    const answer = fc.oneof(
      fc.json(),
      fc.jsonValue().map((outputs) => JSON.stringify({ op: 'outputs', outputs })),
      fc.jsonValue().map((twist) => JSON.stringify({ op: 'outputs', outputs: { twist } })),
      fc.jsonValue().map((linear) => JSON.stringify({ op: 'outputs', outputs: { twist: { linear } } })),
      fc.jsonValue().map((message) => JSON.stringify({ op: 'error', message })),
    );
    fc.assert(
      fc.property(answer, (text) => survives(() => protocol.readOutputs(bytes(text)))),
      { numRuns: 500 },
    );
  });

  it('takes over every finite number exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        protocol.readOutputs(bytes(JSON.stringify({ op: 'outputs', outputs: { twist: { linear: { x } } } })));
        expect(block.outputs.twist.value.linear.x).toBe(x + 0);
      }),
    );
  });

  it('cannot be tricked by names of the language', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(() => protocol.readOutputs(bytes(`{"op":"outputs","outputs":{"${name}":{}}}`))).toThrow(
        `outputs.${name}: there is no such output`,
      );
    }
  });

  it('looks for a NaN in one pass, in a string that does not end too', () => {
    // squared, a million quotes would take minutes
    const endless = `{"op":"outputs","outputs":NaN,"x":"${'\\"'.repeat(1 << 20)}`;
    expect(() => protocol.readOutputs(bytes(endless))).toThrow('which is not JSON');
  });

  it('says what is wrong in one short line without control characters', () => {
    const sentence = (text: string): string => {
      try {
        protocol.readOutputs(bytes(text));
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    expect(sentence(JSON.stringify({ op: 'error', message: 'a\u001b[2J\nb\u009b' }))).toBe('says: a [2J b ');
    expect(sentence(JSON.stringify({ op: 'error', message: { deep: [1] } }))).toBe('says: an object');
    expect(sentence(JSON.stringify({ op: 'error', message: 'x'.repeat(1e6) }))).toHaveLength(800);
    expect(sentence(JSON.stringify({ op: 'outputs', outputs: { ['x'.repeat(1e6)]: 1 } }))).toHaveLength(800);
  });

  it('says where a NaN is, and is not confused by the word in a text', () => {
    expect(() =>
      protocol.readOutputs(bytes('{"op":"outputs","outputs":{"twist":{"linear":{"x":1,"y":-Infinity}}}}')),
    ).toThrow('answered with outputs.twist.linear.y: expected a finite number');
    expect(() => protocol.readOutputs(bytes('{"op":"NaN \\"NaN","outputs":[0,NaN]}'))).toThrow(
      'answered with outputs[1]: expected a finite number',
    );
    expect(() => protocol.readOutputs(bytes('{"op":"outputs","outputs":{"twist":{"linear":{"x":"NaN"}}}}'))).toThrow(
      'answered with outputs.twist.linear.x: expected a finite number',
    );
  });
});

describe('the reader of binary answers', () => {
  const protocol = new CdrProtocol(block);
  const answer = (message: Twist): Uint8Array => {
    const whole = new Uint8Array(5 + 52);
    const view = new DataView(whole.buffer);
    view.setUint8(0, 'O'.charCodeAt(0));
    view.setUint32(1, 52, true);
    Twist.encode(message, view, 5);
    return whole;
  };

  it('survives any bytes', () => {
    const garbage = fc.uint8Array({ maxLength: 100 });
    fc.assert(fc.property(garbage, (payload) => survives(() => protocol.readOutputs(Uint8Array.of(79, ...payload)))));
    fc.assert(fc.property(garbage, (payload) => survives(() => protocol.readOutputs(payload))));
    const lengthFirst = garbage.map((payload) => Uint8Array.of(79, payload.length, 0, 0, 0, ...payload));
    fc.assert(fc.property(lengthFirst, (payload) => survives(() => protocol.readOutputs(payload))));
  });

  it('says what is wrong', () => {
    const whole = answer(Twist.create());
    expect(() => protocol.readOutputs(whole.subarray(0, 3))).toThrow(
      'answered too little: the length of output twist is missing',
    );
    expect(() => protocol.readOutputs(whole.subarray(0, 30))).toThrow(
      'answered too little: output twist should have 52 bytes and has 25',
    );
    expect(() => protocol.readOutputs(Uint8Array.of(...whole, 1))).toThrow(
      'answered 1 bytes more than its outputs have',
    );
    expect(() => protocol.readOutputs(bytes('Xno map'))).toThrow('says: no map');
    expect(() => protocol.readOutputs(bytes('hello'))).toThrow('answered "hello"; expected a frame that begins with O');
    const nan = Twist.create();
    nan.angular.y = NaN;
    expect(() => protocol.readOutputs(answer(nan))).toThrow(
      'answered with outputs.twist.angular.y: expected a finite number',
    );
  });

  it('knows when nothing is published', () => {
    protocol.readOutputs(Uint8Array.of(79, 0, 0, 0, 0));
    expect(block.outputs.twist.publish).toBe(false);
    protocol.readOutputs(answer(Twist.create()));
    expect(block.outputs.twist.publish).toBe(true);
  });
});

describe('what programs are told', () => {
  const rich = hosted(waypointFollower, {
    params: {
      waypoints: [
        { x: 1, y: 2.5 },
        { x: -3, y: 1e-7 },
      ],
    },
  });

  it('is one line of JSON', () => {
    const protocol = new JsonProtocol(rich);
    expect(JSON.parse(protocol.init())).toMatchObject({
      op: 'init',
      protocol: 1,
      block: 'bench',
      type: 'control/waypoint-follower',
      period: 0.01,
      seed: 42,
      params: {
        waypoints: [
          { x: 1, y: 2.5 },
          { x: -3, y: 1e-7 },
        ],
        reach: 0.3,
      },
      inputs: { odom: 'nav_msgs/msg/Odometry' },
      outputs: { twist: 'geometry_msgs/msg/Twist' },
    });
    expect(JSON.parse(protocol.step(timeOf(2)))).toEqual({
      op: 'step',
      tick: 20,
      time: 0.02,
      dt: 0.01,
      elapsed: 0.01,
      inputs: { odom: null },
    });
    wander(rich, 3);
    const { inputs } = JSON.parse(protocol.step(timeOf(4))) as { inputs: { odom: any } };
    expect(inputs.odom).toMatchObject({
      sequence: 1,
      time: 0.03,
      value: { header: { frame_id: 'map' }, child_frame_id: 'base' },
    });
    expect(inputs.odom.value.pose.covariance).toHaveLength(36);
  });

  it('is lines of text in a binary frame', () => {
    const frame = new CdrProtocol(rich).init();
    expect(new DataView(frame.buffer).getUint32(0, true)).toBe(frame.length - 4);
    expect(new TextDecoder().decode(frame.subarray(4)).split('\n')).toEqual([
      'Iprotocol=1',
      'block=bench',
      'type=control/waypoint-follower',
      'period=0.01',
      'seed=42',
      'params.waypoints[0].x=1',
      'params.waypoints[0].y=2.5',
      'params.waypoints[1].x=-3',
      'params.waypoints[1].y=1e-7',
      'params.speed=1',
      'params.gain=2',
      'params.maxYawRate=1',
      'params.reach=0.3',
      'params.slowRadius=1',
      'inputs.odom=nav_msgs/msg/Odometry',
      'outputs.twist=geometry_msgs/msg/Twist',
      '',
    ]);
  });

  it('is every input in the order of its ports', () => {
    const two = hosted(accumulator);
    wander(two, 1);
    const frame = new CdrProtocol(two).step(timeOf(5));
    const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
    expect([view.getUint32(0, true), String.fromCharCode(frame[4])]).toEqual([frame.length - 4, 'S']);
    expect([5, 13, 21, 29].map((at) => view.getFloat64(at, true))).toEqual([50, 0.05, 0.01, 0.01]);
    const length = view.getUint32(49, true);
    expect([view.getUint32(37, true), view.getFloat64(41, true)]).toEqual([1, 0.01]);
    const odom = Odometry.create();
    Odometry.decode(view, 53, length, odom);
    expect(odom).toEqual(two.inputs.odom.value);
    // the unwired one is empty
    expect([view.getUint32(53 + length, true), view.getUint32(65 + length, true), frame.length]).toEqual([
      0,
      0,
      69 + length,
    ]);
  });
});

describe('answers are found', () => {
  const cuts = fc.array(fc.nat(10_000), { maxLength: 20 });

  it('as lines, however the bytes arrive', () => {
    const lines = fc.array(
      fc.string({ minLength: 1, unit: 'binary' }).map((text) => `${text.replaceAll(/[\n\r]/g, ' ')}.`),
    );
    fc.assert(
      fc.property(lines, cuts, (texts, places) => {
        const splitter = new LineSplitter();
        const found = cut(bytes(texts.map((text) => `${text}\n`).join('')), places).flatMap((chunk) =>
          splitter.push(chunk),
        );
        expect(found.map((line) => Buffer.from(line).toString())).toEqual(
          texts.map((text) => Buffer.from(text).toString()),
        );
      }),
    );
  });

  it('as frames, however the bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })), cuts, (frames, places) => {
        const whole = Uint8Array.from(frames.flatMap((frame) => [frame.length, 0, 0, 0, ...frame]));
        const splitter = new FrameSplitter();
        expect(
          cut(whole, places)
            .flatMap((chunk) => splitter.push(chunk))
            .map((frame) => [...frame]),
        ).toEqual(frames.map((frame) => [...frame]));
      }),
    );
  });

  it('but not in a line or a frame that is too long', () => {
    const lines = new LineSplitter(100);
    lines.push(bytes('a'.repeat(60)));
    expect(() => lines.push(bytes('b'.repeat(60)))).toThrow(
      'wrote a line of more than 100 bytes that begins with "aaa',
    );
    expect(() => new FrameSplitter(100).push(Uint8Array.of(101, 0, 0, 0))).toThrow('wrote a frame of 101 bytes');
    expect(() => new FrameSplitter(100).push(Uint8Array.of(0, 0, 0, 0))).toThrow('wrote a frame of 0 bytes');
  });

  it('and empty lines are not', () => {
    expect(new LineSplitter().push(bytes('\n \r\nx\n\n')).map(String)).toEqual(['120']);
  });
});

describe('small parts', () => {
  it('finds the number that is not finite', () => {
    const odom = Odometry.create();
    expect(nonFinitePath(Odometry, odom as any)).toBeUndefined();
    odom.twist.covariance[3] = -Infinity;
    expect(nonFinitePath(Odometry, odom as any)).toBe('twist.covariance[3]');
    odom.pose.pose.position.y = NaN;
    expect(nonFinitePath(Odometry, odom as any)).toBe('pose.pose.position.y');
  });

  it('splits commands into words', () => {
    expect(commandWords(`  python3 "my file.py"  --name='a "b"' ''`)).toEqual([
      'python3',
      'my file.py',
      '--name=a "b"',
      '',
    ]);
    expect(commandWords(['a b', 'c'])).toEqual(['a b', 'c']);
  });
});
