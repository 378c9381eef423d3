/**
 * Leader of a platoon: drives a speed that is given in time, and brakes when it is told to.
 *
 *   v*(t) = V + Σ A_k sin(2π f_k (t − t₀) + φ_k)   for t ≥ t₀          u = v̇* + k (v* − v)          u = −b from `brakeAt` on
 *
 * With k = 0 it drives blindly, so that what the others do is the answer to known sines. Plexe's manoeuvres are one wave of 10 km/h at 0.2 Hz, and braking at 8 m/s².
 */
import { defineBlock } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, list, param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { cos, sin } from '../../math/trig.ts';
import { AckermannDriveStamped, setTime, VehicleState } from '../../msgs/index.ts';

const wave = group(
  {
    amplitude: param(undefined, 'm/s', 'of the speed'),
    frequencyHz: param(undefined, 'Hz', 'how often a second', { min: 0 }),
    phase: param(0, 'rad', 'where in the wave it begins'),
  },
  'one wave of the speed',
);

const params = {
  speed: param(27.8, 'm/s', 'mean speed', { min: 0 }),
  gain: param(1, '1/s', 'acceleration per speed error; 0 drives blindly', { min: 0 }),
  waves: list(wave, [], 'what the speed swings by'),
  wavesFrom: param(0, 's', 'when the waves begin', { min: 0 }),
  brakeAt: param(1e9, 's', 'when it brakes', { min: 0 }),
  braking: param(8, 'm/s²', 'how hard', { min: 0 }),
  maxAcceleration: param(2.5, 'm/s²', 'most that is asked for', { above: 0 }),
  maxDeceleration: param(9, 'm/s²', 'most braking that is asked for', { above: 0 }),
};

/** Acceleration that is asked for at a time [m/s²]. */
function wanted(own: FieldValues<typeof params>, now: number, speed: number): number {
  if (now >= own.brakeAt) return -own.braking;
  let aim = own.speed;
  let rate = 0;
  if (now >= own.wavesFrom) {
    for (let i = 0; i < own.waves.length; i++) {
      const { amplitude, frequencyHz, phase } = own.waves[i];
      const omega = 2 * Math.PI * frequencyHz;
      const angle = omega * (now - own.wavesFrom) + phase;
      aim += amplitude * sin(angle);
      rate += amplitude * omega * cos(angle);
    }
  }
  return rate + own.gain * (aim - speed);
}

export const platoonLeader = defineBlock({
  type: 'control/platoon-leader',
  doc: 'Leads a platoon: a speed that swings, or braking.',
  defaultPeriod: 0.01,
  params,
  inputs: { state: VehicleState },
  outputs: { ackermann: AckermannDriveStamped },
  init: () => ({}),

  step(own, _state, { state }, { ackermann }, { now, nowNs }) {
    ackermann.publish = state.sequence > 0;
    if (!ackermann.publish) return;
    setTime(ackermann.value.header.stamp, nowNs);
    const { drive } = ackermann.value;
    drive.speed = own.speed;
    drive.acceleration = clamp(wanted(own, now, state.value.vx), -own.maxDeceleration, own.maxAcceleration);
  },
});
