/**
 * Avoids what six sonars see, by a law with a memory. RosDrive's own rules are `control/published-sonar-avoidance`.
 *
 * The sonars' echoes are remembered as edges of obstacles on either side (sonar-edges.ts). The curvature κ that the line follower wishes is left alone as long
 * as it keeps the car clear of all of them; else the nearest curvature is taken that does. For an edge on the left, mirrored on the right:
 *
 *   κ ≤ 6 (e* − e)/X² − 4 ψ/X           the cubic of lateral-plan.ts that leads to the distance e* within X
 *   e* = −(b + m),   X = max(t v, x − f − r v + s)
 *
 * e, ψ  distance of the rear axle from the edge, out of the road positive [m], and heading against it [rad]   b, m  half the width of the car and margin [m]
 * x     distance of the begin of the edge ahead of the rear axle [m]    f  nose of the car [m]   r  reaction [s]   s  settling distance [m]   t  shortest plan [s]
 *
 * So an early echo asks for a little steering and a late one for much, up to `lateralAcceleration`; beside an obstacle the bound lets the car run along at its margin; and once
 * it is passed nothing is left but the follower's wish, which leads back to the line. Where both sides ask for the impossible, something is in the middle of the road: the
 * car then passes it on the side where it was not seen first, or where the line is. `reason` is the number of the rule of the sonar that saw the edge, 1 for an obstacle in the middle.
 *
 * Same sensors and priorities as RosDrive's rules; differs in memory, in deviation by distance and speed, and in the choice of the side.
 * Checked against: laps among RosDrive's nineteen pickups at 13 and 15 m/s, without contact.
 */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { DOUBLE } from '../../math/double.ts';
import { clamp } from '../../math/filters.ts';
import { atan, cos, sin, tan } from '../../math/trig.ts';
import { CarInfo, LineCoords, Range, setTime, SteerRequest } from '../../msgs/index.ts';
import type { CarPose } from './car-pose.ts';
import { carFrameParams, createCarPose, readCarPose } from './car-pose.ts';
import { planCurvature, roadDirection } from '../lane/lateral-plan.ts';
import type { Cone, Edge, Road } from './sonar-edges.ts';
import {
  createEdges,
  forgetPassed,
  forgetSide,
  locate,
  place,
  readFront,
  readMiddle,
  readSide,
} from './sonar-edges.ts';
import type { SonarInputs } from './sonar-inputs.ts';
import { Sonar, sonarInput } from './sonar-inputs.ts';

const coneParams = (what: string, x: number, y: number, inner: number, outer: number) =>
  group(
    {
      x: param(x, 'm', 'position ahead of the rear axle'),
      y: param(y, 'm', 'position to its side'),
      inner: param(inner, 'rad', 'ray of the cone nearest to straight ahead'),
      outer: param(outer, 'rad', 'ray furthest out'),
    },
    `${what} sonars, the same on both sides`,
  );

