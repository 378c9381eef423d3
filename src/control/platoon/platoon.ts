/**
 * Platoon controller: keeps the gap to the vehicle ahead by one of five laws (laws.ts), and steps down a ladder when radio or radar is lost (ladder.ts).
 *
 * Speeds of others that come by radio are taken as they were sent; positions are carried on at the speed that was sent with them. While it does not cooperate,
 * the state of Ploeg's filter follows what is asked for instead, so that the change back has no jump. What is asked for never exceeds what cruising at `setSpeed` would.
 *
 * Reference: Segata et al., Plexe, VNC 2014; differs: the set speed limits every law and not only ACC, the ladder.
 * Checked against: SUMO's controllers (test/conformance), headways that are string stable in closed form (study/platoon).
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { exp } from '../../math/exponential.ts';
import { clamp } from '../../math/filters.ts';
import {
  AckermannDriveStamped,
  PlatoonBeacon,
  PlatoonStatus,
  PlatoonStatusConstants,
  RadarTrack,
  setTime,
  VehicleState,
} from '../../msgs/index.ts';
import type { Listening } from './ladder.ts';
import { ageOf, rung } from './ladder.ts';
import type { Situation } from './laws.ts';
import {
  accAcceleration,
  accGap,
  consensusAcceleration,
  consensusDistance,
  flatbedAcceleration,
  flatbedGap,
  pathAcceleration,
  ploegGap,
  ploegTarget,
} from './laws.ts';
import { platoonParams } from './params.ts';

type PlatoonParams = FieldValues<typeof platoonParams>;
type Law = PlatoonParams['law'];

const LISTENING: Readonly<Record<Law, Listening>> = {
  acc: { predecessor: false, leader: false },
  path: { predecessor: true, leader: true },
  ploeg: { predecessor: true, leader: false },
  consensus: { predecessor: true, leader: true },
  flatbed: { predecessor: true, leader: true },
};

interface PlatoonState {
  readonly now: Situation;
  /** State of Ploeg's filter [m/s²]. */
  wanted: number;
  /** When something of what is listened to was last missing [ns]. */
  unheardNs: number;
}

interface Perceived {
  readonly state: Input<VehicleState>;
  readonly radar: Input<RadarTrack>;
  readonly predecessor: Input<PlatoonBeacon>;
  readonly leader: Input<PlatoonBeacon>;
}

/** Where the front bumper of who sent a beacon is now, at the speed it had then [m]. */
const frontNow = (beacon: Input<PlatoonBeacon>, nowNs: number): number =>
  beacon.value.position + Math.max(0, ageOf(beacon, nowNs)) * beacon.value.speed;

/** Puts together what is known. How far the leader is ahead is known without a position of its own: the gap, and the distance between the two others. */
function perceive({ state, radar, predecessor, leader }: Perceived, now: Situation, nowNs: number): void {
  now.speed = state.value.vx;
  now.acceleration = state.value.ax;
  now.gap = radar.value.range;
  now.gapRate = radar.value.range_rate;
  now.predecessorSpeed = predecessor.value.speed;
  now.predecessorWanted = predecessor.value.wanted_acceleration;
  now.leaderSpeed = leader.value.speed;
  now.leaderWanted = leader.value.wanted_acceleration;
  now.predecessorAhead = now.gap + predecessor.value.length;
  now.leaderAhead = now.predecessorAhead + frontNow(leader, nowNs) - frontNow(predecessor, nowNs);
}

/** Acceleration of the law while it cooperates [m/s²]. */
function cooperate(own: PlatoonParams, state: PlatoonState, dt: number): number {
  const { now } = state;
  switch (own.law) {
    case 'path':
      return pathAcceleration(own.path, now);
    case 'ploeg': {
      const target = ploegTarget(own.ploeg, now);
      return target + (state.wanted - target) * exp(-dt / own.ploeg.headway);
    }
    case 'consensus':
      return consensusAcceleration(own.consensus, now, own.place, own.length);
    case 'flatbed':
      return flatbedAcceleration(own.flatbed, now);
    case 'acc':
      return accAcceleration(own.acc, now);
  }
}

/** Gap that is wanted on a rung [m]. */
function wantedGap(own: PlatoonParams, mode: number, { speed, leaderSpeed }: Situation): number {
  if (mode === PlatoonStatusConstants.FOLLOWING) return accGap(own.acc, speed);
  if (mode !== PlatoonStatusConstants.COOPERATING) return 0;
  switch (own.law) {
    case 'path':
      return own.path.spacing;
    case 'ploeg':
      return ploegGap(own.ploeg, speed);
    case 'consensus':
      return consensusDistance(own.consensus, leaderSpeed, 0);
    case 'flatbed':
      return flatbedGap(own.flatbed, speed, leaderSpeed);
    case 'acc':
      return accGap(own.acc, speed);
  }
}

export const platoon = defineBlock({
  type: 'control/platoon',
  doc: 'Keeps the gap to the vehicle ahead by ACC or one of four CACC laws; falls back to ACC and to a stop.',
  defaultPeriod: 0.01,
  params: platoonParams,
  inputs: {
    state: VehicleState,
    radar: optionalInput(RadarTrack),
    predecessor: optionalInput(PlatoonBeacon),
    leader: optionalInput(PlatoonBeacon),
  },
  outputs: { ackermann: AckermannDriveStamped, status: PlatoonStatus },

  init: (): PlatoonState => ({
    now: {
      speed: 0,
      acceleration: 0,
      gap: 0,
      gapRate: 0,
      predecessorSpeed: 0,
      predecessorWanted: 0,
      leaderSpeed: 0,
      leaderWanted: 0,
      predecessorAhead: 0,
      leaderAhead: 0,
    },
    wanted: 0,
    unheardNs: -Infinity,
  }),

  step(own, state, inputs, { ackermann, status }, time) {
    const { now } = state;
    ackermann.publish = status.publish = inputs.state.sequence > 0;
    if (!ackermann.publish) return;
    const { nowNs } = time;
    const mode = rung(own, LISTENING[own.law], inputs, nowNs, state);
    perceive(inputs, now, nowNs);

    // the law of the rung, and never faster than the set speed
    const most = own.cruiseGain * (own.setSpeed - now.speed);
    let wanted = clamp(most, -own.comfortAcceleration, own.comfortAcceleration);
    if (mode === PlatoonStatusConstants.STOPPING) wanted = -own.safeDeceleration;
    else if (mode === PlatoonStatusConstants.FOLLOWING) wanted = Math.min(most, accAcceleration(own.acc, now));
    else if (mode === PlatoonStatusConstants.COOPERATING) wanted = Math.min(most, cooperate(own, state, time.elapsed));
    wanted = clamp(wanted, -own.maxDeceleration, own.maxAcceleration);
    state.wanted = wanted;

    setTime(ackermann.value.header.stamp, nowNs);
    ackermann.value.drive.acceleration = wanted;
    ackermann.value.drive.speed = own.setSpeed;
    const { value } = status;
    setTime(value.stamp, nowNs);
    const sees = inputs.radar.sequence > 0 && inputs.radar.value.detected;
    value.mode = mode;
    value.gap = sees ? now.gap : 0;
    value.wanted_gap = wantedGap(own, mode, now);
    value.gap_error = value.wanted_gap > 0 ? value.gap - value.wanted_gap : 0;
    value.predecessor_age = ageOf(inputs.predecessor, nowNs);
    value.leader_age = ageOf(inputs.leader, nowNs);
    value.wanted_acceleration = wanted;
  },
});
