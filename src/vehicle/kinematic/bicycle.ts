/**
 * Kinematic bicycle with realistic drive and steering actuators; equations in bicycle-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, BicycleVehicle: parameters, defaults, update law and joint names are its own. How its calls map
 * to steps, and what base_link means, is said in vehicle-body.ts.
 * Valid while tyres hardly slip. Differs: pose is that of base_link; joint states keep their rate exactly, while upstream's
 * strict comparison makes 50 Hz 47.6 Hz at 1 ms.
 * Checked against: upstream's velocity-tracking tests, the closed-form circle, a literal restatement of upstream's update.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { flag, param } from '../../core/schema.ts';
import { sinCos, tan } from '../../math/trig.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../../msgs/index.ts';
import type { ActuatorState } from '../actuators/actuator-state.ts';
import { beginAt } from '../actuators/actuator-state.ts';
import { isNearerReversed, steeringForTwist } from './bicycle-kinematics.ts';
import type { DriveActuatorParams } from '../actuators/drive-actuator.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from '../actuators/drive-actuator.ts';
import type { SteeringActuatorParams } from '../actuators/steering-actuator.ts';
import { createSteeringActuator, steeringActuatorParams, steeringAngle } from '../actuators/steering-actuator.ts';
import { publishSteeringJoints } from '../steering-joints.ts';
import { readTwistReference } from './twist-reference.ts';
import { bicycleUrdf } from '../urdf.ts';
import {
  beginStep,
  Body,
  bodyParams,
  createBody,
  describe,
  moveBody,
  writeState,
  looksAtDescription,
} from '../vehicle-body.ts';

interface BicycleParams {
  readonly wheelBase: number;
  readonly driveOnSteeredWheel: boolean;
  readonly driveActuator: DriveActuatorParams;
  readonly steeringActuator: SteeringActuatorParams;
}

/** Indices into the numbers of the steered wheel. Twists change rarely, and so does an angle that has been reached. */
const enum Wheel {
  /** Of the latest angle: the sine, or the tangent where the fixed axle is driven, and the cosine; and the angle [rad]. */
  SIN_OR_TAN,
  COS,
  ANGLE,
  /** The latest twist: v_x [m/s], ω [rad/s], and the angle [rad] and speed [m/s] that it asks for. */
  TWIST_VX,
  TWIST_YAW_RATE,
  WANTED_ANGLE,
  WANTED_SPEED,
}

interface BicycleState {
  readonly body: Float64Array;
  readonly drive: ActuatorState;
  readonly steering: ActuatorState;
  /** By `Wheel`. */
  readonly wheel: Float64Array;
}

/** What a twist asks of the steered wheel. */
function decideWheel(params: BicycleParams, signedBase: number, body: Float64Array, wheel: Float64Array): void {
  const vx = body[Body.WANTED_VX];
  const yawRate = body[Body.WANTED_YAW_RATE];
  const across = params.wheelBase * yawRate;
  wheel[Wheel.TWIST_VX] = vx;
  wheel[Wheel.TWIST_YAW_RATE] = yawRate;
  wheel[Wheel.WANTED_ANGLE] = steeringForTwist(signedBase, vx, yawRate, params.driveOnSteeredWheel);
  wheel[Wheel.WANTED_SPEED] = Math.sqrt(vx * vx + across * across);
}