const params = {
  margin: param(0.8, 'm', 'room that is kept to the sides of obstacles; more swerves more', { min: 0 }),
  lateralAcceleration: param(6, 'm/s²', 'hardest swerve; beyond 0.9 g the tyres slide', { above: 0 }),
  reaction: param(0.1, 's', 'how late the car answers to the wheel; longer turns in earlier', { min: 0 }),
  settling: param(
    4.5,
    'm',
    'how far beyond the begin of an obstacle the car may take to run parallel to it; longer swerves less hard',
    { min: 0 },
  ),
  shortestPlan: param(0.5, 's', 'time over which a swerve is planned at least; longer is calmer beside obstacles', {
    above: 0,
  }),
  obstacleLength: param(6, 'm', 'assumed length of what is seen', { above: 0 }),
  overlap: param(
    1,
    'm',
    'how far something in the middle of the road is taken to reach to the side on which it is passed, while an inner sonar sees it there',
    { min: 0 },
  ),
  memory: param(3, 's', 'how long an obstacle is remembered that is not seen again', { above: 0 }),
  halfWidth: param(0.88, 'm', 'half the width of the car', { above: 0 }),
  front: param(3.7, 'm', 'nose of the car ahead of the rear axle', { above: 0 }),
  rear: param(0.9, 'm', 'tail of the car behind the rear axle', { min: 0 }),
  wheelBase: param(2.86, 'm', 'distance between the axles', { above: 0 }),
  maxSteering: param(0.6458, 'rad', 'road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  far: coneParams('outer front', 3.55, 0.7, 0.14835, 0.2618),
  middle: coneParams('inner front', 3.75, 0.24, 0, 0.2618),
  beside: coneParams('side', 3.25, 0.9, 1.0472, 1.5708),
  camera: cameraParams,
  car: carFrameParams,
};
type Params = FieldValues<typeof params>;

const coneOf = ({ x, y, inner, outer }: Params['far']): Cone => ({
  x,
  y,
  innerSine: sin(inner),
  innerCosine: cos(inner),
  outerSine: sin(outer),
  outerCosine: cos(outer),
});
const conesOf = derivedFrom((own: Params): readonly Cone[] => {
  const [far, middle, beside] = [coneOf(own.far), coneOf(own.middle), coneOf(own.beside)];
  return [far, middle, middle, far, beside, beside];
});

interface AvoidanceInputs extends SonarInputs {
  readonly car_info: Input<CarInfo>;
  readonly wish: Input<SteerRequest>;
  readonly line: Input<LineCoords>;
}

interface AvoidanceState {
  readonly sequences: number[];
  readonly edges: Edge[];
  /** Side on which an obstacle in the middle is passed: 1 left, −1 right, 0 when there is none. */
  escape: number;
}

const pose: CarPose = createCarPose();
/** Largest curvature that edges on the left allow and smallest that those on the right do, with the rules behind them and when those edges were seen first. */
const limits = { most: DOUBLE, mostRule: 0, mostNs: DOUBLE, least: DOUBLE, leastRule: 0, leastNs: DOUBLE };
const road: Road = { cosine: DOUBLE, sine: DOUBLE, length: DOUBLE };

/** Inner sonars first, so that left and right are treated alike. */
const ORDER: readonly Sonar[] = [
  Sonar.LEFT_MIDDLE,
  Sonar.RIGHT_MIDDLE,
  Sonar.LEFT_FAR,
  Sonar.RIGHT_FAR,
  Sonar.SIDE_LEFT,
  Sonar.SIDE_RIGHT,
];

/** Takes in what the sonars have said since the last time. */
function listen(own: Params, state: AvoidanceState, inputs: SonarInputs, nowNs: number): void {
  const cones = conesOf(own);
  const { edges } = state;
  for (let k = 0; k < ORDER.length; k++) {
    const sonar = ORDER[k];
    const {
      value: { range, max_range: most },
      sequence,
    } = sonarInput(inputs, sonar);
    if (sequence === state.sequences[sonar]) continue;
    state.sequences[sonar] = sequence;
    const cone = cones[sonar];
    if (sonar >= Sonar.SIDE_LEFT) readSide(edges, pose, cone, sonar, road, range, most, nowNs);
    else if (state.escape === 0 || sonar !== (state.escape > 0 ? Sonar.LEFT_MIDDLE : Sonar.RIGHT_MIDDLE))
      readFront(edges, pose, cone, sonar, road, range, most, nowNs);
    else if (!readMiddle(edges, pose, cone, state.escape, range, most, nowNs, own.overlap)) state.escape = 0;
  }
  forgetPassed(edges, pose, -own.rear - 0.5, nowNs - own.memory * 1e9);
}

/** Largest curvature with which the car keeps clear of an edge, mirrored to the left [1/m]. */
function allowedCurvature(own: Params, edge: Edge, speed: number): number {
  locate(edge, pose, 0);
  const length = Math.max(own.shortestPlan * speed, place.x - own.front - own.reaction * speed + own.settling, 1);
  const ahead = edge.cosine * pose.cosine + edge.sine * pose.sine;
  const heading = edge.side * (edge.cosine * pose.sine - edge.sine * pose.cosine);
  // distance of the rear axle from the edge, towards the road negative
  const distance = -(place.y * ahead + place.x * heading);
  return planCurvature(-own.halfWidth - own.margin - distance, heading, length);
}

/** limits ← the curvatures that keep clear of all edges. */
function limitCurvature(own: Params, edges: readonly Edge[], speed: number): void {
  limits.most = Infinity;
  limits.least = -Infinity;
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    if (edge.side === 0) continue;
    const allowed = allowedCurvature(own, edge, speed);
    if (edge.side > 0 && allowed < limits.most) {
      limits.most = allowed;
      limits.mostRule = edge.rule;
      limits.mostNs = edge.sinceNs;
    } else if (edge.side < 0 && -allowed > limits.least) {
      limits.least = -allowed;
      limits.leastRule = edge.rule;
      limits.leastNs = edge.sinceNs;
    }
  }
}

