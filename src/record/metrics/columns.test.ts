import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Odometry, Twist } from '../../msgs/index.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import { McapWriter } from '../mcap/writer.ts';
import { allColumns, findColumn, findColumns, isNotPlottable, isSignal, splitFieldName } from './columns.ts';

describe('columns', () => {
  it('are named by signal and field, be the signal a topic with dots or not', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    for (const topic of ['/odom', '/odom.raw']) writer.addChannel({ topic, type: Odometry });
    writer.addChannel({ topic: '/skidpad/chain', type: Twist });
    writer.close();
    const recording = openRecording(sink.bytes());
    const found = (name: string) => findColumn(recording, name).channel.topic;
    expect(found('/odom.pose.pose.position.x')).toBe('/odom');
    expect(found('/odom.raw.pose.pose.position.x')).toBe('/odom.raw');
    expect(findColumn(recording, '/odom.twist.twist.linear.x')).toMatchObject({
      name: '/odom.twist.twist.linear.x',
      unit: 'm/s',
    });
    expect(() => findColumn(recording, 'radar.echo.x')).toThrow(
      '"radar.echo.x" is not in the recording; it has /odom, /odom.raw',
    );
    expect(() => findColumn(recording, '/skidpad/chain.linear.x')).toThrow('is not in the recording');
    expect(() => findColumns(recording, ['/odom.pose.pose.position.x', '/odom.q'], 'csv')).toThrow(/^csv\[1\]: /);
    expect(() => findColumns(recording, ['/odom.q'])).toThrow(/^q: nav_msgs/);
    const empty = new MemorySink();
    new McapWriter(empty).close();
    expect(() => findColumn(openRecording(empty.bytes()), 'a.b.c')).toThrow('it has no signals');
    expect(recording.channels.map(isSignal)).toEqual([true, true, false]);
    expect(allColumns(recording).some(({ name }) => /stamp|covariance|chain/.test(name))).toBe(false);
    expect(allColumns(recording)).toHaveLength(2 * 13);
  });

  it('leave out stamps and covariances', () => {
    const dull = ['header.stamp.sec', 'stamp.nanosec', 'pose.covariance[7]', 'position_covariance', 'covariance'];
    expect(dull.map((path) => isNotPlottable({ path }))).toEqual(dull.map(() => true));
    const fine = ['stamps.sec', 'timestamp.sec', 'x', 'covariance.x', 'stamp'];
    expect(fine.map((path) => isNotPlottable({ path }))).toEqual(fine.map(() => false));
  });

  it('have three parts at least', () => {
    expect(splitFieldName('a.b.c.d[0]', '')).toEqual({ signal: 'a.b', field: 'c.d[0]' });
    for (const name of ['a', 'a.b', ''])
      expect(() => splitFieldName(name, 'plots[0]')).toThrow(/^plots\[0\]: expected block\.port\.field, got "/);
  });
});
