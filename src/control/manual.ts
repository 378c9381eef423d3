/**
 * Driving by hand: the parameters are the wheel and the pedals, and they are turned while the loop runs.
 *
 *   v = throttle · maxSpeed,   δ = steering · maxSteering,   ω = v tan δ / wheelBase
 *
 * throttle, steering in [−1, 1]; v [m/s], δ [rad], left positive, ω [rad/s]. The same as a twist, as an Ackermann command, and as
 * pedals and wheel of the Prius, where a throttle below 0 is the brake. What was done by hand is a list of changes, and so it can be
 * repeated exactly.
 */
import { defineBlock } from '../core/block.ts';
import { param } from '../core/schema.ts';
import { tan } from '../math/trig.ts';
import { AckermannDriveStamped, Control, setTime, Twist } from '../msgs/index.ts';

/** Of prius_msgs/Control. */
const FORWARD = 2;

export const manual = defineBlock({
  type: 'control/manual',
  doc: 'Driving by hand: throttle and steering are parameters that are turned while the loop runs.',
  params: {
    throttle: param(0, '', 'pedals: 1 is full speed or full throttle, below 0 backwards or the brake', {
      min: -1,
      max: 1,
    }),
    steering: param(0, '', 'wheel: 1 is full left, −1 full right', { min: -1, max: 1 }),
    maxSpeed: param(5, 'm/s', 'speed at full throttle, for vehicles that are told a speed', { above: 0 }),
    maxSteering: param(0.5, 'rad', 'angle of the wheels at full lock', { above: 0, max: 1.5 }),
    wheelBase: param(2, 'm', 'for vehicles that are told a yaw rate', { above: 0 }),
  },
  defaultPeriod: 0.02,
  inputs: {},
  outputs: { twist: Twist, drive: AckermannDriveStamped, control: Control },
  init: () => ({}),

  step(
    { throttle, steering, maxSpeed, maxSteering, wheelBase: base },
    _state,
    _inputs,
    { twist, drive, control },
    { nowNs },
  ) {
    const speed = throttle * maxSpeed;
    const angle = steering * maxSteering;
    twist.value.linear.x = speed;
    twist.value.angular.z = (speed * tan(angle)) / base;
    setTime(drive.value.header.stamp, nowNs);
    drive.value.drive.speed = speed;
    drive.value.drive.steering_angle = angle;
    setTime(control.value.header.stamp, nowNs);
    control.value.throttle = Math.max(0, throttle);
    control.value.brake = Math.max(0, -throttle);
    control.value.steer = steering;
    control.value.shift_gears = FORWARD;
  },
});
