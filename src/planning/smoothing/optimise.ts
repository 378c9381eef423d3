/**
 * The quickest path near a path that was found, within what the car can do.
 *
 *   min T(p)   subject to   end(p) = goal,   |κ| ≤ κmax,   clearance of every point ≥ asked
 *
 * p are the curvatures at knots and the lengths of all runs (clothoid-chain), T is the smooth driving time: steering rate, speeds and
 * acceleration are in it. Changes of direction move freely, there are as many as before. Sequential quadratic programming: gradients
 * of time, end and clearances give a quadratic program in the step, with a bound on its size and the Hessian of T gathered by
 * Broyden, Fletcher, Goldfarb and Shanno's formula (damped as by Powell, 1978). One more unknown, t, relaxes what is violated now in
 * proportion, so that a step always exists; a step is taken if it lowers time and violation together. Every step is closed by Newton's
 * method, so that it ends at the goal. What is handed back has been checked every centimetre, and is the quickest by the speed
 * profile of all that was met on the way; undefined where none was.
 *
 * Reference: J. Nocedal, S. Wright, Numerical Optimization, 2nd ed., chapter 18 (elastic mode, damped BFGS).
 */
import type { QuadraticProgram } from '../../math/quadratic-program.ts';
import {
  createQuadraticProgram,
  prepareQuadraticProgram,
  solveQuadraticProgram,
} from '../../math/quadratic-program.ts';
import type { Arc, MutablePose } from '../arcs/arc-path.ts';
import type { Stretch } from '../arcs/stretch.ts';
import { POINT_SPACING } from '../arcs/stretch.ts';
import type { Pose } from '../problem.ts';
import type { ChainPoints, ClothoidChain } from './clothoid-chain.ts';
import { chainOf, createPoints, sensitivitiesInto, stretchOfRun, withPointsFor } from './clothoid-chain.ts';
import { closeChain } from './chain-closing.ts';
import type { DrivingTime, TimeModel } from './driving-time.ts';
import { drivingTimeInto, profiledTimeInto } from './driving-time.ts';
import { NearObstacles } from './near-obstacles.ts';
import type { SmoothingRules } from './smooth.ts';
import { clearanceOf, durationOf, runsOf } from './smooth.ts';

const ITERATIONS = 30;
/** Largest change of a number in one step: at first, at most, and where it is no use to go on. */
const FIRST_STEP = 0.15;
const LARGEST_STEP = 0.5;
const LEAST_STEP = 0.004;
/** Share of the tightest curvature that is used: the rest is for closing and tracking. */
const CURVATURE_SHARE = 0.98;
/** Knots that count as the end. */
const END_KNOTS = 3;
/** Runs are not made shorter than this [m]. */
const LEAST_LENGTH = 0.15;
/** A metre or a radian of violation is worth this much time [s]. */
const VIOLATION_COST = 100;
const MOST_VIOLATION_COST = 3000;
/** Obstacles further beyond what is asked are left out of a step [m]. */
const HORIZON = 0.25;
/** More than is asked, for what lies between points [m]; over this length at both ends, where poses are given, it fades [m]. */
const SPARE = 0.003;
const MOST_SPARE = 0.02;
const FADE = 1;
/** Beyond this more than is asked, one in a few points is enough [m]. */
const CLOSE = 0.06;
const STRIDE = 4;
/** Points this far apart, in margins, miss little of a corner that the body passes; within [m]. */
const SPACING_SHARE = 0.5;
const LEAST_SPACING = 0.03;
/** A step that gains less is none [s]. */
const LEAST_GAIN = 2e-3;
/** Rows for clearances. */
const MOST_ROWS = 600;

export interface OptimisationRules extends SmoothingRules {
  /** Whether the last metres may not be bent more than they were. */
  readonly keepsEnd?: boolean;
}

/** How a vector of numbers does. */
interface Candidate extends DrivingTime {
  readonly numbers: Float64Array;
  points: ChainPoints;
  /** Of clearance, the largest [m]. */
  violation: number;
}

export function optimised(
  start: Pose,
  goal: Pose,
  arcs: readonly Arc[],
  rules: OptimisationRules,
): Stretch[] | undefined {
  return new Optimisation(start, goal, arcs, rules).run();
}

