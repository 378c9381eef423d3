/**
 * The lane that an ideal detector would find: the centre line of the track ahead, and both edges of the lane, as cubics in base_link.
 *
 *   min over c of Σ (y_k − c₀ − c₁ x_k − c₂ x_k² − c₃ x_k³)²          places of the true line at equal distances, with x_min ≤ x ≤ x_max
 *
 * In a bend the stretch ends where the road turns back. It is seen when at least half a metre of it lies in the stretch.
 * Reads the truth: for learning about controllers without perception. Checked against: numpy's polyfit on a straight that bends.
 */
import { defineBlock } from '../../core/block.ts';
import { integer, param } from '../../core/schema.ts';
import { choleskyFactor, choleskySolve } from '../../math/linear-algebra.ts';
import { cos, sin } from '../../math/trig.ts';
import { copyTime, Lane, VehicleState } from '../../msgs/index.ts';
import type { Track } from '../track/track.ts';
import { createTrackPoint, pointAt } from '../track/track.ts';
import { nearest } from '../track/nearest.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';

const MOST_POINTS = 200;
const point = createTrackPoint();
/** Places of the centre line in base_link, and their directions there. */
const xs = new Float64Array(MOST_POINTS);
const ys = new Float64Array(MOST_POINTS);
const sines = new Float64Array(MOST_POINTS);
const cosines = new Float64Array(MOST_POINTS);
const normal = new Float64Array(16);
const right = new Float64Array(4);

/** Fills the places with xMin ≤ x ≤ xMax of the vehicle frame; returns how many. */
function placesAhead(
  track: Track,
  vehicle: VehicleState,
  from: number,
  xMin: number,
  xMax: number,
  most: number,
): number {
  const [c, s] = [cos(vehicle.yaw), sin(vehicle.yaw)];
  const spacing = (xMax - xMin) / (most - 1);
  let count = 0;
  let before = -Infinity;
  // a bend makes the way longer than the stretch, by π/2 at most before it turns back
  const end = 1.6 * Math.max(0, xMax) + 5;
  for (let k = Math.floor(Math.min(0, xMin) / spacing); k * spacing <= end && count < most; k++) {
    pointAt(track, from + k * spacing, point);
    const x = c * (point.x - vehicle.x) + s * (point.y - vehicle.y);
    if (x > xMax || (x <= before && count > 0)) break;
    before = x;
    if (x < xMin) continue;
    xs[count] = x;
    ys[count] = c * (point.y - vehicle.y) - s * (point.x - vehicle.x);
    sines[count] = sin(point.heading - vehicle.yaw);
    cosines[count] = cos(point.heading - vehicle.yaw);
    count++;
  }
  return count;
}

/** c ← the cubic through the line `side` to the left of the places, by normal equations in t = (x − m)/h. */
function fitCubic(count: number, side: number, c: Float64Array): void {
  const m = 0.5 * (xs[0] + xs[count - 1]);
  const h = 0.5 * (xs[count - 1] - xs[0]);
  normal.fill(0);
  right.fill(0);
  for (let k = 0; k < count; k++) {
    const t = (xs[k] - side * sines[k] - m) / h;
    const y = ys[k] + side * cosines[k];
    let power = 1;
    for (let row = 0; row < 4; row++) {
      let entry = power;
      for (let column = 0; column < 4; column++) {
        normal[4 * row + column] += entry;
        entry *= t;
      }
      right[row] += power * y;
      power *= t;
    }
  }
  c.fill(0);
  if (!choleskyFactor(normal, 4, normal)) return;
  choleskySolve(normal, 4, right, right);
  // from powers of t to powers of x, by Horner's scheme on polynomials
  for (let k = 3; k >= 0; k--) {
    for (let i = 3; i >= 0; i--) c[i] = ((i > 0 ? c[i - 1] : 0) - m * c[i]) / h;
    c[0] += right[k];
  }
}

export const laneTruth = defineBlock({
  type: 'world/lane-truth',
  doc: 'The lane that an ideal detector would find: centre line and edges of the track ahead as cubics in base_link.',
  params: {
    world: worldParams,
    xMin: param(0, 'm', 'begin of the stretch, ahead of base_link'),
    xMax: param(15, 'm', 'its end; a longer stretch sees further, and its cubic fits tight bends less well', {
      above: 0,
    }),
    points: integer(61, '', 'places that the cubics are fitted to', { min: 8, max: MOST_POINTS }),
  },
  defaultPeriod: 0.05,
  inputs: { state: VehicleState },
  outputs: { lane: Lane },

  check({ world, xMin, xMax }) {
    if (xMax <= xMin) return ['xMax', `expected more than xMin, ${xMin} m, got ${xMax}`];
    return (
      worldProblem(world) ?? (world.track === undefined ? ['world.track', 'expected a track to look at'] : undefined)
    );
  },

  init: () => ({ place: createTrackPoint() }),

  step(params, { place }, { state }, outputs) {
    const { track } = worldOf(params.world);
    if (track === undefined || state.sequence === 0) {
      outputs.lane.publish = false;
      return;
    }
    const vehicle = state.value;
    nearest(track, vehicle.x, vehicle.y, place.index, place);
    const count = placesAhead(track, vehicle, place.s, params.xMin, params.xMax, params.points);
    const lane = outputs.lane.value;
    copyTime(lane.header.stamp, vehicle.stamp);
    lane.header.frame_id = 'base_link';
    lane.detected = count >= 8 && xs[count - 1] - xs[0] >= 0.5;
    lane.confidence = lane.left_confidence = lane.right_confidence = lane.detected ? 1 : 0;
    if (!lane.detected) return;
    lane.x_min = xs[0];
    lane.x_max = xs[count - 1];
    lane.width = track.laneWidth;
    fitCubic(count, 0, lane.centre);
    fitCubic(count, track.laneWidth / 2, lane.left);
    fitCubic(count, -track.laneWidth / 2, lane.right);
  },
});
