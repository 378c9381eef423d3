/**
 * The true gap between two vehicles: from a point of the follower to a point of the one it follows, as an ideal radar would measure it.
 *
 *   r = |p_target − p_own|          ṙ = (v_target − v_own) · (p_target − p_own)/r
 *
 * p_own     `front` ahead of the follower's base_link, its bumper [m]
 * p_target  `rear` behind the target's base_link: its bumper, or 0 for a tracker on the rear axle [m]
 *
 * Where both `track` and `target_track` are wired (referees whose point is base_link), the gap is along the road instead, r = s_target − rear − (s_own + front), round a
 * closed track by `lapLength`, and ṙ the difference of the speeds: exact for vehicles on the centre line.
 *
 * Points that touch are at distance 0; a target behind the follower is not detected. Checked against: closed forms on a line and on a circle.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { atan2, sinCos } from '../../math/trig.ts';
import { copyTime, RadarTrack, TrackState, VehicleState } from '../../msgs/index.ts';

const own = new Float64Array(4);
const other = new Float64Array(4);
const heading = new Float64Array(2);

/** Writes x, y, v_x, v_y in map of the point `ahead` of base_link. */
function pointOf(state: VehicleState, ahead: number, point: Float64Array): void {
  sinCos(state.yaw, heading);
  const [sine, cosine] = heading;
  const side = state.vy + ahead * state.yaw_rate;
  point[0] = state.x + ahead * cosine;
  point[1] = state.y + ahead * sine;
  point[2] = state.vx * cosine - side * sine;
  point[3] = state.vx * sine + side * cosine;
}

export const gapProbe = defineBlock({
  type: 'world/gap-probe',
  doc: 'The true gap to another vehicle and its rate, from bumper to bumper or to any point along it.',
  defaultPeriod: 0.01,
  params: {
    front: param(3.6, 'm', 'point of the follower, ahead of its base_link'),
    rear: param(0.9, 'm', 'point of the vehicle it follows, behind its base_link'),
    lapLength: param(0, 'm', 'along the road: length of a closed track; 0 for an open one', { min: 0 }),
  },
  inputs: {
    state: VehicleState,
    target: VehicleState,
    track: optionalInput(TrackState),
    target_track: optionalInput(TrackState),
  },
  outputs: { gap: RadarTrack },
  init: () => ({}),

  step(params, _state, inputs, { gap }) {
    gap.publish = inputs.state.sequence > 0 && inputs.target.sequence > 0;
    if (!gap.publish) return;
    const state = inputs.state.value;
    if (inputs.track.sequence > 0 && inputs.target_track.sequence > 0) {
      const apart = inputs.target_track.value.progress - params.rear - inputs.track.value.progress - params.front;
      const lap = params.lapLength;
      const along = lap > 0 ? apart - lap * Math.floor(apart / lap) : apart;
      copyTime(gap.value.stamp, state.stamp);
      gap.value.detected = along >= 0;
      gap.value.range = Math.max(0, along);
      gap.value.range_rate = gap.value.detected ? inputs.target.value.vx - state.vx : 0;
      gap.value.bearing = 0;
      return;
    }
    pointOf(inputs.target.value, -params.rear, other);
    pointOf(state, params.front, own);
    const dx = other[0] - own[0];
    const dy = other[1] - own[1];
    const range = Math.sqrt(dx * dx + dy * dy);
    // `heading` is still the follower's
    const ahead = dx * heading[1] + dy * heading[0];
    const { value } = gap;
    copyTime(value.stamp, state.stamp);
    value.detected = ahead >= 0;
    value.range = value.detected ? range : 0;
    value.range_rate = value.detected && range > 0 ? ((other[2] - own[2]) * dx + (other[3] - own[3]) * dy) / range : 0;
    value.bearing = value.detected && range > 0 ? atan2(dy * heading[1] - dx * heading[0], ahead) : 0;
  },
});
