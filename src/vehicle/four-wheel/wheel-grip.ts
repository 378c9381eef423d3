/**
 * One wheel with a slip tyre over a step: spin, brake and tyre solved together, implicitly.
 *
 *   I (ω⁺ − ω)/Δt = T + T_b − c ω⁺ − R F_x,   F_x = −D (u⁺ − R ω⁺),   D = k_x G(v)         tyre-combined-slip.ts
 *   |T_b| ≤ B                                                      Coulomb: T_b holds the wheel when it can, else opposes what turns it
 *
 * T  drive torque [N m]   B  brake and rolling resistance [N m]   c  bearing damping [N m s/rad]   u  speed of the hub along the wheel [m/s]
 *
 * The wheel is light and its tyre stiff, a time constant of I ũ/(k_x F_z R²): microseconds at walking pace. So ω⁺ and the force are implicit.
 * First the slip v = u − R ω⁺ that the step ends with is found for the present u, from
 *
 *   v (I′/(R Δt) + R D(v)) = I′ u/(R Δt) − I ω/Δt − T − T_b,   I′ = I + c Δt
 *
 * Then D is frozen there, F_x and ω⁺ become linear in u⁺, and the body is solved with all four wheels at once (four-wheel-model.ts).
 * Since D ≥ 0 and F opposes the slip at the end of the step, no step length makes a tyre give energy. A brake that turns out to turn its wheel round holds it
 * instead, and the body is solved again.
 * Checked against: torque balance in closed form, spin-up and lock-up, scipy trajectories.
 */
import type { FourWheelCar } from './car.ts';
import type { FourWheelState } from './state.ts';
import { Contact, Given, Motion, Wheels } from './state.ts';
import type { CombinedSlipTyre } from '../tyres/combined-slip.ts';
import { brushSoftening, magicSoftening } from '../tyres/combined-slip.ts';
import { tyreCapacity } from '../tyres/magic-formula.ts';
import { unitySoftening } from '../tyres/unity-friction.ts';

/** Indices into what is known of the wheel that is being solved. */
const enum Slip {
  /** Speed of the hub along the wheel [m/s]. */
  ALONG,
  /** ρ_x per speed of slip [s/m], and ρ_y². */
  SCALE,
  ACROSS_SQUARED,
  /** k_x F_z/ũ and k_y F_z/ũ: damping of small slip [N s/m]. */
  STIFF_ALONG,
  STIFF_ACROSS,
  /** I ω/Δt + T + T_b [N m]. */
  TORQUE,
  /** A speed of slip along the wheel [m/s], and ψ there. */
  SPEED,
  SOFTENING,
  SIZE,
}
const slip = new Float64Array(Slip.SIZE);

/** Solves wheel `i` for its part of the contact. */
export function gripWheel(car: FourWheelCar, state: FourWheelState, i: number): void {
  const { given, contacts } = state;
  const now = slip;
  const at = i * Contact.SIZE;
  const tyre = i < 2 ? car.frontTyre : car.rearTyre;
  measureSlip(car, tyre, state, i);

  // the brake acts against what turns the wheel, and holds it when it can
  const torque = contacts[at + Contact.TURNING];
  const brake = contacts[at + Contact.HOLDING];
  let turning = torque;
  if (Math.abs(torque) <= brake || torque * now[Slip.ALONG] < 0) {
    now[Slip.SPEED] = now[Slip.ALONG];
    soften(tyre, now);
    turning += car.wheelRadius * now[Slip.STIFF_ALONG] * now[Slip.SOFTENING] * now[Slip.ALONG];
  }
  if (brake > 0 && Math.abs(turning) <= brake) {
    holdWheel(car, state, i);
    return;
  }
  const braking = turning > 0 ? -brake : brake;
  now[Slip.TORQUE] = torque + braking;
  now[Slip.SOFTENING] = contacts[at + Contact.SOFTENING];
  settleSlip(car, tyre, given);

  // force and spin as they follow from the speed of the hub
  const dt = given[Given.DT];
  const damping = now[Slip.STIFF_ALONG] * now[Slip.SOFTENING];
  const inertia = car.wheelInertia + car.wheelDamping * dt;
  const yielding = 1 / (inertia + dt * car.wheelRadius * car.wheelRadius * damping);
  const free = dt * now[Slip.TORQUE] * yielding;
  contacts[at + Contact.PUSH] = damping * car.wheelRadius * free;
  contacts[at + Contact.SIDE] = 0;
  contacts[at + Contact.DAMP_ALONG] = damping * inertia * yielding;
  contacts[at + Contact.DAMP_ACROSS] = now[Slip.STIFF_ACROSS] * now[Slip.SOFTENING];
  contacts[at + Contact.SPIN] = free;
  contacts[at + Contact.SPIN_PER_SPEED] = dt * car.wheelRadius * damping * yielding;
  contacts[at + Contact.BRAKING] = braking;
  contacts[at + Contact.SOFTENING] = now[Slip.SOFTENING];
}

