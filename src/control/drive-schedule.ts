/**
 * A speed and steering command that follows a timetable.
 *
 *   (v, δ)(t) = the segment with the smallest `until` that is greater than t; v = 0, δ = 0 after the last
 *
 * t measured from the start of the run [s]; v [m/s], δ road-wheel angle, left positive [rad].
 */
import { defineBlock } from '../core/block.ts';
import { group, list, param } from '../core/schema.ts';
import { AckermannDriveStamped, setTime } from '../msgs/index.ts';
import { segmentAt, segmentOutOfOrder } from './timetable.ts';

const segment = group(
  {
    until: param(undefined, 's', 'end of the segment', { above: 0 }),
    speed: param(0, 'm/s', 'forward speed'),
    steering: param(0, 'rad', 'road-wheel angle, left positive'),
  },
  'a constant command',
);

export const driveSchedule = defineBlock({
  type: 'control/drive-schedule',
  doc: 'Commands a timetable of speeds and steering angles',
  params: { segments: list(segment, undefined, 'commands in order of time', 1) },
  inputs: {},
  outputs: { drive: AckermannDriveStamped },
  defaultPeriod: 0.02,
  check: ({ segments }) => segmentOutOfOrder(segments),
  init: () => ({ segment: 0 }),
  step({ segments }, state, _inputs, { drive }, time) {
    state.segment = segmentAt(segments, state.segment, time.now);
    const command = state.segment < segments.length ? segments[state.segment] : undefined;
    drive.value.drive.speed = command?.speed ?? 0;
    drive.value.drive.steering_angle = command?.steering ?? 0;
    drive.value.header.frame_id = 'base_link';
    setTime(drive.value.header.stamp, time.nowNs);
  },
});
