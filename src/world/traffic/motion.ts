/**
 * Where the vehicles are at the end of a step: their latest states, carried on with their own velocity.
 *
 *   ψ⁺ = ψ + ω τ,   p⁺ = p + R(ψ + ½ ω τ) v τ
 *
 * τ  from the publication of the state to the end of the step [s]; at most 0.2 s, so that a vehicle that falls silent does not drive on for ever
 *
 * Off by ½ a τ²: 5 µm at 10 m/s² and 1 ms.
 */
import type { Input } from '../../core/signal.ts';
import { TAU, wrapTo2Pi } from '../../math/angle.ts';
import { sinCos } from '../../math/trig.ts';
import type { VehicleState } from '../../msgs/index.ts';
import type { RigidBody } from '../contact/bodies.ts';
import { turnBox } from '../contact/convex-shape.ts';
import type { Mover, TrafficScene } from './scene.ts';

/** Carries all vehicles of which a state is known to the end of the step; returns how many. */
export function gather(scene: TrafficScene, states: readonly Input<VehicleState>[], timeNs: number): number {
  const { movers, present, x, y, radius, isPlaced } = scene;
  let count = 0;
  for (let i = 0; i < states.length; i++) {
    const input = states[i];
    if (input.sequence === 0) continue;
    const mover = movers[i];
    const { message, heading, middle } = mover;
    carryOn(mover, input.value, Math.min(0.2, (timeNs - input.publishedNs) * 1e-9));
    present[count] = i;
    x[count] = message.x + heading[1] * middle;
    y[count] = message.y + heading[0] * middle;
    radius[count] = mover.radius;
    isPlaced[count] = 0;
    count++;
  }
  return count;
}

/** Moves a vehicle for `age` seconds with the velocity of its state. */
function carryOn({ message, heading }: Mover, state: VehicleState, age: number): void {
  const { vx, vy, yaw_rate: yawRate } = state;
  const turn = yawRate * age;
  const next = state.yaw + turn;
  const yaw = next >= 0 && next < TAU ? next : wrapTo2Pi(next);
  // who drives straight has the same sine and cosine again
  if (yaw !== message.yaw || yaw === 0) sinCos(yaw, heading);
  const sine = heading[0];
  const cosine = heading[1];
  // the mean heading is half the turn back: sin ½φ ≈ ½φ, cos ½φ ≈ 1 − ⅛φ²
  const back = 0.5 * turn;
  const straight = 1 - 0.5 * back * back;
  const meanX = straight * vx + back * vy;
  const meanY = straight * vy - back * vx;
  message.x = state.x + (cosine * meanX - sine * meanY) * age;
  message.y = state.y + (sine * meanX + cosine * meanY) * age;
  message.yaw = yaw;
  message.vx = vx;
  message.vy = vy;
  message.yaw_rate = yawRate;
}

/** The rigid body of the vehicle that is k-th of those present, where the vehicle is; without forces at its first use in a step. */
export function place({ movers, present, isPlaced }: TrafficScene, k: number): RigidBody {
  const { message, rigid, comX, heading } = movers[present[k]];
  if (isPlaced[k] === 1) return rigid;
  isPlaced[k] = 1;
  const sine = heading[0];
  const cosine = heading[1];
  turnBox(rigid.shape, message, sine, cosine);
  const across = message.vy + message.yaw_rate * comX;
  rigid.x = message.x + cosine * comX;
  rigid.y = message.y + sine * comX;
  rigid.vx = cosine * message.vx - sine * across;
  rigid.vy = sine * message.vx + cosine * across;
  rigid.yawRate = message.yaw_rate;
  rigid.forceX = rigid.forceY = rigid.moment = 0;
  return rigid;
}
