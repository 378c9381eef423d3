/**
 * Speed by place: a setpoint for every segment between waypoints, laps, and a point at which to stop for good.
 *
 * The next waypoint is passed when it lies within `reach` and is no longer ahead. The setpoint falls as √(2 a d) towards the stop point, and `stop` turns to 1 when
 * that is no longer ahead. RosDrive's own schedule is `control/published-speed-schedule`.
 *
 * d  distance to the stop point [m]   a  deceleration [m/s²]
 *
 * After the last waypoint the next lap begins with the first. A stop stays. Checked against: RosDrive's waypoints along its track.
 */
import { defineBlock } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, integer, list, optional, param } from '../../core/schema.ts';
import type { CarInfo } from '../../msgs/index.ts';
import { CarInfo as CarInfoType, Float64 } from '../../msgs/index.ts';
import { DOUBLE } from '../../math/double.ts';
import { cos, sin } from '../../math/trig.ts';

/** Waypoints of RosDrive's script, in driving order. */
const ROSDRIVE_WAYPOINTS = [
  { x: 160, y: 45.56 },
  { x: 250, y: 45.56 },
  { x: 360, y: 45.56 },
  { x: 400, y: 45.56 },
  { x: 234.6, y: 162.89 },
  { x: 150.05, y: 216.63 },
  { x: 150.05, y: 314.86 },
  { x: 52.47, y: 290.75 },
  { x: 52.47, y: 100.73 },
  { x: 110.3, y: 45.56 },
];
/** Setpoints of its speed test. */
const ROSDRIVE_SPEEDS: readonly number[] = [20, 14, 16, 12];

const place = group(
  {
    x: param(undefined, 'm', 'what the car calls latitude'),
    y: param(undefined, 'm', 'what the car calls longitude'),
  },
  'a waypoint',
);

/** Where segments end, and how fast they are driven. */
export const routeParams = {
  waypoints: list(place, ROSDRIVE_WAYPOINTS, "where segments end, in driving order; the default is RosDrive's", 1),
  speeds: list(
    param(undefined, 'm/s', 'setpoint of one segment', { min: 0 }),
    ROSDRIVE_SPEEDS,
    'setpoints: before the first waypoint, after it, and so on; the last one holds for the rest of the lap',
    1,
  ),
};

/** Where to stop for good. */
export const stopParams = {
  x: param(410, 'm', 'what the car calls latitude'),
  y: param(45.85, 'm', 'what the car calls longitude'),
  laps: integer(0, '', 'complete laps before the stop', { min: 0 }),
};

const params = {
  ...routeParams,
  reach: param(8, 'm', 'how far a waypoint or the stop point may lie beside the car; more forgives detours', {
    above: 0,
  }),
  stop: optional(
    group(
      { ...stopParams, deceleration: param(3, 'm/s²', 'how hard it brakes for it', { above: 0 }) },
      'where to stop for good; never when absent',
    ),
  ),
  headingOffset: param(1.57, 'rad', 'heading that the car publishes minus its yaw'),
};
type Params = FieldValues<typeof params>;

export interface ScheduleState {
  segment: number;
  lap: number;
  isStopped: boolean;
}
export const createScheduleState = (): ScheduleState => ({ segment: 0, lap: 0, isStopped: false });

/** Counts segments and laps, the current segment having ended or not; returns the set point of the one after. */
export function segmentSpeed(own: FieldValues<typeof routeParams>, state: ScheduleState, hasEnded: boolean): number {
  if (hasEnded) state.segment++;
  if (state.segment === own.waypoints.length) {
    state.segment = 0;
    state.lap++;
  }
  return own.speeds[Math.min(state.segment, own.speeds.length - 1)];
}

/** How far the place lies ahead of the car, and `beside` its distance to the side [m]. */
const relative = { ahead: DOUBLE, beside: DOUBLE };
function locate(info: CarInfo, headingOffset: number, x: number, y: number): void {
  const yaw = info.heading - headingOffset;
  const dx = x - info.latitude;
  const dy = y - info.longitude;
  relative.ahead = dx * cos(yaw) + dy * sin(yaw);
  relative.beside = Math.abs(dy * cos(yaw) - dx * sin(yaw));
}

function isPassed(own: Params, info: CarInfo, { x, y }: { readonly x: number; readonly y: number }): boolean {
  locate(info, own.headingOffset, x, y);
  return relative.ahead <= 0 && relative.ahead > -own.reach && relative.beside < own.reach;
}

/** The setpoint on the way to the stop; −1 when it has been reached. */
function approach(own: Params, stop: NonNullable<Params['stop']>, info: CarInfo, setpoint: number): number {
  locate(info, own.headingOffset, stop.x, stop.y);
  if (relative.beside >= own.reach || relative.ahead <= -own.reach) return setpoint;
  if (relative.ahead <= 0.05) return -1;
  return Math.min(setpoint, Math.sqrt(2 * stop.deceleration * relative.ahead));
}

export const speedSchedule = defineBlock({
  type: 'control/speed-schedule',
  doc: 'Setpoint of the speed by place: a segment counter over waypoints, laps, and a point to stop at.',
  params,
  defaultPeriod: 0.01,
  inputs: { car_info: CarInfoType },
  outputs: { setpoint: Float64, lap: Float64, stop: Float64 },
  init: createScheduleState,

  step(own, state, { car_info: info }, outputs) {
    if (info.sequence === 0) {
      outputs.setpoint.publish = outputs.lap.publish = outputs.stop.publish = false;
      return;
    }
    // fewer waypoints than there were: to the last one
    state.segment = Math.min(state.segment, own.waypoints.length - 1);
    let setpoint = segmentSpeed(own, state, isPassed(own, info.value, own.waypoints[state.segment]));
    if (own.stop !== undefined && state.lap >= own.stop.laps && !state.isStopped) {
      setpoint = approach(own, own.stop, info.value, setpoint);
      state.isStopped = setpoint < 0;
    }
    outputs.setpoint.value.data = state.isStopped ? 0 : setpoint;
    outputs.lap.value.data = state.lap;
    outputs.stop.value.data = state.isStopped ? 1 : 0;
  },
});
