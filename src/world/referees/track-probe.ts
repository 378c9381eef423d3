/**
 * The referee: where a vehicle truly is relative to the centre line of the track.
 *
 *   p = base_link + point · (cos ψ, sin ψ)          the place that is judged
 *
 * Laps are counted by lap-counter.ts. `lap` is published when one is complete, and not before: no lap has no time.
 *
 * Reads the truth, so it is for metrics and expectations, not for control. Checked against: circles driven at constant speed.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { optional, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { copyTime, Lap, TrackState, VehicleState } from '../../msgs/index.ts';
import { createTrackPoint } from '../track/track.ts';
import { nearest } from '../track/nearest.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';
import { countLaps, noLaps } from './lap-counter.ts';

export const trackProbe = defineBlock({
  type: 'world/track-probe',
  doc: 'The referee: progress, laps and true offsets of a vehicle from the centre line of the track.',
  params: {
    world: worldParams,
    point: param(0, 'm', 'which point of the vehicle is judged, ahead of base_link; negative is behind it'),
    lapLimit: optional(
      param(
        undefined,
        'm',
        'a lap on which the point is farther from the centre line does not count; a lane when absent',
        {
          above: 0,
        },
      ),
    ),
  },
  defaultPeriod: 0.01,
  inputs: { state: VehicleState },
  outputs: { track: TrackState, lap: occasionalOutput(Lap) },

  check: ({ world }) =>
    worldProblem(world) ?? (world.track === undefined ? ['world.track', 'expected a track to measure by'] : undefined),

  init: () => ({ place: createTrackPoint(), laps: noLaps() }),

  step(params, { place, laps }, inputs, outputs) {
    const { track } = worldOf(params.world);
    const truth = inputs.state.value;
    const time = truth.stamp.sec + truth.stamp.nanosec / 1e9;
    // nothing to say before the first state, or about the same instant twice
    if (track === undefined || inputs.state.sequence === 0 || time <= laps.time) {
      outputs.track.publish = false;
      return;
    }
    const x = truth.x + params.point * cos(truth.yaw);
    const y = truth.y + params.point * sin(truth.yaw);
    nearest(track, x, y, place.index, place);
    const isComplete = countLaps(track, laps, { x, y, time, place }, params.lapLimit ?? track.laneWidth);

    const result = outputs.track.value;
    copyTime(result.stamp, truth.stamp);
    result.progress = place.s;
    result.curvature = place.curvature;
    result.laps = laps.completed;
    result.lateral = place.lateral;
    result.heading = wrapToPi(truth.yaw - place.heading);
    result.out_of_lane = Math.abs(place.lateral) > track.laneWidth / 2 ? 1 : 0;

    if (!isComplete) return;
    const { lap } = outputs;
    lap.publish = true;
    copyTime(lap.value.stamp, truth.stamp);
    lap.value.number = laps.completed;
    lap.value.time = laps.lapTime;
  },
});
