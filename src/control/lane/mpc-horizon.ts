/**
 * The quadratic program of the lane-keeping MPC.
 *
 *   u_k = u_{k−1} + Δ_k         Δ_0 … Δ_{Nc−1} free, later ones 0
 *   ξ_{k+1} = Φ ξ_k + Γ u_k + W κ_k                 k = 0 … Np − 1
 *   J = Σ_{k=1}^{Np} (q_y y_k² + q_ψ ψ_k²) + Σ_{k=0}^{Nc−1} r Δ_k²
 *
 * subject to |u_k| ≤ tan δ_max, |Δ_k| ≤ rate·h (Δ_0: rate times the time since the last command), and, if wanted, |y_k| ≤ y_max.
 *
 * Condensed: Y = free + Θ Δ, where Θ is built of the responses g_ℓ of (y, ψ) to a unit step of u, ℓ steps later:
 *
 *   H = ΘᵀQ Θ + R I        f = ΘᵀQ free        Θ_{k,j} = g_{k−j}
 *
 * H and the constraint rows depend on the speed alone and are kept, factorised, as long as that hardly changes.
 * Reference: the MonoSIM paper, equations (10)–(14). Checked against: cvxopt on the uncondensed problem.
 */
import { DOUBLE } from '../../math/double.ts';
import type { QuadraticProgram } from '../../math/quadratic-program.ts';
import { createQuadraticProgram, prepareQuadraticProgram } from '../../math/quadratic-program.ts';
import type { TrackModelParams } from './mpc-model.ts';
import { advanceTrack, continuousModel, discreteModel, STATES, Track } from './mpc-model.ts';
import type { MatrixRoom } from './zero-order-hold.ts';
import { createMatrixRoom } from './zero-order-hold.ts';

export interface HorizonParams extends TrackModelParams {
  readonly predictionSteps: number;
  readonly controlSteps: number;
  readonly step: number;
  readonly lateralWeight: number;
  readonly headingWeight: number;
  readonly incrementWeight: number;
  readonly deadTime: number;
  readonly lateralLimit?: number;
}

/** Dead time is predicted in parts no longer than this [s]. */
const LONGEST_PART = 0.02;

export interface Horizon {
  /** Speed of the model [m/s]; NaN before the first. */
  speed: number;
  /** One step, and one part of the dead time; 6×6. */
  readonly model: Float64Array;
  readonly partModel: Float64Array;
  readonly parts: number;
  /** Step responses of y and ψ, 1 … Np steps later. */
  readonly lateralResponse: Float64Array;
  readonly headingResponse: Float64Array;
  readonly qp: QuadraticProgram;
  /** States ξ_0 … ξ_Np: without free increments, later as planned. */
  readonly states: Float64Array;
  /** κ_k and u_k along the horizon. */
  readonly curvature: Float64Array;
  readonly input: Float64Array;
  /** Stations along the horizon in the vehicle frame: position [m] and direction [rad] of the road. */
  readonly roadX: Float64Array;
  readonly roadY: Float64Array;
  readonly roadHeading: Float64Array;
  readonly limits: InputLimits;
  readonly room: MatrixRoom;
  readonly continuous: Float64Array;
}

/** Largest |u|; its largest change over a step, and over the time since the last command. */
interface InputLimits {
  most: number;
  change: number;
  firstChange: number;
}

export function createHorizon(params: HorizonParams): Horizon {
  const np = params.predictionSteps;
  const nc = Math.min(params.controlSteps, np);
  return {
    speed: NaN,
    model: new Float64Array(Track.SIZE * Track.SIZE),
    partModel: new Float64Array(Track.SIZE * Track.SIZE),
    parts: Math.ceil(params.deadTime / LONGEST_PART - 1e-9),
    lateralResponse: new Float64Array(np + 1),
    headingResponse: new Float64Array(np + 1),
    qp: createQuadraticProgram(nc, nc + (params.lateralLimit === undefined ? 0 : np)),
    states: new Float64Array(STATES * (np + 1)),
    curvature: new Float64Array(np),
    input: new Float64Array(np),
    roadX: new Float64Array(np + 1),
    roadY: new Float64Array(np + 1),
    roadHeading: new Float64Array(np + 1),
    limits: { most: DOUBLE, change: DOUBLE, firstChange: DOUBLE },
    room: createMatrixRoom(Track.SIZE),
    continuous: new Float64Array(Track.SIZE * Track.SIZE),
  };
}

