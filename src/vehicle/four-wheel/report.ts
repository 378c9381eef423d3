/**
 * What a four-wheel car publishes besides its state: angles and speeds of its joints, and RosDrive's car_info.
 *
 * Joints are `steering_left`, `steering_right` and `wheel_front_left` … `wheel_rear_right`. car_info is about the point `origin` ahead of the rear axle, which RosDrive
 * calls latitude (x) and longitude (y), with the yaw plus `headingOffset` as heading, not wrapped.
 */
import type { Output } from '../../core/signal.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { CarInfo, JointState } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { ackermannAngles } from '../kinematic/ackermann.ts';
import type { FourWheelCar } from './car.ts';
import { Command } from './command.ts';
import type { FourWheelState } from './state.ts';
import { Motion, WHEELS, Wheels } from './state.ts';
import { Body, jointsDue } from '../vehicle-body.ts';

const JOINTS = [
  'steering_left',
  'steering_right',
  'wheel_front_left',
  'wheel_front_right',
  'wheel_rear_left',
  'wheel_rear_right',
];

/** Writes the joint states when they are due, and holds them back otherwise. */
export function publishJoints(
  car: FourWheelCar,
  { wheels }: FourWheelState,
  body: Float64Array,
  output: Output<JointState>,
): void {
  if (!jointsDue(body, car.jointRateHz)) return;
  const { value } = output;
  output.publish = true;
  setTime(value.header.stamp, body[Body.TIME_NS]);
  if (value.position.length !== JOINTS.length) {
    value.name = [...JOINTS];
    value.position = new Float64Array(JOINTS.length);
    value.velocity = new Float64Array(JOINTS.length);
  }
  ackermannAngles(body[Body.STEERING], car.wheelBase, car.trackFront, value.position);
  for (let i = 0; i < WHEELS; i++) {
    value.position[2 + i] = wheels[Wheels.ANGLE + i];
    value.velocity[2 + i] = wheels[Wheels.SPIN + i];
  }
}

/** Writes car_info. */
export function publishCarInfo(
  { carInfo }: FourWheelCar,
  { motion }: FourWheelState,
  command: Float64Array,
  body: Float64Array,
  output: Output<CarInfo>,
): void {
  const { value } = output;
  output.publish = true;
  setTime(value.header.stamp, body[Body.TIME_NS]);
  value.header.frame_id = 'map';
  value.car_name = carInfo.carName;
  value.station_id = carInfo.stationId;
  value.latitude = body[Body.X] + carInfo.origin * motion[Motion.COS];
  value.longitude = body[Body.Y] + carInfo.origin * motion[Motion.SIN];
  value.heading = wrapToPi(body[Body.YAW]) + carInfo.headingOffset;
  value.speed = Math.sqrt(motion[Motion.VX] * motion[Motion.VX] + motion[Motion.VY] * motion[Motion.VY]);
  value.drive_direction = command[Command.GEAR];
  value.steering_wheel_angle = body[Body.STEERING];
  value.gas = command[Command.THROTTLE];
  value.brake = command[Command.BRAKE];
  value.yaw_rate = motion[Motion.YAW_RATE];
}
