/**
 * A delivery car that rides along with buses: it follows one, parks at the roadside at given places, and follows on, the same bus or another.
 *
 *   following   constant spacing behind the bus (PATH's law), along the route of that bus
 *   pulling in  from `pullIn` before the place: as far aside as `roadside`, √(2 b d) to stop there
 *   parked      until the bus that is followed next has stood or was behind, is ahead by `joinGap`, and drives
 *
 * `tracks` and `steers` are those of one `planning/route` for each bus, whose places are along it; `offset` goes back to them. Beacons older than `beaconMaxAge` stop the car.
 * Reference: Pavani et al., SIMUL 2021, section III: the test cases that it plans.
 */
import { defineBlock, portList } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { fixed, group, integer, list, param } from '../../core/schema.ts';
import { clamp, rateLimit } from '../../math/filters.ts';
import type { PlatoonBeacon } from '../../msgs/index.ts';
import {
  AckermannDriveStamped,
  Float64,
  PlatoonBeacon as Beacon,
  setTime,
  timeToNs,
  TrackState,
  VehicleState,
} from '../../msgs/index.ts';

const halt = group(
  {
    position: param(undefined, 'm', 'where its front stops, along the route it is on'),
    follow: integer(0, '', 'which bus it follows afterwards, from 0', { min: 0 }),
  },
  'a place at the roadside',
);

const params = {
  buses: fixed(integer(1, '', 'how many buses there are', { min: 1, max: 16 })),
  halts: fixed(list(halt, [], 'places where it parks, in order')),
  spacing: param(10, 'm', 'gap behind a bus', { above: 0 }),
  front: param(3.44, 'm', 'front bumper ahead of base_link'),
  omega: param(0.6, 'rad/s', 'bandwidth of following', { above: 0 }),
  speed: param(12, 'm/s', 'largest speed', { above: 0 }),
  acceleration: param(2, 'm/s²', 'most that is asked for', { above: 0 }),
  braking: param(1.5, 'm/s²', 'braking to a place', { above: 0 }),
  roadside: param(-2.75, 'm', 'how far aside it parks, left positive'),
  pullIn: param(25, 'm', 'how long before a place it begins', { above: 0 }),
  shiftRate: param(0.8, 'm/s', 'how fast it moves aside', { above: 0 }),
  joinGap: param(3, 'm', 'how far the bus is ahead before it joins', { min: 0 }),
  beaconMaxAge: param(0.5, 's', 'beacons older than this are not relied on', { above: 0 }),
};

/** Phases of `phase`. */
const enum Phase {
  FOLLOWING,
  PULLING_IN,
  PARKED,
}

/** Acceleration that keeps the spacing behind a bus, critically damped [m/s²]. */
function follow(own: FieldValues<typeof params>, bus: PlatoonBeacon, gap: number, speed: number): number {
  const approach = own.omega * own.omega * (gap - own.spacing) + 2 * own.omega * (bus.speed - speed);
  return Math.min(bus.acceleration + approach, own.speed - speed);
}

export const delivery = defineBlock({
  type: 'planning/delivery',
  doc: 'Follows a bus, parks at the roadside at given places, and follows on, the same bus or another.',
  defaultPeriod: 0.02,
  params,
  inputs: {
    state: VehicleState,
    beacons: portList(Beacon, ({ buses }) => buses),
    tracks: portList(TrackState, ({ buses }) => buses),
    steers: portList(AckermannDriveStamped, ({ buses }) => buses),
  },
  outputs: { ackermann: AckermannDriveStamped, offset: Float64, phase: Float64, gap: Float64, leader: Float64 },

  check({ halts, buses }) {
    const wrong = halts.findIndex(({ follow: next }) => next >= buses);
    return wrong < 0
      ? undefined
      : [`halts[${wrong}].follow`, `expected a bus below ${buses}, got ${halts[wrong].follow}`];
  },

  init: () => ({ leader: 0, halt: 0, phase: Phase.FOLLOWING, armed: false, offset: 0 }),

  step(own, state, inputs, outputs, time) {
    const { ackermann, offset, phase, gap: gapOut, leader } = outputs;
    const knows = inputs.state.sequence > 0 && inputs.tracks[state.leader].sequence > 0;
    for (const name in outputs) outputs[name as keyof typeof outputs].publish = knows;
    if (!knows) return;
    const speed = inputs.state.value.vx;
    const halts = own.halts[state.halt];
    const next = state.phase === Phase.FOLLOWING || halts === undefined ? state.leader : halts.follow;
    const beacon = inputs.beacons[next];
    const isFresh = beacon.sequence > 0 && (time.nowNs - timeToNs(beacon.value.stamp)) / 1e9 <= own.beaconMaxAge;
    const front = inputs.tracks[state.leader].value.progress + own.front;
    const gap = beacon.value.position - beacon.value.length - inputs.tracks[next].value.progress - own.front;

    // what it does, and what ends it
    const way = halts === undefined ? Infinity : halts.position - front;
    if (state.phase === Phase.FOLLOWING && way < own.pullIn) {
      state.phase = Phase.PULLING_IN;
      state.armed = false;
    } else if (state.phase === Phase.PULLING_IN && way < 0.7 && speed < 0.1) state.phase = Phase.PARKED;
    else if (state.phase === Phase.PARKED && isFresh) {
      state.armed ||= beacon.value.speed < 0.3 || gap < 0;
      if (state.armed && beacon.value.speed > 1 && gap > own.joinGap) {
        state.phase = Phase.FOLLOWING;
        state.leader = next;
        state.halt += 1;
      }
    }

    let wanted = -own.braking;
    if (state.phase === Phase.PULLING_IN)
      wanted = Math.min(own.speed, Math.sqrt(2 * 0.7 * own.braking * Math.max(0, way - 0.2))) - speed;
    else if (state.phase === Phase.FOLLOWING && isFresh) wanted = follow(own, beacon.value, gap, speed);
    const aside = state.phase === Phase.FOLLOWING ? 0 : own.roadside;
    // it moves aside while it drives
    if (speed > 0.3) state.offset = rateLimit(state.offset, aside, own.shiftRate, time.elapsed);

    setTime(ackermann.value.header.stamp, time.nowNs);
    ackermann.value.drive.acceleration = clamp(wanted, -3 * own.braking, own.acceleration);
    ackermann.value.drive.steering_angle = inputs.steers[state.leader].value.drive.steering_angle;
    offset.value.data = state.offset;
    phase.value.data = state.phase;
    gapOut.value.data = gap;
    leader.value.data = state.leader;
  },
});
