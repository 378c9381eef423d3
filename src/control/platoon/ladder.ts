/**
 * The ladder of a platoon controller: what it may stand on follows from what it knows, and how old that is.
 *
 *   cooperating   radar, and beacons of all that the law listens to are younger than `beaconMaxAge`
 *   following     radar alone, with a vehicle in sight: ACC with its own, larger headway
 *   cruising      radar alone, nobody in sight: the set speed
 *   stopping      no radar for `radarMaxAge`: brakes at `safeDeceleration` until it stands
 *
 * It steps down at once, and up to cooperating only after `recovery` seconds without a gap in what it hears. Ages are those of capture, told by the stamps
 * inside the messages, so that what was long on its way is old when it comes.
 */
import type { Input } from '../../core/signal.ts';
import type { PlatoonBeacon, RadarTrack } from '../../msgs/index.ts';
import { PlatoonStatusConstants, timeToNs } from '../../msgs/index.ts';

export interface LadderParams {
  readonly beaconMaxAge: number;
  readonly radarMaxAge: number;
  readonly recovery: number;
}

export interface Heard {
  readonly radar: Input<RadarTrack>;
  readonly predecessor: Input<PlatoonBeacon>;
  readonly leader: Input<PlatoonBeacon>;
}

type Stamped = Input<{ readonly stamp: { sec: number; nanosec: number } }>;

/** Age of what a message tells [s]; −1 while there is none. */
export const ageOf = (input: Stamped, nowNs: number): number =>
  input.sequence === 0 ? -1 : Math.max(0, (nowNs - timeToNs(input.value.stamp)) / 1e9);

const isFresh = (age: number, limit: number): boolean => age >= 0 && age <= limit;

/** Whom a law listens to by radio. */
export interface Listening {
  readonly predecessor: boolean;
  readonly leader: boolean;
}

/** The rung to stand on; `unheardNs`, kept by the caller, is when something was last missing. */
export function rung(
  params: LadderParams,
  listening: Listening,
  heard: Heard,
  nowNs: number,
  state: { unheardNs: number },
): number {
  const { radar, predecessor, leader } = heard;
  const hearsAll =
    (listening.predecessor || listening.leader) &&
    (!listening.predecessor || isFresh(ageOf(predecessor, nowNs), params.beaconMaxAge)) &&
    (!listening.leader || isFresh(ageOf(leader, nowNs), params.beaconMaxAge));
  if (!hearsAll) state.unheardNs = nowNs;
  if (!isFresh(ageOf(radar, nowNs), params.radarMaxAge)) return PlatoonStatusConstants.STOPPING;
  if (!radar.value.detected) return PlatoonStatusConstants.CRUISING;
  return hearsAll && (nowNs - state.unheardNs) / 1e9 >= params.recovery
    ? PlatoonStatusConstants.COOPERATING
    : PlatoonStatusConstants.FOLLOWING;
}
