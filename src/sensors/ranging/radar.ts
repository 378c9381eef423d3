/**
 * Radar that looks ahead: distance to the nearest vehicle in its field of view, its rate, and its direction.
 *
 *   r = min over rays and bodies of the distance to the outline          ṙ = (v_point − v_sensor) · ray          each with noise σ n
 *
 * v_point  velocity of the point that is hit, turning of its body included [m/s]     n  standard normal
 *
 * A fan of level rays against the outlines of moving bodies, as `world/traffic` publishes them. What stands in the world gives no track, as radars for
 * following drop what does not move. Nothing hides a vehicle but a nearer one. Noise of a 77 GHz long-range radar is about 0.1 m and 0.1 m/s.
 * Valid for outlines wider than the gap between rays; no multipath, no ghosts. Checked against: closed forms straight ahead and beside, rates by differences.
 */
import { defineBlock } from '../../core/block.ts';
import { group, integer, param } from '../../core/schema.ts';
import { gaussian } from '../../math/random.ts';
import { sinCos } from '../../math/trig.ts';
import type { Body } from '../../msgs/index.ts';
import { Bodies, copyTime, RadarTrack, VehicleState } from '../../msgs/index.ts';
import { ownBodyParam } from './range-params.ts';

const heading = new Float64Array(2);

/** Distance along a ray to the outline of a body [m]: slabs in the body's frame; infinite where it misses or begins inside. */
function distanceTo(body: Body, x: number, y: number, cosine: number, sine: number): number {
  sinCos(body.yaw, heading);
  const dx = x - body.x;
  const dy = y - body.y;
  const px = dx * heading[1] + dy * heading[0];
  const py = dy * heading[1] - dx * heading[0];
  const ux = cosine * heading[1] + sine * heading[0];
  const uy = sine * heading[1] - cosine * heading[0];
  let near = 0;
  let far = Infinity;
  // along the body, then across
  for (let axis = 0; axis < 2; axis++) {
    const p = axis === 0 ? px : py;
    const u = axis === 0 ? ux : uy;
    const low = axis === 0 ? -body.rear : -body.half_width;
    const high = axis === 0 ? body.front : body.half_width;
    if (Math.abs(u) < 1e-12) {
      if (p < low || p > high) return Infinity;
      continue;
    }
    const one = (low - p) / u;
    const two = (high - p) / u;
    near = Math.max(near, Math.min(one, two));
    far = Math.min(far, Math.max(one, two));
  }
  return near > 0 && near <= far ? near : Infinity;
}

export const radar = defineBlock({
  type: 'sensors/radar',
  doc: 'Radar that looks ahead: distance, rate and direction of the nearest moving body.',
  defaultPeriod: 0.05,
  params: {
    mount: group(
      {
        x: param(3.6, 'm', 'position forward of base_link'),
        y: param(0, 'm', 'position left of it'),
        yaw: param(0, 'rad', 'turn about the up axis, left positive'),
      },
      'where the radar sits, and where it looks',
    ),
    ownBody: ownBodyParam,
    rays: integer(21, '', 'rays in the field of view; more find thinner things', { min: 1, max: 1000 }),
    fieldOfView: param(0.3, 'rad', 'width of the field of view', { min: 0, max: 3.1 }),
    maxRange: param(150, 'm', 'farthest distance it can measure', { above: 0 }),
    rangeNoise: param(0, 'm', 'standard deviation of the distance', { min: 0 }),
    rateNoise: param(0, 'm/s', 'standard deviation of the rate', { min: 0 }),
  },
  inputs: { state: VehicleState, bodies: Bodies },
  outputs: { track: RadarTrack },
  init: (_own, context) => ({ noise: context.stream('noise') }),

  step(own, state, inputs, { track }) {
    track.publish = inputs.state.sequence > 0;
    if (!track.publish) return;
    const vehicle = inputs.state.value;
    const { mount } = own;
    sinCos(vehicle.yaw, heading);
    const x = vehicle.x + mount.x * heading[1] - mount.y * heading[0];
    const y = vehicle.y + mount.x * heading[0] + mount.y * heading[1];
    const side = vehicle.vy + mount.x * vehicle.yaw_rate;
    const along = vehicle.vx - mount.y * vehicle.yaw_rate;
    const speedX = along * heading[1] - side * heading[0];
    const speedY = along * heading[0] + side * heading[1];

    // the nearest body over all rays; of equal ones the ray nearest to the middle
    const { bodies } = inputs.bodies.value;
    let range = own.maxRange;
    let hit: Body | undefined;
    let bearing = 0;
    for (let i = 0; i < own.rays; i++) {
      const angle = own.rays === 1 ? 0 : own.fieldOfView * (i / (own.rays - 1) - 0.5);
      sinCos(vehicle.yaw + mount.yaw + angle, heading);
      const cosine = heading[1];
      const sine = heading[0];
      for (let k = 0; k < bodies.length; k++) {
        if (bodies[k].name === own.ownBody) continue;
        const distance = distanceTo(bodies[k], x, y, cosine, sine);
        if (distance > range || (distance === range && Math.abs(angle) >= Math.abs(bearing))) continue;
        range = distance;
        hit = bodies[k];
        bearing = angle;
      }
    }

    const { value } = track;
    copyTime(value.stamp, vehicle.stamp);
    // always as many draws, so that what is seen does not reshuffle the noise
    const rangeError = own.rangeNoise * gaussian(state.noise);
    const rateError = own.rateNoise * gaussian(state.noise);
    value.detected = hit !== undefined;
    value.range = value.range_rate = value.bearing = 0;
    if (hit === undefined) return;
    sinCos(vehicle.yaw + mount.yaw + bearing, heading);
    const cosine = heading[1];
    const sine = heading[0];
    // velocity of the point that is hit
    const armX = x + range * cosine - hit.x;
    const armY = y + range * sine - hit.y;
    sinCos(hit.yaw, heading);
    const hitX = hit.vx * heading[1] - hit.vy * heading[0] - hit.yaw_rate * armY;
    const hitY = hit.vx * heading[0] + hit.vy * heading[1] + hit.yaw_rate * armX;
    value.range = Math.max(0, range + rangeError);
    value.range_rate = (hitX - speedX) * cosine + (hitY - speedY) * sine + rateError;
    value.bearing = bearing;
  },
});
