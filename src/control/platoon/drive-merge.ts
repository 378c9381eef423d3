/**
 * One command from two: the acceleration of who decides on speed, and the steering angle of who decides on the way.
 *
 * Without an acceleration for `timeout` it asks for `braking`.
 */
import { defineBlock } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { AckermannDriveStamped, setTime } from '../../msgs/index.ts';

export const driveMerge = defineBlock({
  type: 'control/drive-merge',
  doc: 'One command of an acceleration and a steering angle that come from two.',
  defaultPeriod: 0.02,
  params: {
    timeout: param(0.5, 's', 'an acceleration older than this counts as braking', { min: 0 }),
    braking: param(3, 'm/s²', 'how hard it brakes then', { min: 0 }),
  },
  inputs: { acceleration: AckermannDriveStamped, steering: AckermannDriveStamped },
  outputs: { ackermann: AckermannDriveStamped },
  init: () => ({}),

  step(own, _state, { acceleration, steering }, { ackermann }, { nowNs }) {
    ackermann.publish = acceleration.sequence > 0;
    if (!ackermann.publish) return;
    const { drive } = ackermann.value;
    const isOld = (nowNs - acceleration.publishedNs) / 1e9 > own.timeout;
    setTime(ackermann.value.header.stamp, nowNs);
    drive.acceleration = isOld ? -own.braking : acceleration.value.drive.acceleration;
    drive.steering_angle = steering.sequence > 0 ? steering.value.drive.steering_angle : 0;
  },
});
