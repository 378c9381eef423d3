/**
 * Pedals and gear to torques at the wheels: a flat drive torque, idling that creeps, engine braking, Coulomb brakes.
 *
 *   creep = c₀ (1 − v/v_c)                          for v ≤ v_c                 idling drives
 *         = −e min(1, (v − v_c)/(1 mph))            above                       idling brakes
 *   T_axle = gear · max(throttle, creep) · share · T_max/2                      each wheel of an axle
 *   brake  = clamp(max(brake + handbrake, −creep − throttle), 0, 1)             the second only in gear
 *   B_front = brake · B_f,   B_rear = brake · B_r                               each wheel
 *
 * v  speed of the centre of gravity [m/s]   gear −1, 0 or 1
 *
 * The drive torque of an axle is cut when one of its wheels reaches the maximum speed. The handbrake is released by the first throttle.
 * Reference: OSRF's car_demo, PriusHybridPlugin: c₀ = 0.1, v_c = 7 mph, e = 0.025. Differs: torque fades over the last 1 m/s before the
 * maximum speed instead of being switched, which would chatter at every step; no engine, battery and fuel.
 * Checked against: acceleration, braking, creep speed and coasting in closed form.
 */
import type { FourWheelCar } from './car.ts';
import { Command } from './command.ts';
import type { FourWheelState } from './state.ts';
import { Given, Motion, Wheels } from './state.ts';

/** Throttle of an idling engine at `speed` ≥ 0; negative where it brakes. */
export function creep(params: FourWheelCar['powertrain'], speed: number): number {
  const excess = speed - params.creepSpeed;
  if (excess <= 0) return -(params.creepThrottle * excess) / params.creepSpeed;
  // 1 mph = 0.44704 m/s
  return -params.engineBraking * Math.min(1, excess / 0.44704);
}

/** Share of the torque that is left for an axle whose wheels turn that fast. */
function fading(car: FourWheelCar, wheels: Float64Array, first: number): number {
  const limit = car.powertrain.maxSpeed;
  const left = wheels[Wheels.SPIN + first];
  const right = wheels[Wheels.SPIN + first + 1];
  const rest = limit - car.wheelRadius * Math.max(left, -left, right, -right);
  return rest >= 1 || limit === 0 ? 1 : Math.max(0, rest);
}

/** Writes the torques that pedals and gear of `command` ask for; `handbrake` 0 to 1. */
export function pressPedals(car: FourWheelCar, state: FourWheelState, command: Float64Array, handbrake: number): void {
  const { powertrain, brakes } = car;
  const { given, wheels, motion } = state;
  const throttle = command[Command.THROTTLE];
  const gear = command[Command.GEAR];
  const idle = creep(
    powertrain,
    Math.sqrt(motion[Motion.VX] * motion[Motion.VX] + motion[Motion.VY] * motion[Motion.VY]),
  );

  // equal torques left and right
  const torque = 0.5 * gear * Math.max(throttle, idle) * powertrain.maxTorque;
  const { frontShare: share } = powertrain;
  given[Given.TORQUE] = given[Given.TORQUE + 1] = share > 0 ? torque * share * fading(car, wheels, 0) : 0;
  given[Given.TORQUE + 2] = given[Given.TORQUE + 3] = share < 1 ? torque * (1 - share) * fading(car, wheels, 2) : 0;
  const pressed = command[Command.BRAKE] + handbrake;
  const brake = Math.min(1, gear === 0 ? pressed : Math.max(pressed, -idle - throttle));
  given[Given.BRAKE] = given[Given.BRAKE + 1] = brake > 0 ? brake * brakes.frontTorque : 0;
  given[Given.BRAKE + 2] = given[Given.BRAKE + 3] = brake > 0 ? brake * brakes.rearTorque : 0;
}
