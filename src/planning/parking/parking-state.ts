/** What automatic parking remembers from step to step, and the moves that all of its phases share. */
import type { ParkingMap, ParkingSlot, PathPoint } from '../../msgs/index.ts';
import type { Pose } from '../problem.ts';
import type { KnownThings } from './watched-way.ts';
import { nothingKnown } from './watched-way.ts';

export const PHASE = { searching: 0, waiting: 1, planning: 2, parking: 3, parked: 4, held: 5, givenUp: 6, safeStop: 7 };
export const REASON = { none: 0, noPath: 1, inTheWay: 2, occupied: 3, noView: 4, offPath: 6, outOfTime: 7 };

export interface ParkingState {
  phase: number;
  reason: number;
  /** When the phase began [s]. */
  since: number;
  /** Chosen slot and where the car is to stand in it; 0 for none. */
  slot: number;
  goal: Pose;
  /** The trajectory, its number, whether it is news, and the point that was reached. */
  points: PathPoint[];
  id: number;
  isNew: boolean;
  at: number;
  plans: number;
  corrections: number;
  /** A point that somebody has chosen: x, y; and how many choices there were. */
  chosen: number[];
  choices: number;
  /** Metres that were left of the search when planning failed last. */
  triedAt: number;
  /** When the car moved last [s]. */
  movedAt: number;
  /** The chosen slot as it was last seen. */
  known: ParkingSlot | undefined;
  /** When its path was planned [s], and how far it kept from everything that was known then [m]. */
  plannedAt: number;
  clearance: number;
  /** What was known then; nothing on the way of a search. */
  knownThings: KnownThings;
  /** What it was about when something came into its way. */
  heldFrom: number;
}

/** What is known in this step. */
export interface Sight {
  readonly now: number;
  readonly pose: Pose;
  /** Along the heading [m/s]. */
  readonly speed: number;
  readonly map: ParkingMap;
  /** Whether the map is news enough. */
  readonly isFresh: boolean;
}

export const createParkingState = (): ParkingState => ({
  phase: PHASE.searching,
  reason: REASON.none,
  since: 0,
  slot: 0,
  goal: { x: 0, y: 0, yaw: 0 },
  points: [],
  id: 0,
  isNew: false,
  at: 0,
  plans: 0,
  corrections: 0,
  chosen: [],
  choices: 0,
  triedAt: Infinity,
  movedAt: 0,
  known: undefined,
  plannedAt: 0,
  clearance: 0,
  knownThings: nothingKnown({ x: 0, y: 0, yaw: 0 }),
  heldFrom: PHASE.searching,
});

const STANDSTILL = 0.02;
export const stands = ({ speed }: Sight): boolean => Math.abs(speed) < STANDSTILL;

export function enter(state: ParkingState, phase: number, reason: number, now: number): void {
  state.phase = phase;
  state.reason = reason;
  state.since = now;
}

export function drive(state: ParkingState, points: PathPoint[]): void {
  state.points = points;
  state.id++;
  state.isNew = true;
  state.at = 0;
}

/** The path is kept, to go on; what is driven is nothing. */
export function hold(state: ParkingState, { now }: Sight): void {
  state.heldFrom = state.phase;
  enter(state, PHASE.held, REASON.inTheWay, now);
  state.id++;
  state.isNew = true;
}
