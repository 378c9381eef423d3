/**
 * A route through streets as a line of points: where a vehicle is on it, and how to steer along it, or beside it.
 *
 *   δ = atan(2 L y/ℓ²)          pure pursuit of the point `lookAhead` further on, (x, y) in base_link, ℓ its distance; shifted to the left by `offset`
 *
 * Progress goes on to the next leg at the end of one, and never back, so that routes may cross themselves. Reference: Coulter, CMU-RI-TR-92-01. Valid with corners drawn as arcs of points.
 * Checked against: progress and lateral offset on straight legs in closed form, the circle of an arc.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { ListSchema } from '../../core/schema.ts';
import { fixed, group, list, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { clamp } from '../../math/filters.ts';
import { atan, atan2, sinCos } from '../../math/trig.ts';
import { AckermannDriveStamped, copyTime, Float64, setTime, TrackState, VehicleState } from '../../msgs/index.ts';

const point = group(
  { x: param(undefined, 'm', 'position in map'), y: param(undefined, 'm', 'position in map') },
  'a point of the route',
);
type Points = readonly { readonly x: number; readonly y: number }[];

const heading = new Float64Array(2);
/** Of the latest projection: share of the leg, distance to the left [m], length of the leg [m]. */
const on = new Float64Array(3);

function project(points: Points, leg: number, x: number, y: number): void {
  const a = points[leg];
  const b = points[leg + 1];
  const length = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  const tx = (b.x - a.x) / length;
  const ty = (b.y - a.y) / length;
  on[0] = ((x - a.x) * tx + (y - a.y) * ty) / length;
  on[1] = (y - a.y) * tx - (x - a.x) * ty;
  on[2] = length;
}

const STRAIGHT = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
];
const points: ListSchema<typeof point> = list(point, STRAIGHT, 'the route', 2);

export const route = defineBlock({
  type: 'planning/route',
  doc: 'Steers along a line of points, or beside it, and tells how far along it the vehicle is.',
  defaultPeriod: 0.02,
  params: {
    points: fixed(points),
    lookAhead: param(5, 'm', 'distance of the pursued point; longer is calmer and cuts corners', { above: 0 }),
    wheelBase: param(2.7, 'm', 'distance between the axles', { above: 0 }),
    maxSteering: param(0.6, 'rad', 'largest angle', { above: 0, max: 1.5 }),
    laneWidth: fixed(param(3.5, 'm', 'outside half of it the vehicle is out of its lane', { above: 0 })),
  },
  inputs: { state: VehicleState, offset: optionalInput(Float64) },
  outputs: { steer: AckermannDriveStamped, track: TrackState },

  check({ points }) {
    const same = points.findIndex((p, i) => i > 0 && p.x === points[i - 1].x && p.y === points[i - 1].y);
    return same < 0 ? undefined : [`points[${same}]`, 'expected another place than the point before'];
  },

  init: () => ({ leg: 0, before: 0 }),

  step(own, state, inputs, { steer, track }, { nowNs }) {
    steer.publish = track.publish = inputs.state.sequence > 0;
    if (!steer.publish) return;
    const { points } = own;
    const { x, y, yaw, stamp } = inputs.state.value;

    // the leg that it is on
    project(points, state.leg, x, y);
    while (on[0] >= 1 && state.leg < points.length - 2) {
      state.before += on[2];
      state.leg += 1;
      project(points, state.leg, x, y);
    }
    const progress = state.before + on[0] * on[2];
    const direction = atan2(
      points[state.leg + 1].y - points[state.leg].y,
      points[state.leg + 1].x - points[state.leg].x,
    );
    copyTime(track.value.stamp, stamp);
    track.value.progress = progress;
    track.value.lateral = on[1];
    track.value.heading = wrapToPi(yaw - direction);
    track.value.out_of_lane = Math.abs(on[1]) > own.laneWidth / 2 ? 1 : 0;

    // the point that is pursued
    let leg = state.leg;
    let rest = on[0] * on[2] + own.lookAhead;
    let length = on[2];
    while (rest > length && leg < points.length - 2) {
      rest -= length;
      leg += 1;
      project(points, leg, x, y);
      length = on[2];
    }
    const a = points[leg];
    const b = points[leg + 1];
    const tx = (b.x - a.x) / length;
    const ty = (b.y - a.y) / length;
    const aside = inputs.offset.sequence > 0 ? inputs.offset.value.data : 0;
    const dx = a.x + rest * tx - aside * ty - x;
    const dy = a.y + rest * ty + aside * tx - y;
    sinCos(yaw, heading);
    const across = dy * heading[1] - dx * heading[0];
    setTime(steer.value.header.stamp, nowNs);
    steer.value.drive.steering_angle = clamp(
      atan((2 * own.wheelBase * across) / Math.max(1e-6, dx * dx + dy * dy)),
      -own.maxSteering,
      own.maxSteering,
    );
  },
});
