/**
 * Omnidirectional platform with four mecanum wheels and a realistic actuator on each; equations in mecanum-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, OmniVehicle: parameters, defaults and update law are its own. How its calls map to steps, and
 * what base_link means, is said in vehicle-body.ts; the "axle" is the centre of the wheels.
 * Valid while the platform's inertia is shared evenly by the wheels. Differs: pose and wheels are placed relative to
 * base_link; `maxVelocity: 0` does not scale; `yawLever: sum` gives the usual roller arrangement; the wheels turn, as the joints
 * `wheel_front_left` …, while upstream's are fixed. Wheel i rolls at αᵢ mᵢ.
 * Checked against: upstream's velocity-tracking tests, numpy.linalg.lstsq.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { choice, param } from '../../core/schema.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../../msgs/index.ts';
import { beginAt } from '../actuators/actuator-state.ts';
import { overspeed } from './differential-kinematics.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from '../actuators/drive-actuator.ts';
import { bodyVelocity, wheelSpeeds } from './mecanum-kinematics.ts';
import { readTwistReference } from './twist-reference.ts';
import { omniUrdf } from '../urdf.ts';
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
import { publishWheelJoints, rolledAngle } from '../wheel-joints.ts';

const WHEELS = ['wheel_front_left', 'wheel_rear_left', 'wheel_rear_right', 'wheel_front_right'];

interface MecanumParams {
  readonly yawLever: 'difference' | 'sum';
  readonly wheelBase: number;
  readonly track: number;
}

const urdfOf = derivedFrom(omniUrdf);

const geometryOf = derivedFrom((own: MecanumParams) => ({
  alpha: own.yawLever === 'sum' ? -1 : 1,
  wheelBase: own.wheelBase,
  track: own.track,
}));

export const omni = defineBlock({
  type: 'vehicle/omni',
  doc: 'Omnidirectional platform on four mecanum wheels with dead time, lag and limits on each.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    wheelBase: param(1.4, 'm', 'distance between front and rear wheels', { above: 0 }),
    track: param(1.2, 'm', 'distance between left and right wheels', { above: 0 }),
    yawLever: choice(
      'difference',
      ['difference', 'sum'],
      'lever of the wheels about the centre: half the difference of wheel base and track (upstream), or half their sum (as platforms are built)',
    ),
    ...bodyParams,
    visWheelDiameter: param((own) => own.track * 0.25, 'm', 'wheel diameter as drawn', { min: 0 }),
    driveActuators: driveActuatorParams,
  },
  inputs: { twist: optionalInput(Twist), twist_stamped: optionalInput(TwistStamped) },
  outputs: {
    state: VehicleState,
    joint_states: occasionalOutput(JointState),
    robot_description: occasionalOutput(StringMessage),
  },

  init: (params, context) => ({
    body: createBody(params),
    motors: Array.from({ length: 4 }, () => createDriveActuator(params.driveActuators, context.period)),
    wheels: new Float64Array(4),
    wheelAngles: new Float64Array(4),
  }),

  step(params, state, inputs, outputs, time) {
    const { body, motors, wheels, wheelAngles } = state;
    const geometry = geometryOf(params);
    beginStep(body, time);
    readTwistReference(body, params, inputs);
    wheelSpeeds(geometry, body[Body.WANTED_VX], body[Body.WANTED_VY], body[Body.WANTED_YAW_RATE], wheels);

    // all wheels slower by the same factor when one cannot follow
    const fastest = Math.max(Math.abs(wheels[0]), Math.abs(wheels[1]), Math.abs(wheels[2]), Math.abs(wheels[3]));
    const scale = overspeed(fastest, params.driveActuators.maxVelocity);
    for (let i = 0; i < 4; i++) {
      const motor = motors[i];
      if (time.activation === 0) beginAt(motor, time.nowNs);
      wheels[i] = driveVelocity(params.driveActuators, motor, body[Body.TIME_NS], wheels[i] / scale);
      const rolling = (i & 1) === 0 ? geometry.alpha * wheels[i] : -geometry.alpha * wheels[i];
      wheelAngles[i] = rolledAngle(wheelAngles[i], rolling, time.dt, params.visWheelDiameter);
    }

    bodyVelocity(geometry, wheels, body, Body.AXLE_VX);
    moveBody(body, params.baseLinkOffset, outputs.state.publish);
    if (outputs.state.publish) writeState(body, params.baseLinkOffset, outputs.state.value);
    publishWheelJoints(WHEELS, wheelAngles, params.publishRateHz, body, outputs.joint_states);
    // again when a parameter that shows in it has changed
    if (looksAtDescription(time)) describe(outputs.robot_description, urdfOf(params));
  },
});
