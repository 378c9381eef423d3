/**
 * MonoSIM's MPC lane keeper as its authors released it: a kinematic model for small angles, at constant speed.
 *
 *   y⁺ = y + v̄ θ Δt       θ⁺ = θ + v̄ d Δt/ℓ       v⁺ = v + a Δt        y₀ = θ₀ = 0,  v₀ = v̄ measured
 *
 *   min Σ_{k=1}^{10} 20 (y_k − y(x_k))² + 20 (θ_k − atan y′(x_k))² + 5 (v_k − 2.5)²
 *     + Σ_{k=0}^{9} 0.5 (a_k² + d_k²) + Σ_{k=1}^{9} 5 ((a_k − a_{k−1})² + (d_k − d_{k−1})²)          x_k = k v̄ Δt
 *   subject to |a| ≤ 3 m/s², |d| ≤ 0.5 rad, 0 ≤ v ≤ 15 m/s
 *
 * Solved once per lane; published in every step: v = v_measured + 0.1 a₀ and, in the field of the yaw rate, the steering angle d₀.
 * a = d = 0 when there is no solution. ℓ = 2.5 m is the authors' "vehicle length"; their simulated wheel base is 1.3 m, and their lane
 * begins at the camera, not at the axle. Steering and speed do not interact, so two programs of ten variables are solved.
 * Differs: solved exactly, where the original stops at OSQP's tolerance; a lane that is not detected is ignored.
 *
 * Reference: github.com/shantanu404/monosim, mpc_optimizer and mpc_control_node. Checked against: cvxopt on the original's problem.
 */
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { integer, param } from '../../core/schema.ts';
import type { QuadraticProgram } from '../../math/quadratic-program.ts';
import {
  createQuadraticProgram,
  prepareQuadraticProgram,
  solveQuadraticProgram,
} from '../../math/quadratic-program.ts';
import { atan } from '../../math/trig.ts';
import { Lane, Odometry, Twist } from '../../msgs/index.ts';

const params = {
  horizon: integer(10, '', 'steps of the horizon', { min: 1, max: 50 }),
  step: param(0.1, 's', 'length of a step', { above: 0 }),
  vehicleLength: param(2.5, 'm', 'turns a steering angle into a yaw rate in the model', { above: 0 }),
  desiredSpeed: param(2.5, 'm/s', 'speed that is aimed at'),
  lateralWeight: param(20, '', 'cost of the squared lateral error', { min: 0 }),
  headingWeight: param(20, '', 'cost of the squared heading error', { min: 0 }),
  speedWeight: param(5, '', 'cost of the squared speed error', { min: 0 }),
  inputWeight: param(0.5, '', 'cost of squared acceleration and steering', { above: 0 }),
  changeWeight: param(5, '', 'cost of their squared changes', { min: 0 }),
  maxAcceleration: param(3, 'm/s²', 'limit of acceleration and deceleration', { min: 0 }),
  maxSteering: param(0.5, 'rad', 'limit of the steering angle', { min: 0 }),
  maxSpeed: param(15, 'm/s', 'limit of the speed', { min: 0 }),
};
type ReleasedParams = FieldValues<typeof params>;

interface Programs {
  readonly steering: QuadraticProgram;
  readonly speed: QuadraticProgram;
}

/** Room for both programs, and what of them does not change: limits, and all of the speed's but its gradient. */
const programsOf = derivedFrom<ReleasedParams, Programs>((own) => {
  const n = own.horizon;
  const steering = createQuadraticProgram(n, 0);
  const speed = createQuadraticProgram(n, n);
  steering.lower.fill(-own.maxSteering);
  steering.upper.fill(own.maxSteering);
  speed.lower.fill(-own.maxAcceleration, 0, n);
  speed.upper.fill(own.maxAcceleration, 0, n);
  // v_k − v_0 = Δt (a_0 + … + a_{k−1})
  for (let k = 1; k <= n; k++) for (let j = 0; j < k; j++) speed.matrix[(k - 1) * n + j] = own.step;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++)
      speed.hessian[i * n + j] = 2 * own.speedWeight * own.step * own.step * (n - Math.max(i, j));
  }
  addInputCost(own, speed);
  prepareQuadraticProgram(speed);
  return { steering, speed };
});

