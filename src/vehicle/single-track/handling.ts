/**
 * Handling figures of the linearised single-track model at constant speed.
 *
 *   K = (m/L) (b/C_f − a/C_r)                      understeer gradient, δ = L/R + K a_y [rad/(m/s²)]
 *   r/δ = v/(L + K v²)                             steady-state yaw gain [1/s]
 *   v_ch = √(L/K),  v_crit = √(−L/K)               characteristic speed of an understeered car, critical speed of an oversteered one
 *   s² + 2ζω s + ω² = 0                            yaw and sideslip mode, with
 *   2ζω = (C_f + C_r)/(m v) + (a² C_f + b² C_r)/(I_z v)
 *   ω²  = C_f C_r L²/(m I_z v²) + (b C_r − a C_f)/I_z
 *
 * C_f, C_r  cornering stiffness of front and rear axle [N/rad]   v  speed [m/s]   R  radius [m]
 *
 * K here is per m/s²; the textbook value in rad/g is K · 9.80665. K > 0 understeers.
 * Reference: Milliken & Milliken, Race Car Vehicle Dynamics, chapter 5; Rajamani, section 3.3. Valid for small angles.
 */
import { frontAxleLoad, rearAxleLoad } from './load-transfer.ts';
import type { AxleTyre, SingleTrackCar } from './model.ts';
import { tyreCapacity } from '../tyres/magic-formula.ts';

export interface Handling {
  readonly understeerGradient: number;
  /** Characteristic or critical speed; Infinity when neutral [m/s]. */
  readonly characteristicSpeed: number;
  readonly isOversteered: boolean;
}

/** Slope of the lateral force at zero slip and static load [N/rad]. */
function corneringStiffness(car: SingleTrackCar, tyre: AxleTyre, load: number): number {
  if (car.tyreModel === 'linear') return tyre.corneringStiffness;
  return tyre.stiffnessFactor * tyre.shapeFactor * tyreCapacity(tyre.friction, tyre.loadSensitivity, load, load);
}

const frontStiffness = (car: SingleTrackCar): number => corneringStiffness(car, car.frontTyre, frontAxleLoad(car, 0));
const rearStiffness = (car: SingleTrackCar): number => corneringStiffness(car, car.rearTyre, rearAxleLoad(car, 0));

export function handling(car: SingleTrackCar): Handling {
  const a = car.cgToFrontAxle;
  const b = car.wheelBase - a;
  const understeerGradient = (car.mass / car.wheelBase) * (b / frontStiffness(car) - a / rearStiffness(car));
  const characteristicSpeed = Math.sqrt(car.wheelBase / Math.abs(understeerGradient));
  return { understeerGradient, characteristicSpeed, isOversteered: understeerGradient < 0 };
}

/** Steady-state yaw rate per steering angle [1/s]. */
export const yawGain = (car: SingleTrackCar, speed: number): number =>
  speed / (car.wheelBase + handling(car).understeerGradient * speed * speed);

export interface YawMode {
  /** ω² [rad²/s²]; negative beyond the critical speed. */
  readonly frequencySquared: number;
  /** ζω [1/s]. */
  readonly decay: number;
}

export function yawMode(car: SingleTrackCar, speed: number): YawMode {
  const { mass, yawInertia: inertia, wheelBase: base, cgToFrontAxle: a } = car;
  const b = base - a;
  const front = frontStiffness(car);
  const rear = rearStiffness(car);
  return {
    frequencySquared:
      (front * rear * base * base) / (mass * inertia * speed * speed) + (b * rear - a * front) / inertia,
    decay: ((front + rear) / mass + (a * a * front + b * b * rear) / inertia) / (2 * speed),
  };
}
