/**
 * Kinematic bicycle with realistic drive and steering actuators; equations in bicycle-kinematics.ts.
 *
 * Reference: vehicle_dynamics_sim, BicycleVehicle: parameters, defaults, update law and joint names are its own. How its calls map
 * to steps, and what base_link means, is said in vehicle-body.ts.
 * Valid while tyres hardly slip. Differs: pose is that of base_link; joint states keep their rate exactly, while upstream's
 * strict comparison makes 50 Hz 47.6 Hz at 1 ms.
 * Checked against: upstream's velocity-tracking tests, the closed-form circle, a literal restatement of upstream's update.
 */
import { defineBlock, optionalInput } from '../core/block.ts';
import { flag, param } from '../core/schema.ts';
import { sinCos, tan } from '../math/trig.ts';
import { JointState, StringMessage, Twist, TwistStamped, VehicleState } from '../msgs/index.ts';
import { isNearerReversed, steeringForTwist } from './bicycle-kinematics.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from './drive-actuator.ts';
import { advancePose } from './planar-motion.ts';
import { createSteeringActuator, steeringActuatorParams, steeringAngle } from './steering-actuator.ts';
import { publishSteeringJoints } from './steering-joints.ts';
import { readTwistReference } from './twist-reference.ts';
import { bicycleUrdf } from './urdf.ts';
import { beginStep, bodyParams, createBody, updateVelocity, writeState } from './vehicle-body.ts';

const steered = new Float64Array(2);

/** Writes what a twist asks of the steered wheel: forward velocity, yaw rate, angle and speed. */
function decideWheel(params: { wheel_base: number; drive_on_steered_wheel: boolean }, signedBase: number, twist: Float64Array, out: Float64Array): void {
  const vx = twist[0];
  const yawRate = twist[2];
  const across = params.wheel_base * yawRate;
  out[0] = vx;
  out[1] = yawRate;
  out[2] = steeringForTwist(signedBase, vx, yawRate, params.drive_on_steered_wheel);
  out[3] = Math.sqrt(vx * vx + across * across);
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
  outputs: { state: VehicleState, joint_states: JointState, robot_description: StringMessage },

  check(params) {
    const stop = params.steering_actuator.max_position;
    if (params.drive_on_steered_wheel || (stop !== 0 && stop <= Math.PI / 2 - 1e-9)) return undefined;
    return ['steering_actuator.max_position', `expected an end stop above 0 and below 90° because the fixed axle is driven, got ${stop} rad`];
  },

  init: (params, context) => ({
    body: createBody(params),
    drive: createDriveActuator(params.drive_actuator, context.period),
    steering: createSteeringActuator(params.steering_actuator, context.period),
    /** The twist that was last turned into a steering angle and a wheel speed, and these: commands change rarely. */
    wanted: Float64Array.of(NaN, NaN, 0, 0),
  }),

  step(params, state, inputs, outputs, time) {
    const { body } = state;
    const endNs = beginStep(body, time);
    if (time.activation === 0) state.drive.timeNs = state.steering.timeNs = time.nowNs;
    readTwistReference(inputs, endNs, params, body.reference);
    const { wanted } = state;
    const direction = params.reverse ? -1 : 1;
    const signedBase = direction * params.wheel_base;
    if (wanted[0] !== body.reference[0] || wanted[1] !== body.reference[2]) decideWheel(params, signedBase, body.reference, wanted);

    // steering: towards the nearer of the two directions that give the wanted motion
    const reversed = isNearerReversed(wanted[2], state.steering.output);
    const steering = steeringAngle(params.steering_actuator, state.steering, endNs, wanted[2] + (reversed ? Math.PI : 0));

    // drive, and the axle velocity that follows from both
    const axle = body.axleVelocity;
    if (params.drive_on_steered_wheel) {
      const velocity = driveVelocity(params.drive_actuator, state.drive, endNs, reversed ? -wanted[3] : wanted[3]);
      sinCos(steering, steered);
      axle[0] = velocity * steered[1];
      axle[2] = (velocity / signedBase) * steered[0];
    } else {
      const velocity = driveVelocity(params.drive_actuator, state.drive, endNs, wanted[0]);
      axle[0] = velocity;
      axle[2] = (velocity * tan(steering)) / signedBase;
    }

    updateVelocity(body, params.base_link_offset, time.dt);
    advancePose(body.pose, axle[0], 0, axle[2], time.dt);
    writeState(body, params.base_link_offset, steering, outputs.state.value);
    publishSteeringJoints(params, direction, body, steering, outputs.joint_states);
    if (time.activation === 0) outputs.robot_description.value.data = bicycleUrdf(params);
    else outputs.robot_description.publish = false;
  },
});
