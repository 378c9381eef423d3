/**
 * Differential drive with a realistic actuator on each wheel; equations in differential-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, DifferentialVehicle: parameters, defaults and update law are its own. How its calls map to
 * steps, and what base_link means, is said in vehicle-body.ts.
 * Valid while the wheels do not slip. Differs: pose is that of base_link; `max_velocity: 0` does not scale (see
 * differential-kinematics.ts); the wheels turn, as the joints `wheel_left` and `wheel_right`, while upstream's are fixed.
 * Checked against: upstream's velocity-tracking tests, the closed-form circle.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../core/block.ts';
import { param } from '../core/schema.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../msgs/index.ts';
import { giveCommand } from './actuator-state.ts';
import { leftWheelVelocity, overspeed, rightWheelVelocity } from './differential-kinematics.ts';
import { createDriveActuator, driveActuatorParams, followDrive } from './drive-actuator.ts';
import { readTwistReference } from './twist-reference.ts';
import { differentialUrdf } from './urdf.ts';
import { beginStep, bodyParams, createBody, describe, moveBody, writeState } from './vehicle-body.ts';
import { publishWheelJoints, rolledAngle } from './wheel-joints.ts';

const WHEELS = ['wheel_left', 'wheel_right'];

export const differential = defineBlock({
  type: 'vehicle/differential',
  doc: 'Differential drive (indoor robot, wheelchair, tank) with dead time, lag and limits on each wheel.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    track: param(1.4, 'm', 'distance between the wheels; wider turns slower', { above: 0 }),
    ...bodyParams,
    vis_tire_diameter: param((own) => own.track * 0.4, 'm', 'wheel diameter as drawn', { min: 0 }),
    drive_actuators: driveActuatorParams,
  },
  inputs: { twist: optionalInput(Twist), twist_stamped: optionalInput(TwistStamped) },
  outputs: { state: VehicleState, joint_states: occasionalOutput(JointState), robot_description: occasionalOutput(StringMessage) },

  init: (params, context) => ({
    body: createBody(params),
    left: createDriveActuator(params.drive_actuators, context.period),
    right: createDriveActuator(params.drive_actuators, context.period),
    wheelAngles: new Float64Array(2),
  }),

  step(params, state, inputs, outputs, time) {
    const { body, left, right, wheelAngles } = state;
    beginStep(body, time);
    if (time.activation === 0) left.timeNs = right.timeNs = time.nowNs;
    readTwistReference(body, params, inputs);
    const wantedLeft = leftWheelVelocity(body.reference[0], body.reference[2], params.track);
    const wantedRight = rightWheelVelocity(body.reference[0], body.reference[2], params.track);

    // both wheels slower by the same factor when one cannot follow
    const scale = overspeed(Math.max(Math.abs(wantedLeft), Math.abs(wantedRight)), params.drive_actuators.max_velocity);
    giveCommand(left, body.timeNs, wantedLeft / scale);
    giveCommand(right, body.timeNs, wantedRight / scale);
    followDrive(params.drive_actuators, left);
    followDrive(params.drive_actuators, right);

    const axle = body.axleVelocity;
    axle[0] = 0.5 * (left.output + right.output);
    axle[2] = (right.output - left.output) / params.track;
    moveBody(body, params.base_link_offset);
    writeState(body, params.base_link_offset, outputs.state.value);
    wheelAngles[0] = rolledAngle(wheelAngles[0], left.output, time.dt, params.vis_tire_diameter);
    wheelAngles[1] = rolledAngle(wheelAngles[1], right.output, time.dt, params.vis_tire_diameter);
    publishWheelJoints(WHEELS, wheelAngles, params.publish_rate_hz, body, outputs.joint_states);
    if (time.activation === 0) describe(outputs.robot_description, differentialUrdf(params));
  },
});
