/**
 * A parking trajectory from parameters: lines and arcs, forwards and backwards, one after the other from a pose on.
 *
 *   x(σ) = x₀ + (sin(ψ₀ + κσ) − sin ψ₀)/κ    y(σ) = y₀ − (cos(ψ₀ + κσ) − cos ψ₀)/κ    ψ(σ) = ψ₀ + κσ
 *
 * σ  way along the heading, negative backwards [m]   κ  curvature, left positive [1/m]
 *
 * Points are at most `spacing` apart. Where the direction changes, the same pose comes twice with the speed 0.
 */
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, integer, list, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { ParkingTrajectory, PathPoint, setTime } from '../../msgs/index.ts';

const leg = group(
  {
    length: param(undefined, 'm', 'way along the heading, negative backwards'),
    curvature: param(0, '1/m', 'of the path, left positive; 0 for a line'),
    speed: param(1, 'm/s', 'without a sign', { above: 0 }),
  },
  'a line or an arc',
);

const params = {
  id: integer(1, '', 'number of the trajectory; another one makes a tracker take it', { min: 1, max: 0xffff_ffff }),
  x: param(0, 'm', 'where base_link begins'),
  y: param(0, 'm', 'where base_link begins'),
  yaw: param(0, 'rad', 'heading there'),
  spacing: param(0.1, 'm', 'largest distance between two points', { min: 0.01, max: 0.1 }),
  legs: list(leg, [], 'lines and arcs in order'),
};
type Params = FieldValues<typeof params>;
type Leg = Params['legs'][number];

const pointAt = (from: PathPoint, { curvature, speed }: Leg, way: number, direction: number): PathPoint => {
  const turn = curvature * way;
  const isLine = Math.abs(turn) < 1e-9;
  return {
    x: from.x + (isLine ? way * cos(from.yaw) : (sin(from.yaw + turn) - sin(from.yaw)) / curvature),
    y: from.y + (isLine ? way * sin(from.yaw) : (cos(from.yaw) - cos(from.yaw + turn)) / curvature),
    yaw: wrapToPi(from.yaw + turn),
    curvature,
    speed: speed * direction,
  };
};

/** All points of the legs. */
export function pointsOf({ x, y, yaw, spacing, legs }: Params): PathPoint[] {
  const points: PathPoint[] = [];
  let from: PathPoint = { x, y, yaw, curvature: 0, speed: 0 };
  let travelled = 0;
  for (const own of legs) {
    const direction = own.length < 0 ? -1 : 1;
    if (direction !== travelled) points.push({ ...from, curvature: own.curvature, speed: 0 });
    const steps = Math.max(1, Math.ceil(Math.abs(own.length) / spacing - 1e-9));
    for (let i = 1; i <= steps; i++) points.push(pointAt(from, own, (own.length * i) / steps, direction));
    travelled = direction;
    from = points[points.length - 1];
  }
  for (let i = 0; i < points.length; i++) if (isTurn(points, i)) points[i].speed = 0;
  return points;
}

/** The last point, and the first of the two at a change of direction. */
const isTurn = (points: readonly PathPoint[], i: number): boolean =>
  i === points.length - 1 || (points[i + 1].x === points[i].x && points[i + 1].y === points[i].y);

const made = derivedFrom(pointsOf);

export const parkingSchedule = defineBlock({
  type: 'control/parking-schedule',
  doc: 'A parking trajectory of lines and arcs, forwards and backwards, from parameters.',
  defaultPeriod: 0.5,
  params,
  inputs: {},
  outputs: { trajectory: ParkingTrajectory },
  init: () => ({}),
  step(own, _state, _inputs, { trajectory }, time) {
    const { value } = trajectory;
    setTime(value.header.stamp, time.nowNs);
    value.header.frame_id = 'odom';
    value.id = own.id;
    value.points = made(own).map((point) => ({ ...point }));
  },
});
