/**
 * The referee: where a vehicle truly is relative to the centre line of the track.
 *
 *   p = base_link + point · (cos ψ, sin ψ)          the place that is judged
 *   P ← P + (progress − P) wrapped to ± length/2     progress without the jump at the start
 *
 * A lap is from one crossing of the start in driving direction to the next: P passes a whole number of lengths it has never passed before.
 * A vehicle first seen within one metre of the start counts as starting there. The instant of a crossing is interpolated between the two
 * states around it. Driving back takes no lap away, and an open track has none.
 *
 * Reads the truth, so it is for metrics and expectations, not for control. Checked against: circles driven at constant speed.
 */
import { defineBlock } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { copyTime, TrackState, VehicleState } from '../../msgs/index.ts';
import type { Track } from '../track/track.ts';
import { createTrackPoint } from '../track/track.ts';
import { nearest } from '../track/nearest.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';

/** How far from the start a vehicle may stand to start its first lap there [m]. */
const START_TOLERANCE = 1;

interface Laps {
  /** Progress that goes on counting lap after lap [m]. */
  total: number;
  /** Stamp of the latest state [s]; −1 before the first. */
  time: number;
  /** The next crossing, in whole lengths, and when the one before was; −1 while no lap has begun. */
  nextCrossing: number;
  lapStart: number;
  completed: number;
  lapTime: number;
}

export const trackProbe = defineBlock({
  type: 'world/track-probe',
  doc: 'The referee: progress, laps and true offsets of a vehicle from the centre line of the track.',
  params: {
    world: worldParams,
    point: param(0, 'm', 'which point of the vehicle is judged, ahead of base_link; negative is behind it'),
  },
  defaultPeriod: 0.01,
  inputs: { state: VehicleState },
  outputs: { track: TrackState },

  check: ({ world }) =>
    worldProblem(world) ?? (world.track === undefined ? ['world.track', 'expected a track to measure by'] : undefined),

  init: () => ({
    place: createTrackPoint(),
    laps: { total: 0, time: -1, nextCrossing: 0, lapStart: -1, completed: 0, lapTime: 0 } as Laps,
  }),

  step(params, state, inputs, outputs) {
    const { track } = worldOf(params.world);
    const truth = inputs.state.value;
    const time = truth.stamp.sec + truth.stamp.nanosec / 1e9;
    // nothing to say before the first state, or about the same instant twice
    if (track === undefined || inputs.state.sequence === 0 || time <= state.laps.time) {
      outputs.track.publish = false;
      return;
    }
    const { place } = state;
    nearest(
      track,
      truth.x + params.point * cos(truth.yaw),
      truth.y + params.point * sin(truth.yaw),
      place.index,
      place,
    );
    countLaps(track, state.laps, place.s, time);

    const result = outputs.track.value;
    copyTime(result.stamp, truth.stamp);
    result.progress = place.s;
    result.curvature = place.curvature;
    result.laps = state.laps.completed;
    result.lap_time = state.laps.lapTime;
    result.lateral = place.lateral;
    result.heading = wrapToPi(truth.yaw - place.heading);
    result.out_of_lane = Math.abs(place.lateral) > track.laneWidth / 2 ? 1 : 0;
  },
});

function countLaps({ length, closed }: Track, laps: Laps, progress: number, time: number): void {
  if (!closed) {
    laps.time = time;
    return;
  }
  if (laps.time < 0) {
    // before the start counts as negative
    laps.total = progress > length / 2 ? progress - length : progress;
    if (Math.abs(laps.total) <= START_TOLERANCE) laps.lapStart = time;
    laps.nextCrossing = laps.total < -START_TOLERANCE ? 0 : 1;
    laps.time = time;
    return;
  }
  const before = laps.total;
  const advance = progress - before;
  const total = before + (advance - length * Math.round(advance / length));
  const line = laps.nextCrossing * length;
  if (total >= line && total > before) {
    const crossed = laps.time + ((time - laps.time) * (line - before)) / (total - before);
    if (laps.lapStart >= 0) {
      laps.completed++;
      laps.lapTime = crossed - laps.lapStart;
    }
    laps.lapStart = crossed;
    laps.nextCrossing++;
  }
  laps.total = total;
  laps.time = time;
}
