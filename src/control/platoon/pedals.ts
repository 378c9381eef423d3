/**
 * Pedals for a wanted acceleration: the force it takes against drag and rolling resistance, by motor or brakes.
 *
 *   F = m a + ½ρ c_d A v² + c_r m g (when it rolls)          throttle = F R/T_max for F ≥ 0, brake = −F R/(2 (B_f + B_r)) else
 *
 * The steering angle is that of `steer`, or of the acceleration's own message where that is not wired, as a part of the full lock. A car that is to stand is held by its brakes.
 * Without a command for `timeout` it brakes fully. Reference: the powertrain of vehicle/four-wheel, turned over. Valid forward, without creep and engine braking.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { AckermannDriveStamped, Control, ControlConstants, setTime, VehicleState } from '../../msgs/index.ts';

const GRAVITY = 9.80665;
/** Below it a car that brakes is held [m/s]. */
const SLOW = 0.05;

export const platoonPedals = defineBlock({
  type: 'control/platoon-pedals',
  doc: 'Throttle, brake and steering for a wanted acceleration, knowing the car.',
  defaultPeriod: 0.01,
  params: {
    mass: param(1760, 'kg', 'mass of the car', { above: 0 }),
    wheelRadius: param(0.334, 'm', 'rolling radius', { above: 0 }),
    maxTorque: param(3150, 'N m', 'drive torque at full throttle, all wheels together', { above: 0 }),
    brakeTorque: param(5700, 'N m', 'brake torque at full brake, all wheels together', { above: 0 }),
    dragArea: param(0.68, 'm²', 'drag coefficient times frontal area', { min: 0 }),
    rollingResistance: param(0.01, '', 'rolling resistance coefficient', { min: 0 }),
    maxSteering: param(0.6, 'rad', 'full lock', { above: 0 }),
    timeout: param(0.5, 's', 'a command older than this counts as full braking', { min: 0 }),
  },
  inputs: { state: VehicleState, ackermann: AckermannDriveStamped, steer: optionalInput(AckermannDriveStamped) },
  outputs: { control: Control },
  init: () => ({}),

  step(own, _state, { state, ackermann, steer }, { control }, { nowNs }) {
    control.publish = state.sequence > 0 && ackermann.sequence > 0;
    if (!control.publish) return;
    const speed = state.value.vx;
    const wanted = ackermann.value.drive.acceleration;
    const isOld = (nowNs - ackermann.publishedNs) / 1e9 > own.timeout;
    const rolling = speed > SLOW ? own.rollingResistance * own.mass * GRAVITY : 0;
    const force = own.mass * wanted + 0.5 * 1.225 * own.dragArea * speed * Math.abs(speed) + rolling;
    const torque = force * own.wheelRadius;
    const holds = speed < SLOW && wanted <= 0;

    const { value } = control;
    setTime(value.header.stamp, nowNs);
    value.shift_gears = ControlConstants.FORWARD;
    value.throttle = isOld || holds ? 0 : clamp(torque / own.maxTorque, 0, 1);
    value.brake = isOld || holds ? 1 : clamp(-torque / own.brakeTorque, 0, 1);
    const angle = (steer.sequence > 0 ? steer : ackermann).value.drive.steering_angle;
    value.steer = clamp(angle / own.maxSteering, -1, 1);
  },
});
