/** What the lane-keeping MPC says about its plan: a status, and the planned path in base_link. */
import type { StepTime } from '../../core/block.ts';
import type { Output } from '../../core/signal.ts';
import { quaternionFromYawInto } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { MpcStatus, Path } from '../../msgs/index.ts';
import { PoseStamped, setTime } from '../../msgs/index.ts';
import type { Horizon, HorizonParams } from './mpc-horizon.ts';
import { STATES, Track } from './mpc-model.ts';

/** As in MpcStatus. */
export const enum Outcome {
  NO_LANE,
  OPTIMAL,
  INFEASIBLE,
  ITERATION_LIMIT,
  LANE_LOST,
}

/** Nothing to follow yet. */
export function reportNothing(status: MpcStatus, time: StepTime): void {
  setTime(status.stamp, time.nowNs);
  status.outcome = Outcome.NO_LANE;
  status.iterations = 0;
  status.active_constraints = 0;
  status.cost = 0;
  status.lateral_error = 0;
  status.heading_error = 0;
  status.steering = 0;
  status.acceleration = 0;
  status.violation = 0;
}

interface ReportOutputs {
  readonly status: Output<MpcStatus>;
  readonly plan: Output<Path>;
}

/** Reports the plan that `horizon` has followed from the input `before`. */
export function reportPlan(
  params: HorizonParams,
  horizon: Horizon,
  outcome: Outcome,
  before: number,
  outputs: ReportOutputs,
  time: StepTime,
): void {
  const { qp, states } = horizon;
  const status = outputs.status.value;
  setTime(status.stamp, time.nowNs);
  status.outcome = outcome;
  status.iterations = qp.iterations;
  status.active_constraints = qp.activeCount;
  status.cost = planCost(params, horizon);
  status.lateral_error = states[Track.LATERAL];
  status.heading_error = states[Track.HEADING];
  status.violation = planViolation(params, horizon, before);
  writePlan(horizon, outputs.plan.value, time);
  outputs.plan.publish = true;
}

/** J of the plan. */
export function planCost(params: HorizonParams, horizon: Horizon): number {
  const { qp, states } = horizon;
  let cost = 0;
  for (let k = 1; k <= params.predictionSteps; k++) {
    const y = states[STATES * k + Track.LATERAL];
    const heading = states[STATES * k + Track.HEADING];
    cost += params.lateralWeight * y * y + params.headingWeight * heading * heading;
  }
  for (let k = 0; k < qp.variables; k++) cost += params.incrementWeight * qp.x[k] * qp.x[k];
  return cost;
}

/** How far the plan exceeds its limits at most: on tan δ, its changes, or the distance while that is limited. */
function planViolation(params: HorizonParams, horizon: Horizon, before: number): number {
  const { qp, states, input, limits } = horizon;
  let most = 0;
  let last = before;
  for (let k = 0; k < qp.variables; k++) {
    const change = Math.abs(input[k] - last);
    most = Math.max(most, Math.abs(input[k]) - limits.most, change - (k === 0 ? limits.firstChange : limits.change));
    last = input[k];
  }
  const bound = params.lateralLimit;
  if (bound === undefined) return most;
  for (let k = 1; k <= params.predictionSteps; k++)
    most = Math.max(most, Math.abs(states[STATES * k + Track.LATERAL]) - bound);
  return most;
}

const direction = new Float64Array(2);

/** The planned places beside the road's stations. */
function writePlan(horizon: Horizon, plan: Path, time: StepTime): void {
  const { states, roadX, roadY, roadHeading } = horizon;
  while (plan.poses.length < roadX.length) plan.poses.push(PoseStamped.create());
  plan.header.frame_id = 'base_link';
  setTime(plan.header.stamp, time.nowNs);
  for (let k = 0; k < roadX.length; k++) {
    const { header, pose } = plan.poses[k];
    const y = states[STATES * k + Track.LATERAL];
    sinCos(roadHeading[k], direction);
    header.frame_id = 'base_link';
    setTime(header.stamp, time.nowNs);
    pose.position.x = roadX[k] - y * direction[0];
    pose.position.y = roadY[k] + y * direction[1];
    quaternionFromYawInto(roadHeading[k] + states[STATES * k + Track.HEADING], pose.orientation);
  }
}
