/**
 * What a car is asked for: speed and steering angle, from an AckermannDriveStamped or a Twist.
 *
 * Whichever was published last counts, the Ackermann command when both came at once. It counts as zero when it is older than the
 * limit at the end of the step: an Ackermann command by its own stamp if it has one, anything else by its publication.
 * A twist (v_x, ω) becomes v_x and δ = atan(L ω/v_x), straight ahead when v_x is zero. Of an Ackermann command only
 * `speed` and `steering_angle` are used: rates are the actuators' own.
 */
import type { Input } from '../../core/signal.ts';
import { atan } from '../../math/trig.ts';
import type { AckermannDriveStamped, Twist } from '../../msgs/index.ts';

export interface DriveInputs {
  readonly ackermann: Input<AckermannDriveStamped>;
  readonly twist: Input<Twist>;
}

export const COMMAND_SPEED = 0;
export const COMMAND_STEERING = 1;

export interface DriveCommandParams {
  readonly commandTimeout: number;
  readonly wheelBase: number;
}

/** Writes speed [m/s] and steering angle [rad] that count at `timeNs` to `command`. */
export function readDriveCommand(
  inputs: DriveInputs,
  timeNs: number,
  params: DriveCommandParams,
  command: Float64Array,
): void {
  const { ackermann, twist } = inputs;
  const useAckermann = ackermann.sequence > 0 && (twist.sequence === 0 || ackermann.publishedNs >= twist.publishedNs);
  const stamp = ackermann.value.header.stamp;
  const stampNs = stamp.sec * 1e9 + stamp.nanosec;
  const sentNs = !useAckermann ? twist.publishedNs : stampNs > 0 ? stampNs : ackermann.publishedNs;
  const isCurrent = (useAckermann || twist.sequence > 0) && !((timeNs - sentNs) / 1e9 > params.commandTimeout);
  command[COMMAND_SPEED] = 0;
  command[COMMAND_STEERING] = 0;
  if (!isCurrent) return;
  if (useAckermann) {
    command[COMMAND_SPEED] = ackermann.value.drive.speed;
    command[COMMAND_STEERING] = ackermann.value.drive.steering_angle;
  } else {
    const vx = twist.value.linear.x;
    command[COMMAND_SPEED] = vx;
    if (Math.abs(vx) > 1e-12) command[COMMAND_STEERING] = atan((params.wheelBase * twist.value.angular.z) / vx);
  }
}
