/**
 * RosDrive's speed by place as its script has it: a set point for every segment between way points, laps, and a point at which to stop for good.
 *
 * The next way point is reached within ±toleranceX and ±toleranceY of it; missed once, it is waited for until the next lap. `stop` turns to 1 within `radius` of the
 * stop point, and stays. Checked against: RosDrive's way points along its track.
 */
import { defineBlock } from '../../core/block.ts';
import { group, optional, param } from '../../core/schema.ts';
import { CarInfo, Float64 } from '../../msgs/index.ts';
import { createScheduleState, routeParams, segmentSpeed, stopParams } from '../course/speed-schedule.ts';

export const publishedSpeedSchedule = defineBlock({
  type: 'control/published-speed-schedule',
  doc: "RosDrive's set points by place as published: way points are small boxes, and the stop is a full brake.",
  params: {
    ...routeParams,
    toleranceX: param(2, 'm', 'a way point is reached within this in x', { above: 0 }),
    toleranceY: param(1, 'm', 'and within this in y', { above: 0 }),
    stop: optional(
      group(
        { ...stopParams, radius: param(2, 'm', 'how near it counts as there', { above: 0 }) },
        'where to stop for good; never when absent',
      ),
    ),
  },
  defaultPeriod: 0.01,
  inputs: { car_info: CarInfo },
  outputs: { setpoint: Float64, lap: Float64, stop: Float64 },
  init: createScheduleState,

  step(own, state, { car_info: info }, outputs) {
    if (info.sequence === 0) {
      outputs.setpoint.publish = outputs.lap.publish = outputs.stop.publish = false;
      return;
    }
    const { latitude, longitude } = info.value;
    // fewer way points than there were: to the last one
    state.segment = Math.min(state.segment, own.waypoints.length - 1);
    const { x, y } = own.waypoints[state.segment];
    const isReached = Math.abs(x - latitude) <= own.toleranceX && Math.abs(y - longitude) <= own.toleranceY;
    const setpoint = segmentSpeed(own, state, isReached);
    if (own.stop !== undefined && state.lap >= own.stop.laps && !state.isStopped) {
      const dx = own.stop.x - latitude;
      const dy = own.stop.y - longitude;
      state.isStopped = Math.sqrt(dx * dx + dy * dy) <= own.stop.radius;
    }
    outputs.setpoint.value.data = state.isStopped ? 0 : setpoint;
    outputs.lap.value.data = state.lap;
    outputs.stop.value.data = state.isStopped ? 1 : 0;
  },
});
