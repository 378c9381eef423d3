/**
 * RosDrive's line follower as its script has it; angles in degrees, Δt is the period:
 *
 *   e = (X₂ − 400)/400,   D = v* · 1 s,  or v* · 0.5 s where |slope| ≤ 1 and X₂ − X₁ > 30
 *   θ = asin(clamp(e/D, ±1))
 *   I ← 0 for |θ| ≤ 0.1,  ±30 for |I| ≥ 30,  else I + θ Δt
 *   u = clamp(−(K_P θ + K_I I + K_D (θ₋₁ − θ)/Δt), ±30)          steer = u π/180
 *
 * v*  wanted speed [m/s]
 *
 * The derivative is the previous minus the current error, so K_D > 0 takes damping away. "30°" is 0.5236 of full lock, 19.4° at the wheels. X₂ is the end further
 * right: the far end in right bends, the near end in left ones. While `suppressed`, the request that overrides this one, is active, integral and previous error are
 * forgotten. A line that is not detected is repeated by RosDrive's detector, and those pixels are followed on.
 *
 * Checked against: numbers worked out by hand, laps of the Prius on RosDrive's track.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { degreesToRadians, radiansToDegrees } from '../../math/angle.ts';
import { clamp } from '../../math/filters.ts';
import { asin } from '../../math/trig.ts';
import type { LineCoords as Line } from '../../msgs/index.ts';
import { CarInfo, Float64, LineCoords, setTime, SteerRequest } from '../../msgs/index.ts';
import type { PidGains } from '../course/course-gains.ts';
import { headingGainParams, headingGains } from '../course/course-gains.ts';

interface SteeringState {
  /** ∫ θ [° s]. */
  integral: number;
  /** θ before [°]; NaN when there was none. */
  errorBefore: number;
}
export const createPublishedSteering = (): SteeringState => ({ integral: 0, errorBefore: NaN });

/** Half the columns of RosDrive's picture. */
const MIDDLE = 400;

/** θ, right positive [°]. */
export function publishedHeadingError({ x1, x2, slope }: Line, setpoint: number): number {
  const distance = setpoint * (Math.abs(slope) <= 1 && x2 - x1 > 30 ? 0.5 : 1);
  return radiansToDegrees(asin(clamp((x2 - MIDDLE) / MIDDLE / Math.max(distance, 1e-9), -1, 1)));
}

/** u, left positive [°]. */
export function publishedSteering(
  { kp, ki, kd }: PidGains,
  state: SteeringState,
  errorDeg: number,
  dt: number,
): number {
  if (Math.abs(errorDeg) <= 0.1) state.integral = 0;
  else if (Math.abs(state.integral) >= 30) state.integral = state.integral > 0 ? 30 : -30;
  else state.integral += errorDeg * dt;
  const before = Number.isNaN(state.errorBefore) ? errorDeg : state.errorBefore;
  state.errorBefore = errorDeg;
  return clamp(-(kp * errorDeg + ki * state.integral + (kd * (before - errorDeg)) / dt), -30, 30);
}

export const publishedLineSteering = defineBlock({
  type: 'control/published-line-steering',
  doc: "RosDrive's line follower as published: pixels over speed, a derivative that undamps, degrees as a fraction of full lock.",
  params: {
    ...headingGainParams,
    setpoint: param(
      (own: { gains: keyof typeof headingGains }) => headingGains[own.gains].speed,
      'm/s',
      'speed that the gain is divided by, while no set point is wired or published',
      { above: 0 },
    ),
  },
  defaultPeriod: 1 / 30,
  inputs: {
    line: LineCoords,
    car_info: CarInfo,
    setpoint: optionalInput(Float64),
    suppressed: optionalInput(SteerRequest),
  },
  outputs: { steering: SteerRequest },
  init: createPublishedSteering,

  step(own, state, { line, car_info: info, setpoint, suppressed }, { steering }, time) {
    if (line.sequence === 0 || info.sequence === 0) {
      steering.publish = false;
      return;
    }
    if (suppressed.value.active) state.errorBefore = state.integral = 0;
    const request = steering.value;
    setTime(request.stamp, time.nowNs);
    const error = publishedHeadingError(line.value, setpoint.sequence > 0 ? setpoint.value.data : own.setpoint);
    request.active = true;
    request.error = -degreesToRadians(error);
    request.steer = degreesToRadians(publishedSteering(own, state, error, time.elapsed));
  },
});
