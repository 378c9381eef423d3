/**
 * The bus of the mixed-reality simulator, as published: it steers to one waypoint after the other, at 50 Hz.
 *
 *   s = y′/d                             share of full lock; (x′, y′) waypoint in the frame of the bus, d its distance [m]
 *   throttle = min(1, d/d₀) (1 − |s|)    less torque near a waypoint and in a sharp turn; no brake
 *   next waypoint when d < 5 m, round and round
 *
 * Reference: Pavani et al., SIMUL 2021, section III.B, which says that torque follows the distance and is reduced in turns, and gives no formula: d₀ is a choice here.
 * Known defects: steering by direction alone cuts corners and swings; speed depends on how waypoints are spaced; nothing brakes.
 */
import { defineBlock } from '../../core/block.ts';
import type { ListSchema } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { sinCos } from '../../math/trig.ts';
import { Control, ControlConstants, setTime, VehicleState } from '../../msgs/index.ts';

const waypoint = group(
  { x: param(undefined, 'm', 'position in map'), y: param(undefined, 'm', 'position in map') },
  'one waypoint',
);
type Points = readonly { readonly x: number; readonly y: number }[];
const waypoints: ListSchema = {
  kind: 'list',
  items: waypoint,
  fallback: [{ x: 10, y: 0 }],
  doc: 'driven to in order, and again from the first',
  minLength: 1,
  fixed: true,
};
const heading = new Float64Array(2);

export const publishedPlatoonBus = defineBlock({
  type: 'control/published-platoon-bus',
  doc: 'Steers to waypoints by direction and drives by distance, as the mixed-reality paper has its bus do.',
  defaultPeriod: 0.02,
  params: {
    waypoints,
    reach: param(5, 'm', 'nearer than this the next one counts', { above: 0 }),
    fullTorqueDistance: param(20, 'm', 'distance of the waypoint at which the torque is full', { above: 0 }),
    torque: param(1, '', 'share of the torque that is used at most', { min: 0, max: 1 }),
  },
  inputs: { state: VehicleState },
  outputs: { control: Control },
  init: (): { next: number } => ({ next: 0 }),

  step(own, state, inputs, { control }, { nowNs }) {
    control.publish = inputs.state.sequence > 0;
    if (!control.publish) return;
    const { x, y, yaw } = inputs.state.value;
    const points = own.waypoints as unknown as Points;
    let aim = points[state.next];
    if (Math.sqrt((aim.x - x) * (aim.x - x) + (aim.y - y) * (aim.y - y)) < own.reach) {
      state.next = (state.next + 1) % points.length;
      aim = points[state.next];
    }
    sinCos(yaw, heading);
    const dx = aim.x - x;
    const dy = aim.y - y;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const across = dy * heading[1] - dx * heading[0];
    const steer = distance > 0 ? clamp(across / distance, -1, 1) : 0;
    const { value } = control;
    setTime(value.header.stamp, nowNs);
    value.shift_gears = ControlConstants.FORWARD;
    value.steer = steer;
    value.throttle = own.torque * Math.min(1, distance / own.fullTorqueDistance) * (1 - Math.abs(steer));
    value.brake = 0;
  },
});