class Optimisation {
  private chain: ClothoidChain;
  private model: TimeModel;
  private readonly obstacles: NearObstacles;
  private readonly program: QuadraticProgram;
  private sensitivities: Float64Array;
  private readonly pointSpacing: number;
  /** Of each knot, as a share of the tightest curvature. */
  private readonly mostBent: Float64Array;
  private readonly pose: MutablePose = { x: 0, y: 0, yaw: 0 };
  private current: Candidate;
  private next: Candidate;
  private timeInto = drivingTimeInto;
  private best: Stretch[] | undefined;
  private readonly bestNumbers: Float64Array;
  private shortest = Infinity;
  private spare = SPARE;
  private violationCost = VIOLATION_COST;

  constructor(
    private readonly start: Pose,
    private readonly goal: Pose,
    arcs: readonly Arc[],
    private readonly rules: OptimisationRules,
  ) {
    this.pointSpacing = Math.min(POINT_SPACING, Math.max(LEAST_SPACING, SPACING_SHARE * rules.margin));
    const { chain, numbers } = chainOf(start, runsOf(arcs), rules.maxCurvature, this.pointSpacing);
    const n = chain.variables;
    this.chain = chain;
    this.model = { chain, limits: rules.limits, wheelBase: rules.field.car.wheelBase };
    this.obstacles = new NearObstacles(rules.field);
    this.program = createQuadraticProgram(n + 1, 3 + MOST_ROWS);
    this.sensitivities = new Float64Array(3 * n * chain.points);
    this.bestNumbers = new Float64Array(n);
    this.current = this.candidate();
    this.next = this.candidate();
    this.current.numbers.set(numbers);
    this.mostBent = new Float64Array(n).fill(CURVATURE_SHARE);
    for (let k = Math.max(0, n - 1 - END_KNOTS); rules.keepsEnd === true && k < n - 1; k++)
      this.mostBent[k] = Math.min(CURVATURE_SHARE, Math.abs(numbers[k]));
  }

  run(): Stretch[] | undefined {
    if (!this.evaluate(this.current)) return undefined;
    this.consider(this.current);
    this.descend();
    // once more by the speed profile itself, from the best so far
    this.timeInto = profiledTimeInto;
    if (this.best !== undefined) this.current.numbers.set(this.bestNumbers);
    if (this.evaluate(this.current)) this.descend();
    return this.best;
  }

  private descend(): void {
    let size = FIRST_STEP;
    let isNew = true;
    for (let iteration = 0; iteration < ITERATIONS && size > LEAST_STEP; iteration++) {
      if (isNew) this.linearise();
      const isBetter = this.step(size) && this.meritOf(this.next) < this.meritOf(this.current) - LEAST_GAIN;
      isNew = isBetter;
      if (!isBetter) {
        size *= 0.35;
        continue;
      }
      [this.current, this.next] = [this.next, this.current];
      size = Math.min(LARGEST_STEP, 1.6 * size);
      this.layOut();
      this.consider(this.current);
    }
  }

  /** More points where runs have grown. */
  private layOut(): void {
    const { current, next } = this;
    const chain = withPointsFor(this.chain, current.numbers, this.pointSpacing);
    if (chain === this.chain) return;
    this.chain = chain;
    this.model = { ...this.model, chain };
    this.sensitivities = new Float64Array(3 * chain.variables * chain.points);
    current.points = createPoints(chain);
    next.points = createPoints(chain);
    this.evaluate(current);
  }

  private candidate(): Candidate {
    const n = this.chain.variables;
    const points = createPoints(this.chain);
    const [numbers, gradient, hessian] = [new Float64Array(n), new Float64Array(n), new Float64Array(n * n)];
    return { numbers, points, time: 0, gradient, hessian, violation: 0 };
  }

  private meritOf({ time, violation }: Candidate): number {
    return time + this.violationCost * violation;
  }

  /** Closes the candidate and measures it; false where it cannot be closed. */
  private evaluate(candidate: Candidate): boolean {
    const { numbers, points } = candidate;
    if (!closeChain(this.chain, numbers, points, this.goal)) return false;
    this.timeInto(this.model, numbers, candidate);
    this.measure(candidate);
    return true;
  }

  private measure(candidate: Candidate): void {
    const { points } = candidate;
    let violation = 0;
    for (let i = 1; i < this.chain.points - 1; i++)
      violation = Math.max(violation, this.askedAt(i) - this.rules.field.distance(this.poseAt(points, i)));
    candidate.violation = violation;
  }

  private poseAt({ x, y, yaw }: ChainPoints, i: number): Pose {
    this.pose.x = x[i];
    this.pose.y = y[i];
    this.pose.yaw = yaw[i];
    return this.pose;
  }

