import { describe, expect, it } from 'vitest';
import { Float64, Header, Image, Twist } from '../msgs/index.ts';
import { occasionalOutput, optionalInput, portList, portType, queuedInput } from './block.ts';
import { findNaN } from './finite-check.ts';
import { ownFrames } from './frames.ts';
import { groupPorts, inputPorts, outputPorts, topicName } from './ports.ts';

describe('the ports of a block', () => {
  const length = ({ n }: { n: number }) => n;
  const inputs = {
    plain: Float64,
    maybe: optionalInput(Twist),
    each: queuedInput(Float64),
    many: portList(Float64, length),
    some: portList(optionalInput(Twist), length),
    queues: portList(queuedInput(Twist), length),
  };

  it('are opened by its parameters', () => {
    expect(inputPorts({ inputs }, { n: 2 })).toEqual([
      { name: 'plain', type: Float64, optional: false, queued: false },
      { name: 'maybe', type: Twist, optional: true, queued: false },
      { name: 'each', type: Float64, optional: true, queued: true },
      { name: 'many[0]', type: Float64, optional: false, queued: false },
      { name: 'many[1]', type: Float64, optional: false, queued: false },
      { name: 'some[0]', type: Twist, optional: true, queued: false },
      { name: 'some[1]', type: Twist, optional: true, queued: false },
      { name: 'queues[0]', type: Twist, optional: true, queued: true },
      { name: 'queues[1]', type: Twist, optional: true, queued: true },
    ]);
    expect(outputPorts({ outputs: { x: occasionalOutput(Float64) } }, {})).toEqual([
      { name: 'x', type: Float64, optional: true, queued: false },
    ]);
  });

  it('have a type each, that of a list the one of its ports', () => {
    expect(Object.values(inputs).map(portType)).toEqual([Float64, Twist, Float64, Float64, Twist, Twist]);
    expect(portType(occasionalOutput(Twist))).toBe(Twist);
  });

  it('reach a step by name, lists as arrays, empty ones too', () => {
    const byName = { plain: 1, maybe: 2, each: 3, 'many[0]': 4, 'many[1]': 5, 'some[0]': 6 };
    expect(groupPorts(inputs, byName)).toEqual({ plain: 1, maybe: 2, each: 3, many: [4, 5], some: [6], queues: [] });
    expect(groupPorts(inputs, { plain: 1 })).toMatchObject({ many: [], some: [] });
    const { many: _many, some: _some, queues: _queues, ...plain } = inputs;
    const grouped = groupPorts(plain, { plain: 1, maybe: 2, each: 3 });
    expect(grouped).toEqual({ plain: 1, maybe: 2, each: 3 });
  });

  it('have names that topics can have', () => {
    expect(['state', 'contacts[2]', 'a[1]b[10]'].map(topicName)).toEqual(['state', 'contacts_2', 'a_1b_10']);
  });
});

describe('NaN in a message', () => {
  it('is found by the path to the first one, wherever it is but in lists', () => {
    const twist = Twist.create();
    expect(findNaN(Twist, twist)).toBeUndefined();
    twist.angular.y = NaN;
    expect(findNaN(Twist, twist)).toBe('angular.y');
    twist.linear.z = NaN;
    expect(findNaN(Twist, twist)).toBe('linear.z');
    twist.linear.z = Infinity;
    twist.angular.y = -Infinity;
    expect(findNaN(Twist, twist)).toBeUndefined();
    expect(findNaN(Float64, { data: NaN })).toBe('data');
    expect(findNaN(Header, { ...Header.create(), frame_id: 'NaN' })).toBeUndefined();
    expect(findNaN(Image, { ...Image.create(), data: Uint8Array.of(1) })).toBeUndefined();
  });
});

describe('the byte arrays of a message', () => {
  it('are copied, and nothing else is', () => {
    const image = Image.create();
    const bytes = Uint8Array.of(1, 2, 3);
    image.data = bytes;
    const { header } = image;
    ownFrames(Image, image);
    expect([...image.data]).toEqual([1, 2, 3]);
    expect(image.data).not.toBe(bytes);
    bytes[0] = 9;
    expect(image.data[0]).toBe(1);
    expect(image.header).toBe(header);
  });
});
