/** Which signals of a run a reader wants to see first: its vehicles, and the set points they follow. */
import type { Column } from '../../record/metrics/columns.ts';
import { isSignal } from '../../record/metrics/columns.ts';
import type { Quantity } from './fields.ts';
import { fieldOrOnlyNumber, quantityOf } from './fields.ts';
import type { RecordedChannel } from '../../record/mcap/recording-reader.ts';
import type { ComparedRun } from './compared-run.ts';
import { downstreamOf } from './wires.ts';

const SET_POINT = /^(set_?point|target|reference|desired)(_?speed)?$/i;
const COMMAND = /\/(Twist|TwistStamped|AckermannDrive|AckermannDriveStamped)$/;

/** States of vehicles, in the order of the scenario. */
export const vehicleChannels = ({ recording }: ComparedRun): RecordedChannel[] =>
  recording.channels.filter((channel) => isSignal(channel) && channel.typeName === 'skidpad_msgs/msg/VehicleState');

export interface SetPointPair {
  readonly measured: Column;
  readonly setPoint: Column;
}

/** A recorded set point, or a command, and what the vehicle behind it made of it; undefined where there is none. */
export function defaultSetPoint(run: ComparedRun, quantity: Exclude<Quantity, 'x' | 'y'>): SetPointPair | undefined {
  const { recording } = run;
  const signals = recording.channels.filter(isSignal);
  const numbers =
    quantity === 'speed'
      ? signals
          .filter((channel) => isSetPoint(run, channel))
          .map((channel) => fieldOrOnlyNumber(recording, channel.signal, ''))
      : [];
  const commands = signals
    .filter(({ typeName }) => COMMAND.test(typeName))
    .flatMap((channel) => quantityOf(channel, quantity) ?? []);
  for (const setPoint of [...numbers, ...commands]) {
    const measured = measuredBehind(run, setPoint.channel, quantity);
    if (measured !== undefined) return { measured, setPoint };
  }
  return undefined;
}

/** A number that is called a set point by who publishes it or by who reads it. */
function isSetPoint({ scenario }: ComparedRun, { typeName, block, port }: RecordedChannel): boolean {
  if (typeName !== 'std_msgs/msg/Float64' || port === undefined) return false;
  const readers = scenario.blocks.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, wire]) => wire.block === block && wire.port === port),
  );
  return SET_POINT.test(port) || readers.some(([input]) => SET_POINT.test(input));
}

/** The quantity of the nearest vehicle that a signal reaches. */
function measuredBehind(
  { recording, scenario }: ComparedRun,
  { block }: RecordedChannel,
  quantity: Quantity,
): Column | undefined {
  if (block === undefined) return undefined;
  const plants = downstreamOf(scenario, block).filter(({ definition }) => definition.plant);
  const channels = plants.flatMap(({ name }) => recording.channels.filter((channel) => channel.block === name));
  return channels.flatMap((channel) =>
    COMMAND.test(channel.typeName) ? [] : (quantityOf(channel, quantity) ?? []),
  )[0];
}