  /** Of clearance at a point [m]. */
  private askedAt(i: number): number {
    const fromEnd = this.pointSpacing * Math.min(i, this.chain.points - 1 - i);
    return this.rules.margin + this.spare * Math.min(1, fromEnd / FADE);
  }

  /** Time, end and clearances around the current candidate, written into the program. */
  private linearise(): void {
    const { program, chain, sensitivities, current } = this;
    const n = chain.variables;
    sensitivitiesInto(chain, current.numbers, current.points, 0, sensitivities);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < n; k++) program.hessian[i * (n + 1) + k] = current.hessian[i * n + k];
      program.gradient[i] = current.gradient[i];
    }
    program.hessian[n * (n + 1) + n] = 1;
    program.gradient[n] = this.violationCost * current.violation;
    program.matrix.fill(0);
    // the end stays where it is
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < n; k++)
        program.matrix[axis * (n + 1) + k] = sensitivities[3 * ((chain.points - 1) * n + k) + axis];
      program.lower[n + 1 + axis] = 0;
      program.upper[n + 1 + axis] = 0;
    }
    program.rows = 3;
    for (let i = 1; i < chain.points - 1; i++) {
      const asked = this.askedAt(i);
      this.obstacles.near(this.poseAt(current.points, i), asked + HORIZON, () => this.addRow(i, asked));
    }
    prepareQuadraticProgram(program);
  }

  /** d + ∂d/∂pose · ∂pose/∂p · step + violation · t ≥ asked */
  private addRow(i: number, asked: number): void {
    const { program, chain, sensitivities } = this;
    const n = chain.variables;
    const [distance, byX, byY, byYaw] = this.obstacles.found;
    if (program.rows >= program.capacity || (distance - asked > CLOSE && i % STRIDE !== 0)) return;
    const row = program.rows++ * (n + 1);
    for (let k = 0, at = 3 * i * n; k < n; k++, at += 3)
      program.matrix[row + k] = byX * sensitivities[at] + byY * sensitivities[at + 1] + byYaw * sensitivities[at + 2];
    program.matrix[row + n] = Math.max(0, asked - distance);
    program.lower[n + program.rows] = asked - distance;
    program.upper[n + program.rows] = Infinity;
  }

  /** The best step no larger than `size` into `next`; false where there is none. */
  private step(size: number): boolean {
    const { program, chain, current, next } = this;
    const n = chain.variables;
    program.lower.fill(-size, 0, n);
    program.upper.fill(size, 0, n);
    for (const { first, knots } of chain.runs) {
      for (let k = first; k < first + knots; k++) {
        program.lower[k] = Math.min(size, Math.max(-size, -this.mostBent[k] - current.numbers[k]));
        program.upper[k] = Math.max(-size, Math.min(size, this.mostBent[k] - current.numbers[k]));
      }
      const length = current.numbers[first + knots];
      program.lower[first + knots] = Math.max(-size, Math.min(0, LEAST_LENGTH - length), -0.5 * length);
    }
    program.lower[n] = 0;
    program.upper[n] = 1;
    if (solveQuadraticProgram(program) !== 'optimal') return false;
    // where the step would rather stay too near, that has to cost more
    if (program.x[n] > 0.5 && current.violation > 1e-3)
      this.violationCost = Math.min(MOST_VIOLATION_COST, 2 * this.violationCost);
    for (let k = 0; k < n; k++) next.numbers[k] = current.numbers[k] + program.x[k];
    return this.evaluate(next);
  }

  /** Keeps the candidate if it is drivable and quicker than those before. */
  private consider(candidate: Candidate): void {
    const { numbers, violation } = candidate;
    if (violation > this.spare) return;
    const stretches = this.chain.runs.map((run) => stretchOfRun(this.chain, run, numbers));
    const { limits, field, margin, maxCurvature } = this.rules;
    const duration = durationOf(stretches, { limits, field });
    if (duration >= this.shortest || numbersExceed(stretches, maxCurvature)) return;
    const missing = margin - clearanceOf(this.start, stretches, field, margin);
    if (missing > 0) {
      // between points it comes nearer than at them
      this.spare = Math.min(MOST_SPARE, this.spare + missing);
      this.measure(candidate);
      return;
    }
    this.best = stretches;
    this.bestNumbers.set(numbers);
    this.shortest = duration;
  }
}

const numbersExceed = (stretches: readonly Stretch[], most: number): boolean =>
  stretches.some(({ curvatures }) => curvatures.some((curvature) => Math.abs(curvature) > most));
