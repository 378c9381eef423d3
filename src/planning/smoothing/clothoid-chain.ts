/**
 * A whole path as few numbers: what the optimisation turns.
 *
 * Every run between two changes of direction has its curvature at equally spaced knots, linear in the arc length between them
 * (clothoids), and its length: κ₀ … κₘ₋₁, L. Numbers are kept without units, κ/κmax and L/m, run after run in one vector.
 *
 * How poses move with the numbers: bending the path by δκ(σ) turns all that comes later about the point at σ, so
 *
 *   δθ(s) = ∫ δκ dσ,   δx(s) = −∫ (y(s) − y(σ)) δκ dσ,   δy(s) = ∫ (x(s) − x(σ)) δκ dσ
 *
 * with σ signed by the direction; longer by δL, each piece bends and shifts by its share. Integrals by the trapezoidal rule.
 */
import type { Arc, MutablePose } from '../arcs/arc-path.ts';
import type { Stretch } from '../arcs/stretch.ts';
import { advanceClothoidInto, POINT_SPACING } from '../arcs/stretch.ts';
import type { Pose } from '../problem.ts';
import { blended } from './blended-curvature.ts';

export interface ChainRun {
  /** 1 forwards, −1 backwards. */
  readonly direction: number;
  /** Where its numbers begin: as many curvatures as knots, then the length. */
  readonly first: number;
  readonly knots: number;
  /** Points per piece between two knots, and the index of the run's first point among all points. */
  readonly perPiece: number;
  readonly firstPoint: number;
}

export interface ClothoidChain {
  readonly start: Pose;
  readonly maxCurvature: number;
  readonly runs: readonly ChainRun[];
  /** How many numbers, and how many points; a run begins where the one before ended, with that point. */
  readonly variables: number;
  readonly points: number;
}

/** Poses and curvatures at all points. */
export interface ChainPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly yaw: Float64Array;
  readonly curvature: Float64Array;
}

/** Between knots [m], unless there would be more numbers than MOST_KNOTS. */
const KNOT_SPACING = 0.4;
const MOST_KNOTS = 64;
const LEAST_KNOTS = 3;
/** Points may get this much further apart than asked. */
const OUTGROWN = 1.2;

/**
 * Runs of arcs, each in one direction, as a chain with its numbers: the stepwise curvature averaged around every knot. Points lie at
 * most `pointSpacing` apart to begin with [m].
 */
export function chainOf(
  start: Pose,
  runs: readonly (readonly Arc[])[],
  maxCurvature: number,
  pointSpacing: number,
): { chain: ClothoidChain; numbers: Float64Array } {
  const lengths = runs.map((run) => run.reduce((sum, { length }) => sum + Math.abs(length), 0));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const spacing = Math.max(KNOT_SPACING, total / MOST_KNOTS);
  const layout: ChainRun[] = [];
  const numbers: number[] = [];
  let firstPoint = 0;
  runs.forEach((run, r) => {
    const knots = Math.max(LEAST_KNOTS, Math.ceil(lengths[r] / spacing) + 1);
    const piece = lengths[r] / (knots - 1);
    const perPiece = Math.ceil(piece / pointSpacing);
    const direction = run[0].length < 0 ? -1 : 1;
    layout.push({ direction, first: numbers.length, knots, perPiece, firstPoint });
    firstPoint += (knots - 1) * perPiece;
    const arcs = Float64Array.from([...run.map((arc) => arc.curvature), ...run.map((arc) => Math.abs(arc.length))]);
    for (const curvature of blended(arcs, direction, piece, knots - 1).curvatures)
      numbers.push(curvature / maxCurvature);
    numbers.push(lengths[r]);
  });
  const chain: ClothoidChain = { start, maxCurvature, runs: layout, variables: numbers.length, points: firstPoint + 1 };
  return { chain, numbers: Float64Array.from(numbers) };
}

/** The same chain with points as near to each other as is asked, whatever its runs have grown to; itself where they are near enough. */
export function withPointsFor(chain: ClothoidChain, numbers: Float64Array, pointSpacing: number): ClothoidChain {
  const pieceOf = ({ first, knots }: ChainRun) => numbers[first + knots] / (knots - 1);
  if (chain.runs.every((run) => pieceOf(run) <= OUTGROWN * pointSpacing * run.perPiece)) return chain;
  let firstPoint = 0;
  const runs = chain.runs.map((run) => {
    const next = { ...run, perPiece: Math.ceil(pieceOf(run) / pointSpacing), firstPoint };
    firstPoint += (run.knots - 1) * next.perPiece;
    return next;
  });
  return { ...chain, runs, points: firstPoint + 1 };
}

export const createPoints = ({ points }: ClothoidChain): ChainPoints => ({
  x: new Float64Array(points),
  y: new Float64Array(points),
  yaw: new Float64Array(points),
  curvature: new Float64Array(points),
});

const at: MutablePose = { x: 0, y: 0, yaw: 0 };

