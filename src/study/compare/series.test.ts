import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { createSamplePorts, publish } from '../../../test/fixtures/record/sample-run.ts';
import { findColumns } from '../../record/metrics/columns.ts';
import { fieldOrOnlyNumber, quantityOf } from './fields.ts';
import { interpolatedAt, latestIndex, readSeries } from './series.ts';
import { McapWriter } from '../../record/mcap/writer.ts';
import { Recorder } from '../../record/recorder.ts';
import type { Recording } from '../../record/mcap/recording-reader.ts';
import { openRecording } from '../../record/mcap/recording-reader.ts';

/** x = k at k · 10 ms, and a command at 5 ms. */
function recorded(messages: number): Recording {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new Recorder(writer, {
    scenarioYaml: '',
    scenario: '',
    seed: 0,
    tickNs: 1e6,
    version: '',
    files: [],
  });
  const { state, twist } = createSamplePorts();
  recorder.record(state);
  recorder.record(twist);
  twist.value.linear.x = 7;
  for (let k = 0; k < messages; k++) {
    state.value.x = k;
    state.value.y = -k;
    publish(state, 10 * k);
    if (k === 0) publish(twist, 5);
  }
  recorder.finish({ hash: '', ticks: 0, deadlineMisses: 0, metrics: [] });
  writer.close();
  return openRecording(sink.bytes());
}

describe('series of a recording', () => {
  it('have one sample per message at the instant of its publication', () => {
    const recording = recorded(4);
    const series = readSeries(
      recording,
      findColumns(recording, ['vehicle.state.x', 'vehicle.state.y', 'driver.twist.linear.x']),
    );
    expect([...series.get('vehicle.state.x')!.times]).toEqual([0, 0.01, 0.02, 0.03]);
    expect([...series.get('vehicle.state.x')!.values]).toEqual([0, 1, 2, 3]);
    expect([...series.get('vehicle.state.y')!.values]).toEqual([0, -1, -2, -3]);
    expect(series.get('driver.twist.linear.x')).toMatchObject({
      unit: 'm/s',
      times: Float64Array.of(0.005),
      values: Float64Array.of(7),
    });
  });

  it('are thinned evenly where there are too many, the same way for all fields of a signal', () => {
    const recording = recorded(1000);
    const series = readSeries(recording, findColumns(recording, ['vehicle.state.x', 'vehicle.state.y']), 64);
    const { times, values } = series.get('vehicle.state.x')!;
    expect(values.length).toBeGreaterThan(32);
    expect(values.length).toBeLessThanOrEqual(64);
    expect([...values]).toEqual(Array.from(values, (_, i) => 16 * i));
    expect([...times]).toEqual(Array.from(values, (value) => (10 * value) / 1000));
    expect([...series.get('vehicle.state.y')!.values]).toEqual(Array.from(values, (value) => 0 - value));
  });

  it('are straight between samples and nothing beyond them', () => {
    const [times, values] = [
      [1, 2, 4],
      [10, 20, 0],
    ];
    expect([0.9, 1, 1.5, 2, 3, 4, 4.1].map((time) => interpolatedAt(times, values, time))).toEqual([
      NaN,
      10,
      15,
      20,
      10,
      0,
      NaN,
    ]);
    expect([0, 1, 3.9, 9].map((time) => latestIndex(times, time))).toEqual([-1, 0, 1, 2]);
  });
});

describe('fields of a comparison', () => {
  it('are found by what they mean', () => {
    const { channels } = recorded(1);
    const names = channels.flatMap((channel) =>
      (['x', 'speed', 'steering'] as const).map((quantity) => quantityOf(channel, quantity)?.name),
    );
    expect(names.filter((name) => name !== undefined).sort()).toEqual([
      'driver.twist.linear.x',
      'vehicle.state.steering',
      'vehicle.state.vx',
      'vehicle.state.x',
    ]);
  });

  it('are named in full where a signal has several', () => {
    const recording = recorded(1);
    expect(() => fieldOrOnlyNumber(recording, 'vehicle.state', '--plot')).toThrow(
      '--plot: expected a field of vehicle.state, such as vehicle.state.x, vehicle.state.y',
    );
    expect(() => fieldOrOnlyNumber(recording, 'vehicle.stat.x', '--plot')).toThrow('did you mean "vehicle.state"?');
    expect(fieldOrOnlyNumber(recording, 'vehicle.state.yaw', '--plot').unit).toBe('rad');
  });
});
