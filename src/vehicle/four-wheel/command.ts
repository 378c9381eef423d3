/**
 * What a four-wheel car is asked for: pedals, gear and steering from a Control, or speed and steering from an AckermannDriveStamped or a Twist.
 *
 * One rule: whichever was published last counts; of several that came at once the Control, then the drive command. When it is older than
 * the limit at the end of the step, its numbers count as zero, and the gear stays: a Control that ceases leaves a car with released pedals (which may
 * creep), a drive command or twist that ceases leaves one that is to stand still.
 *
 * A twist (v_x, ω) asks for the steering angle δ = atan(L ω/v_x), full lock for a turn on the spot. Of a drive command only `speed` and
 * `steering_angle` are used: rates are the actuators' own. Control.steer is a part of full lock.
 */
import type { Input } from '../../core/signal.ts';
import { atan, tan } from '../../math/trig.ts';
import type { AckermannDriveStamped, Control, Twist } from '../../msgs/index.ts';
import { clampTo } from '../actuators/actuator-state.ts';
import type { FourWheelCar } from './car.ts';

/** Indices into a command. */
export const enum Command {
  /** 1 when speed is commanded, 0 for pedals. */
  IS_SPEED,
  /** Road-wheel angle [rad]. */
  STEERING,
  /** Speed of the rear axle [m/s] and yaw rate [rad/s] that a speed command asks for. */
  SPEED,
  YAW_RATE,
  /** Pedals, 0 to 1, and gear −1, 0 or 1. */
  THROTTLE,
  BRAKE,
  GEAR,
  /** Which message this was read from: port and sequence, so that it is read once; 0 for none. */
  SOURCE,
  SEQUENCE,
  SIZE,
}

/** Ports that commands come from, in order of precedence. */
const enum Source {
  NONE,
  TWIST,
  DRIVE,
  CONTROL,
}

export interface CommandInputs {
  readonly twist: Input<Twist>;
  readonly drive: Input<AckermannDriveStamped>;
  readonly control: Input<Control>;
}

/** Values of `Control.shift_gears`. */
const enum Shift {
  NEUTRAL = 1,
  FORWARD = 2,
  REVERSE = 3,
}

const orNever = (input: Input<unknown>): number => (input.sequence > 0 ? input.publishedNs : -1);

/** Updates `command` with what counts at `timeNs`. */
export function readCommand(inputs: CommandInputs, timeNs: number, car: FourWheelCar, command: Float64Array): void {
  const { twist, drive, control } = inputs;
  const controlNs = orNever(control);
  const driveNs = orNever(drive);
  const latestNs = Math.max(controlNs, driveNs, orNever(twist));
  if (latestNs < 0) return;
  const source = controlNs === latestNs ? Source.CONTROL : driveNs === latestNs ? Source.DRIVE : Source.TWIST;
  const isOld = (timeNs - latestNs) / 1e9 > car.commandMaxAge;
  const sequence = isOld ? 0 : (source === Source.CONTROL ? control : source === Source.DRIVE ? drive : twist).sequence;
  if (command[Command.SOURCE] === source && command[Command.SEQUENCE] === sequence) return;
  command[Command.SOURCE] = source;
  command[Command.SEQUENCE] = sequence;
  command[Command.IS_SPEED] = source === Source.CONTROL ? 0 : 1;
  if (isOld) release(command);
  else if (source === Source.CONTROL) takeControl(control.value, car, command);
  else if (source === Source.DRIVE) takeDrive(drive.value, car, command);
  else takeTwist(twist.value, car, command);
}

/** Asks for nothing; the gear stays. */
function release(command: Float64Array): void {
  for (let i = Command.STEERING; i < Command.GEAR; i++) command[i] = 0;
}

function takeControl(control: Control, car: FourWheelCar, command: Float64Array): void {
  command[Command.STEERING] = clampTo(control.steer, 1) * car.steering.maxPosition;
  command[Command.THROTTLE] = Math.max(0, Math.min(1, control.throttle));
  command[Command.BRAKE] = Math.max(0, Math.min(1, control.brake));
  const shift = control.shift_gears;
  if (shift === Shift.NEUTRAL) command[Command.GEAR] = 0;
  else if (shift === Shift.FORWARD) command[Command.GEAR] = 1;
  else if (shift === Shift.REVERSE) command[Command.GEAR] = -1;
}

function takeDrive({ drive }: AckermannDriveStamped, car: FourWheelCar, command: Float64Array): void {
  const steering = clampTo(drive.steering_angle, car.steering.maxPosition);
  command[Command.SPEED] = drive.speed;
  command[Command.YAW_RATE] = (drive.speed * tan(steering)) / car.wheelBase;
  command[Command.STEERING] = steering;
}

function takeTwist(twist: Twist, car: FourWheelCar, command: Float64Array): void {
  const vx = twist.linear.x;
  const yawRate = twist.angular.z;
  const stop = car.steering.maxPosition;
  const onTheSpot = yawRate > 0 ? stop : yawRate < 0 ? -stop : 0;
  command[Command.SPEED] = vx;
  command[Command.YAW_RATE] = yawRate;
  command[Command.STEERING] = vx === 0 ? onTheSpot : clampTo(atan((car.wheelBase * yawRate) / vx), stop);
}
