/**
 * How a vehicle moves, from the best source there is: accelerations and yaw rate of an IMU, else of the true state. Accelerations
 * are in the axes of the vehicle, x forward and y left [m/s²]; those of an IMU are turned by its mount.
 */
import type { Imu, VehicleState } from '../../../../src/msgs/index.ts';
import type { History } from '../../players/history.ts';
import type { Frame } from '../../players/player.ts';
import type { Sensor, SensorVehicle } from './sensor-inventory.ts';

export const STANDARD_GRAVITY = 9.80665;

export interface Motion {
  readonly ax: number;
  readonly ay: number;
  readonly yawRate: number;
}

export const motionSource = ({ sensors }: SensorVehicle): Sensor | undefined =>
  sensors.find(({ kind }) => kind === 'imu') ?? sensors.find(({ kind }) => kind === 'state');

export function motionOf({ kind, mount }: Pick<Sensor, 'kind' | 'mount'>, message: unknown): Motion {
  if (kind === 'state') {
    const { ax, ay, yaw_rate: yawRate } = message as VehicleState;
    return { ax, ay, yawRate };
  }
  const { angular_velocity, linear_acceleration } = message as Imu;
  const { x, y } = linear_acceleration;
  const [c, s] = [Math.cos(mount?.yaw ?? 0), Math.sin(mount?.yaw ?? 0)];
  return { ax: c * x - s * y, ay: s * x + c * y, yawRate: angular_velocity.z };
}

/** Calls back with the accelerations [m/s²] and ages [s] of the last `seconds`, oldest first. */
export function forEachTrail(
  { kind, mount, topic }: Sensor,
  history: History,
  { time }: Pick<Frame, 'time'>,
  seconds: number,
  draw: (ax: number, ay: number, age: number) => void,
): void {
  const [xField, yField] = kind === 'state' ? ['ax', 'ay'] : ['linear_acceleration.x', 'linear_acceleration.y'];
  const along = history.series(topic.id, xField);
  const across = history.series(topic.id, yField);
  const [c, s] = kind === 'state' ? [1, 0] : [Math.cos(mount?.yaw ?? 0), Math.sin(mount?.yaw ?? 0)];
  const { times } = along;
  let first = times.length;
  while (first > 0 && times[first - 1] >= time - seconds) first--;
  for (let i = first; i < times.length && times[i] <= time; i++) {
    const [x, y] = [along.values[i], across.values[i]];
    draw(c * x - s * y, s * x + c * y, time - times[i]);
  }
}
