/**
 * The log of RosDrive's controller, from the recorded signals of one car: a row per `CarInfo`, at 100 Hz there, separated by semicolons.
 *
 *   t, count, x, y, speed, speed_error, heading, theta_error [deg], theta_error [rad], throttle, brake, lap, LF, LM, RM, RF, sideL, sideR
 *
 * x, y, speed, heading, throttle and brake are what the car says of itself, as there. theta_error is positive where the line lies to the
 * right. speed_error is the set point minus the speed of the same row; there it is that of the last picture. lap counts whole laps; there it
 * counts way points. Differs: a first line with names and units, and an empty cell where a signal was not recorded or had not come yet.
 *
 * Which signals belong to a car follows from the wires of the scenario.
 */
import type { BlockSpec, WireSpec } from '../core/loop-spec.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { openRun } from '../node/open-run.ts';
import { writeWholeFile } from '../node/whole-file.ts';
import { join } from 'node:path';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import { radiansToDegrees } from '../math/angle.ts';
import type { CarInfo } from '../msgs/index.ts';
import type { RecordedChannel, Recording } from '../record/mcap/recording-reader.ts';
import { upstreamOf } from './compare/wires.ts';

export const ROSDRIVE_FILE = 'rosdrive.csv';

const TITLES = [
  't [s]',
  'count',
  'x [m]',
  'y [m]',
  'speed [m/s]',
  'speed_error [m/s]',
  'heading [rad]',
  'theta_error [deg]',
  'theta_error [rad]',
  'throttle',
  'brake',
  'lap',
  'LF [m]',
  'LM [m]',
  'RM [m]',
  'RF [m]',
  'sideL [m]',
  'sideR [m]',
];
/** Inputs of an avoidance controller, and how else the sonars behind them are called. */
const SONARS: readonly [input: string, name: RegExp][] = [
  ['left_far', /left_far/],
  ['left_middle', /left_middle/],
  ['right_middle', /right_middle/],
  ['right_far', /right_far/],
  ['side_left', /side_(sonar_)?left/],
  ['side_right', /side_(sonar_)?right/],
];
const LINE_END = '\r\n';
/** Text is handed on in pieces of about this length. */
const PIECE = 1 << 16;

/** Writes `rosdrive.csv` into a run directory and returns its path. */
export async function writeRosdriveCsv(directory: string, car: string): Promise<string> {
  const run = await openRun(directory);
  try {
    const path = join(directory, ROSDRIVE_FILE);
    const source = rosdriveSource(run.recording, run.scenario, car);
    writeWholeFile(path, (write) => rosdriveCsv(run.recording, source, write));
    return path;
  } finally {
    run.recording.close();
  }
}

/** Where the columns of a car come from. */
export interface RosdriveSource {
  readonly carInfo: RecordedChannel;
  /** A signal, or a number that never changes; the others are signals where they are recorded. */
  readonly setPoint: RecordedChannel | number | undefined;
  readonly steering: RecordedChannel | undefined;
  readonly lap: RecordedChannel | undefined;
  readonly sonars: readonly (RecordedChannel | undefined)[];
}

/** Writes the table piece by piece; returns how many rows it has below the header. */
export function rosdriveCsv(recording: Recording, source: RosdriveSource, write: (text: string) => void): number {
  const { carInfo, setPoint, steering, lap, sonars } = source;
  const channels = [carInfo, setPoint, steering, lap, ...sonars].filter((channel) => typeof channel === 'object');
  const latched = new Map<RecordedChannel, any>();
  const latest = (channel: RecordedChannel | undefined, field: string): number =>
    (channel && latched.get(channel)?.[field]) ?? NaN;
  let piece = TITLES.join(';') + LINE_END;
  let count = 0;
  for (const { channel, logTimeNs, data } of recording.messages({ channels })) {
    latched.set(channel, recording.decode(channel, data, latched.get(channel)));
    if (channel !== carInfo) continue;
    const info: CarInfo = latched.get(carInfo);
    const wanted = typeof setPoint === 'number' ? setPoint : latest(setPoint, 'data');
    const theta = 0 - latest(steering, 'error');
    const row = [
      logTimeNs / 1e9,
      count++,
      info.latitude,
      info.longitude,
      info.speed,
      wanted - info.speed,
      info.heading,
      radiansToDegrees(theta),
      theta,
      info.gas,
      info.brake,
      latest(lap, 'data'),
      ...sonars.map((sonar) => latest(sonar, 'range')),
    ];
    piece += row.map((value) => (Number.isNaN(value) ? '' : String(value))).join(';') + LINE_END;
    if (piece.length < PIECE) continue;
    write(piece);
    piece = '';
  }
  write(piece);
  return count;
}

