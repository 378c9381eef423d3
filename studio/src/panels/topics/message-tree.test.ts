import { describe, expect, it } from 'vitest';
import { scalarFields } from '../../../../src/msgs/flatten.ts';
import { messageTypes } from '../../../../src/msgs/message-catalog.ts';
import type { TreeNode } from './message-tree.ts';
import { messageTree, unitsOf } from './message-tree.ts';

const leaves = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.children === undefined ? [node] : leaves(node.children())));

describe('a message as a tree', () => {
  it('finds every field of an odometry message under its path, with its unit', () => {
    const type = messageTypes.get('nav_msgs/msg/Odometry')!;
    const fields = scalarFields(type).filter(({ path }) => !/stamp|covariance/.test(path));
    const topic = {
      id: '/odom',
      name: '/odom',
      type: type.name,
      bulky: false,
      fields: fields.map(({ path, unit }) => ({ path, unit })),
    };
    const plotted = leaves(messageTree(type.create(), unitsOf(topic))).filter(({ isField }) => isField);
    expect(plotted.map(({ path }) => path)).toEqual(fields.map(({ path }) => path));
    expect(plotted.find(({ path }) => path === 'twist.twist.angular.z')?.unit).toBe('rad/s');
  });

  it('shortens arrays and texts', () => {
    const [ranges, label] = messageTree({ ranges: new Float32Array(360).fill(1.5), label: 'a'.repeat(500) }, new Map());
    expect(ranges.text).toBe('360 elements: 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, …');
    expect(ranges.children!()).toHaveLength(51);
    expect(label.text).toBe(`${'a'.repeat(120)}… (500 letters)`);
  });

  it('opens arrays of messages', () => {
    const [poses] = messageTree({ poses: [{ x: 1 }, { x: -2.5 }] }, new Map());
    expect(poses.text).toBe('2 elements');
    expect(poses.children!()[1].children!()[0]).toMatchObject({ path: 'poses[1].x', text: '−2.5' });
  });

  it('writes stamps as seconds', () => {
    expect(
      messageTree({ header: { stamp: { sec: 12, nanosec: 5_000_000 } } }, new Map())[0].children!()[0],
    ).toMatchObject({ text: '12.005000000', unit: 's' });
  });

  it('survives messages that are no objects', () => {
    expect(messageTree(null, new Map())[0].text).toBe('–');
    expect(messageTree([], new Map())[0].text).toBe('none');
  });
});
