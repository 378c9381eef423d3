/**
 * A bus keeps its timetable: drives from stop to stop so as to arrive in time, stands until its departure, and goes on.
 *
 *   v* = min(V, √(2 b d), d/(t_arrival − t))          d  way to the stop [m]; no slower than `leastSpeed` on the way
 *   u  = k (v* − v), within ±b                        stands within `reach` of the stop until departure, and at least `dwell`
 *
 * `lateness` tells how much later than planned it came to each stop, and departed. After the last stop it stands.
 * Reference for the file: GTFS, stop_times.txt. Checked against: broken files; arrivals and departures of `scenarios/platoon/bus-stop.yaml`.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { asset, fixed, param, text } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { AckermannDriveStamped, Float64, setTime, TrackState, VehicleState } from '../../msgs/index.ts';
import type { StopTime } from './stop-times.ts';
import { readStopTimes } from './stop-times.ts';

export const timetable = defineBlock({
  type: 'planning/timetable',
  doc: 'Drives from stop to stop by a timetable (GTFS stop_times), stands there, and departs in time.',
  defaultPeriod: 0.02,
  preparesInCheck: true,
  params: {
    file: asset('stop_times.txt, with metres in shape_dist_traveled'),
    trip: fixed(text('', 'its trip_id')),
    front: fixed(param(3.6, 'm', 'front bumper ahead of base_link')),
    speed: param(8, 'm/s', 'largest speed', { above: 0 }),
    leastSpeed: param(2, 'm/s', 'it does not dawdle below this on its way', { above: 0 }),
    braking: param(1, 'm/s²', 'acceleration and braking, as standing passengers bear it', { above: 0 }),
    gain: param(1, '1/s', 'acceleration per speed error', { above: 0 }),
    reach: param(0.5, 'm', 'how near to a stop it has come to it', { above: 0 }),
    dwell: param(3, 's', 'least time at a stop', { min: 0 }),
  },
  inputs: { state: VehicleState, track: TrackState },
  outputs: {
    ackermann: AckermannDriveStamped,
    arrival: occasionalOutput(Float64),
    departure: occasionalOutput(Float64),
  },

  prepare: ({ file, trip }, assets): readonly StopTime[] => readStopTimes(assets.text(file), file, trip),
  init: () => ({ next: 0, arrived: -1 }),

  step(own, state, { state: motion, track }, { ackermann, arrival, departure }, { now, nowNs }, stops) {
    ackermann.publish = motion.sequence > 0 && track.sequence > 0;
    if (!ackermann.publish) return;
    const speed = motion.value.vx;
    let wanted = -own.braking;
    if (state.next < stops.length) {
      const stop = stops[state.next];
      const way = stop.position - track.value.progress - own.front;
      if (state.arrived < 0 && way < own.reach && speed < 0.1) {
        state.arrived = now;
        arrival.value.data = now - stop.arrival;
        arrival.publish = true;
      }
      if (state.arrived >= 0) {
        if (state.next < stops.length - 1 && now >= Math.max(stop.departure, state.arrived + own.dwell)) {
          departure.value.data = now - stop.departure;
          departure.publish = true;
          state.arrived = -1;
          state.next += 1;
        }
      } else {
        const inTime = Math.max(own.leastSpeed, way / Math.max(0.1, stop.arrival - now));
        // a little earlier than it could, so that the gain has time
        const toStop = Math.sqrt(2 * 0.8 * own.braking * Math.max(0, way - 0.2 * own.reach));
        wanted = own.gain * (Math.min(own.speed, inTime, toStop) - speed);
      }
    }
    setTime(ackermann.value.header.stamp, nowNs);
    ackermann.value.drive.acceleration = clamp(wanted, -1.5 * own.braking, own.braking);
  },
});
