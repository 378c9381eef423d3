import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockView, ParameterView } from '../../players/player.ts';
import { foldChanges } from './fold-changes.ts';
import { LatestSender } from './latest-sender.ts';
import { textOf, parseInput } from './parameter-input.ts';
import {
  boundsText,
  degreesHint,
  fixedText,
  groupParameters,
  isChanged,
  matches,
  sectionOf,
} from './parameter-tree.ts';

const parameter = (path: string, more: Partial<ParameterView> = {}): ParameterView => ({
  path,
  kind: 'number',
  unit: '',
  doc: '',
  value: 1,
  initial: 1,
  fixed: false,
  ...more,
});
const block = (type: string): BlockView => ({ name: 'steering', type }) as BlockView;

describe('parameters', () => {
  it('are grouped by their paths, in order', () => {
    const tree = groupParameters(['a', 'gains.kp', 'gains.ki', 'mount.pose.x', 'b'].map((path) => parameter(path)));
    expect(tree.parameters.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(tree.groups.map(({ name }) => name)).toEqual(['gains', 'mount']);
    expect(tree.groups[0].parameters.map(({ path }) => path)).toEqual(['gains.kp', 'gains.ki']);
    expect(tree.groups[1].groups[0]).toMatchObject({ name: 'pose', path: 'mount.pose' });
  });

  it('are found by words of their names, doc and unit', () => {
    const gain = parameter('gains.kp', { doc: 'proportional gain', unit: '1/s' });
    expect(matches('steer kp', block('control/pid'), gain)).toBe(true);
    expect(matches('PROPORTIONAL', block('control/pid'), gain)).toBe(true);
    expect(matches('steer ki', block('control/pid'), gain)).toBe(false);
    expect(matches('', block('control/pid'), gain)).toBe(true);
  });

  it("of blocks of one's own are among the controllers", () => {
    expect(
      ['control/pid', 'mine/best', 'sensors/imu', 'vision/lane-view', 'vehicle/bicycle', 'world/traffic'].map((type) =>
        sectionOf(block(type)),
      ),
    ).toEqual(['Controllers', 'Controllers', 'Sensors and perception', 'Sensors and perception', 'Vehicles', 'World']);
  });

  it('are changed when they differ from the start, lists by content', () => {
    expect(isChanged(parameter('a'))).toBe(false);
    expect(isChanged(parameter('a', { value: 2 }))).toBe(true);
    expect(isChanged(parameter('a', { value: [1, 2], initial: [1, 2] }))).toBe(false);
  });

  it('say their bounds and degrees', () => {
    expect(boundsText(parameter('a', { min: 0, max: 1 }))).toBe('from 0 to 1');
    expect(boundsText(parameter('a', { above: 0 }))).toBe('above 0');
    expect(boundsText(parameter('a', { above: 0, max: 3 }))).toBe('above 0 and at most 3');
    expect(boundsText(parameter('a', { kind: 'integer', min: -2 }))).toBe('whole number at least −2');
    expect(boundsText(parameter('a'))).toBe('');
    expect(degreesHint(Math.PI / 6, 'rad')).toBe('30°');
    expect(degreesHint(-1, 'rad/s')).toBe('−57.3°/s');
    expect(degreesHint(1, 'm')).toBeUndefined();
  });

  it('say why they cannot be turned', () => {
    expect(fixedText(parameter('a', { fixed: true }))).toMatch(/^fixed: .* scenario/);
    expect(fixedText(parameter('a'))).toBe('');
  });
});

describe('typed text', () => {
  it('is a number, a quantity or a sentence', () => {
    expect(parseInput('2,5', parameter('a'))).toEqual({ value: 2.5 });
    expect(parseInput('−3', parameter('a'))).toEqual({ value: -3 });
    expect(parseInput('180 deg', parameter('a', { unit: 'rad' }))).toEqual({ value: Math.PI });
    expect(parseInput('36 km/h', parameter('a', { unit: 'm/s' }))).toEqual({ value: 10 });
    expect(parseInput('3 kg', parameter('a', { unit: 'm' }))).toHaveProperty('problem');
    expect(parseInput('', parameter('a'))).toHaveProperty('problem');
  });

  it('is JSON for lists', () => {
    expect(parseInput('[1, 2]', parameter('a', { kind: 'other' }))).toEqual({ value: [1, 2] });
    expect(parseInput('[1', parameter('a', { kind: 'other' }))).toHaveProperty('problem');
    expect(textOf([1, 2])).toBe('[1,2]');
  });

  it('shows no binary dust', () => {
    expect(textOf(0.1 + 0.2)).toBe('0.3');
    expect(textOf(123456789)).toBe('123456789');
  });
});

describe('changes of a run', () => {
  it('are one entry while the same knob is turned', () => {
    expect(
      foldChanges([
        { at: 1, block: 'a', params: { gains: { kp: 1 } } },
        { at: 1.1, block: 'a', params: { gains: { kp: 2 } } },
        { at: 2, block: 'b', params: { gains: { kp: 2 } } },
        { at: 3, block: 'a', params: { gains: { kp: 4, ki: 1 } } },
      ]),
    ).toEqual([
      { from: 1, to: 1.1, block: 'a', texts: ['gains.kp = 2'] },
      { from: 2, to: 2, block: 'b', texts: ['gains.kp = 2'] },
      { from: 3, to: 3, block: 'a', texts: ['gains.kp = 4', 'gains.ki = 1'] },
    ]);
  });
});

describe('a sender of the latest value', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends at most twenty times per second while dragged, and the last value always', () => {
    const sent: number[] = [];
    const sender = new LatestSender((value: number) => sent.push(value));
    // 1 s of a pointer at 250 Hz
    for (let i = 0; i < 250; i++) {
      sender.send(i);
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(1000);
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(249);
    expect(sent.length).toBeLessThanOrEqual(21);
    expect(sent.length).toBeGreaterThanOrEqual(19);
  });

  it('sends what waits when told to', () => {
    const sent: number[] = [];
    const sender = new LatestSender((value: number) => sent.push(value));
    sender.send(1);
    sender.send(2);
    sender.flush();
    expect(sent).toEqual([1, 2]);
  });
});
