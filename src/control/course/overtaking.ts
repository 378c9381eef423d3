/**
 * Overtakes a slower car by sonar: a small machine, with the car ahead known by its gap and speed (overtaking-gap.ts). RosDrive's own way is
 * `control/published-overtaking`.
 *
 *   follow     no wish; the setpoint keeps at least `followGap` + `timeGap` v, unless passing takes less than `patience`
 *   pull out   when the gap is down to max(`pullOutGap`, ċ `pullOutTime`): a cubic to `offset` beside the line that was driven (lateral-plan.ts)
 *   pass       runs along there; a side sonar that sees the other car and loses it again tells that its nose is passed
 *   return     when its nose is `clearance` behind the own tail: no wish any more, the line follower leads back; done after `returnTime`
 *
 *   time to pass = (pullOutGap + both lengths + clearance)/ċ      ċ  closing speed at the wanted speed [m/s]
 *
 * The road is taken to be straight from pulling out to returning; where the line ahead turns by more than `bend` nothing is begun, and a car that has pulled out but is
 * still behind goes back. `reason` is the state: 0 follow, 1 pull out, 2 pass, 3 return.
 * Checked against: RosDrive's overtaking test, 13 to 20 m/s against 12 m/s.
 */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { DOUBLE } from '../../math/double.ts';
import { clamp } from '../../math/filters.ts';
import { atan } from '../../math/trig.ts';
import { CarInfo, Float64, LineCoords, Range, setTime, SteerRequest } from '../../msgs/index.ts';
import { carFrameParams, createCarPose, readCarPose } from './car-pose.ts';
import { planCurvature, roadDirection } from '../lane/lateral-plan.ts';
import type { LeadCar } from './overtaking-gap.ts';
import { advanceGap, createLeadCar, frontEcho, noteEcho } from './overtaking-gap.ts';
import type { SonarInputs } from './sonar-inputs.ts';
import { seesSomething } from './sonar-inputs.ts';

