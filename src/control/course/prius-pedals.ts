/**
 * The Prius's pedals, inverted: which throttle and brake give a wanted force.
 *
 *   i = c₀ (1 − v/v_c) for v ≤ v_c,  −e min(1, (v − v_c)/(1 mph)) above            throttle (> 0) or brake (< 0) of idling
 *   F = max(T, i) − β max(B, −i − T)                                                forces in units of full drive force
 *
 * T, B  throttle and brake, 0 to 1     β  full brake force over full drive force     v  speed [m/s]
 *
 * Three stretches: the brake, a little throttle that lifts some of the engine braking (slope 1 + β), and throttle alone (slope 1). A controller that writes its demand
 * straight into the pedals has a loop gain that changes between 1, 1 + β and β.
 * Reference: OSRF's car_demo, PriusHybridPlugin. Checked against: F computed from the pedals, over all speeds and demands.
 */
import { group, param } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';

export const pedalParams = group(
  {
    brakeRatio: param(2, '', 'force of the full brake over that of the full throttle', { above: 0 }),
    creepThrottle: param(0.1, '', 'throttle that idling gives at rest', { min: 0, max: 1 }),
    creepSpeed: param(3.12928, 'm/s', 'speed at which idling turns from driving to braking', { above: 0 }),
    engineBraking: param(0.025, '', 'brake that a released throttle gives above it', { min: 0, max: 1 }),
  },
  'what is known about throttle and brake; the default is the Prius',
);
export type PedalParams = FieldValues<(typeof pedalParams)['fields']>;

/** Throttle of idling; negative where it brakes. */
function idling({ creepThrottle, creepSpeed, engineBraking }: PedalParams, speed: number): number {
  const excess = speed - creepSpeed;
  return excess <= 0 ? (-creepThrottle * excess) / creepSpeed : -engineBraking * Math.min(1, excess / 0.44704);
}

/** Throttle (0 to 1) or, negative, brake (−1 to 0) for a demand in units of full drive force. */
export function pedalFor(params: PedalParams, demand: number, speed: number): number {
  const { brakeRatio } = params;
  const idle = idling(params, speed);
  if (idle >= 0) return demand >= idle ? Math.min(1, demand) : Math.max(-1, (demand - idle) / brakeRatio);
  if (demand >= -idle) return Math.min(1, demand);
  const coasting = idle * brakeRatio;
  return demand > coasting ? (demand - coasting) / (1 + brakeRatio) : Math.max(-1, demand / brakeRatio);
}

/** The force of these pedals, in units of full drive force. */
export function pedalForce(params: PedalParams, throttle: number, brake: number, speed: number): number {
  const idle = idling(params, speed);
  return Math.max(throttle, idle) - params.brakeRatio * Math.max(0, brake, -idle - throttle);
}
