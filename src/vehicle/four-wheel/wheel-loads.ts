/**
 * Loads of four wheels on a level road, quasi-static.
 *
 *   F_zf = m (g b − h a_x)/L,  F_zr = m g − F_zf                    axles: braking presses on the front one
 *   ΔF_f = ε m h a_y/t_f,  ΔF_r = (1 − ε) m h a_y/t_r               from the left wheel of each axle to its right one
 *
 * a_x, a_y  acceleration that has reached the loads [m/s²]   h  height of the centre of gravity [m]   t  track [m]
 * ε  share of the front axle in the roll stiffness
 *
 * No wheel pulls on the road. An axle whose inner wheel has lifted cannot take more, and the other axle takes the rest; only when both inner
 * wheels are up is moment lost (the car would tip over). So the loads always add up to m g, and about the roll axis to m h a_y until then.
 *
 * Reference: Milliken & Milliken, Race Car Vehicle Dynamics, chapter 18. Valid for roll centres on the ground, without aerodynamic lift.
 * Checked against: balance of forces and moments.
 */
import { clampTo } from '../actuators/actuator-state.ts';
import type { FourWheelState } from './state.ts';
import { Motion, Wheels } from './state.ts';

export interface LoadGeometry {
  readonly mass: number;
  readonly gravity: number;
  readonly wheelBase: number;
  readonly toFront: number;
  readonly toRear: number;
  readonly height: number;
  readonly trackFront: number;
  readonly trackRear: number;
  readonly rollShareFront: number;
}

/** Writes the loads of the wheels [N] under the acceleration of the body that has reached them. */
export function loadWheels(car: LoadGeometry, { motion, wheels }: FourWheelState): void {
  const ax = motion[Motion.LOAD_AX];
  const ay = motion[Motion.LOAD_AY];
  const weight = car.mass * car.gravity;
  const front = Math.min(
    weight,
    Math.max(0, (car.mass * (car.gravity * car.toRear - car.height * ax)) / car.wheelBase),
  );
  const rear = weight - front;

  // each axle takes its share of the roll moment, and what the other one cannot
  const moment = car.mass * car.height * ay;
  let across = clampTo((car.rollShareFront * moment) / car.trackFront, front / 2);
  const acrossRear = clampTo((moment - across * car.trackFront) / car.trackRear, rear / 2);
  if (Math.abs(acrossRear) === rear / 2)
    across = clampTo((moment - acrossRear * car.trackRear) / car.trackFront, front / 2);

  wheels[Wheels.LOAD] = front / 2 - across;
  wheels[Wheels.LOAD + 1] = front / 2 + across;
  wheels[Wheels.LOAD + 2] = rear / 2 - acrossRear;
  wheels[Wheels.LOAD + 3] = rear / 2 + acrossRear;
}
