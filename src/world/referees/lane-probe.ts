/**
 * The referee of lane detectors: compares a detected centre line with that of the track, at the instant of the picture.
 *
 *   p(x) = pose(t_capture) · (x, y(x))        for x over the stretch that was seen
 *   e(x) = distance of p(x) from the centre line of the track, left positive [m]
 *
 * The pose at the capture comes from a short memory of states, by their stamps; so it must be released whenever the
 * camera is. Polynomials must be in the frame of the
 * vehicle (base_link); those of MonoSIM's released detector are in a frame of its own and are judged with `frameX`.
 * Where no lane was detected there is no error to speak of, and nothing is published: the share of pictures with a lane is the detector's own to tell.
 *
 * Checked against: a lane made from the track itself, which must have no error, and one that is shifted by a known amount.
 */
import { defineBlock } from '../../core/block.ts';
import { fixed, integer, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { atan, cos, sin } from '../../math/trig.ts';
import { copyTime, Lane, LaneError, timeToNs, VehicleState } from '../../msgs/index.ts';
import { createTrackPoint } from '../track/track.ts';
import { nearest } from '../track/nearest.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';

/** Numbers per remembered state: stamp [ns], x, y [m], yaw [rad]. */
const STRIDE = 4;

interface Memory {
  readonly states: Float64Array;
  next: number;
  latest: number;
  /** Sample of the track near the vehicle. */
  hint: number;
  judged: number;
}

const point = createTrackPoint();

export const laneProbe = defineBlock({
  type: 'world/lane-probe',
  doc: 'The referee of lane detectors: how far the detected centre line is from the true one.',
  defaultPeriod: 0.01,
  params: {
    world: worldParams,
    frameX: param(0, 'm', 'where the frame of the polynomials is, ahead of base_link'),
    points: integer(9, '', 'where the lines are compared: this many places over the stretch that was seen', {
      min: 2,
      max: 100,
    }),
    memory: fixed(
      integer(100, '', 'states that are remembered; pictures older than these are not judged', {
        min: 1,
        max: 100_000,
      }),
    ),
  },
  inputs: { lane: Lane, state: VehicleState },
  outputs: { error: LaneError },
  check: (params) => worldProblem(params.world),
  init: (params): Memory => ({
    states: new Float64Array(STRIDE * params.memory),
    next: 0,
    latest: -1,
    hint: -1,
    judged: 0,
  }),

  step(params, memory, { lane, state }, { error }) {
    if (state.sequence > 0) remember(memory, state.value);
    error.publish = false;
    const { track } = worldOf(params.world);
    if (track === undefined || lane.sequence === memory.judged) return;
    memory.judged = lane.sequence;
    const at = find(memory, timeToNs(lane.value.header.stamp));
    if (at < 0 || !lane.value.detected) return;
    const out = error.value;
    copyTime(out.stamp, lane.value.header.stamp);
    out.mean = out.largest = 0;
    error.publish = true;

    const { x_min: from, x_max: to, centre: c } = lane.value;
    const yaw = memory.states[at + 3];
    const [cosYaw, sinYaw] = [cos(yaw), sin(yaw)];
    out.seen = to - from;
    for (let i = 0; i < params.points; i++) {
      // a place on the detected line, in the vehicle frame and in map
      const x = from + ((to - from) * i) / (params.points - 1);
      const y = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
      const ahead = x + params.frameX;
      const mapX = memory.states[at + 1] + cosYaw * ahead - sinYaw * y;
      const mapY = memory.states[at + 2] + sinYaw * ahead + cosYaw * y;
      nearest(track, mapX, mapY, memory.hint, point);
      memory.hint = point.index;
      const distance = Math.abs(point.lateral);
      out.mean += distance / params.points;
      if (distance > out.largest) out.largest = distance;
      if (i > 0) continue;
      out.near = point.lateral;
      out.near_heading = wrapToPi(yaw + atan(c[1] + x * (2 * c[2] + 3 * x * c[3])) - point.heading);
    }
  },
});

function remember(memory: Memory, state: VehicleState): void {
  const stamp = timeToNs(state.stamp);
  if (stamp === memory.latest) return;
  memory.latest = stamp;
  const at = memory.next;
  memory.states[at] = stamp;
  memory.states[at + 1] = state.x;
  memory.states[at + 2] = state.y;
  memory.states[at + 3] = state.yaw;
  memory.next = at + STRIDE === memory.states.length ? 0 : at + STRIDE;
}

/** Where the state of this stamp is kept; −1 when it is not. */
function find({ states }: Memory, stampNs: number): number {
  for (let at = 0; at < states.length; at += STRIDE) if (states[at] === stampNs) return at;
  return -1;
}
