/**
 * The time to drive a chain of clothoids as a smooth function of its numbers, and its gradient.
 *
 * Between two points the car needs at least the time of the quickest run without steering, t₀, and the wheels theirs, Δδ/rate.
 * The longer of the two decides; a norm of high order in its place is smooth:
 *
 *   T = Σ runs (Σ intervals (t₀⁸ + (Δδ/rate)⁸)^⅛ + |Δδ at standstill|/rate) + effort Σ (Δκ)²/Δs
 *
 * The last term is the steering effort; it decides where time does not. Differs from speed-profile: how a slow place delays its
 * neighbours through the limit of acceleration is left out, so the quickest path is picked by speed-profile in the end.
 * Gradient by differences, each knot touching its two pieces only. Checked against: speed-profile, differences of the whole.
 */
import { atan } from '../../math/trig.ts';
import type { Stretch } from '../arcs/stretch.ts';
import type { DrivingLimits } from '../problem.ts';
import { speedProfile, steeringTime } from '../speed-profile/speed-profile.ts';
import type { ChainRun, ClothoidChain } from './clothoid-chain.ts';
import { stretchOfRun } from './clothoid-chain.ts';

/** What steering effort counts, for curvatures as shares of the tightest [s·m]. */
const EFFORT = 0.01;
/** Rounds off the corner of |Δδ| [rad]. */
const ROUNDING = 0.01;
const DIFFERENCE = 1e-6;
/** Second differences are taken over this width, so that they know of corners near by; and the least of them for any number. */
const WIDTH = 0.05;
const STIFFNESS = 0.3;
/** For the gradient of the speed profile. */
const PROFILE_WIDTH = 0.004;

export interface TimeModel {
  readonly chain: ClothoidChain;
  readonly limits: DrivingLimits;
  readonly wheelBase: number;
}

/** T [s], and its derivatives by each number. */
export interface DrivingTime {
  time: number;
  readonly gradient: Float64Array;
  /** n×n, positive definite. */
  readonly hessian: Float64Array;
}

export function drivingTimeInto(model: TimeModel, numbers: Float64Array, out: DrivingTime): void {
  const n = model.chain.variables;
  out.gradient.fill(0);
  out.hessian.fill(0);
  for (let k = 0; k < n; k++) out.hessian[k * n + k] = STIFFNESS;
  out.time = standstillTime(model, numbers, out);
  for (const run of model.chain.runs) out.time += runTime(model, run, numbers, out);
}

/** Of the difference of two numbers. */
function addCurvature(hessian: Float64Array, n: number, i: number, k: number, value: number): void {
  hessian[i * n + i] += value;
  hessian[k * n + k] += value;
  hessian[i * n + k] -= value;
  hessian[k * n + i] -= value;
}

/** Wheels turned before every run, straight ones before the first. */
function standstillTime({ chain, limits, wheelBase }: TimeModel, numbers: Float64Array, out: DrivingTime): number {
  const { gradient, hessian } = out;
  const scale = wheelBase * chain.maxCurvature;
  let time = 0;
  let last = -1;
  for (const { first, knots } of chain.runs) {
    const to = scale * numbers[first];
    const from = last < 0 ? 0 : scale * numbers[last];
    const turn = atan(to) - atan(from);
    const rounded = Math.sqrt(turn * turn + ROUNDING * ROUNDING);
    time += (rounded - ROUNDING) / limits.steeringRate;
    const slope = (turn / rounded / limits.steeringRate) * scale;
    gradient[first] += slope / (1 + to * to);
    if (last >= 0) gradient[last] -= slope / (1 + from * from);
    const curvature =
      (scale * Math.max(0, 2 * WIDTH - Math.abs(numbers[first] - (last < 0 ? 0 : numbers[last])))) /
      (2 * WIDTH * WIDTH * limits.steeringRate);
    if (last >= 0) addCurvature(hessian, chain.variables, first, last, curvature);
    else hessian[first * chain.variables + first] += curvature;
    last = first + knots - 1;
  }
  return time;
}

function runTime(model: TimeModel, run: ChainRun, numbers: Float64Array, out: DrivingTime): number {
  const { first, knots } = run;
  const { gradient, hessian } = out;
  const length = first + knots;
  let time = 0;
  for (let j = 0; j < knots - 1; j++) {
    const [a, b] = [numbers[first + j], numbers[first + j + 1]];
    const here = pieceTime(model, run, j, a, b, numbers[length]);
    time += here;
    gradient[first + j] += (pieceTime(model, run, j, a + DIFFERENCE, b, numbers[length]) - here) / DIFFERENCE;
    gradient[first + j + 1] += (pieceTime(model, run, j, a, b + DIFFERENCE, numbers[length]) - here) / DIFFERENCE;
    gradient[length] += (pieceTime(model, run, j, a, b, numbers[length] + DIFFERENCE) - here) / DIFFERENCE;
    const spread =
      pieceTime(model, run, j, a - WIDTH, b + WIDTH, numbers[length]) +
      pieceTime(model, run, j, a + WIDTH, b - WIDTH, numbers[length]);
    const curvature = Math.max(0, spread - 2 * here) / (4 * WIDTH * WIDTH);
    addCurvature(hessian, model.chain.variables, first + j, first + j + 1, curvature);
  }
  return time;
}

