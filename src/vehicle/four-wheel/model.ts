/**
 * Planar car on four wheels: equations of motion and their integration.
 *
 *   m (v̇_x − r v_y) = Σ F_x − ½ρ c_d A |v| v_x + F_ext,x              sums over the wheels, forces turned by each wheel's steering angle
 *   m (v̇_y + r v_x) = Σ F_y − ½ρ c_d A |v| v_y + F_ext,y
 *   I_z ṙ           = Σ (x_i F_y,i − y_i F_x,i) + M_ext
 *   I ω̇_i           = T_i + T_b,i − c ω_i − R F_x,i                    in the wheel's frame: wheel-grip.ts, wheel-coulomb.ts
 *   ȧ_load          = (a − a_load)/τ_load                              what has reached the wheel loads: wheel-loads.ts
 *
 * State: position of the centre of gravity [m], ψ [rad], v_x, v_y [m/s] in the body frame, r [rad/s], four spins ω_i [rad/s], a_load [m/s²].
 * Inputs, held over the step: steering angles, drive and brake torques [N m], outer force and moment [N, N m].
 *
 * A step is linearly implicit. Each wheel gives its force as push − damping × (velocity of its hub at the end of the step), so
 *
 *   (M + Δt Σ Jᵢᵀ Dᵢ Jᵢ) V⁺ = M V + Δt (Σ Jᵢᵀ pushᵢ + F_ext),   V = (v_x, v_y, r)
 *
 * a symmetric positive definite system of three, solved by elimination. V on the right is the old velocity seen from the axes at the end of the step: turned
 * by Δψ = Δt (r + ½ ṙ Δt) with the latest ṙ, which keeps its length, so turning costs no energy, and a steady turn is one at any step length. The position
 * follows the mean of both velocities. First order in Δt, stable at any: stiff wheels need no small steps. At 1 ms the position is 2 to 4 cm off after
 * seconds of ordinary driving, and up to a metre where a slide lasts; README.md has a table, and `substeps` make it smaller in proportion.
 *
 * Standstill. When brakes (or rolling resistance) and friction can take the rest of the motion out within this very step, they do: the car is then at rest
 * exactly, and stays there under outer forces below the same limits. There is no creep and nothing left to jitter.
 *
 * Reference: the car with seven degrees of freedom of Rajamani, Vehicle Dynamics and Control, 2nd ed., chapter 8.
 * Valid on a level road without pitch and roll dynamics, to standstill and in a full slide.
 * Checked against: scipy's solve_ivp on independently written equations, skid pads, understeer gradient, friction bound, energy balance, symmetry.
 */
import { TAU, wrapTo2Pi, wrapToPi } from '../../math/angle.ts';
import { sinCos } from '../../math/trig.ts';
import { flushDenormal } from '../actuators/actuator-state.ts';
import type { FourWheelCar } from './car.ts';
import type { FourWheelState } from './state.ts';
import { Contact, Given, Motion, WHEELS, Wheels } from './state.ts';
import { coulombWheel } from './wheel-coulomb.ts';
import { gripWheel, holdWheel } from './wheel-grip.ts';
import { loadWheels } from './wheel-loads.ts';

/** Indices into what a step works out. */
const enum Step {
  /** The old velocity in the axes at the end of the step, and those axes. */
  OLD_VX,
  OLD_VY,
  SIN,
  COS,
  /** The new velocity. */
  VX,
  VY,
  YAW_RATE,
  SIZE,
}
const work = new Float64Array(Step.SIZE);
const heading = new Float64Array(2);

/** Advances the car by the step that its state has been given. */
export function advanceFourWheel(car: FourWheelCar, state: FourWheelState): void {
  turnAxes(state);
  loadWheels(car, state);
  brakeWheels(car, state);
  if (canStandStill(car, state)) {
    work[Step.VX] = work[Step.VY] = work[Step.YAW_RATE] = 0;
    for (let i = 0; i < WHEELS; i++) state.contacts[i * Contact.SIZE + Contact.NEW_SPIN] = 0;
  } else {
    for (let i = 0; i < WHEELS; i++) {
      if (car.isCoulomb) coulombWheel(car, state, i);
      else gripWheel(car, state, i);
    }
    // once more for wheels that their brakes would turn round
    do solveBody(car, state);
    while (holdReversed(car, state));
  }
  turnWheels(state);
  followBody(car, state);
}