/** Solves wheel `i` as one that its brake holds: all of the hub's speed is slip, and the brake gives no more than it has. */
export function holdWheel(car: FourWheelCar, state: FourWheelState, i: number): void {
  const { contacts } = state;
  const now = slip;
  const at = i * Contact.SIZE;
  const tyre = i < 2 ? car.frontTyre : car.rearTyre;
  measureSlip(car, tyre, state, i);
  now[Slip.SPEED] = now[Slip.ALONG];
  soften(tyre, now);
  const along = Math.abs(now[Slip.ALONG]);
  const damping = now[Slip.STIFF_ALONG] * now[Slip.SOFTENING];
  const most = contacts[at + Contact.HOLDING] * car.perRadius;
  contacts[at + Contact.PUSH] = 0;
  contacts[at + Contact.SIDE] = 0;
  contacts[at + Contact.DAMP_ALONG] = damping * along > most ? most / along : damping;
  contacts[at + Contact.DAMP_ACROSS] = now[Slip.STIFF_ACROSS] * now[Slip.SOFTENING];
  contacts[at + Contact.SPIN] = 0;
  contacts[at + Contact.SPIN_PER_SPEED] = 0;
  contacts[at + Contact.BRAKING] = 0;
  contacts[at + Contact.SOFTENING] = now[Slip.SOFTENING];
}

/** What slip means for wheel `i` under its load and at its speed. */
function measureSlip(car: FourWheelCar, tyre: CombinedSlipTyre, { motion, wheels }: FourWheelState, i: number): void {
  const vx = motion[Motion.VX] - car.wheelY[i] * motion[Motion.YAW_RATE];
  const vy = motion[Motion.VY] + car.wheelX[i] * motion[Motion.YAW_RATE];
  const along = wheels[Wheels.COS + i] * vx + wheels[Wheels.SIN + i] * vy;
  const across = wheels[Wheels.COS + i] * vy - wheels[Wheels.SIN + i] * vx;
  const load = wheels[Wheels.LOAD + i];
  const perSpeed = 1 / Math.sqrt(along * along + car.slipFloor * car.slipFloor);
  // friction that a heavily loaded tyre has lost lets it slide earlier
  const earlier =
    tyre.loadSensitivity === 0 || load === 0
      ? 1
      : (tyre.friction * load) / tyreCapacity(tyre.friction, tyre.loadSensitivity, load, tyre.staticLoad);
  const slipAcross = tyre.slideAcross * earlier * perSpeed * across;
  slip[Slip.ALONG] = along;
  slip[Slip.SCALE] = tyre.slideAlong * earlier * perSpeed;
  slip[Slip.ACROSS_SQUARED] = slipAcross * slipAcross;
  slip[Slip.STIFF_ALONG] = tyre.slipStiffness * load * perSpeed;
  slip[Slip.STIFF_ACROSS] = tyre.corneringStiffness * load * perSpeed;
}

/** Finds ψ for the speed of slip. */
function soften(tyre: CombinedSlipTyre, now: Float64Array): void {
  const scaled = now[Slip.SCALE] * now[Slip.SPEED];
  const size = Math.sqrt(scaled * scaled + now[Slip.ACROSS_SQUARED]);
  if (tyre.isBrush) now[Slip.SOFTENING] = brushSoftening(size);
  else if (tyre.isUnity) {
    const along = size > 0 ? (scaled * scaled) / (size * size) : 0;
    now[Slip.SOFTENING] = unitySoftening(tyre.forward, tyre.sideways, size, along);
  } else now[Slip.SOFTENING] = magicSoftening(tyre, size);
}

/** Finds the slip at the end of the step, from the softening at the end of the one before; secants follow where that has changed a lot. */
function settleSlip(car: FourWheelCar, tyre: CombinedSlipTyre, given: Float64Array): void {
  const now = slip;
  const before = now[Slip.SOFTENING];
  const lightness = (car.wheelInertia * given[Given.RATE] + car.wheelDamping) * car.perRadius;
  const stiffness = car.wheelRadius * now[Slip.STIFF_ALONG];
  const sought = lightness * now[Slip.ALONG] - now[Slip.TORQUE];
  now[Slip.SPEED] = sought / (lightness + stiffness * before);
  soften(tyre, now);
  if (Math.abs(now[Slip.SOFTENING] - before) <= 0.01 * now[Slip.SOFTENING]) return;
  let speed = now[Slip.SPEED];
  let miss = speed * (lightness + stiffness * now[Slip.SOFTENING]) - sought;
  let next = sought / (lightness + stiffness * now[Slip.SOFTENING]);
  for (let round = 0; round < 8; round++) {
    const change = next - speed;
    now[Slip.SPEED] = next;
    soften(tyre, now);
    if (Math.abs(change) * now[Slip.SCALE] < 0.01) return;
    const nextMiss = next * (lightness + stiffness * now[Slip.SOFTENING]) - sought;
    // friction that falls faster would let the wheel jump
    const slope = Math.max(lightness, (nextMiss - miss) / change);
    speed = next;
    miss = nextMiss;
    next -= miss / slope;
  }
}