/** Where the numbers lead; the curvature at a change of direction is that of the run that begins there. */
export function integrateInto(chain: ClothoidChain, numbers: Float64Array, out: ChainPoints): void {
  at.x = chain.start.x;
  at.y = chain.start.y;
  at.yaw = chain.start.yaw;
  for (const { direction, first, knots, perPiece, firstPoint } of chain.runs) {
    const step = (direction * numbers[first + knots]) / ((knots - 1) * perPiece);
    let point = firstPoint;
    for (let j = 0; j < knots - 1; j++) {
      const from = numbers[first + j] * chain.maxCurvature;
      const slope = (numbers[first + j + 1] * chain.maxCurvature - from) / perPiece;
      for (let i = 0; i < perPiece; i++) {
        write(out, point++, from + slope * i);
        advanceClothoidInto(at, from + slope * i, from + slope * (i + 1), step, at);
      }
    }
    write(out, point, numbers[first + knots - 1] * chain.maxCurvature);
  }
}

function write(out: ChainPoints, i: number, curvature: number): void {
  out.x[i] = at.x;
  out.y[i] = at.y;
  out.yaw[i] = at.yaw;
  out.curvature[i] = curvature;
}

/**
 * How x, y and the heading of every point from `since` on move with each number: three values per number, one point after the other.
 */
export function sensitivitiesInto(
  chain: ClothoidChain,
  numbers: Float64Array,
  points: ChainPoints,
  since: number,
  out: Float64Array,
): void {
  out.fill(0);
  const bends = new Float64Array(chain.points);
  for (const run of chain.runs)
    for (let j = 0; j <= run.knots; j++) {
      if (j < run.knots) hatInto(chain, run, j, bends);
      else longerInto(chain, run, numbers, bends);
      columnInto(chain, run, j, { numbers, points, bends, since, out });
    }
}

/** δκ for more curvature at knot j: a hat. */
function hatInto({ maxCurvature }: ClothoidChain, { firstPoint, perPiece }: ChainRun, j: number, bends: Float64Array) {
  for (let i = Math.max(0, (j - 1) * perPiece); i <= (j + 1) * perPiece && firstPoint + i < bends.length; i++)
    bends[firstPoint + i] = maxCurvature * (1 - Math.abs(i / perPiece - j));
}

/** δκ for a longer run: each piece bends by its share. */
function longerInto({ maxCurvature }: ClothoidChain, run: ChainRun, numbers: Float64Array, bends: Float64Array): void {
  const { first, knots, perPiece, firstPoint } = run;
  for (let i = 0; i <= (knots - 1) * perPiece; i++) {
    const j = Math.min(knots - 2, Math.floor(i / perPiece));
    const share = i / perPiece - j;
    const curvature = numbers[first + j] + share * (numbers[first + j + 1] - numbers[first + j]);
    bends[firstPoint + i] = (maxCurvature * curvature) / numbers[first + knots];
  }
}

interface Column {
  readonly numbers: Float64Array;
  readonly points: ChainPoints;
  readonly bends: Float64Array;
  readonly since: number;
  readonly out: Float64Array;
}

function columnInto(chain: ClothoidChain, run: ChainRun, j: number, column: Column): void {
  const { direction, first, knots, perPiece, firstPoint } = run;
  const { numbers, bends, since, out } = column;
  const { x, y } = column.points;
  const length = numbers[first + knots];
  const lastPoint = firstPoint + (knots - 1) * perPiece;
  const isLength = j === knots;
  const from = isLength ? firstPoint : Math.max(firstPoint, firstPoint + (j - 1) * perPiece);
  const to = isLength ? lastPoint : Math.min(lastPoint, firstPoint + (j + 1) * perPiece);
  const half = (direction * length) / ((knots - 1) * perPiece) / 2;
  let [turn, turnX, turnY] = [0, 0, 0];
  for (let i = from + 1; i < chain.points; i++) {
    if (i <= to) {
      turn += half * (bends[i - 1] + bends[i]);
      turnX += half * (bends[i - 1] * x[i - 1] + bends[i] * x[i]);
      turnY += half * (bends[i - 1] * y[i - 1] + bends[i] * y[i]);
    } else if (i < since) i = since;
    if (i < since) continue;
    const shifted = isLength ? Math.min(i, lastPoint) : firstPoint;
    const k = 3 * ((i - since) * chain.variables + first + j);
    out[k] = (x[shifted] - x[firstPoint]) / length - (y[i] * turn - turnY);
    out[k + 1] = (y[shifted] - y[firstPoint]) / length + (x[i] * turn - turnX);
    out[k + 2] = turn;
  }
}

/** A run as it is driven: the same curve, with points as near to each other as they have to be. */
export function stretchOfRun(chain: ClothoidChain, run: ChainRun, numbers: Float64Array): Stretch {
  const { direction, first, knots } = run;
  const piece = numbers[first + knots] / (knots - 1);
  const perPiece = Math.max(1, Math.ceil(piece / POINT_SPACING - 1e-9));
  const curvatures = new Float64Array((knots - 1) * perPiece + 1);
  for (let i = 0; i < curvatures.length; i++) {
    const j = Math.min(knots - 2, Math.floor(i / perPiece));
    const share = i / perPiece - j;
    curvatures[i] = chain.maxCurvature * (numbers[first + j] + share * (numbers[first + j + 1] - numbers[first + j]));
  }
  return { direction, spacing: piece / perPiece, curvatures };
}
