/**
 * Two numbers as one command: speed and steering angle, each a std_msgs/Float32 of its own, as small robots take them on /speed and /steer.
 *
 *   v = k_v · speed,  δ = k_δ · steer       within their limits
 *
 * A speed that has not been heard for `timeout` is 0: a robot whose driver has gone stands.
 */
import { defineBlock } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { AckermannDriveStamped, Float32, setTime } from '../../msgs/index.ts';

export const speedAndSteer = defineBlock({
  type: 'control/speed-and-steer',
  doc: 'A drive command from a speed and a steering angle that come as single numbers; stands when they stop coming.',
  defaultPeriod: 0.02,
  params: {
    speedScale: param(1, 'm/s', 'speed at a command of 1'),
    steerScale: param(1, 'rad', 'angle at a command of 1, left positive'),
    maxSpeed: param(0.8, 'm/s', 'largest speed, ahead and back', { min: 0 }),
    maxSteering: param(0.785, 'rad', 'largest angle', { min: 0 }),
    timeout: param(1, 's', 'a speed older than this counts as 0', { min: 0 }),
  },
  inputs: { speed: Float32, steer: Float32 },
  outputs: { drive: AckermannDriveStamped },
  init: () => ({}),
  step(own, _state, { speed, steer }, { drive }, { nowNs }) {
    const isOld = speed.sequence === 0 || (nowNs - speed.publishedNs) / 1e9 > own.timeout;
    setTime(drive.value.header.stamp, nowNs);
    drive.value.drive.speed = isOld ? 0 : clamp(own.speedScale * speed.value.data, -own.maxSpeed, own.maxSpeed);
    drive.value.drive.steering_angle = clamp(own.steerScale * steer.value.data, -own.maxSteering, own.maxSteering);
  },
});
