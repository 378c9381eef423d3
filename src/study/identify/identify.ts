/**
 * The robot behind a recording: how its speed and its steering follow what they are told.
 *
 *   drive      speed [m/s] against the commanded speed
 *   steering   angle of the front wheels [rad] against the commanded one; where only yaw rate ω and speed v are measured, δ = atan(L ω/v),
 *              from samples in which the robot moves
 */
import { InputError, quote } from '../../core/input-error.ts';
import { atan } from '../../math/trig.ts';
import { maximum } from '../../math/statistics.ts';
import type { RecordedChannel, Recording } from '../../record/mcap/recording-reader.ts';
import type { Column } from '../../record/metrics/columns.ts';
import { isSignal } from '../../record/metrics/columns.ts';
import { fieldOrOnlyNumber, quantityOf } from '../compare/fields.ts';
import { readSeries } from '../compare/series.ts';
import type { FittedActuator, MeasuredSeries } from './fit-actuator.ts';
import { fitActuator } from './fit-actuator.ts';

export interface IdentifyRequest {
  /** `COMMAND:SIGNAL`, a commanded number and the signal that says how the robot moves. */
  readonly drive?: string;
  readonly steering?: string;
  /** [m]; for steering that is not measured itself. */
  readonly wheelBase?: number;
  /** [s] */
  readonly maxDeadTime?: number;
}

export interface IdentifiedActuator {
  readonly name: 'drive' | 'steering';
  readonly unit: string;
  readonly command: string;
  readonly measured: string;
  readonly fit: FittedActuator;
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Below this share of its largest speed the robot's steering cannot be told from how it turns. */
const MOVING = 0.2;

export function identify(recording: Recording, request: IdentifyRequest): IdentifiedActuator[] {
  const found: IdentifiedActuator[] = [];
  if (request.drive !== undefined) found.push(identifyDrive(recording, request.drive, request));
  if (request.steering !== undefined) found.push(identifySteering(recording, request.steering, request));
  if (found.length === 0)
    throw new InputError('identify', 'expected --drive or --steering, such as --drive command.speed:car.state');
  return found;
}

function identifyDrive(recording: Recording, text: string, request: IdentifyRequest): IdentifiedActuator {
  const { command, channel } = pairOf(recording, text, '--drive');
  const speed = quantityOf(channel, 'speed');
  if (speed === undefined) throw new InputError('--drive', `${channel.signal} has no speed`);
  const series = readSeries(recording, [command, speed]);
  return fitted(
    { name: 'drive', unit: 'm/s', command, measured: speed },
    series.get(command.name)!,
    series.get(speed.name)!,
    request,
  );
}

function identifySteering(recording: Recording, text: string, request: IdentifyRequest): IdentifiedActuator {
  const { command, channel } = pairOf(recording, text, '--steering');
  const names = { name: 'steering', unit: 'rad', command } as const;
  const angle = quantityOf(channel, 'steering');
  if (angle !== undefined) {
    const series = readSeries(recording, [command, angle]);
    return fitted({ ...names, measured: angle }, series.get(command.name)!, series.get(angle.name)!, request);
  }
  const [speed, yawRate] = [quantityOf(channel, 'speed'), quantityOf(channel, 'yawRate')];
  if (speed === undefined || yawRate === undefined)
    throw new InputError('--steering', `${channel.signal} has neither a steering angle nor speed and yaw rate`);
  const { wheelBase } = request;
  if (wheelBase === undefined)
    throw new InputError('--wheel-base', `expected a length: ${channel.signal} has a yaw rate, but no steering angle`);
  const series = readSeries(recording, [command, speed, yawRate]);
  const [v, w] = [series.get(speed.name)!, series.get(yawRate.name)!];
  const least = MOVING * maximum(v.values.map(Math.abs));
  const measured = {
    times: w.times,
    values: w.values.map((rate, k) => (Math.abs(v.values[k]) > least ? atan((wheelBase * rate) / v.values[k]) : 0)),
    weights: v.values.map((value) => (Math.abs(value) > least ? 1 : 0)),
  };
  return fitted({ ...names, measured: yawRate }, series.get(command.name)!, measured, request);
}

function pairOf(recording: Recording, text: string, option: string): { command: Column; channel: RecordedChannel } {
  const [command, signal, ...more] = text.split(':');
  if (signal === undefined || more.length > 0)
    throw new InputError(option, `expected COMMAND:SIGNAL, such as command.speed:car.state, got ${quote(text)}`);
  const channel = recording.channels.find((candidate) => isSignal(candidate) && candidate.signal === signal);
  if (channel === undefined) {
    const signals = recording.channels.filter(isSignal).map((candidate) => candidate.signal);
    throw new InputError(option, `the recording has no signal ${quote(signal)}; it has ${signals.join(', ')}`);
  }
  return { command: fieldOrOnlyNumber(recording, command, option), channel };
}

interface Names {
  readonly name: IdentifiedActuator['name'];
  readonly unit: string;
  readonly command: Column;
  readonly measured: Column;
}

function fitted(
  names: Names,
  command: MeasuredSeries,
  measured: MeasuredSeries,
  request: IdentifyRequest,
): IdentifiedActuator {
  const fit = fitActuator(command, measured, request);
  if (fit === undefined)
    throw new InputError(
      `--${names.name}`,
      `${names.command.name} does not change, or ${names.measured.name} has too few samples: drive with steps to and fro`,
    );
  const { times, values } = measured;
  return { ...names, command: names.command.name, measured: names.measured.name, fit, times, values };
}
