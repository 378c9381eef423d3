/** What the four-wheel model remembers, and what it is given. Wheels are in the order front left, front right, rear left, rear right. */
import { cos, sin } from '../../math/trig.ts';
import { wrapTo2Pi } from '../../math/angle.ts';

export const WHEELS = 4;

/** Indices into the motion of the body. */
export const enum Motion {
  /** Centre of gravity in map [m], heading in [0, 2π) [rad] with its sine and cosine. */
  X,
  Y,
  YAW,
  SIN,
  COS,
  /** Velocity of the centre of gravity in the body frame [m/s] and yaw rate [rad/s]. */
  VX,
  VY,
  YAW_RATE,
  /** Acceleration of the centre of gravity in the body frame over the latest step [m/s²], and yaw acceleration [rad/s²]. */
  AX,
  AY,
  YAW_ACCELERATION,
  /** The part of it that has reached the wheel loads [m/s²]. */
  LOAD_AX,
  LOAD_AY,
  SIZE,
}

/** First index of each quantity of the wheels. */
export const enum Wheels {
  /** Spin, positive when rolling forward [rad/s], and angle of rotation [rad]. */
  SPIN = 0,
  ANGLE = 4,
  /** Normal load [N]. */
  LOAD = 8,
  /** Sine and cosine of the steering angle. */
  SIN = 12,
  COS = 16,
  SIZE = 20,
}

/** First index of each input of a step. */
export const enum Given {
  /** Drive torque of each wheel, and the most its brake can hold against [N m]. */
  TORQUE = 0,
  BRAKE = 4,
  /** Outer force through the centre of gravity in the body frame [N], and outer moment [N m]. */
  FORCE_X = 8,
  FORCE_Y,
  MOMENT,
  /** Length of the step [s], and its inverse [1/s]. */
  DT,
  RATE,
  SIZE,
}

/**
 * Indices into the contact of one wheel with the road; wheel i begins at `Contact.SIZE` i. In the wheel's own frame, with the velocity
 * (u⁺, w⁺) of its hub at the end of the step:
 *
 *   F_x = push − dampAlong u⁺,  F_y = side − dampAcross w⁺,  ω⁺ = spin + spinPerSpeed u⁺
 */
export const enum Contact {
  /** What turns the wheel without brake and road, I ω/Δt + T, and the most that brake and rolling resistance hold against [N m]. */
  TURNING,
  HOLDING,
  PUSH,
  SIDE,
  DAMP_ALONG,
  DAMP_ACROSS,
  SPIN,
  SPIN_PER_SPEED,
  /** ω⁺ [rad/s]. */
  NEW_SPIN,
  /** Torque of the brake where the wheel turns against it [N m]; 0 where the brake holds the wheel. */
  BRAKING,
  /** How much of its stiffness the tyre has left, 0 to 1: ψ of tyre-combined-slip.ts. */
  SOFTENING,
  SIZE,
}

export interface FourWheelState {
  readonly motion: Float64Array;
  readonly wheels: Float64Array;
  readonly given: Float64Array;
  readonly contacts: Float64Array;
}

/** Rolling straight ahead at `speed`, with the rear axle at (x, y). */
export function createFourWheelState(
  start: { x: number; y: number; yaw: number; speed: number },
  car: { toRear: number; wheelRadius: number },
): FourWheelState {
  const motion = new Float64Array(Motion.SIZE);
  motion[Motion.SIN] = sin(start.yaw);
  motion[Motion.COS] = cos(start.yaw);
  motion[Motion.X] = start.x + car.toRear * motion[Motion.COS];
  motion[Motion.Y] = start.y + car.toRear * motion[Motion.SIN];
  motion[Motion.YAW] = wrapTo2Pi(start.yaw);
  motion[Motion.VX] = start.speed;
  const wheels = new Float64Array(Wheels.SIZE);
  for (let i = 0; i < WHEELS; i++) {
    wheels[Wheels.SPIN + i] = start.speed / car.wheelRadius;
    wheels[Wheels.COS + i] = 1;
  }
  const contacts = new Float64Array(WHEELS * Contact.SIZE);
  for (let i = 0; i < WHEELS; i++) contacts[i * Contact.SIZE + Contact.SOFTENING] = 1;
  return { motion, wheels, given: new Float64Array(Given.SIZE), contacts };
}