const params = {
  setpoint: param(20, 'm/s', 'wanted speed while none is wired or published', { min: 0 }),
  offset: param(3.2, 'm', 'how far to the left it passes; a side sonar must still see the other car', {
    above: 0,
  }),
  pullOutGap: param(8, 'm', 'gap at which a slow approach pulls out', { above: 0 }),
  pullOutTime: param(2.5, 's', 'time before reaching the other car at which a fast approach pulls out', {
    above: 0,
  }),
  patience: param(12, 's', 'overtakes only when passing takes less than this', { above: 0 }),
  clearance: param(4, 'm', 'room behind the tail before it returns', { min: 0 }),
  followGap: param(4, 'm', 'gap at standstill while following', { min: 0 }),
  timeGap: param(0.6, 's', 'gap per speed while following', { min: 0 }),
  followGain: param(0.4, '1/s', 'speed difference per error of the gap', { min: 0 }),
  swerveTime: param(2.2, 's', 'time in which it moves to its offset; longer is calmer', { above: 0 }),
  returnTime: param(3, 's', 'time that returning to the line is given', { min: 0 }),
  bend: param(0.1, 'rad', 'a line ahead that turns by more is not straight', { above: 0 }),
  lateralAcceleration: param(6, 'm/s²', 'hardest swerve', { above: 0 }),
  otherLength: param(4.6, 'm', 'length of the other car', { above: 0 }),
  front: param(3.7, 'm', 'nose of the car ahead of the rear axle', { above: 0 }),
  rear: param(0.9, 'm', 'tail of the car behind the rear axle', { min: 0 }),
  sonarX: param(3.75, 'm', 'inner front sonars ahead of the rear axle'),
  farX: param(3.55, 'm', 'outer front sonars'),
  sideX: param(3.25, 'm', 'side sonars'),
  wheelBase: param(2.86, 'm', 'distance between the axles', { above: 0 }),
  maxSteering: param(0.6458, 'rad', 'road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  camera: cameraParams,
  car: carFrameParams,
};
type Params = FieldValues<typeof params>;

const enum Phase {
  FOLLOW,
  PULL_OUT,
  PASS,
  RETURN,
}

interface OvertakingInputs extends SonarInputs {
  readonly car_info: Input<CarInfo>;
  readonly line: Input<LineCoords>;
}

interface OvertakingState {
  phase: Phase;
  sinceNs: number;
  /** When it pulled out [ns]. */
  swerveNs: number;
  readonly lead: LeadCar;
  /** Whether the side sonar has the other car in sight. */
  isBeside: boolean;
  /** The line that is driven: a place in map [m] and its direction. */
  x: number;
  y: number;
  cosine: number;
  sine: number;
}

const pose = createCarPose();
const road = { cosine: DOUBLE, sine: DOUBLE };

function enter(state: OvertakingState, phase: Phase, nowNs: number): void {
  state.phase = phase;
  state.sinceNs = nowNs;
}

/** Listens to the sonars. */
function sense(own: Params, state: OvertakingState, inputs: OvertakingInputs, dt: number, nowNs: number): void {
  const { lead } = state;
  const { speed } = inputs.car_info.value;
  advanceGap(lead, speed, dt);
  // once it turns, front sonars see other faces of the car ahead, and then something else
  if (state.phase === Phase.FOLLOW) {
    noteEcho(lead, frontEcho(inputs, own.sonarX, own.farX, own.front), inputs.left_middle.sequence, speed, nowNs);
  }
  const wasBeside = state.isBeside;
  state.isBeside = seesSomething(inputs.side_right);
  if (state.phase === Phase.PASS && wasBeside && !state.isBeside) lead.gap = own.sideX - own.front - own.otherLength;
}

/** Time from pulling out to returning at the wanted speed [s]. */
function timeToPass(own: Params, lead: LeadCar, wanted: number): number {
  const closing = wanted - lead.speed;
  return closing > 0
    ? (Math.min(lead.gap, own.pullOutGap) + own.otherLength + own.front + own.rear + own.clearance) / closing
    : Infinity;
}

function decide(own: Params, state: OvertakingState, speed: number, wanted: number, nowNs: number): void {
  const { lead } = state;
  const isStraight = Math.abs(road.sine * pose.cosine - road.cosine * pose.sine) < own.bend;
  switch (state.phase) {
    case Phase.FOLLOW: {
      const trigger = Math.max(own.pullOutGap, (speed - lead.speed) * own.pullOutTime);
      if (
        !lead.isKnown ||
        lead.speed < 0 ||
        lead.gap > trigger ||
        !isStraight ||
        timeToPass(own, lead, wanted) > own.patience
      )
        return;
      state.swerveNs = nowNs;
      state.x = pose.x;
      state.y = pose.y;
      state.cosine = road.cosine;
      state.sine = road.sine;
      enter(state, Phase.PULL_OUT, nowNs);
      return;
    }
    case Phase.PULL_OUT:
      if (lead.gap < -1 || state.isBeside) enter(state, Phase.PASS, nowNs);
      else if (Math.abs(road.sine * state.cosine - road.cosine * state.sine) > 2 * own.bend)
        enter(state, Phase.FOLLOW, nowNs);
      return;
    case Phase.PASS:
      if (lead.gap < -(own.otherLength + own.front + own.rear + own.clearance) && !state.isBeside)
        enter(state, Phase.RETURN, nowNs);
      return;
    case Phase.RETURN:
      if (nowNs - state.sinceNs < own.returnTime * 1e9) return;
      lead.isKnown = false;
      lead.speed = lead.range = -1;
      enter(state, Phase.FOLLOW, nowNs);
  }
}

/** Steering along the line that was driven, `offset` to its left, −1 to 1. */
function steerBeside(own: Params, state: OvertakingState, speed: number, nowNs: number): number {
  const lateral = state.cosine * (pose.y - state.y) - state.sine * (pose.x - state.x);
  const heading = state.cosine * pose.sine - state.sine * pose.cosine;
  const hardest = own.lateralAcceleration / Math.max(1, speed * speed);
  const time = Math.max(0.3 * own.swerveTime, own.swerveTime - (nowNs - state.swerveNs) / 1e9);
  const curvature = clamp(planCurvature(own.offset - lateral, heading, Math.max(5, time * speed)), -hardest, hardest);
  return clamp(atan(own.wheelBase * curvature) / own.maxSteering, -1, 1);
}

/** The setpoint with which the gap is kept while following. */
function followSpeed(own: Params, lead: LeadCar, speed: number, wanted: number): number {
  if (!lead.isKnown || lead.speed < 0 || timeToPass(own, lead, wanted) <= own.patience) return wanted;
  return clamp(lead.speed + own.followGain * (lead.gap - own.followGap - own.timeGap * speed), 0, wanted);
}

export const overtaking = defineBlock({
  type: 'control/overtaking',
  doc: 'Overtakes a slower car by sonar: follow, pull out, pass, return.',
  params,
  defaultPeriod: 1 / 30,
  inputs: {
    left_far: Range,
    left_middle: Range,
    right_middle: Range,
    right_far: Range,
    side_left: Range,
    side_right: Range,
    car_info: CarInfo,
    wanted: optionalInput(Float64),
    line: optionalInput(LineCoords),
  },
  outputs: { steering: SteerRequest, setpoint: Float64 },
  check: ({ camera }) => groundCameraProblem('camera', camera),
  init: (): OvertakingState => ({
    phase: Phase.FOLLOW,
    sinceNs: 0,
    swerveNs: 0,
    lead: createLeadCar(),
    isBeside: false,
    x: 0,
    y: 0,
    cosine: 1,
    sine: 0,
  }),

  step(own, state, inputs, { steering, setpoint }, time) {
    const request = steering.value;
    setTime(request.stamp, time.nowNs);
    const wanted = inputs.wanted.sequence > 0 ? inputs.wanted.value.data : own.setpoint;
    setpoint.value.data = wanted;
    if (inputs.car_info.sequence === 0) return;
    const { speed } = inputs.car_info.value;
    readCarPose(own.car, inputs.car_info.value, pose);
    roadDirection(own.camera, inputs.line, pose, road);
    sense(own, state, inputs, time.elapsed, time.nowNs);
    decide(own, state, speed, wanted, time.nowNs);
    request.reason = state.phase;
    request.active = state.phase === Phase.PULL_OUT || state.phase === Phase.PASS;
    request.steer = request.active ? steerBeside(own, state, speed, time.nowNs) : 0;
    if (state.phase === Phase.FOLLOW) setpoint.value.data = followSpeed(own, state.lead, speed, wanted);
  },
});
