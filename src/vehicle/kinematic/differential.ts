/**
 * Differential drive with a realistic actuator on each wheel; equations in differential-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, DifferentialVehicle: parameters, defaults and update law are its own. How its calls map to
 * steps, and what base_link means, is said in vehicle-body.ts.
 * Valid while the wheels do not slip. Differs: pose is that of base_link; `maxVelocity: 0` does not scale (see
 * differential-kinematics.ts); the wheels turn, as the joints `wheel_left` and `wheel_right`, while upstream's are fixed.
 * Checked against: upstream's velocity-tracking tests, the closed-form circle.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { param } from '../../core/schema.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../../msgs/index.ts';
import { beginAt } from '../actuators/actuator-state.ts';
import { leftWheelVelocity, overspeed, rightWheelVelocity } from './differential-kinematics.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from '../actuators/drive-actuator.ts';
import { readTwistReference } from './twist-reference.ts';
import { differentialUrdf } from '../urdf.ts';
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

const WHEELS = ['wheel_left', 'wheel_right'];

const urdfOf = derivedFrom(differentialUrdf);

export const differential = defineBlock({
  type: 'vehicle/differential',
  doc: 'Differential drive (indoor robot, wheelchair, tank) with dead time, lag and limits on each wheel.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    track: param(1.4, 'm', 'distance between the wheels; wider turns slower', { above: 0 }),
    ...bodyParams,
    visWheelDiameter: param((own) => own.track * 0.4, 'm', 'wheel diameter as drawn', { min: 0 }),
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
    left: createDriveActuator(params.driveActuators, context.period),
    right: createDriveActuator(params.driveActuators, context.period),
    wheelAngles: new Float64Array(2),
  }),

  step(params, state, inputs, outputs, time) {
    const { body, left, right, wheelAngles } = state;
    beginStep(body, time);
    if (time.activation === 0) {
      beginAt(left, time.nowNs);
      beginAt(right, time.nowNs);
    }
    readTwistReference(body, params, inputs);
    const timeNs = body[Body.TIME_NS];
    const wantedLeft = leftWheelVelocity(body[Body.WANTED_VX], body[Body.WANTED_YAW_RATE], params.track);
    const wantedRight = rightWheelVelocity(body[Body.WANTED_VX], body[Body.WANTED_YAW_RATE], params.track);

    // both wheels slower by the same factor when one cannot follow
    const scale = overspeed(Math.max(Math.abs(wantedLeft), Math.abs(wantedRight)), params.driveActuators.maxVelocity);
    const leftVelocity = driveVelocity(params.driveActuators, left, timeNs, wantedLeft / scale);
    const rightVelocity = driveVelocity(params.driveActuators, right, timeNs, wantedRight / scale);

    body[Body.AXLE_VX] = 0.5 * (leftVelocity + rightVelocity);
    body[Body.YAW_RATE] = (rightVelocity - leftVelocity) / params.track;
    moveBody(body, params.baseLinkOffset, outputs.state.publish);
    if (outputs.state.publish) writeState(body, params.baseLinkOffset, outputs.state.value);
    wheelAngles[0] = rolledAngle(wheelAngles[0], leftVelocity, time.dt, params.visWheelDiameter);
    wheelAngles[1] = rolledAngle(wheelAngles[1], rightVelocity, time.dt, params.visWheelDiameter);
    publishWheelJoints(WHEELS, wheelAngles, params.publishRateHz, body, outputs.joint_states);
    // again when a parameter that shows in it has changed
    if (looksAtDescription(time)) describe(outputs.robot_description, urdfOf(params));
  },
});
