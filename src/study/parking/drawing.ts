/** A parking problem and its path as shapes in metres, to be written as SVG or painted as pixels. */
import { cos, sin } from '../../math/trig.ts';
import type { CarShape, ParkingProblem, PlannedPath, Pose } from '../../planning/problem.ts';

export interface Shape {
  /** x, y of each corner [m]. */
  readonly points: Float64Array;
  readonly closed: boolean;
  readonly fill?: Colour;
  readonly stroke?: Colour;
  /** Of the stroke [m]. */
  readonly width?: number;
}

export type Colour = readonly [red: number, green: number, blue: number];

export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const OBSTACLE: Colour = [138, 148, 160];
const SWEPT: Colour = [214, 226, 240];
const FORWARDS: Colour = [0, 114, 178];
const BACKWARDS: Colour = [213, 94, 0];
const START: Colour = [0, 130, 90];
const GOAL: Colour = [170, 20, 60];
/** Around what is driven [m], and how often the body is drawn [m]. */
const BORDER = 4;
const BODY_SPACING = 0.7;

export function drawParking({ start, goal, obstacles, car }: ParkingProblem, path?: PlannedPath): Drawing {
  const bodies = path === undefined ? [] : spread(path).map((pose) => bodyAt(pose, car));
  const ways = path === undefined ? [] : stretches(path);
  const shapes: Shape[] = [
    ...obstacles.map((points) => ({ points, closed: true, fill: OBSTACLE })),
    ...bodies.map((points) => ({ points, closed: true, stroke: SWEPT, width: 0.04 })),
    ...ways.map(({ points, backwards }) => ({
      points,
      closed: false,
      stroke: backwards ? BACKWARDS : FORWARDS,
      width: 0.1,
    })),
    ...marker(start, car, START),
    ...marker(goal, car, GOAL),
  ];
  return { shapes, ...window([bodyAt(start, car), bodyAt(goal, car), ...bodies]) };
}

/** The outline of a body. */
function bodyAt({ x, y, yaw }: Pose, { front, rear, halfWidth }: CarShape): Float64Array {
  const [c, s] = [cos(yaw), sin(yaw)];
  const corners = [
    [front, halfWidth],
    [-rear, halfWidth],
    [-rear, -halfWidth],
    [front, -halfWidth],
  ];
  return Float64Array.from(corners.flatMap(([a, b]) => [x + c * a - s * b, y + s * a + c * b]));
}

/** A body with an arrow from its rear axle. */
function marker(pose: Pose, car: CarShape, stroke: Colour): Shape[] {
  const [c, s] = [cos(pose.yaw), sin(pose.yaw)];
  const at = (a: number, b: number): number[] => [pose.x + c * a - s * b, pose.y + s * a + c * b];
  const tip = 0.8 * car.front;
  return [
    { points: bodyAt(pose, car), closed: true, stroke, width: 0.09 },
    { points: Float64Array.from([...at(0, 0), ...at(tip, 0)]), closed: false, stroke, width: 0.07 },
    {
      points: Float64Array.from([...at(tip, 0), ...at(tip - 0.5, 0.3), ...at(tip - 0.5, -0.3)]),
      closed: true,
      fill: stroke,
    },
  ];
}

/** Poses about as far apart as bodies shall be drawn, the last of each stretch included. */
function spread({ points }: PlannedPath): Pose[] {
  let along = Infinity;
  return points.filter((point, i) => {
    if (i > 0) {
      const before = points[i - 1];
      along += Math.sqrt((point.x - before.x) * (point.x - before.x) + (point.y - before.y) * (point.y - before.y));
    }
    if (along < BODY_SPACING && point.speed !== 0) return false;
    along = 0;
    return true;
  });
}

/** The way of the rear axle, cut where the car stands. */
function stretches({ points }: PlannedPath): { points: Float64Array; backwards: boolean }[] {
  const result: { points: Float64Array; backwards: boolean }[] = [];
  let from = 0;
  for (let i = 1; i <= points.length; i++) {
    if (i < points.length && !(points[i].speed === 0 && points[i - 1].speed === 0)) continue;
    const part = points.slice(from, i);
    if (part.length > 1)
      result.push({
        points: Float64Array.from(part.flatMap(({ x, y }) => [x, y])),
        backwards: part.some(({ speed }) => speed < 0),
      });
    from = i;
  }
  return result;
}

function window(outlines: readonly Float64Array[]): Omit<Drawing, 'shapes'> {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of outlines)
    for (let i = 0; i < points.length; i += 2) {
      minX = Math.min(minX, points[i]);
      maxX = Math.max(maxX, points[i]);
      minY = Math.min(minY, points[i + 1]);
      maxY = Math.max(maxY, points[i + 1]);
    }
  return { minX: minX - BORDER, minY: minY - BORDER, maxX: maxX + BORDER, maxY: maxY + BORDER };
}
