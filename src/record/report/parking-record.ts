/** What a recording holds of automatic parking: the slots and obstacles of the last map, and every plan. */
import type { Footprint, ParkingMap, ParkingSlot, ParkingTrajectory } from '../../msgs/index.ts';
import type { RecordedMessage, Recording } from '../mcap/recording-reader.ts';

export interface ParkingRecord {
  readonly slots: readonly ParkingSlot[];
  readonly obstacles: readonly Footprint[];
  /** Each plan as it was last told, in order of time; those without points are none. */
  readonly plans: readonly ParkingTrajectory[];
}

const MAP = 'skidpad_msgs/msg/ParkingMap';
const TRAJECTORY = 'skidpad_msgs/msg/ParkingTrajectory';

export function parkingRecord(recording: Recording): ParkingRecord {
  const maps = ofType(recording, MAP).flatMap((channel) => {
    let last: RecordedMessage | undefined;
    for (const message of recording.messages({ channels: [channel] })) last = message;
    return last === undefined ? [] : [recording.decode(channel, last.data) as ParkingMap];
  });
  return {
    slots: maps.flatMap(({ slots }) => slots),
    obstacles: maps.flatMap(({ obstacles }) => obstacles),
    plans: plansOf(recording),
  };
}

const ofType = ({ channels }: Recording, name: string) => channels.filter(({ typeName }) => typeName === name);

function plansOf(recording: Recording): ParkingTrajectory[] {
  const channels = ofType(recording, TRAJECTORY);
  const plans = new Map<string, ParkingTrajectory>();
  for (const { channel, data } of recording.messages({ channels })) {
    const plan = recording.decode(channel, data) as ParkingTrajectory;
    if (plan.points.length > 0) plans.set(`${channel.id}/${plan.id}`, plan);
  }
  return [...plans.values()];
}
