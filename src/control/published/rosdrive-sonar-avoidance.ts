/**
 * RosDrive's obstacle avoidance and overtaking as its scripts have them: both are nothing but its avoidance rules (rosdrive-sonar-rules.ts), with priority over the
 * line follower. `reason` is the number of the rule, 0 for none.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { degreesToRadians } from '../../math/angle.ts';
import { Float64, Range, setTime, SteerRequest } from '../../msgs/index.ts';
import type { SonarInputs } from '../course/sonar-inputs.ts';
import { commandOfRule, ruleThatApplies } from './rosdrive-sonar-rules.ts';

const deviationDeg = param(
  15,
  '°',
  'steering command of an obstacle in the farther half of the range; twice that in the nearer half, half of it beside',
  { min: 0, max: 30 },
);
const sonars = {
  left_far: Range,
  left_middle: Range,
  right_middle: Range,
  right_far: Range,
  side_left: Range,
  side_right: Range,
};

function applyRules(inputs: SonarInputs, deviation: number, nowNs: number, request: SteerRequest): void {
  setTime(request.stamp, nowNs);
  request.reason = ruleThatApplies(inputs);
  request.active = request.reason !== 0;
  request.steer = degreesToRadians(commandOfRule(inputs, request.reason, deviation));
}

export const publishedSonarAvoidance = defineBlock({
  type: 'control/published-sonar-avoidance',
  doc: "RosDrive's obstacle avoidance as published: seven rules over six sonars, without memory.",
  params: { deviationDeg },
  defaultPeriod: 1 / 30,
  inputs: sonars,
  outputs: { avoidance: SteerRequest },
  init: () => ({}),
  step: (own, _state, inputs, { avoidance }, { nowNs }) => applyRules(inputs, own.deviationDeg, nowNs, avoidance.value),
});

export const publishedOvertaking = defineBlock({
  type: 'control/published-overtaking',
  doc: "RosDrive's overtaking as published: its avoidance rules, and the wanted speed passed on.",
  params: {
    deviationDeg,
    setpoint: param(20, 'm/s', 'wanted speed while none is wired or published', { min: 0 }),
  },
  defaultPeriod: 1 / 30,
  inputs: { ...sonars, wanted: optionalInput(Float64) },
  outputs: { steering: SteerRequest, setpoint: Float64 },
  init: () => ({}),
  step(own, _state, inputs, { steering, setpoint }, { nowNs }) {
    applyRules(inputs, own.deviationDeg, nowNs, steering.value);
    setpoint.value.data = inputs.wanted.sequence > 0 ? inputs.wanted.value.data : own.setpoint;
  },
});