/** Makes everything that depends on the speed, unless it is there already. */
export function linearise(params: HorizonParams, horizon: Horizon, speed: number): void {
  if (horizon.speed === speed) return;
  const { continuous, room, model, states, lateralResponse, headingResponse } = horizon;
  horizon.speed = speed;
  continuousModel(params, speed, continuous);
  discreteModel(params, continuous, params.step, room, model);
  if (horizon.parts > 0) discreteModel(params, continuous, params.deadTime / horizon.parts, room, horizon.partModel);
  states.fill(0);
  for (let k = 0; k < params.predictionSteps; k++) {
    advanceTrack(model, states, STATES * k, 1, 0);
    lateralResponse[k + 1] = states[STATES * (k + 1) + Track.LATERAL];
    headingResponse[k + 1] = states[STATES * (k + 1) + Track.HEADING];
  }
  writeProgram(params, horizon);
  prepareQuadraticProgram(horizon.qp);
}

/** H, and the rows that bound inputs and distances. */
function writeProgram(params: HorizonParams, horizon: Horizon): void {
  const { qp, lateralResponse: gy, headingResponse: gh } = horizon;
  const np = params.predictionSteps;
  const nc = qp.variables;
  for (let i = 0; i < nc; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? params.incrementWeight : 0;
      for (let k = i + 1; k <= np; k++) {
        sum += params.lateralWeight * gy[k - i] * gy[k - j] + params.headingWeight * gh[k - i] * gh[k - j];
      }
      qp.hessian[i * nc + j] = sum;
      qp.hessian[j * nc + i] = sum;
    }
  }
  // u_k − u_{−1} = Δ_0 + … + Δ_k, then y_1 … y_Np
  for (let k = 0; k < nc; k++) for (let j = 0; j < nc; j++) qp.matrix[k * nc + j] = j <= k ? 1 : 0;
  if (qp.capacity === nc) return;
  for (let k = 1; k <= np; k++) for (let j = 0; j < nc; j++) qp.matrix[(nc + k - 1) * nc + j] = j < k ? gy[k - j] : 0;
}

/** Follows the horizon from states[0] with the increments of `qp.x`, or with none. */
export function predict(horizon: Horizon, before: number, withPlan: boolean): void {
  const { model, states, curvature, input, qp } = horizon;
  let u = before;
  for (let k = 0; k < input.length; k++) {
    if (withPlan && k < qp.variables) u += qp.x[k];
    input[k] = u;
    advanceTrack(model, states, STATES * k, u, curvature[k]);
  }
}

/** f and the bounds, from the prediction without free increments. */
export function writeGradientAndBounds(params: HorizonParams, horizon: Horizon, before: number): void {
  const { qp, limits, states, lateralResponse: gy, headingResponse: gh } = horizon;
  const np = params.predictionSteps;
  const nc = qp.variables;
  for (let j = 0; j < nc; j++) {
    let sum = 0;
    for (let k = j + 1; k <= np; k++) {
      const at = STATES * k;
      sum +=
        params.lateralWeight * gy[k - j] * states[at + Track.LATERAL] +
        params.headingWeight * gh[k - j] * states[at + Track.HEADING];
    }
    qp.gradient[j] = sum;
    const change = j === 0 ? limits.firstChange : limits.change;
    qp.lower[j] = -change;
    qp.upper[j] = change;
    qp.lower[nc + j] = -limits.most - before;
    qp.upper[nc + j] = limits.most - before;
  }
  const bound = params.lateralLimit;
  if (bound === undefined) return;
  for (let k = 1; k <= np; k++) {
    const free = states[STATES * k + Track.LATERAL];
    qp.lower[2 * nc + k - 1] = -bound - free;
    qp.upper[2 * nc + k - 1] = bound - free;
  }
}
