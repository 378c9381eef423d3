/**
 * The clock of a peer and that of the loop. A message says by its sender's clock when it was true; readers in the loop want that in simulated time.
 *
 *   arrival     the sender's clock is not known: a message was true when it came
 *   shared      its clock is that of this machine, as NTP keeps it
 *   rosapi      its clock is asked for: with the least of the recent round trips, peer − own = peer's answer − (asked + heard) / 2, ± half the round trip
 *   simulated   its clock is the loop's own
 *
 * Simulated time goes at the pace of the wall: truth = arrival − (now − stamp). What comes from the future was true when it came.
 * Reference for rosapi: Cristian, Probabilistic clock synchronization, Distributed Computing 3 (1989).
 */
import { setTime } from '../msgs/time.ts';
import type { RosTime } from './message-values.ts';
import { wallTime } from './message-values.ts';

export const stampModes = ['arrival', 'shared', 'rosapi', 'simulated'] as const;
export type StampMode = (typeof stampModes)[number];

export interface TruthTime {
  /** NaN while it is not known. */
  readonly truthNs: number;
  readonly boundNs: number;
}

/** Round trips that are compared: clocks drift, so old ones count no longer. */
const MOST_TRIPS = 16;
/** What the clock of this machine may be wrong by where nobody says [ns]. */
const SHARED_BOUND_NS = 1e6;

interface RoundTrip {
  /** Of the peer's clock before ours [ms]. */
  readonly offsetMs: number;
  readonly boundMs: number;
}

export class PeerTime {
  private trips: RoundTrip[] = [];

  /** Both clocks in ms: that of the wall, and one that never jumps. */
  constructor(
    private readonly mode: StampMode,
    private readonly wallMs: () => number = Date.now,
    private readonly steadyMs: () => number = () => performance.now(),
  ) {}

  /** An answer of the peer's clock, with when it was asked and when it was heard [ms, steady]. */
  learn(askedMs: number, heardMs: number, peer: RosTime): void {
    const trip = { offsetMs: toMs(peer) - (askedMs + heardMs) / 2, boundMs: (heardMs - askedMs) / 2 };
    this.trips = [...this.trips, trip].slice(-MOST_TRIPS);
  }

  /** What was learnt is of another connection, perhaps to another machine. */
  forget(): void {
    this.trips = [];
  }

  get isKnown(): boolean {
    return this.mode !== 'rosapi' || this.trips.length > 0;
  }

  /** When something was true that came now. A stamp of zero says nothing. */
  truth(stamp: RosTime | undefined, arrivalNs: number): TruthTime {
    if (stamp === undefined || this.mode === 'arrival' || (stamp.sec === 0 && stamp.nanosec === 0))
      return { truthNs: arrivalNs, boundNs: 0 };
    if (this.mode === 'simulated')
      return { truthNs: Math.max(0, Math.min(arrivalNs, stamp.sec * 1e9 + stamp.nanosec)), boundNs: 0 };
    const clock = this.peerClock();
    if (clock === undefined) return { truthNs: NaN, boundNs: 0 };
    const ageNs = Math.round((clock.nowMs - toMs(stamp)) * 1e6);
    return { truthNs: Math.max(0, arrivalNs - Math.max(0, ageNs)), boundNs: clock.boundNs };
  }

  /** What the peer's clock showed at an instant of simulated time. */
  stamp(ns: number, nowNs: number): RosTime {
    if (this.mode === 'simulated') {
      const time = { sec: 0, nanosec: 0 };
      setTime(time, ns);
      return time;
    }
    return wallTime((this.peerClock()?.nowMs ?? this.wallMs()) - (nowNs - ns) / 1e6);
  }

  private peerClock(): { readonly nowMs: number; readonly boundNs: number } | undefined {
    if (this.mode !== 'rosapi') return { nowMs: this.wallMs(), boundNs: SHARED_BOUND_NS };
    if (this.trips.length === 0) return undefined;
    const best = this.trips.reduce((least, trip) => (trip.boundMs <= least.boundMs ? trip : least));
    return { nowMs: this.steadyMs() + best.offsetMs, boundNs: Math.ceil(best.boundMs * 1e6) };
  }
}

const toMs = ({ sec, nanosec }: RosTime): number => sec * 1000 + nanosec / 1e6;