/** Turns the body over the step, and sees its velocity from the new axes. */
function turnAxes({ motion, given }: FourWheelState): void {
  const step = work;
  const dt = given[Given.DT];
  const vx = motion[Motion.VX];
  const vy = motion[Motion.VY];
  const turn = dt * (motion[Motion.YAW_RATE] + 0.5 * dt * motion[Motion.YAW_ACCELERATION]);
  if (turn === 0) {
    step[Step.SIN] = motion[Motion.SIN];
    step[Step.COS] = motion[Motion.COS];
    step[Step.OLD_VX] = vx;
    step[Step.OLD_VY] = vy;
    return;
  }
  const yaw = motion[Motion.YAW] + turn;
  motion[Motion.YAW] = yaw >= 0 && yaw < TAU ? yaw : wrapTo2Pi(yaw);
  sinCos(motion[Motion.YAW], heading);
  const sine = heading[0] * motion[Motion.COS] - heading[1] * motion[Motion.SIN];
  const cosine = heading[1] * motion[Motion.COS] + heading[0] * motion[Motion.SIN];
  step[Step.SIN] = heading[0];
  step[Step.COS] = heading[1];
  step[Step.OLD_VX] = cosine * vx + sine * vy;
  step[Step.OLD_VY] = cosine * vy - sine * vx;
}

/** What turns each wheel, and what can hold it. */
function brakeWheels(car: FourWheelCar, { wheels, given, contacts }: FourWheelState): void {
  for (let i = 0; i < WHEELS; i++) {
    const at = i * Contact.SIZE;
    contacts[at + Contact.TURNING] =
      car.wheelInertia * wheels[Wheels.SPIN + i] * given[Given.RATE] + given[Given.TORQUE + i];
    contacts[at + Contact.HOLDING] =
      given[Given.BRAKE + i] + car.rollingResistance * wheels[Wheels.LOAD + i] * car.wheelRadius;
  }
}

/** Whether brakes and friction can bring the car to rest within the step, and keep it there. */
function canStandStill(car: FourWheelCar, { motion, given, contacts }: FourWheelState): boolean {
  let brakes = 0;
  for (let i = 0; i < WHEELS; i++) {
    const rest = contacts[i * Contact.SIZE + Contact.HOLDING] - Math.abs(contacts[i * Contact.SIZE + Contact.TURNING]);
    if (rest < 0) return false;
    brakes += rest;
  }
  const rate = given[Given.RATE];
  const along = Math.abs(car.mass * motion[Motion.VX] * rate + given[Given.FORCE_X]);
  const across = car.mass * motion[Motion.VY] * rate + given[Given.FORCE_Y];
  const twist = Math.abs(car.yawInertia * motion[Motion.YAW_RATE] * rate + given[Given.MOMENT]);
  const needed = Math.sqrt(along * along + across * across) + twist / Math.min(car.toFront, car.toRear);
  return needed <= car.leastFriction * car.mass * car.gravity && along <= brakes * car.perRadius;
}

/** V⁺ by symmetric elimination of what all wheels, drag and outer forces add up to. */
function solveBody(car: FourWheelCar, { motion, wheels, given, contacts }: FourWheelState): void {
  const step = work;
  const dt = given[Given.DT];
  const drag = car.drag * Math.sqrt(motion[Motion.VX] * motion[Motion.VX] + motion[Motion.VY] * motion[Motion.VY]);
  let xx = drag;
  let xy = 0;
  let xr = 0;
  let yy = drag;
  let yr = 0;
  let rr = 0;
  let forceX = given[Given.FORCE_X];
  let forceY = given[Given.FORCE_Y];
  let moment = given[Given.MOMENT];
  for (let i = 0; i < WHEELS; i++) {
    const at = i * Contact.SIZE;
    const x = car.wheelX[i];
    const y = car.wheelY[i];
    const sine = wheels[Wheels.SIN + i];
    const cosine = wheels[Wheels.COS + i];
    // from the wheel's frame to the body's
    const along = contacts[at + Contact.DAMP_ALONG];
    const across = contacts[at + Contact.DAMP_ACROSS];
    const dampX = along * cosine * cosine + across * sine * sine;
    const dampXY = (along - across) * sine * cosine;
    const dampY = along * sine * sine + across * cosine * cosine;
    const pushX = contacts[at + Contact.PUSH] * cosine - contacts[at + Contact.SIDE] * sine;
    const pushY = contacts[at + Contact.PUSH] * sine + contacts[at + Contact.SIDE] * cosine;
    const leverX = x * dampXY - y * dampX;
    const leverY = x * dampY - y * dampXY;
    xx += dampX;
    xy += dampXY;
    yy += dampY;
    xr += leverX;
    yr += leverY;
    rr += x * leverY - y * leverX;
    forceX += pushX;
    forceY += pushY;
    moment += x * pushY - y * pushX;
  }

  // eliminate v_x, then v_y
  const perX = 1 / (car.mass + dt * xx);
  const b = dt * xy * perX;
  const c = dt * xr * perX;
  const perY = 1 / (car.mass + dt * (yy - b * xy));
  const e = dt * (yr - b * xr) * perY;
  const momentumX = car.mass * step[Step.OLD_VX] + dt * forceX;
  const momentumY = car.mass * step[Step.OLD_VY] + dt * forceY - b * momentumX;
  const spin = car.yawInertia * motion[Motion.YAW_RATE] + dt * moment - c * momentumX - e * momentumY;
  const yawRate = spin / (car.yawInertia + dt * (rr - c * xr - e * (yr - b * xr)));
  const vy = momentumY * perY - e * yawRate;
  step[Step.YAW_RATE] = yawRate;
  step[Step.VY] = vy;
  step[Step.VX] = momentumX * perX - b * vy - c * yawRate;
}

