/**
 * A driver who follows a speed with the pedals, knowing the car.
 *
 *   F = m′ k (v* − v) + F_drag + F_roll                              wanted force; m′ with the inertia of the wheels
 *
 * The pedals are those with which the powertrain (powertrain.ts) gives that force, creep and engine braking included: throttle when more than idling is
 * wanted, else the brake against it. To go the other way the car is braked first. To stand still the brake is held down.
 *
 * v*, v  commanded and actual speed of the rear axle [m/s]   k  gain [1/s]
 *
 * Checked against: steady speed without error on a straight line, with drag, rolling resistance and creep.
 */
import type { FourWheelCar } from './car.ts';
import { Command } from './command.ts';
import { creep } from './powertrain.ts';

/** A car slower than this may change direction or be held [m/s]. */
const SLOW = 0.1;

/** Sets throttle, brake and gear of `command` so that the car at speed `vx` follows the commanded one. */
export function pressPedalsFor(car: FourWheelCar, command: Float64Array, vx: number): void {
  const wanted = command[Command.SPEED];
  command[Command.THROTTLE] = 0;
  if (wanted === 0 && Math.abs(vx) < SLOW) {
    command[Command.BRAKE] = 1;
    return;
  }
  const direction = wanted > 0 ? 1 : wanted < 0 ? -1 : command[Command.GEAR] < 0 ? -1 : 1;
  command[Command.GEAR] = direction;
  const along = direction * vx;
  const most = car.powertrain.maxTorque / car.wheelRadius;
  const mostBrake = (2 * (car.brakes.frontTorque + car.brakes.rearTorque)) / car.wheelRadius;
  const error = car.rollingMass * car.speedControl.gain * (direction * wanted - along);
  if (along < -SLOW) {
    command[Command.BRAKE] = Math.min(1, error / mostBrake);
    return;
  }
  const force = error + car.drag * along * Math.abs(along) + car.rollingResistance * car.mass * car.gravity;
  const idle = creep(car.powertrain, Math.abs(vx));
  // force without any pedal: idling drives, or brakes
  const drift = idle > 0 ? idle * most : idle * mostBrake;
  if (force < drift) {
    command[Command.BRAKE] = Math.min(1, (Math.max(drift, 0) - force) / mostBrake);
    return;
  }
  command[Command.BRAKE] = 0;
  // a little throttle only lifts some of the engine braking
  const isLittle = force < -idle * most;
  command[Command.THROTTLE] = Math.min(1, isLittle ? (force - drift) / (most + mostBrake) : force / most);
}
