import { describe, expect, it } from 'vitest';
import {
  SCENARIO_YAML,
  TICK_NS,
  createSamplePorts,
  driveSample,
  recordSample,
} from '../../test/fixtures/record/sample-run.ts';
import { textHash } from './recorder.ts';
import { openRecording } from './mcap/recording-reader.ts';

describe('a recorded run', () => {
  const recording = openRecording(recordSample(2));

  it('says what it is a recording of, before anything else', () => {
    const bytes = recordSample(2);
    const firstKilobyte = openRecording(bytes.subarray(0, 1024));
    for (const opened of [recording, firstKilobyte]) {
      expect(opened.scenarioYaml).toBe(SCENARIO_YAML);
      expect(opened.metadata.get('skidpad')).toEqual({
        version: '1.2.3',
        scenario: 'Sample run',
        seed: '7',
        tickNs: '1000000',
        scenarioHash: textHash(SCENARIO_YAML),
      });
    }
  });

  it('knows the signal behind every channel', () => {
    expect(
      recording.channels
        .filter(({ block }) => block !== undefined)
        .map(({ signal, topic, typeName }) => [signal, topic, typeName]),
    ).toEqual([
      ['driver.twist', '/cmd_vel', 'geometry_msgs/msg/Twist'],
      ['driver.drive', '/drive', 'ackermann_msgs/msg/AckermannDriveStamped'],
      ['vehicle.state', '/vehicle/state', 'skidpad_msgs/msg/VehicleState'],
      ['vehicle.odom', '/odom', 'nav_msgs/msg/Odometry'],
      ['vehicle.joints', '/joint_states', 'sensor_msgs/msg/JointState'],
    ]);
    expect(recording.channel('vehicle.odom')).toBe(recording.channel('/odom'));
  });

  it('holds every publication as it was', () => {
    const ports = createSamplePorts();
    const published: unknown[] = [];
    for (const port of Object.values(ports)) {
      port.listeners.push(() =>
        published.push([port.topic, port.signal.sequence, port.signal.publishedNs, structuredClone(port.signal.value)]),
      );
    }
    driveSample(ports, 2);
    const recorded = [...recording.messages()]
      .filter(({ channel }) => channel.block !== undefined)
      .map(({ channel, sequence, logTimeNs, data }) => [
        channel.topic,
        sequence,
        logTimeNs,
        recording.decode(channel, data),
      ]);
    expect(recorded).toEqual(published);
  });

  it('holds hash links, deadline misses and provenance at their ticks', () => {
    const times = (topic: string) =>
      [...recording.messages({ topics: [topic] })].map(({ logTimeNs }) => logTimeNs / TICK_NS);
    expect(times('/skidpad/chain')).toEqual([0, 1000, 2000]);
    expect(times('/skidpad/deadline_misses')).toEqual([5, 1005, 2005]);
    expect(times('/skidpad/provenance')).toEqual([0, 1000, 2000]);
  });

  it('ends with its result', () => {
    expect(recording.metadata.get('skidpad.result')).toEqual({
      hash: 'fedcba9876543210',
      ticks: '2000',
      deadlineMisses: '3',
      metrics: '[]',
    });
  });
});
