import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { createSamplePorts, publish, recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { csvCell, writeCsv } from './csv.ts';
import type { CsvOptions } from './csv.ts';
import { McapWriter } from '../mcap/writer.ts';
import { Recorder } from '../recorder.ts';
import type { Recording } from '../mcap/recording-reader.ts';
import { openRecording } from '../mcap/recording-reader.ts';

function csv(recording: Recording, options?: CsvOptions): string[] {
  let text = '';
  writeCsv(recording, (piece) => (text += piece), options);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}

/** A recording of what `run` publishes. */
function record(run: (ports: ReturnType<typeof createSamplePorts>) => void): Recording {
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
  const ports = createSamplePorts();
  for (const port of Object.values(ports)) recorder.record(port);
  run(ports);
  recorder.finish({ hash: '', ticks: 0, deadlineMisses: 0, metrics: [] });
  writer.close();
  return openRecording(sink.bytes());
}

describe('CSV', () => {
  it('has the latched value of every column in each row, and nothing before the first message', () => {
    const recording = record(({ twist, state }) => {
      state.value.x = 1 / 3;
      publish(state, 0);
      twist.value.linear.x = -0.1;
      publish(twist, 25);
      state.value.x = 1e21;
      publish(state, 40);
      twist.value.linear.x = 5e-324;
      publish(twist, 60);
      twist.value.linear.x = 2;
      publish(twist, 61);
    });
    expect(csv(recording, { columns: ['vehicle.state.x', 'driver.twist.linear.x'] })).toEqual([
      'time [s],vehicle.state.x [m],driver.twist.linear.x [m/s]',
      '0,0.3333333333333333,',
      '0.02,0.3333333333333333,',
      '0.04,1e+21,-0.1',
      '0.06,1e+21,5e-324',
    ]);
  });

  it('has every scalar but stamps and covariances when no columns are named', () => {
    const [header] = csv(openRecording(recordSample(1)));
    expect(header.split(',')).toContain('vehicle.odom.pose.pose.position.x [m]');
    expect(header.split(',')).toContain('driver.drive.drive.steering_angle [rad]');
    expect(header).not.toMatch(/stamp|covariance|skidpad/);
  });

  it('has as many rows as the rate asks for', () => {
    expect(csv(openRecording(recordSample(2)), { rateHz: 50 })).toHaveLength(1 + 101);
    expect(csv(openRecording(recordSample(2)), { rateHz: 10 })).toHaveLength(1 + 21);
  });

  it('reads elements of arrays, empty where there are none', () => {
    const lines = csv(openRecording(recordSample(1)), {
      columns: ['vehicle.joints.position[0]', 'vehicle.joints.position[7]'],
    });
    expect(lines[1]).toBe('0,0,');
  });

  it('says which column is not recorded', () => {
    expect(() => csv(openRecording(recordSample(1)), { columns: ['vehicle.stat.x'] })).toThrow(
      'csv.columns[0]: "vehicle.stat.x" is not in the recording (did you mean "vehicle.state"?)',
    );
    expect(() => csv(openRecording(recordSample(1)), { columns: ['vehicle.state.q'] })).toThrow(
      /^csv\.columns\[0\]: .*has no field q/,
    );
  });

  it('quotes as RFC 4180 says', () => {
    expect(['plain', 'a,b', 'say "x"', 'two\nlines', ' space '].map(csvCell)).toEqual([
      'plain',
      '"a,b"',
      '"say ""x"""',
      '"two\nlines"',
      ' space ',
    ]);
  });
});
