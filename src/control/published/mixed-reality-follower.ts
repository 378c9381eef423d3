/**
 * The follower of the mixed-reality simulator, as published: it steers at 50 Hz to a tracker on the rear axle of the bus, and a PID at 10 Hz keeps 10 m from its front to it.
 *
 *   s = y′/d                                              share of full lock
 *   T = 80 e + 30 ∫e dt + 35 ė,   e = d_front − 10 m      [N m] at all wheels together; below 0 by the brakes
 *
 * Reference: Pavani et al., SIMUL 2021, section III.B: gains, rates, distance. It does not say what the output of the PID is; a motor torque, Unity's own quantity, is taken here.
 * Known defects: the integral winds up while the torque is limited, the distance is straight through the bend, the derivative is of the error, steering cuts corners.
 */
import { defineBlock } from '../../core/block.ts';
import { fixed, integer, param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { sinCos } from '../../math/trig.ts';
import { Control, ControlConstants, setTime, VehicleState } from '../../msgs/index.ts';

const heading = new Float64Array(2);

export const publishedPlatoonFollower = defineBlock({
  type: 'control/published-platoon-follower',
  doc: 'Steers to the rear axle of the bus and keeps its distance by PID, as the mixed-reality paper has its Kona do.',
  defaultPeriod: 0.02,
  params: {
    kp: param(80, 'N m/m', 'torque per distance error'),
    ki: param(30, 'N m/(m s)', 'torque per integrated distance error'),
    kd: param(35, 'N m s/m', 'torque per rate of the distance error'),
    distance: param(10, 'm', 'from the front to the tracker', { min: 0 }),
    front: param(3.44, 'm', 'front bumper ahead of base_link'),
    pidEvery: fixed(integer(5, '', 'steps between two of the PID: 5 at 50 Hz are 10 Hz', { min: 1 })),
    maxTorque: param(3150, 'N m', 'drive torque at full throttle', { above: 0 }),
    brakeTorque: param(5700, 'N m', 'brake torque at full brake, all wheels together', { above: 0 }),
  },
  inputs: { state: VehicleState, target: VehicleState },
  outputs: { control: Control },
  init: () => ({ integral: 0, error: NaN, torque: 0 }),

  step(own, state, inputs, { control }, { activation, nowNs, elapsed }) {
    control.publish = inputs.state.sequence > 0 && inputs.target.sequence > 0;
    if (!control.publish) return;
    const { x, y, yaw } = inputs.state.value;
    const { target } = inputs;
    sinCos(yaw, heading);
    const dx = target.value.x - x - own.front * heading[1];
    const dy = target.value.y - y - own.front * heading[0];
    const distance = Math.sqrt(dx * dx + dy * dy);

    if (activation % own.pidEvery === 0) {
      const dt = elapsed * own.pidEvery;
      const error = distance - own.distance;
      const rate = Number.isNaN(state.error) ? 0 : (error - state.error) / dt;
      state.integral += error * dt;
      state.error = error;
      state.torque = own.kp * error + own.ki * state.integral + own.kd * rate;
    }
    const { value } = control;
    setTime(value.header.stamp, nowNs);
    value.shift_gears = ControlConstants.FORWARD;
    value.throttle = clamp(state.torque / own.maxTorque, 0, 1);
    value.brake = clamp(-state.torque / own.brakeTorque, 0, 1);
    // direction to the tracker from the front, in the frame of the car
    value.steer = distance > 0 ? clamp((dy * heading[1] - dx * heading[0]) / distance, -1, 1) : 0;
  },
});
