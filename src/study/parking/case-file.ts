/** Our own case files: a parking problem in YAML, cases/parking has examples. */
import { InputError } from '../../core/input-error.ts';
import { group, list, optional, param, parse, text } from '../../core/schema.ts';
import { cos, sin } from '../../math/trig.ts';
import type { ParkingProblem, Polygon } from '../../planning/problem.ts';
import { parseYaml } from '../../scenario/yaml.ts';

const FURTHEST = 1e5;
const coordinate = (doc: string, fallback?: number) => param(fallback, 'm', doc, { min: -FURTHEST, max: FURTHEST });
const angle = (doc: string, fallback?: number) => param(fallback, 'rad', doc, { min: -1000, max: 1000 });

const pose = (doc: string) =>
  group({ x: coordinate('of the middle of the rear axle'), y: coordinate('likewise'), yaw: angle('heading') }, doc);

const point = list(coordinate('x, then y'), undefined, 'x, y', 2);

const obstacle = group(
  {
    polygon: optional(list(point, undefined, 'corners in turn; the outline does not cross itself', 3)),
    box: optional(
      group(
        {
          x: coordinate('of its middle'),
          y: coordinate('likewise'),
          yaw: angle('of its length', 0),
          length: param(undefined, 'm', 'along its own x axis', { above: 0, max: FURTHEST }),
          width: param(undefined, 'm', 'along its own y axis', { above: 0, max: FURTHEST }),
        },
        'a rectangle',
      ),
    ),
  },
  'a polygon or a box',
);

const size = (fallback: number, doc: string) => param(fallback, 'm', doc, { above: 0, max: 100 });

const caseSchema = group(
  {
    title: text('', 'what the case is'),
    start: pose('where the car stands'),
    goal: pose('where it shall stand'),
    obstacles: list(obstacle, [], 'what it must not touch'),
    car: group(
      {
        wheelBase: size(2.5113, 'from axle to axle'),
        front: size(3.268, 'from the rear axle to the front end'),
        rear: size(0.534, 'from the rear axle to the rear end'),
        width: size(1.974, 'of the body, mirrors included'),
      },
      'the car; a Mini Cooper S unless told',
    ),
    limits: group(
      {
        steering: param(0.61, 'rad', 'largest angle of the front wheels', { above: 0, max: 1.4 }),
        steeringRate: param(0.5, 'rad/s', 'how fast they turn', { above: 0, max: 100 }),
        forwardSpeed: param(1.5, 'm/s', 'largest speed forwards', { above: 0, max: 100 }),
        backwardSpeed: param(1, 'm/s', 'largest speed backwards', { above: 0, max: 100 }),
        acceleration: param(0.8, 'm/s^2', 'largest acceleration and deceleration', { above: 0, max: 100 }),
      },
      'what the car can do',
    ),
    margin: param(0.2, 'm', 'distance that the body keeps from obstacles, where it can', { min: 0, max: 0.9 }),
  },
  'a parking problem',
);

export interface ParkingCase {
  readonly title: string;
  readonly problem: ParkingProblem;
}

export function readCaseFile(content: string, file: string): ParkingCase {
  const document = parseYaml(content, file);
  const { title, start, goal, obstacles, car, limits, margin } = parse(caseSchema, document, '');
  const { wheelBase, front, rear, width } = car;
  return {
    title,
    problem: {
      start,
      goal,
      obstacles: obstacles.map((one, i) => outline(one, `obstacles[${i}]`)),
      car: { wheelBase, front, rear, halfWidth: width / 2 },
      limits,
      margin,
    },
  };
}

type ObstacleEntry = ReturnType<typeof parse<typeof caseSchema>>['obstacles'][number];

function outline({ polygon, box }: ObstacleEntry, path: string): Polygon {
  if ((polygon === undefined) === (box === undefined)) throw new InputError(path, 'expected either a polygon or a box');
  if (polygon?.some((corner) => corner.length !== 2))
    throw new InputError(path, 'expected two numbers for each corner');
  if (polygon !== undefined) return Float64Array.from(polygon.flat());
  const { x, y, yaw, length, width } = box!;
  const [c, s] = [cos(yaw), sin(yaw)];
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ];
  return Float64Array.from(
    corners.flatMap(([along, across]) => {
      const [a, b] = [(along * length) / 2, (across * width) / 2];
      return [x + c * a - s * b, y + s * a + c * b];
    }),
  );
}