/** New spins from the new velocities of the hubs; holds the wheels that their brakes would turn round, and says whether there are any. */
function holdReversed(car: FourWheelCar, state: FourWheelState): boolean {
  const { wheels, contacts } = state;
  const step = work;
  let found = false;
  for (let i = 0; i < WHEELS; i++) {
    const at = i * Contact.SIZE;
    const vx = step[Step.VX] - car.wheelY[i] * step[Step.YAW_RATE];
    const vy = step[Step.VY] + car.wheelX[i] * step[Step.YAW_RATE];
    const along = wheels[Wheels.COS + i] * vx + wheels[Wheels.SIN + i] * vy;
    const spin = contacts[at + Contact.SPIN] + contacts[at + Contact.SPIN_PER_SPEED] * along;
    contacts[at + Contact.NEW_SPIN] = spin;
    if (spin * contacts[at + Contact.BRAKING] <= 0) continue;
    holdWheel(car, state, i);
    found = true;
  }
  return found;
}

function turnWheels({ wheels, given, contacts }: FourWheelState): void {
  for (let i = 0; i < WHEELS; i++) {
    const spin = flushDenormal(contacts[i * Contact.SIZE + Contact.NEW_SPIN]);
    wheels[Wheels.SPIN + i] = spin;
    wheels[Wheels.ANGLE + i] = wrapToPi(wheels[Wheels.ANGLE + i] + spin * given[Given.DT]);
  }
}

/** Takes over the solution: accelerations, position and velocity. */
function followBody(car: FourWheelCar, { motion, given }: FourWheelState): void {
  const step = work;
  const dt = given[Given.DT];
  const rate = given[Given.RATE];
  const vx = step[Step.VX];
  const vy = step[Step.VY];
  const yawRate = step[Step.YAW_RATE];
  const ax = (vx - step[Step.OLD_VX]) * rate;
  const ay = (vy - step[Step.OLD_VY]) * rate;
  const catchUp = dt / (car.loadTransferTime + dt);
  motion[Motion.AX] = ax;
  motion[Motion.AY] = ay;
  motion[Motion.YAW_ACCELERATION] = (yawRate - motion[Motion.YAW_RATE]) * rate;
  motion[Motion.LOAD_AX] = flushDenormal(motion[Motion.LOAD_AX] + catchUp * (ax - motion[Motion.LOAD_AX]));
  motion[Motion.LOAD_AY] = flushDenormal(motion[Motion.LOAD_AY] + catchUp * (ay - motion[Motion.LOAD_AY]));

  // mean of the old and the new velocity, both in the new axes
  const meanX = 0.5 * dt * (vx + step[Step.OLD_VX]);
  const meanY = 0.5 * dt * (vy + step[Step.OLD_VY]);
  motion[Motion.SIN] = step[Step.SIN];
  motion[Motion.COS] = step[Step.COS];
  motion[Motion.X] += step[Step.COS] * meanX - step[Step.SIN] * meanY;
  motion[Motion.Y] += step[Step.SIN] * meanX + step[Step.COS] * meanY;
  motion[Motion.VX] = flushDenormal(vx);
  motion[Motion.VY] = flushDenormal(vy);
  motion[Motion.YAW_RATE] = flushDenormal(yawRate);
}

/** Kinetic energy of body and wheels [J]. */
export function kineticEnergyOf(car: FourWheelCar, { motion, wheels }: FourWheelState): number {
  const speedSquared = motion[Motion.VX] * motion[Motion.VX] + motion[Motion.VY] * motion[Motion.VY];
  let energy = 0.5 * car.mass * speedSquared + 0.5 * car.yawInertia * motion[Motion.YAW_RATE] * motion[Motion.YAW_RATE];
  for (let i = 0; i < WHEELS; i++) energy += 0.5 * car.wheelInertia * wheels[Wheels.SPIN + i] * wheels[Wheels.SPIN + i];
  return energy;
}