/** Throws InputError when there is no such car. */
export function rosdriveSource(recording: Recording, scenario: Scenario, car: string): RosdriveSource {
  const names = scenario.blocks.map(({ name }) => name);
  if (!names.includes(car))
    throw new InputError('--rosdrive', `there is no block ${quote(car)}${suggestion(car, names)}`);
  const carInfo = recording.channels.find(
    ({ block, typeName }) => block === car && typeName === 'rosdrive_msgs/msg/CarInfo',
  );
  if (carInfo === undefined) throw new InputError('--rosdrive', `no rosdrive_msgs/msg/CarInfo of ${car} is recorded`);
  const channelOf = (wire: Pick<WireSpec, 'block' | 'port'> | undefined) =>
    recording.channels.find(({ block, port }) => wire !== undefined && block === wire.block && port === wire.port);
  // what steers and drives this car, and what looks at it
  const controllers = upstreamOf(scenario, car).filter(({ name }) => name !== car);
  const observers = scenario.blocks.filter(({ inputs }) => Object.values(inputs).some(({ block }) => block === car));
  const cruise = controllers.find(
    (block) =>
      inputType(block, 'setpoint') === 'std_msgs/msg/Float64' &&
      outputOf(block, 'prius_msgs/msg/Control') !== undefined,
  );
  const schedule = observers.find(
    ({ outputPorts }) => outputPorts.find(({ name }) => name === 'lap')?.type.name === 'std_msgs/msg/Float64',
  );
  const steering = controllers.find((block) => inputType(block, 'steering') === 'skidpad_msgs/msg/SteerRequest')?.inputs
    .steering;
  return {
    carInfo,
    setPoint:
      cruise === undefined
        ? undefined
        : cruise.inputs.setpoint === undefined
          ? numberOf(cruise.params.setpoint)
          : channelOf(cruise.inputs.setpoint),
    steering: channelOf(steering),
    lap: channelOf(schedule && { block: schedule.name, port: 'lap' }),
    sonars: SONARS.map(([input, name]) => channelOf(sonarBehind(controllers, input) ?? sonarCalled(observers, name))),
  };
}

/** The sonar that a controller reads at this input. */
const sonarBehind = (controllers: readonly BlockSpec[], input: string): WireSpec | undefined =>
  controllers.find((block) => inputType(block, input) === 'sensor_msgs/msg/Range' && block.inputs[input] !== undefined)
    ?.inputs[input];

/** The sonar of this name that is not at the back. */
function sonarCalled(observers: readonly BlockSpec[], pattern: RegExp): { block: string; port: string } | undefined {
  const block = observers.find(
    (candidate) =>
      outputOf(candidate, 'sensor_msgs/msg/Range') !== undefined &&
      pattern.test(candidate.name) &&
      !/back|rear/.test(candidate.name),
  );
  return block && { block: block.name, port: outputOf(block, 'sensor_msgs/msg/Range')! };
}

const inputType = ({ inputPorts }: BlockSpec, port: string): string | undefined =>
  inputPorts.find(({ name }) => name === port)?.type.name;

const outputOf = ({ outputPorts }: BlockSpec, type: string): string | undefined =>
  outputPorts.find((port) => port.type.name === type)?.name;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