/** Steering and drive over the step, and the axle velocity that follows from both. */
function turnWheels(params: BicycleParams, state: BicycleState, signedBase: number): void {
  const { body, drive, steering, wheel } = state;
  const timeNs = body[Body.TIME_NS];
  if (wheel[Wheel.TWIST_VX] !== body[Body.WANTED_VX] || wheel[Wheel.TWIST_YAW_RATE] !== body[Body.WANTED_YAW_RATE]) {
    decideWheel(params, signedBase, body, wheel);
  }

  // towards the nearer of the two directions that give the wanted motion
  const wanted = wheel[Wheel.WANTED_ANGLE];
  const reversed = isNearerReversed(wanted, body[Body.STEERING]);
  const angle = steeringAngle(params.steeringActuator, steering, timeNs, wanted + (reversed ? Math.PI : 0));
  body[Body.STEERING] = angle;
  // ±0 are equal and have different tangents
  const turned = angle !== wheel[Wheel.ANGLE] || angle === 0;
  wheel[Wheel.ANGLE] = angle;
  if (params.driveOnSteeredWheel) {
    const speed = wheel[Wheel.WANTED_SPEED];
    const velocity = driveVelocity(params.driveActuator, drive, timeNs, reversed ? -speed : speed);
    if (turned) sinCos(angle, wheel);
    body[Body.AXLE_VX] = velocity * wheel[Wheel.COS];
    body[Body.YAW_RATE] = (velocity / signedBase) * wheel[Wheel.SIN_OR_TAN];
  } else {
    const velocity = driveVelocity(params.driveActuator, drive, timeNs, wheel[Wheel.TWIST_VX]);
    if (turned) wheel[Wheel.SIN_OR_TAN] = tan(angle);
    body[Body.AXLE_VX] = velocity;
    body[Body.YAW_RATE] = (velocity * wheel[Wheel.SIN_OR_TAN]) / signedBase;
  }
}

const urdfOf = derivedFrom((own: Parameters<typeof bicycleUrdf>[0]) => bicycleUrdf(own));

export const bicycle = defineBlock({
  type: 'vehicle/bicycle',
  doc: 'Kinematic bicycle (car, forklift, tricycle) with dead time, lag and limits in drive and steering.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    wheelBase: param(2, 'm', 'distance between the axles; longer turns wider', { above: 0 }),
    driveOnSteeredWheel: flag(false, 'whether the steered wheel is driven instead of the fixed axle'),
    reverse: flag(false, 'whether the steered wheel is behind the fixed axle'),
    ...bodyParams,
    visTrackFixed: param(
      (own) => own.wheelBase * 0.7,
      'm',
      'spacing of the wheels on the fixed axle as drawn; 0 for one wheel',
      { min: 0 },
    ),
    visTrackSteered: param(
      (own) => own.wheelBase * 0.7,
      'm',
      'spacing of the steered wheels as drawn; 0 for one wheel',
      { min: 0 },
    ),
    visWheelDiameter: param((own) => own.wheelBase * 0.25, 'm', 'wheel diameter as drawn', { min: 0 }),
    driveActuator: driveActuatorParams,
    steeringActuator: steeringActuatorParams,
  },
  inputs: { twist: optionalInput(Twist), twist_stamped: optionalInput(TwistStamped) },
  outputs: {
    state: VehicleState,
    joint_states: occasionalOutput(JointState),
    robot_description: occasionalOutput(StringMessage),
  },

  check(params) {
    const stop = params.steeringActuator.maxPosition;
    if (params.driveOnSteeredWheel || (stop !== 0 && stop <= Math.PI / 2 - 1e-9)) return undefined;
    return [
      'steeringActuator.maxPosition',
      `expected an end stop above 0 and below 90° because the fixed axle is driven, got ${stop} rad`,
    ];
  },

  init: (params, context): BicycleState => ({
    body: createBody(params),
    drive: createDriveActuator(params.driveActuator, context.period),
    steering: createSteeringActuator(params.steeringActuator, context.period),
    wheel: new Float64Array(7).fill(NaN),
  }),

  step(params, state, inputs, outputs, time) {
    const { body } = state;
    const direction = params.reverse ? -1 : 1;
    beginStep(body, time);
    if (time.activation === 0) {
      beginAt(state.drive, time.nowNs);
      beginAt(state.steering, time.nowNs);
    }
    readTwistReference(body, params, inputs);
    turnWheels(params, state, direction * params.wheelBase);
    moveBody(body, params.baseLinkOffset, outputs.state.publish);
    if (outputs.state.publish) writeState(body, params.baseLinkOffset, outputs.state.value);
    publishSteeringJoints(params, direction, body, outputs.joint_states);
    // again when a parameter that shows in it has changed
    if (looksAtDescription(time)) describe(outputs.robot_description, urdfOf(params));
  },
});
