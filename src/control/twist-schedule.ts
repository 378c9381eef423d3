/**
 * A velocity command that follows a timetable.
 *
 *   (vx, vy, ω)(t) = the segment with the smallest `until` that is greater than t, and zero after the last
 *
 * t measured from the start of the run [s]; vx, vy [m/s], ω [rad/s] in base_link.
 * Checked against: the sequence of velocities of vehicle_dynamics_sim's example publisher.
 */
import { defineBlock, occasionalOutput } from '../core/block.ts';
import { flag, group, list, param } from '../core/schema.ts';
import { setTime, Twist, TwistStamped } from '../msgs/index.ts';
import { segmentAt, segmentOutOfOrder } from './timetable.ts';

const segment = group(
  {
    until: param(undefined, 's', 'end of the segment', { above: 0 }),
    vx: param(0, 'm/s', 'forward speed'),
    vy: param(0, 'm/s', 'speed to the left'),
    yawRate: param(0, 'rad/s', 'yaw rate, counter-clockwise positive'),
  },
  'a constant command',
);

export const twistSchedule = defineBlock({
  type: 'control/twist-schedule',
  doc: 'Commands a timetable of velocities',
  params: {
    segments: list(segment, undefined, 'commands in order of time', 1),
    repeat: flag(false, 'start again after the last segment'),
    stamped: flag(false, 'command on twist_stamped instead of twist'),
  },
  inputs: {},
  outputs: { twist: occasionalOutput(Twist), twist_stamped: occasionalOutput(TwistStamped) },
  defaultPeriod: 0.02,
  check: ({ segments }) => segmentOutOfOrder(segments),
  init: () => ({ segment: 0, epoch: 0 }),
  step(params, state, _inputs, { twist, twist_stamped }, time) {
    const { segments } = params;
    state.segment = segmentAt(segments, state.segment, time.now - state.epoch);
    while (params.repeat && state.segment === segments.length) {
      state.epoch += segments[segments.length - 1].until;
      state.segment = segmentAt(segments, 0, time.now - state.epoch);
    }
    const command = state.segment < segments.length ? segments[state.segment] : undefined;
    const output = params.stamped ? twist_stamped : twist;
    output.publish = true;
    const { linear, angular } = params.stamped ? twist_stamped.value.twist : twist.value;
    linear.x = command?.vx ?? 0;
    linear.y = command?.vy ?? 0;
    angular.z = command?.yawRate ?? 0;
    if (!params.stamped) return;
    twist_stamped.value.header.frame_id = 'base_link';
    setTime(twist_stamped.value.header.stamp, time.nowNs);
  },
});
