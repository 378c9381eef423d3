/**
 * Lane keeping by model predictive control: an incremental linear MPC on the single-track model, relative to the road.
 *
 *   1. where the rear axle is on the remembered lane, now (lane-keeping.ts), and v_y, r from the odometry's twist
 *   2. on through the dead time, with the commands that are still on their way
 *   3. the curvature of the road over the horizon, by arc length v k h
 *   4. min J over the steering increments, within limits (lane-mpc-horizon.ts; model in lane-mpc-model.ts)
 *   5. δ = atan(u_{−1} + Δ_0), as Twist (ω = v tan δ/L) and AckermannDriveStamped; the plan as a path in base_link
 *
 * The model is linearised anew when the speed has moved by `speedTolerance`. When the limit on the distance cannot be kept it is left
 * out; should no plan be found even then, the last steering is held, brought within its limits no faster than its rate allows.
 *
 * Reference: the MonoSIM paper, equations (1)–(14), which its released code does not contain. Differs: errors against the road instead
 * of a fixed frame, exact discretisation (its forward Euler at 0.1 s is unstable for these tyres), dead-time compensation. Valid for small slip and errors.
 * Checked against: cvxopt, closed loops on MonoSIM's track with kinematic and dynamic cars.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { integer, optional, param } from '../../core/schema.ts';
import { solveQuadraticProgram } from '../../math/quadratic-program.ts';
import { atan, tan } from '../../math/trig.ts';
import { AckermannDriveStamped, Lane, MpcStatus, Odometry, Path, Twist } from '../../msgs/index.ts';
import {
  createLaneKeeping,
  keepLane,
  laneKeepingParams,
  limitSteering,
  writeCommand,
  writeStandstill,
} from './lane-keeping.ts';
import type { Horizon } from './mpc-horizon.ts';
import { createHorizon, linearise, predict, writeGradientAndBounds } from './mpc-horizon.ts';
import { advanceTrack, STATES, Track, trackModelParams } from './mpc-model.ts';
import { Outcome, reportNothing, reportPlan } from './mpc-report.ts';
import type { LanePath } from './lane-path.ts';
import { createLanePath, Curve, curveAt, headingError, lateralError, nearestOnPath } from './lane-path.ts';
import type { SentCommands } from './sent-commands.ts';
import { createSentCommands, latestSent, makeRoom, noteSent, sentAt } from './sent-commands.ts';

const params = {
  ...laneKeepingParams,
  ...trackModelParams,
  predictionSteps: integer(20, '', 'steps that are looked ahead; more sees bends earlier and costs time', {
    min: 2,
    max: 100,
  }),
  controlSteps: integer(10, '', 'steps with a free steering increment; more plans finer and costs time', {
    min: 1,
    max: 50,
  }),
  step: param(0.1, 's', 'length of a step of the horizon; usually the period of the block', { above: 0 }),
  lateralWeight: param(20, '1/m²', 'cost of distance from the centre line; larger corrects faster', { min: 0 }),
  headingWeight: param(10, '1/rad²', 'cost of heading against the centre line; larger damps', { min: 0 }),
  incrementWeight: param(100, '', 'cost of changes of tan δ; larger is calmer and slower', { above: 0 }),
  maxSteeringRate: param(2, 'rad/s', 'largest rate of the road-wheel angle', { above: 0 }),
  lateralLimit: optional(
    param(undefined, 'm', 'planned distances from the centre line stay below it where possible', { above: 0 }),
  ),
  deadTime: param(
    0,
    's',
    "from this block's release until its command moves the wheels: own latency, wires, actuator",
    { min: 0, max: 1 },
  ),
  speedTolerance: param(0.05, 'm/s', 'linearise anew when the speed has changed by this', { min: 0 }),
  slowestModel: param(0.5, 'm/s', 'the model is not linearised below this speed', { above: 0 }),
};
type LaneMpcParams = FieldValues<typeof params>;

interface Derived {
  readonly path: LanePath;
  readonly horizon: Horizon;
}
const derivedOf = derivedFrom<LaneMpcParams, Derived>((own) => ({
  path: createLanePath(),
  horizon: createHorizon(own),
}));

interface LaneMpcState {
  readonly keeping: ReturnType<typeof createLaneKeeping>;
  /** Speed at which the model is linearised [m/s]. */
  modelSpeed: number;
  /** tan δ of the commands so far. */
  readonly sent: SentCommands;
  /** The active set of the latest plan, with which the next begins. */
  active: Int32Array;
  activeCount: number;
}

/** states[0] ← where the vehicle is against the road; returns its arc length. */
function locate(own: LaneMpcParams, horizon: Horizon, path: LanePath, twist: Float64Array): number {
  const { states } = horizon;
  const s = nearestOnPath(path, own.trackedPoint, 0);
  // base_link is on the rear axle
  states[Track.VY] = twist[1] + own.cgToRearAxle * twist[2];
  states[Track.HEADING] = headingError(path);
  states[Track.YAW_RATE] = twist[2];
  states[Track.LATERAL] = lateralError(path, own.trackedPoint, 0);
  return s;
}

