/**
 * One wheel on dry friction without slip, as MVSim has it: the road pushes as hard as it must, up to its limit, lengthwise and sideways on their own.
 *
 *   F_y = clamp(−m_p w/Δt, ±μ m_p g)                                stops the sideways motion within the step
 *   F_x = clamp((τ − I (u/R − ω)/Δt − c ω)/R, ±μ m_p g)             keeps the wheel rolling
 *   ω⁺ = ω + (τ − R F_x − c ω) Δt/I
 *   τ = T + clamp(−T − (I ω + R m_p u)/Δt, ±B)                      the brake stops wheel and mass when it can
 *
 * m_p  mass on the wheel: a quarter of the body and the wheel itself [kg]   (u, w)  velocity of the hub in the wheel's frame [m/s]
 *
 * Reference: MVSim 0.14, DefaultFriction; it has no brakes of this kind. Valid for rough comparison: no load transfer, no friction circle, no
 * slip; the force depends on the step length, 5 ms there. Checked against: the closed forms of each clamp.
 */
import { clampTo } from '../actuators/actuator-state.ts';
import type { FourWheelCar } from './car.ts';
import type { FourWheelState } from './state.ts';
import { Contact, Given, Motion, Wheels } from './state.ts';

/** Solves wheel `i` for its part of the contact. */
export function coulombWheel(car: FourWheelCar, state: FourWheelState, i: number): void {
  const { motion, wheels, given, contacts } = state;
  const at = i * Contact.SIZE;
  const rate = given[Given.RATE];
  const vx = motion[Motion.VX] - car.wheelY[i] * motion[Motion.YAW_RATE];
  const vy = motion[Motion.VY] + car.wheelX[i] * motion[Motion.YAW_RATE];
  const along = wheels[Wheels.COS + i] * vx + wheels[Wheels.SIN + i] * vy;
  const across = wheels[Wheels.COS + i] * vy - wheels[Wheels.SIN + i] * vx;
  const spin = wheels[Wheels.SPIN + i];
  const radius = car.wheelRadius;
  const inertia = car.wheelInertia;
  const mass = car.mass / 4;
  const drive = given[Given.TORQUE + i];
  const brake = contacts[at + Contact.HOLDING];
  const limit = (i < 2 ? car.frontTyre : car.rearTyre).friction * mass * car.gravity;

  const torque =
    drive + clampTo(-drive - (inertia * spin + radius * mass * along) * rate, brake) - car.wheelDamping * spin;
  const push = clampTo((torque - inertia * (along * car.perRadius - spin) * rate) * car.perRadius, limit);
  contacts[at + Contact.PUSH] = push;
  contacts[at + Contact.SIDE] = clampTo(-mass * across * rate, limit);
  contacts[at + Contact.DAMP_ALONG] = 0;
  contacts[at + Contact.DAMP_ACROSS] = 0;
  contacts[at + Contact.SPIN] = spin + ((torque - radius * push) * given[Given.DT]) / inertia;
  contacts[at + Contact.SPIN_PER_SPEED] = 0;
  contacts[at + Contact.BRAKING] = 0;
}