/** From knot j to the next, with the curvatures a and b there. */
function pieceTime(
  { chain, limits, wheelBase }: TimeModel,
  { direction, knots, perPiece }: ChainRun,
  j: number,
  a: number,
  b: number,
  length: number,
): number {
  const scale = wheelBase * chain.maxCurvature;
  const most = direction < 0 ? limits.backwardSpeed : limits.forwardSpeed;
  const spacing = length / ((knots - 1) * perPiece);
  let time = (EFFORT * (b - a) * (b - a)) / (spacing * perPiece);
  let steering = atan(scale * a);
  let clock = clockAt(j * perPiece * spacing, length, most, limits.acceleration);
  for (let i = 1; i <= perPiece; i++) {
    const nextSteering = atan(scale * (a + ((b - a) * i) / perPiece));
    const nextClock = clockAt((j * perPiece + i) * spacing, length, most, limits.acceleration);
    time += longer(nextClock - clock, Math.abs(nextSteering - steering) / limits.steeringRate);
    steering = nextSteering;
    clock = nextClock;
  }
  return time;
}

/** (a⁸ + b⁸)^⅛ */
function longer(a: number, b: number): number {
  const [a2, b2] = [a * a, b * b];
  const [a4, b4] = [a2 * a2, b2 * b2];
  return Math.sqrt(Math.sqrt(Math.sqrt(a4 * a4 + b4 * b4)));
}

/** When a car that accelerates, cruises and brakes is at s of a run: less half the time of the run [s]. */
function clockAt(s: number, length: number, most: number, acceleration: number): number {
  const left = Math.min(s, length - s);
  const ramp = Math.min((most * most) / (2 * acceleration), length / 2);
  const toMiddle =
    left < ramp
      ? Math.sqrt((2 * ramp) / acceleration) -
        Math.sqrt((2 * Math.max(0, left)) / acceleration) +
        (length / 2 - ramp) / most
      : (length / 2 - left) / most;
  return s < length / 2 ? -toMiddle : toMiddle;
}

/** The same by speed-profile: no smooth function, so its gradient is taken over a finite width; the Hessian stays that of the smooth one. */
export function profiledTimeInto(model: TimeModel, numbers: Float64Array, out: DrivingTime): void {
  drivingTimeInto(model, numbers, out);
  const { runs } = model.chain;
  const { gradient } = out;
  out.time = 0;
  for (let r = 0; r < runs.length; r++) {
    const { first, knots } = runs[r];
    out.time += aroundRun(model, r, numbers);
    for (let k = first; k <= first + knots; k++) {
      const value = numbers[k];
      numbers[k] = value + PROFILE_WIDTH;
      const more = aroundRun(model, r, numbers) + (k === first + knots - 1 ? steeringAfter(model, r, numbers) : 0);
      numbers[k] = value - PROFILE_WIDTH;
      const less = aroundRun(model, r, numbers) + (k === first + knots - 1 ? steeringAfter(model, r, numbers) : 0);
      numbers[k] = value;
      gradient[k] = (more - less) / (2 * PROFILE_WIDTH);
    }
  }
}

/** To turn the wheels before a run, and to drive it [s]. */
function aroundRun(model: TimeModel, r: number, numbers: Float64Array): number {
  const { chain, limits, wheelBase } = model;
  const stretch: Stretch = stretchOfRun(chain, chain.runs[r], numbers);
  const effort = effortOf(chain.runs[r], numbers);
  return steeringBefore(model, r, numbers) + speedProfile(stretch, limits, wheelBase).duration + effort;
}

function effortOf({ first, knots }: ChainRun, numbers: Float64Array): number {
  let sum = 0;
  for (let k = first + 1; k < first + knots; k++) sum += (numbers[k] - numbers[k - 1]) * (numbers[k] - numbers[k - 1]);
  return (EFFORT * sum * (knots - 1)) / numbers[first + knots];
}

function steeringBefore({ chain, limits, wheelBase }: TimeModel, r: number, numbers: Float64Array): number {
  const before = r === 0 ? 0 : numbers[chain.runs[r].first - 2];
  const { maxCurvature } = chain;
  return steeringTime(maxCurvature * before, maxCurvature * numbers[chain.runs[r].first], limits, wheelBase);
}

const steeringAfter = (model: TimeModel, r: number, numbers: Float64Array): number =>
  r + 1 < model.chain.runs.length ? steeringBefore(model, r + 1, numbers) : 0;
