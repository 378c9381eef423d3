/**
 * Is a planned path what it claims to be? Asked by code that the planners do not share.
 *
 * - Geometry: obstacles are cut into triangles and measured against the body with the distance of the world's contact model, every
 *   centimetre of the way.
 * - Kinematics: between two points the bicycle x′ = cos θ, y′ = sin θ, θ′ = κ(s), κ linear, is integrated with the classical Runge-Kutta
 *   method and must end at the second; κ stays within tan(steering)/wheelBase.
 * - Speeds: within the limits of speed, acceleration and steering rate, 0 where the direction changes and at both ends.
 * - Ends: at the start and at the goal of the problem.
 */
import { wrapToPi } from '../../math/angle.ts';
import { atan, cos, sin, tan } from '../../math/trig.ts';
import type { ParkingProblem, PlannedPath, PlannedPoint, Pose } from '../../planning/problem.ts';
import { shapeDistanceToBody } from '../../world/contact/convex-distance.ts';
import type { ConvexShape } from '../../world/contact/convex-shape.ts';
import { trianglesOf } from './triangles.ts';

export interface PathCheck {
  /** One sentence for each thing that is wrong. */
  readonly faults: readonly string[];
  /** Least distance of the body from an obstacle [m]; infinite without any. */
  readonly clearance: number;
  /** Largest distance of a point from where the bicycle would be [m]. */
  readonly kinematicError: number;
  /** Distance [m] and angle [rad] from the goal at the end. */
  readonly goalError: number;
  readonly goalHeadingError: number;
}

/** How finely the way is looked at [m]. */
const STEP = 0.01;
/** What rounding, and a wheel turned between two points, may amount to. */
const POSITION_SLACK = 1e-5;
const RELATIVE_SLACK = 1e-6;
const LARGEST_SPACING = 0.1 + 1e-9;

export function checkPath(problem: ParkingProblem, path: PlannedPath): PathCheck {
  const cut = problem.obstacles.map((polygon) => trianglesOf(polygon));
  const shapes = cut.flatMap((triangles) => triangles ?? []);
  const { points } = path;
  const faults = cut.includes(undefined) ? ['the outline of an obstacle crosses itself'] : [];
  let clearance = Infinity;
  let kinematicError = 0;
  const measure = (pose: Pose) => {
    clearance = Math.min(clearance, bodyClearance(shapes, problem, pose, clearance));
  };
  if (points.length > 0) measure(points[0]);
  for (let i = 1; i < points.length; i++) {
    const end = driven(points[i - 1], points[i], measure);
    kinematicError = Math.max(kinematicError, apart(end, points[i]));
    faults.push(...motionFaults(problem, points, i));
  }
  const last = points.length > 0 ? points[points.length - 1] : problem.start;
  const goalError = distance(last, problem.goal);
  const goalHeadingError = Math.abs(wrapToPi(last.yaw - problem.goal.yaw));
  if (points.length > 0 && apart(points[0], problem.start) > POSITION_SLACK)
    faults.push('the path does not begin at the start');
  if (goalError > 1e-3 || goalHeadingError > 1e-3) faults.push('the path does not end at the goal');
  if (clearance <= 0) faults.push('the body touches an obstacle');
  if (kinematicError > POSITION_SLACK)
    faults.push(`a car cannot follow: it would be ${kinematicError.toExponential(1)} m off`);
  return { faults: [...new Set(faults)], clearance, kinematicError, goalError, goalHeadingError };
}

function bodyClearance(shapes: readonly ConvexShape[], { car }: ParkingProblem, pose: Pose, known: number): number {
  const box = { ...pose, front: car.front, rear: car.rear, half_width: car.halfWidth };
  const reach = Math.max(car.front, car.rear) + car.halfWidth + known;
  let least = known;
  for (const shape of shapes)
    if (mayBeWithin(shape, pose, reach)) least = Math.min(least, shapeDistanceToBody(shape, box));
  return least;
}

/** Whether the box around a shape comes within `reach` of a point. */
function mayBeWithin({ points }: ConvexShape, { x, y }: Pose, reach: number): boolean {
  const outside = (a: number, b: number, c: number, at: number) =>
    Math.max(Math.min(a, b, c) - at, at - Math.max(a, b, c));
  return outside(points[0], points[2], points[4], x) <= reach && outside(points[1], points[3], points[5], y) <= reach;
}

const distance = (a: Pose, b: Pose): number => Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
/** Distance, a radian counting as a metre. */
const apart = (a: Pose, b: Pose): number => Math.max(distance(a, b), Math.abs(wrapToPi(a.yaw - b.yaw)));

/** The bicycle from one point towards the next, with each place on the way shown to `visit`. */
function driven(from: PlannedPoint, to: PlannedPoint, visit: (pose: Pose) => void): Pose {
  const chord = distance(from, to);
  if (chord < 1e-9) return from;
  const backwards = cos(from.yaw) * (to.x - from.x) + sin(from.yaw) * (to.y - from.y) < 0;
  // the arc over the chord
  const half = (chord * (from.curvature + to.curvature)) / 4;
  const length = (backwards ? -1 : 1) * chord * (1 + (half * half) / 6);
  const count = Math.ceil(chord / STEP);
  const h = length / count;
  const slope = (to.curvature - from.curvature) / length;
  let pose: Pose = from;
  for (let k = 0; k < count; k++) {
    const kappa = from.curvature + slope * k * h;
    const middle = pose.yaw + (h / 2) * (kappa + (slope * h) / 4);
    const yaw = pose.yaw + h * (kappa + (slope * h) / 2);
    pose = {
      x: pose.x + (h / 6) * (cos(pose.yaw) + 4 * cos(middle) + cos(yaw)),
      y: pose.y + (h / 6) * (sin(pose.yaw) + 4 * sin(middle) + sin(yaw)),
      yaw,
    };
    visit(pose);
  }
  return pose;
}

/** What is wrong with the way from the point before to this one. */
function motionFaults({ car, limits }: ParkingProblem, points: readonly PlannedPoint[], i: number): string[] {
  const [from, to] = [points[i - 1], points[i]];
  const faults: string[] = [];
  const length = distance(from, to);
  const within = (value: number, bound: number) => value <= bound * (1 + RELATIVE_SLACK) + 1e-9;
  if (!within(Math.abs(to.curvature), tan(limits.steering) / car.wheelBase)) faults.push('a bend is too tight');
  if (to.speed > limits.forwardSpeed + 1e-9 || to.speed < -limits.backwardSpeed - 1e-9)
    faults.push('a speed is too high');
  if (from.speed * to.speed < 0) faults.push('the direction changes without a stop');
  if (length < 1e-9) {
    if (from.speed !== 0 || to.speed !== 0) faults.push('two points are the same, but the car does not stand');
    return faults;
  }
  if (length > LARGEST_SPACING) faults.push('points are more than 0.1 m apart');
  const along = cos(from.yaw) * (to.x - from.x) + sin(from.yaw) * (to.y - from.y);
  if ((from.speed + to.speed) * along < 0) faults.push('a speed has the wrong sign');
  // a little more for the arc over the chord
  const gain = Math.abs(to.speed * to.speed - from.speed * from.speed) / (2 * length);
  if (!within(gain, limits.acceleration * 1.001)) faults.push('an acceleration is too large');
  const steering = Math.abs(atan(car.wheelBase * to.curvature) - atan(car.wheelBase * from.curvature));
  const fastest = Math.max(Math.abs(from.speed), Math.abs(to.speed));
  if (!within(steering * fastest, limits.steeringRate * length * 1.001))
    faults.push('the wheels would have to turn too fast');
  return faults;
}
