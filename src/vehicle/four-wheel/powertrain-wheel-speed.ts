/**
 * Speed control as MVSim has it: an incremental PID on the speed of each driven wheel, set by the twist that is asked for.
 *
 *   e_i = ((v*, ω*)_i − (v̂, ω̂)_i) · t_i                             what the speed of hub i along its wheel lacks, by odometry
 *   v̂ = R (ω_rl + ω_rr)/2,   ω̂ = R (ω_rr − ω_rl)/t_r                 from the rear wheels
 *   U ← U + k_p (e − e₁) + k_i e Δt + k_d (e − 2 e₁ + e₂)/Δt          the k_i term is withheld where |U| would exceed T_max
 *   T = clamp(U, ±T_max)                                             T_max: the wheel's share of the drive torque
 *
 * v*, ω*  the twist that is asked for   t_i  direction of the wheel   e₁, e₂  the errors before [m/s]
 *
 * Reference: MVSim 0.14, twist_front_steer_pid and its PID controller. Differs: any axle may be driven, there the front one; the wanted speed is taken along the
 * wheel as it stands, there along the wheel as it should stand, which is the same where steering is immediate. Checked against: the yaw rate of a full turn.
 */
import type { FourWheelCar } from './car.ts';
import { Command } from './command.ts';
import type { FourWheelState } from './state.ts';
import { Given, WHEELS, Wheels } from './state.ts';
import { clampTo } from '../actuators/actuator-state.ts';

/** First index of each quantity of the controllers: unlimited output [N m] and the latest two errors [m/s]. */
const enum Pid {
  OUTPUT = 0,
  ERROR = 4,
  ERROR_BEFORE = 8,
  SIZE = 12,
}

export const createWheelPids = (): Float64Array => new Float64Array(Pid.SIZE);

/** Writes the torques with which the wheels follow the commanded speed and yaw rate; brakes are released. */
export function followWheelSpeeds(
  car: FourWheelCar,
  state: FourWheelState,
  command: Float64Array,
  pids: Float64Array,
): void {
  const { wheels, given } = state;
  const { maxTorque: most, frontShare: share } = car.powertrain;
  const { kp, ki, kd } = car.speedControl;
  // what the twist of the rear axle lacks
  const left = wheels[Wheels.SPIN + 2] * car.wheelRadius;
  const right = wheels[Wheels.SPIN + 3] * car.wheelRadius;
  const speed = command[Command.SPEED] - 0.5 * (left + right);
  const yawRate = command[Command.YAW_RATE] - (right - left) / car.trackRear;
  for (let i = 0; i < WHEELS; i++) {
    const limit = 0.5 * most * (i < 2 ? share : 1 - share);
    given[Given.TORQUE + i] = given[Given.BRAKE + i] = 0;
    if (limit === 0) continue;
    const along = wheels[Wheels.COS + i] * (speed - car.wheelY[i] * yawRate);
    const error = along + wheels[Wheels.SIN + i] * (car.wheelX[i] + car.toRear) * yawRate;

    // incremental PID, without its integral beyond the limit
    const before = pids[Pid.ERROR + i];
    const proportional =
      pids[Pid.OUTPUT + i] +
      kp * (error - before) +
      kd * (error - 2 * before + pids[Pid.ERROR_BEFORE + i]) * given[Given.RATE];
    const output = proportional + ki * error * given[Given.DT];
    pids[Pid.OUTPUT + i] = Math.abs(output) > limit ? proportional : output;
    pids[Pid.ERROR_BEFORE + i] = before;
    pids[Pid.ERROR + i] = error;
    given[Given.TORQUE + i] = clampTo(pids[Pid.OUTPUT + i], limit);
  }
}
