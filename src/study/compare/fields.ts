/** Where recorded signals hold what every vehicle has: place, speed, yaw rate and steering; and what a controller's error is. */
import { InputError } from '../../core/input-error.ts';
import { scalarFields } from '../../msgs/flatten.ts';
import type { Column } from '../../record/metrics/columns.ts';
import { findColumn, findScalar, isSignal } from '../../record/metrics/columns.ts';
import type { RecordedChannel, Recording } from '../../record/mcap/recording-reader.ts';

export type Quantity = 'x' | 'y' | 'speed' | 'yawRate' | 'steering';

const FIELDS: Readonly<Record<string, Readonly<Partial<Record<Quantity, string>>>>> = {
  'skidpad_msgs/msg/VehicleState': { x: 'x', y: 'y', speed: 'vx', yawRate: 'yaw_rate', steering: 'steering' },
  'rosdrive_msgs/msg/CarInfo': {
    x: 'latitude',
    y: 'longitude',
    speed: 'speed',
    yawRate: 'yaw_rate',
    steering: 'steering_wheel_angle',
  },
  'nav_msgs/msg/Odometry': {
    x: 'pose.pose.position.x',
    y: 'pose.pose.position.y',
    speed: 'twist.twist.linear.x',
    yawRate: 'twist.twist.angular.z',
  },
  'geometry_msgs/msg/PoseStamped': { x: 'pose.position.x', y: 'pose.position.y' },
  'geometry_msgs/msg/Twist': { speed: 'linear.x', yawRate: 'angular.z' },
  'geometry_msgs/msg/TwistStamped': { speed: 'twist.linear.x', yawRate: 'twist.angular.z' },
  'ackermann_msgs/msg/AckermannDrive': { speed: 'speed', steering: 'steering_angle' },
  'ackermann_msgs/msg/AckermannDriveStamped': { speed: 'drive.speed', steering: 'drive.steering_angle' },
};

const ERRORS: Readonly<Record<string, readonly string[]>> = {
  'skidpad_msgs/msg/TrackState': ['lateral', 'heading'],
  'skidpad_msgs/msg/SteerRequest': ['error'],
};

/** The field of a signal that is this quantity; undefined where it has none. */
export function quantityOf(channel: RecordedChannel, quantity: Quantity): Column | undefined {
  const field = FIELDS[channel.typeName]?.[quantity];
  return field === undefined || !isSignal(channel) ? undefined : columnAt(channel, field);
}

/** Fields that say how far off a controller was. */
export const errorsOf = (channel: RecordedChannel): Column[] =>
  (isSignal(channel) ? (ERRORS[channel.typeName] ?? []) : []).map((field) => columnAt(channel, field));

/** A field by name, or the only number of a signal: `schedule.setpoint` is `schedule.setpoint.data`. Throws InputError at `path`. */
export function fieldOrOnlyNumber(recording: Recording, name: string, path: string): Column {
  const channel = recording.channels.find((candidate) => isSignal(candidate) && candidate.signal === name);
  if (channel === undefined) return findColumn(recording, name, path);
  const fields = scalarFields(channel.type!)
    .map((scalar) => scalar.path)
    .filter((field) => !/(^|\.)stamp\./.test(field));
  if (fields.length !== 1)
    throw new InputError(
      path,
      `expected a field of ${name}, such as ${fields
        .slice(0, 4)
        .map((field) => `${name}.${field}`)
        .join(', ')}`,
    );
  return columnAt(channel, fields[0]);
}

function columnAt(channel: RecordedChannel, field: string): Column {
  const { unit, read } = findScalar(channel.type!, field, '');
  return { name: `${channel.signal}.${field}`, unit, channel, read };
}
