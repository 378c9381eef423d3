/**
 * Kinematic bicycle with realistic drive and steering actuators; equations in bicycle-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, BicycleVehicle: parameters, defaults, update law and joint names are its own. How its calls map
 * to steps, and what base_link means, is said in vehicle-body.ts.
 * Valid while tyres hardly slip. Differs: pose is that of base_link; joint states keep their rate exactly, while upstream's
 * strict comparison makes 50 Hz 47.6 Hz at 1 ms.
 * Checked against: upstream's velocity-tracking tests, the closed-form circle, a literal restatement of upstream's update.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../core/block.ts';
import { flag, param } from '../core/schema.ts';
import { sinCos, tan } from '../math/trig.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../msgs/index.ts';
import type { ActuatorState } from './actuator-state.ts';
import { giveCommand } from './actuator-state.ts';
import { isNearerReversed, steeringForTwist } from './bicycle-kinematics.ts';
import type { DriveActuatorParams } from './drive-actuator.ts';
import { createDriveActuator, driveActuatorParams, followDrive } from './drive-actuator.ts';
import type { SteeringActuatorParams } from './steering-actuator.ts';
import { createSteeringActuator, followSteering, steeringActuatorParams } from './steering-actuator.ts';
import { publishSteeringJoints } from './steering-joints.ts';
import { readTwistReference } from './twist-reference.ts';
import { bicycleUrdf } from './urdf.ts';
import type { Body } from './vehicle-body.ts';
import { beginStep, bodyParams, createBody, describe, moveBody, writeState } from './vehicle-body.ts';

const steered = new Float64Array(2);

interface BicycleParams {
  readonly wheel_base: number;
  readonly drive_on_steered_wheel: boolean;
  readonly drive_actuator: DriveActuatorParams;
  readonly steering_actuator: SteeringActuatorParams;
}

interface BicycleState {
  readonly body: Body;
  readonly drive: ActuatorState;
  readonly steering: ActuatorState;
  /** The twist that was last turned into the angle and speed of the steered wheel, and these: v_x, ω, δ, v. Twists change rarely. */
  readonly wanted: Float64Array;
}

/** What a twist asks of the steered wheel. */
function decideWheel(params: BicycleParams, signedBase: number, twist: Float64Array, wanted: Float64Array): void {
  const vx = twist[0];
  const yawRate = twist[2];
  const across = params.wheel_base * yawRate;
  wanted[0] = vx;
  wanted[1] = yawRate;
  wanted[2] = steeringForTwist(signedBase, vx, yawRate, params.drive_on_steered_wheel);
  wanted[3] = Math.sqrt(vx * vx + across * across);
}

/** Steering and drive over the step, and the axle velocity that follows from both. */
function turnWheels(params: BicycleParams, state: BicycleState, signedBase: number): void {
  const { body, drive, steering, wanted } = state;
  const { reference, axleVelocity, timeNs } = body;
  if (wanted[0] !== reference[0] || wanted[1] !== reference[2]) decideWheel(params, signedBase, reference, wanted);

  // towards the nearer of the two directions that give the wanted motion
  const reversed = isNearerReversed(wanted[2], steering.output);
  giveCommand(steering, timeNs, wanted[2] + (reversed ? Math.PI : 0));
  followSteering(params.steering_actuator, steering);
  body.steering = steering.output;
  if (params.drive_on_steered_wheel) {
    giveCommand(drive, timeNs, reversed ? -wanted[3] : wanted[3]);
    followDrive(params.drive_actuator, drive);
    sinCos(steering.output, steered);
    axleVelocity[0] = drive.output * steered[1];
    axleVelocity[2] = (drive.output / signedBase) * steered[0];
  } else {
    giveCommand(drive, timeNs, wanted[0]);
    followDrive(params.drive_actuator, drive);
    axleVelocity[0] = drive.output;
    axleVelocity[2] = (drive.output * tan(steering.output)) / signedBase;
  }
}

export const bicycle = defineBlock({
  type: 'vehicle/bicycle',
  doc: 'Kinematic bicycle (car, forklift, tricycle) with dead time, lag and limits in drive and steering.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    wheel_base: param(2, 'm', 'distance between the axles; longer turns wider', { above: 0 }),
    drive_on_steered_wheel: flag(false, 'whether the steered wheel is driven instead of the fixed axle'),
    reverse: flag(false, 'whether the steered wheel is behind the fixed axle'),
    ...bodyParams,
    vis_track_fixed: param((own) => own.wheel_base * 0.7, 'm', 'spacing of the wheels on the fixed axle as drawn; 0 for one wheel', { min: 0 }),
    vis_track_steered: param((own) => own.wheel_base * 0.7, 'm', 'spacing of the steered wheels as drawn; 0 for one wheel', { min: 0 }),
    vis_tire_diameter: param((own) => own.wheel_base * 0.25, 'm', 'wheel diameter as drawn', { min: 0 }),
    drive_actuator: driveActuatorParams,
    steering_actuator: steeringActuatorParams,
  },
  inputs: { twist: optionalInput(Twist), twist_stamped: optionalInput(TwistStamped) },
  outputs: { state: VehicleState, joint_states: occasionalOutput(JointState), robot_description: occasionalOutput(StringMessage) },

  check(params) {
    const stop = params.steering_actuator.max_position;
    if (params.drive_on_steered_wheel || (stop !== 0 && stop <= Math.PI / 2 - 1e-9)) return undefined;
    return ['steering_actuator.max_position', `expected an end stop above 0 and below 90° because the fixed axle is driven, got ${stop} rad`];
  },

  init: (params, context): BicycleState => ({
    body: createBody(params),
    drive: createDriveActuator(params.drive_actuator, context.period),
    steering: createSteeringActuator(params.steering_actuator, context.period),
    wanted: Float64Array.of(NaN, NaN, 0, 0),
  }),

  step(params, state, inputs, outputs, time) {
    const { body } = state;
    const direction = params.reverse ? -1 : 1;
    beginStep(body, time);
    if (time.activation === 0) state.drive.timeNs = state.steering.timeNs = time.nowNs;
    readTwistReference(body, params, inputs);
    turnWheels(params, state, direction * params.wheel_base);
    moveBody(body, params.base_link_offset);
    writeState(body, params.base_link_offset, outputs.state.value);
    publishSteeringJoints(params, direction, body, outputs.joint_states);
    if (time.activation === 0) describe(outputs.robot_description, bicycleUrdf(params));
  },
});