/** states[0] ← the same after the dead time, with the commands on their way; returns the arc length there. */
function passDeadTime(
  own: LaneMpcParams,
  horizon: Horizon,
  path: LanePath,
  sent: SentCommands,
  from: number,
  speed: number,
  nowNs: number,
): number {
  const { states, partModel, parts } = horizon;
  const h = own.deadTime / Math.max(1, parts);
  for (let i = 0; i < parts; i++) {
    curveAt(path, from + speed * h * (i + 0.5));
    advanceTrack(partModel, states, 0, sentAt(sent, nowNs + (i * h - own.deadTime) * 1e9), path.curve[Curve.CURVATURE]);
    states.copyWithin(0, STATES, 2 * STATES);
  }
  return from + speed * own.deadTime;
}

/** Stations of the road, and the mean curvatures between them. */
function lookAhead(own: LaneMpcParams, horizon: Horizon, path: LanePath, from: number, speed: number): void {
  const { roadX, roadY, roadHeading, curvature } = horizon;
  const { curve } = path;
  const stride = speed * own.step;
  let last = 0;
  for (let k = 0; k <= own.predictionSteps; k++) {
    curveAt(path, from + k * stride);
    roadX[k] = curve[Curve.X];
    roadY[k] = curve[Curve.Y];
    roadHeading[k] = curve[Curve.HEADING];
    if (k > 0) curvature[k - 1] = 0.5 * (last + curve[Curve.CURVATURE]);
    last = curve[Curve.CURVATURE];
  }
}

/** The active set is no guess any more where the horizon has been turned to one with fewer constraints. */
function forgetForeignGuess(state: LaneMpcState, { active, capacity }: Horizon['qp']): void {
  if (state.active.length !== active.length) state.active = new Int32Array(active.length);
  else if (state.active.every((c) => Math.abs(c) <= capacity)) return;
  state.active.fill(0);
  state.activeCount = 0;
}

/** Plans, first with all constraints, then without those on the distance. */
function plan(state: LaneMpcState, horizon: Horizon): Outcome {
  const { qp } = horizon;
  forgetForeignGuess(state, qp);
  qp.active.set(state.active);
  qp.activeCount = state.activeCount;
  qp.rows = qp.capacity;
  let outcome = Outcome.OPTIMAL;
  let status = solveQuadraticProgram(qp, true);
  if (status === 'infeasible' && qp.capacity > qp.variables) {
    qp.rows = qp.variables;
    outcome = Outcome.INFEASIBLE;
    status = solveQuadraticProgram(qp);
  }
  state.active.set(qp.active);
  state.activeCount = status === 'optimal' ? qp.activeCount : 0;
  if (status === 'optimal') return outcome;
  qp.x.fill(0);
  return status === 'iterationLimit' ? Outcome.ITERATION_LIMIT : Outcome.INFEASIBLE;
}

export const laneMpc = defineBlock({
  type: 'control/lane-mpc',
  doc: 'Keeps the lane by model predictive control: dynamic single track, steering limits, curvature preview, dead-time compensation.',
  params,
  inputs: { lane: Lane, odom: Odometry },
  outputs: { twist: Twist, steer: AckermannDriveStamped, status: MpcStatus, plan: occasionalOutput(Path) },
  defaultPeriod: 0.1,
  check(own) {
    if (own.controlSteps > own.predictionSteps)
      return ['controlSteps', `expected at most predictionSteps (${own.predictionSteps}), got ${own.controlSteps}`];
    return undefined;
  },
  init: (own, context): LaneMpcState => ({
    keeping: createLaneKeeping(),
    modelSpeed: 0,
    sent: createSentCommands(own.deadTime, context.period),
    active: new Int32Array(own.controlSteps),
    activeCount: 0,
  }),
  step(own, state, inputs, outputs, time) {
    const { path, horizon } = derivedOf(own);
    const { keeping, sent } = state;
    makeRoom(sent, own.deadTime, time.dt);
    if (!keepLane(own, keeping, path, inputs, time)) {
      writeStandstill(own, keeping, outputs, time);
      noteSent(sent, time.nowNs, 0);
      reportNothing(outputs.status.value, time);
      return;
    }
    // the model at about this speed
    const speed = Math.max(0, keeping.twist[0]);
    const modelSpeed = Math.max(own.slowestModel, speed);
    if (Math.abs(modelSpeed - state.modelSpeed) > own.speedTolerance) state.modelSpeed = modelSpeed;
    linearise(own, horizon, state.modelSpeed);

    // where the next command will take effect, and the road from there
    const here = locate(own, horizon, path, keeping.twist);
    const from = passDeadTime(own, horizon, path, sent, here, speed, time.nowNs);
    lookAhead(own, horizon, path, from, speed);

    // the plan
    const before = latestSent(sent);
    const { limits, qp } = horizon;
    limits.most = tan(own.maxSteering);
    limits.change = own.maxSteeringRate * own.step;
    limits.firstChange = own.maxSteeringRate * Math.min(time.elapsed, own.step);
    predict(horizon, before, false);
    writeGradientAndBounds(own, horizon, before);
    const outcome = plan(state, horizon);
    predict(horizon, before, true);

    // its first step
    const inside = Math.max(-limits.most, Math.min(limits.most, before + qp.x[0]));
    const input = Math.max(before - limits.firstChange, Math.min(before + limits.firstChange, inside));
    const steering = limitSteering(own, atan(input));
    writeCommand(own, keeping, steering, outputs, time);
    noteSent(sent, time.nowNs, input);
    const isStopping = keeping.mode === 'stopping';
    reportPlan(own, horizon, isStopping ? Outcome.LANE_LOST : outcome, before, outputs, time);
    outputs.status.value.steering = steering;
    outputs.status.value.acceleration = keeping.acceleration;
  },
});
