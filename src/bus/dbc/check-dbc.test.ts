/** Mistakes about a DBC file are told when a scenario is loaded, with their places, before anything runs. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../hosts/fixtures/test-rig.ts';
import { memoryFiles } from '../../scenario/files.ts';
import { loadScenario } from '../../scenario/load.ts';

const DBC = readFileSync(new URL('../../../scenarios/hil/cruise.dbc', import.meta.url), 'utf8');
const SCENARIO = `name: s
duration: 1
blocks:
  tick: { type: control/drive-schedule, params: { segments: [{ until: 1, speed: 1 }] } }
  encoder:
    type: bus/dbc-encoder
    rateHz: 100
    params:
      dbc: cruise.dbc
      inputs: { wanted: ackermann_msgs/AckermannDriveStamped }
      messages:
        - { message: DriverInput, signals: { SetSpeed: wanted.drive.speed } }
    inputs: { wanted: tick.drive }
  decoder:
    type: bus/dbc-decoder
    params:
      dbc: cruise.dbc
      outputs: { control: { type: prius_msgs/Control, fields: { throttle: CruiseCommand.Throttle } } }
    inputs: { frames: encoder.frames }
  rest: { type: bus/restbus, params: { dbc: cruise.dbc, messages: [{ message: VehicleSpeed, period: 0.1 }] } }
`;

const problem = (from: string, to: string, dbc = DBC): Promise<string> => {
  expect(SCENARIO).toContain(from);
  const files = memoryFiles({ 's.yaml': SCENARIO.replace(from, to), 'cruise.dbc': dbc });
  return problemOf(() => loadScenario(files, 's.yaml'));
};

describe('a scenario that is at odds with its DBC file', () => {
  it('is refused with file, line and column', async () => {
    expect(await problem('message: DriverInput', 'message: DriverInputs')).toBe(
      's.yaml:12:13: blocks.encoder.params.messages[0].message: there is no message "DriverInputs" in cruise.dbc (did you mean "DriverInput"?)',
    );
    expect(await problem('SetSpeed:', 'Speed:')).toMatch(
      /^s\.yaml:12:\d+: blocks\.encoder\.params\.messages\[0\]\.signals\.Speed: DriverInput has no signal "Speed"/,
    );
    expect(await problem('wanted.drive.speed', 'wanted.drive.velocity')).toMatch(
      /^s\.yaml:12:\d+: blocks\.encoder\.params\.messages\[0\]\.signals\.SetSpeed: .*velocity/,
    );
    expect(await problem('CruiseCommand.Throttle', 'CruiseCommand.Throtle')).toMatch(
      /^s\.yaml:18:\d+: blocks\.decoder\.params\.outputs\.control\.fields\.throttle: CruiseCommand has no signal "Throtle"/,
    );
    expect(await problem('throttle:', 'header:')).toMatch(
      /^s\.yaml:18:\d+: blocks\.decoder\.params\.outputs\.control\.fields\.header: /,
    );
    expect(await problem('message: VehicleSpeed, period: 0.1', 'message: VehicleSpeeds, period: 0.1')).toMatch(
      /^s\.yaml:20:\d+: blocks\.rest\.params\.messages\[0\]\.message: there is no message "VehicleSpeeds" in cruise\.dbc/,
    );
  });

  it('has its mistakes in the file itself told with their places there', async () => {
    const spoilt = DBC.replace('BO_ ', 'BO_ x');
    expect(await problem('name: s', 'name: t', spoilt)).toMatch(/^cruise\.dbc:\d+:5: expected /);
  });

  it('is fine otherwise', async () => {
    expect(await problem('name: s', 'name: t')).toBe('nothing went wrong');
  });
});