/** Decides on a side when there is something in the middle: away from where it was seen first, else to where the line is. */
function chooseSide(own: Params, state: AvoidanceState, inputs: SonarInputs, wished: number, nowNs: number): void {
  if (limits.leastNs !== limits.mostNs) state.escape = limits.leastNs < limits.mostNs ? 1 : -1;
  else state.escape = wished < 0 ? -1 : 1;
  forgetSide(state.edges, pose, state.escape, FAR_AHEAD);
  const inner = state.escape > 0 ? Sonar.LEFT_MIDDLE : Sonar.RIGHT_MIDDLE;
  const { value } = sonarInput(inputs, inner);
  readMiddle(state.edges, pose, conesOf(own)[inner], state.escape, value.range, value.max_range, nowNs, own.overlap);
}

/** Beyond all sonars [m]. */
const FAR_AHEAD = 50;

function avoid(
  own: Params,
  state: AvoidanceState,
  inputs: AvoidanceInputs,
  nowNs: number,
  request: SteerRequest,
): void {
  const { speed } = inputs.car_info.value;
  readCarPose(own.car, inputs.car_info.value, pose);
  roadDirection(own.camera, inputs.line, pose, road);
  road.length = own.obstacleLength;
  listen(own, state, inputs, nowNs);
  const wished = tan(inputs.wish.value.steer * own.maxSteering) / own.wheelBase;
  limitCurvature(own, state.edges, speed);
  if (limits.least > limits.most && state.escape === 0) {
    chooseSide(own, state, inputs, wished, nowNs);
    limitCurvature(own, state.edges, speed);
  }
  const hardest = own.lateralAcceleration / Math.max(1, speed * speed);
  let curvature = wished;
  request.reason = 0;
  if (wished > limits.most) {
    curvature = Math.max(limits.most, -hardest);
    request.reason = limits.mostRule;
  } else if (wished < limits.least) {
    curvature = Math.min(limits.least, hardest);
    request.reason = limits.leastRule;
  }
  request.active = request.reason !== 0;
  if (request.active && state.escape !== 0) request.reason = 1;
  request.steer = request.active ? clamp(atan(own.wheelBase * curvature) / own.maxSteering, -1, 1) : 0;
}

export const sonarAvoidance = defineBlock({
  type: 'control/sonar-avoidance',
  doc: 'Steers around what six sonars see, with a memory of the edges of obstacles.',
  params,
  defaultPeriod: 1 / 30,
  inputs: {
    left_far: Range,
    left_middle: Range,
    right_middle: Range,
    right_far: Range,
    side_left: Range,
    side_right: Range,
    car_info: optionalInput(CarInfo),
    wish: optionalInput(SteerRequest),
    line: optionalInput(LineCoords),
  },
  outputs: { avoidance: SteerRequest },
  check: ({ camera }) => groundCameraProblem('camera', camera),
  init: (): AvoidanceState => ({ sequences: [0, 0, 0, 0, 0, 0], edges: createEdges(), escape: 0 }),

  step(own, state, inputs, { avoidance }, { nowNs }) {
    const request = avoidance.value;
    setTime(request.stamp, nowNs);
    if (inputs.car_info.sequence > 0) avoid(own, state, inputs, nowNs, request);
  },
});