/** Adds the cost of inputs and of their changes to H. */
function addInputCost(own: ReleasedParams, { hessian, variables: n }: QuadraticProgram): void {
  for (let i = 0; i < n; i++) {
    const neighbours = n === 1 ? 0 : i === 0 || i === n - 1 ? 1 : 2;
    hessian[i * n + i] += 2 * own.inputWeight + 2 * neighbours * own.changeWeight;
    if (i === 0) continue;
    hessian[i * n + i - 1] -= 2 * own.changeWeight;
    hessian[(i - 1) * n + i] -= 2 * own.changeWeight;
  }
}

/** d_0 along a centre line [rad]; NaN when there is no solution. */
function solveSteering(own: ReleasedParams, qp: QuadraticProgram, speed: number, centre: Float64Array): number {
  const n = qp.variables;
  const stride = speed * own.step;
  // d_j turns θ_k by `turn` for k > j, and moves y_k by stride · turn · (k − 1 − j)
  const turn = stride / own.vehicleLength;
  const shift = stride * turn;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i + 1; k <= n; k++)
        sum += 2 * own.headingWeight * turn * turn + 2 * own.lateralWeight * shift * shift * (k - 1 - i) * (k - 1 - j);
      qp.hessian[i * n + j] = sum;
      qp.hessian[j * n + i] = sum;
    }
    qp.gradient[i] = 0;
  }
  addInputCost(own, qp);
  for (let k = 1; k <= n; k++) {
    const x = k * stride;
    const y = centre[0] + x * (centre[1] + x * (centre[2] + x * centre[3]));
    const heading = atan(centre[1] + x * (2 * centre[2] + x * 3 * centre[3]));
    for (let j = 0; j < k; j++)
      qp.gradient[j] -= 2 * own.headingWeight * turn * heading + 2 * own.lateralWeight * shift * (k - 1 - j) * y;
  }
  prepareQuadraticProgram(qp);
  return solveQuadraticProgram(qp) === 'optimal' ? qp.x[0] : NaN;
}

/** a_0 towards the desired speed [m/s²]; NaN when there is no solution. */
function solveSpeed(own: ReleasedParams, qp: QuadraticProgram, speed: number): number {
  const n = qp.variables;
  if (!(speed <= own.maxSpeed)) return NaN;
  for (let j = 0; j < n; j++) {
    qp.gradient[j] = 2 * own.speedWeight * own.step * (n - j) * (speed - own.desiredSpeed);
    qp.lower[n + j] = -speed;
    qp.upper[n + j] = own.maxSpeed - speed;
  }
  return solveQuadraticProgram(qp) === 'optimal' ? qp.x[0] : NaN;
}

export const laneMpcReleased = defineBlock({
  type: 'control/lane-mpc-released',
  doc: "MonoSIM's lane-keeping MPC as released: kinematic, small angles, the steering angle sent as yaw rate.",
  params,
  inputs: { lane: Lane, odom: Odometry },
  outputs: { twist: Twist },
  defaultPeriod: 0.1,
  init: () => ({ sequence: 0, acceleration: 0, steering: 0 }),
  step(own, state, { lane, odom }, { twist }) {
    const { x, y, z } = odom.value.twist.twist.linear;
    const speed = Math.sqrt(x * x + y * y + z * z);
    if (lane.sequence !== state.sequence && lane.value.detected) {
      const programs = programsOf(own);
      const steering = solveSteering(own, programs.steering, speed, lane.value.centre);
      const acceleration = solveSpeed(own, programs.speed, speed);
      const isSolved = Math.abs(steering + acceleration) < Infinity;
      state.steering = isSolved ? steering : 0;
      state.acceleration = isSolved ? acceleration : 0;
    }
    state.sequence = lane.sequence;
    twist.value.linear.x = speed + 0.1 * state.acceleration;
    twist.value.angular.z = state.steering;
  },
});
