import { describe, expect, it } from 'vitest';
import { History } from '../../players/history.ts';
import type { Topic } from '../../players/player.ts';
import { addressOf, fieldChoices, findField } from '../../players/field-address.ts';
import { fuzzyFilter } from '../../ui/fuzzy-search.ts';
import { plotContent, pointsOf, valueAt } from './plot-lines.ts';

const state: Topic = {
  id: '/car/state',
  name: '/car/state',
  signal: 'car.state',
  type: 'skidpad_msgs/msg/VehicleState',
  bulky: false,
  fields: [
    { path: 'x', unit: 'm' },
    { path: 'y', unit: 'm' },
    { path: 'vx', unit: 'm/s' },
    { path: 'yaw', unit: 'rad' },
  ],
};
const twist: Topic = {
  id: '/cmd_vel',
  name: '/cmd_vel',
  signal: 'controller.twist',
  type: 'geometry_msgs/msg/Twist',
  bulky: false,
  fields: [{ path: 'linear.x', unit: 'm/s' }],
};
const foreign: Topic = {
  id: '/imu@b',
  name: '/imu',
  type: 'sensor_msgs/msg/Imu',
  bulky: false,
  fields: [{ path: 'linear_acceleration.x', unit: 'm/s²' }],
};
const topics = [state, twist, foreign];

function history(): History {
  const made = new History();
  for (const { id, fields } of topics)
    made.declare(
      id,
      fields.map(({ path }) => path),
    );
  for (let k = 0; k < 4; k++) made.add(state.id, k, [k, 2 * k, 10 + k, 0]);
  made.add(twist.id, 0.5, [7]);
  made.add(twist.id, 2, [8]);
  return made;
}

describe('addresses of fields', () => {
  it('are by signal where there is one, and by topic otherwise', () => {
    expect(addressOf(state, 'vx')).toBe('car.state.vx');
    expect(addressOf(foreign, 'linear_acceleration.x')).toBe('/imu@b:linear_acceleration.x');
  });

  it('lead back to their fields', () => {
    for (const choice of fieldChoices(topics)) expect(findField(choice.address, topics)).toEqual(choice);
    expect(findField('/cmd_vel:linear.x', topics)?.topic).toBe(twist);
    expect(findField('car.state.nothing', topics)).toBeUndefined();
    expect(findField('car.stat.x', topics)).toBeUndefined();
  });
});

describe('the search for fields', () => {
  const find = (query: string) =>
    fuzzyFilter(fieldChoices(topics), query, ({ address, unit }) => `${address} ${unit}`).map(({ address }) => address);

  it('takes words in any order and letters with gaps', () => {
    expect(find('vx car')).toEqual(['car.state.vx']);
    expect(find('ctlx')[0]).toBe('controller.twist.linear.x');
    expect(find('m/s')).toContain('controller.twist.linear.x');
    expect(find('zzz')).toEqual([]);
  });

  it('puts beginnings of words before their middles', () => {
    expect(fuzzyFilter(['relay', 'car.lay', 'lay'], 'lay', String)).toEqual(['lay', 'car.lay', 'relay']);
  });

  it('leaves out scattered letters where there are whole words', () => {
    expect(find('yaw')).toEqual(['car.state.yaw']);
  });

  it('without words leaves everything in its order', () => {
    expect(find(' ')).toEqual(fieldChoices(topics).map(({ address }) => address));
  });
});

describe('the lines of a plot', () => {
  it('share a scale where they share a unit', () => {
    const { lines, scales } = plotContent(
      { series: ['car.state.vx', 'controller.twist.linear.x', 'car.state.yaw'] },
      topics,
      history(),
      [],
    );
    expect(scales).toEqual([
      { id: 'y0', unit: 'm/s' },
      { id: 'y1', unit: 'rad' },
    ]);
    expect(lines.map(({ scale }) => scale)).toEqual(['y0', 'y0', 'y1']);
    expect(lines.map(({ stepped }) => stepped)).toEqual([false, true, false]);
  });

  it('say what no topic has', () => {
    const content = plotContent({ series: ['car.state.vx', 'bus.state.vx'] }, topics, history(), []);
    expect(content.missing).toEqual(['bus.state.vx']);
    expect(content.lines).toHaveLength(1);
  });

  it('come again, dashed and beneath, from every run laid over', () => {
    const past = new History();
    past.declare('/other/state', ['vx']);
    past.add('/other/state', 0, [99]);
    const overlay = {
      id: 'a',
      title: 'before',
      colour: 'red',
      history: past,
      topicOfSignal: new Map([['car.state', '/other/state']]),
    };
    const { lines } = plotContent({ series: ['car.state.vx'] }, topics, history(), [overlay]);
    expect(lines.map(({ colour, dashed, overlay: of }) => [colour, dashed, of])).toEqual([
      ['red', true, 'before'],
      ['var(--series-1)', false, undefined],
    ]);
    expect([...pointsOf(lines[0]).ys]).toEqual([99]);
  });

  it('keep the colour of their place when one before them is missing', () => {
    expect(plotContent({ series: ['gone.a.b', 'car.state.vx'] }, topics, history(), []).lines[0].colour).toBe(
      'var(--series-2)',
    );
  });

  it('pair a field with another of its topic sample by sample, and with one of another topic as it was latched', () => {
    const [same] = plotContent({ series: ['car.state.y'], x: 'car.state.x' }, topics, history(), []).lines;
    expect([...pointsOf(same).xs]).toEqual([0, 1, 2, 3]);
    expect([...pointsOf(same).ys]).toEqual([0, 2, 4, 6]);
    const [other] = plotContent(
      { series: ['car.state.y'], x: 'controller.twist.linear.x' },
      topics,
      history(),
      [],
    ).lines;
    expect([...pointsOf(other).xs]).toEqual([NaN, 7, 8, 8]);
  });

  it('have the value of the last sample until the next', () => {
    const points = pointsOf(plotContent({ series: ['controller.twist.linear.x'] }, topics, history(), []).lines[0]);
    expect([0.4, 0.5, 1.9, 2, 9].map((time) => valueAt(points, time))).toEqual([NaN, 7, 7, 8, 8]);
  });
});
