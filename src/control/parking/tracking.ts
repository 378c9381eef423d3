/**
 * One cycle of the tracker: what it knows, what it is about, and its command. firmware/parking/tracking.c is the same, operation by operation.
 *
 *   idle      no path: stands on its brakes
 *   standing  stands before a run: changes gear, waits for it and for the steering, then drives
 *   driving   follows the run
 *   stopping  at the end of a run: brakes until it stands; then the next run, or arrived
 *   held      somebody asks it to stop: brakes along its path, stands, and goes on when nobody does
 *   arrived   stands on its brakes until another path comes
 *   safe stop no news for `timeout` (reason 5), no pictures behind the map (reason 4), or too far off the path (reason 6): brakes along its path and stands;
 *             goes on after one second of news, and after reason 6 only with another path
 *
 * The gear changes at standstill only. A new path that begins in the direction of travel is taken at once, from the nearest place on; any other after a stop.
 */
import { add, clamp, div, magnitude, mul, sub, wrapped } from './float32.ts';
import type { CarMotion, SentCommands } from './state-prediction.ts';
import { createSentCommands, enterCommand, predict, steeredTo } from './state-prediction.ts';
import type { LawGains, Pedals, Speeds } from './tracking-law.ts';
import { idling, pressPedals, wantedAcceleration, wantedSpeed, wantedSteering } from './tracking-law.ts';
import type { Place, TrackedPath } from './tracked-path.ts';
import { beginPath, createPath, describePlace, findFirstPlace, findPlace, nextRun } from './tracked-path.ts';

const enum Phase {
  IDLE,
  STANDING,
  DRIVING,
  STOPPING,
  HELD,
  ARRIVED,
  SAFE_STOP,
}
/** As in ParkingStatus. */
const enum Reason {
  NONE = 0,
  IN_THE_WAY = 2,
  NO_PICTURES = 4,
  NO_NEWS = 5,
  OFF_PATH = 6,
}
/** As in prius_msgs/Control. */
const enum Gear {
  NEUTRAL = 1,
  FORWARD = 2,
  REVERSE = 3,
}

export interface TrackingGains extends LawGains {
  readonly stopDeceleration: number;
  readonly holdBrake: number;
  readonly shiftTime: number;
  readonly latency: number;
  readonly timeout: number;
  readonly offPath: number;
}

/** What is measured, how old it was when it came [µs], and whether it came since the last cycle. */
interface Measurement extends CarMotion {
  age: number;
  isNew: boolean;
  hasCome: boolean;
}

export interface Tracking {
  readonly path: TrackedPath;
  readonly place: Place;
  readonly sent: SentCommands;
  readonly measured: Measurement;
  /** Where the car will be when the command acts. */
  readonly motion: CarMotion;
  readonly pedals: Pedals;
  readonly speeds: Speeds;
  phase: number;
  reason: number;
  gear: number;
  /** Whether another run is to be driven. */
  hasRun: boolean;
  isHeld: boolean;
  /** Whether pictures have ceased. */
  isBlind: boolean;
  /** Since the last news, since news have come without a gap, and since the car stands with its gear in [µs]. */
  silence: number;
  heard: number;
  stood: number;
  /** Commanded, and where the road wheels will be then [rad]. */
  steering: number;
  roadWheels: number;
  integral: number;
  /** Against the path [rad], and to the end of the run [m]. */
  heading: number;
  remaining: number;
  /** Runs that have been driven to their ends. */
  runs: number;
}

export const createTracking = (): Tracking => ({
  path: createPath(),
  place: { edge: 0, along: 0, lateral: 0, yaw: 0 },
  sent: createSentCommands(),
  measured: { x: 0, y: 0, yaw: 0, speed: 0, age: 0, isNew: false, hasCome: false },
  motion: { x: 0, y: 0, yaw: 0, speed: 0 },
  pedals: { throttle: 0, brake: 0 },
  speeds: { wanted: 0, feed: 0 },
  phase: Phase.IDLE,
  reason: Reason.NONE,
  gear: Gear.NEUTRAL,
  hasRun: false,
  isHeld: false,
  isBlind: false,
  silence: 0,
  heard: 0,
  stood: 0,
  steering: 0,
  roadWheels: 0,
  integral: 0,
  heading: 0,
  remaining: 0,
  runs: 0,
});

const LONGEST = 0xffff_ffff;
const US = Math.fround(1e-6);
const STILL = Math.fround(0.01);
const STEERED = Math.fround(0.01);
const RECOVERY = 1_000_000;
/** Way before the end at which the brakes are pressed, beside what it takes to stop [m]. */
const STOP_BAND = Math.fround(0.001);

const addTime = (a: number, b: number): number => Math.min(a + b, LONGEST);
const microseconds = (seconds: number): number => Math.floor(add(mul(seconds, Math.fround(1e6)), 0.5));

/** After another path has been written into `state.path`. */
export function takePath(state: Tracking): void {
  const { path, motion } = state;
  state.hasRun = beginPath(path);
  state.runs = 0;
  state.reason = Reason.NONE;
  state.remaining = 0;
  if (!state.hasRun) {
    state.phase = Phase.IDLE;
    return;
  }
  findFirstPlace(path, state.measured, state.place);
  const isMovingAlong = mul(motion.speed, path.direction) > STILL;
  if (state.phase !== Phase.DRIVING || !isMovingAlong) state.phase = Phase.STOPPING;
}

/** A cycle, `elapsed` after the one before [µs]: writes gear, steering and pedals. */
export function stepTracking(gains: TrackingGains, state: Tracking, elapsed: number): void {
  const dt = mul(Math.fround(elapsed), US);
  listen(gains, state, elapsed);
  locate(state);
  decide(gains, state);
  state.stood = isStill(state) ? addTime(state.stood, elapsed) : 0;
  if (state.phase === Phase.STANDING) prepare(gains, state);
  if (state.phase === Phase.DRIVING) drive(gains, state, dt);
  else stand(gains, state);
  steer(gains, state, dt);
  enter(gains, state, dt);
}

const isStill = ({ motion, measured }: Tracking): boolean =>
  magnitude(motion.speed) < STILL && magnitude(measured.speed) < STILL;

/** Ages, and where the car will be. */
function listen(gains: TrackingGains, state: Tracking, elapsed: number): void {
  const { measured, sent, motion } = state;
  sent.lasted[sent.head] = addTime(sent.lasted[sent.head], elapsed);
  state.silence = measured.isNew ? 0 : addTime(state.silence, elapsed);
  state.heard = state.silence > microseconds(gains.timeout) ? 0 : addTime(state.heard, elapsed);
  if (!measured.isNew) measured.age = addTime(measured.age, elapsed);
  measured.isNew = false;
  motion.x = measured.x;
  motion.y = measured.y;
  motion.yaw = measured.yaw;
  motion.speed = measured.speed;
  if (!gains.isPublished) predict(sent, motion, addTime(measured.age, microseconds(gains.latency)), gains.wheelBase);
}

/** Where that is on the run, or on the last one. */
function locate(state: Tracking): void {
  const { path, place, motion } = state;
  if (path.last <= path.first) return;
  findPlace(path, motion, place);
  describePlace(path, motion, place);
  state.heading = wrapped(sub(motion.yaw, place.yaw));
  state.remaining = sub(path.along[path.last], place.along);
}

/** What it is about from now on. */
function decide(gains: TrackingGains, state: Tracking): void {
  const isUnderWay = state.phase === Phase.DRIVING || state.phase === Phase.STANDING || state.phase === Phase.HELD;
  if (isUnderWay && (!state.measured.hasCome || state.silence > microseconds(gains.timeout))) {
    stopSafely(state, Reason.NO_NEWS);
  } else if (isUnderWay && state.isBlind) {
    stopSafely(state, Reason.NO_PICTURES);
  } else if (isUnderWay && !gains.isPublished && magnitude(state.place.lateral) > gains.offPath) {
    stopSafely(state, Reason.OFF_PATH);
  } else if (isUnderWay && state.isHeld) {
    state.phase = Phase.HELD;
    state.reason = Reason.IN_THE_WAY;
  } else if (isStill(state)) goOn(state);
}

function stopSafely(state: Tracking, reason: number): void {
  state.phase = Phase.SAFE_STOP;
  state.reason = reason;
}

/** What comes after a standstill. */
function goOn(state: Tracking): void {
  const maySee = !state.isBlind && state.heard >= RECOVERY && state.reason !== Reason.OFF_PATH;
  const hasNews = state.phase === Phase.SAFE_STOP && maySee;
  if (state.phase === Phase.STOPPING) state.phase = state.hasRun ? Phase.STANDING : Phase.ARRIVED;
  else if (state.phase === Phase.HELD || hasNews) {
    state.phase = Phase.STANDING;
    state.reason = Reason.NONE;
  }
}

/** Gear and steering, before it drives. */
function prepare(gains: TrackingGains, state: Tracking): void {
  const gear = state.path.direction > 0 ? Gear.FORWARD : Gear.REVERSE;
  if (state.gear !== gear) {
    state.gear = gear;
    state.stood = 0;
  }
  state.integral = 0;
  const wanted = wantedSteering(gains, state.path, state.place, state.motion, 0);
  const isSteered = gains.isPublished || magnitude(sub(wanted, state.roadWheels)) < STEERED;
  if (isSteered && state.stood >= microseconds(gains.shiftTime)) state.phase = Phase.DRIVING;
}

function drive(gains: TrackingGains, state: Tracking, dt: number): void {
  const { path, place, speeds } = state;
  const speed = mul(state.motion.speed, path.direction);
  if (state.remaining <= stoppingWay(gains, speed, dt)) {
    state.phase = Phase.STOPPING;
    state.runs++;
    state.hasRun = nextRun(path);
    if (state.hasRun) place.edge = path.first;
    stand(gains, state);
    return;
  }
  wantedSpeed(gains, path, place, speed, speeds);
  const wanted = wantedAcceleration(gains, state, speeds, speed, dt);
  pressPedals(gains, state.pedals, wanted, idling(gains, speed));
}

/** From the end at which the brakes are pressed; as published, at the end itself [m]. */
function stoppingWay(gains: TrackingGains, speed: number, dt: number): number {
  if (gains.isPublished) return 0;
  const brake = mul(gains.holdBrake, gains.brakeDeceleration);
  return add(add(div(mul(speed, speed), mul(2, brake)), mul(mul(speed, dt), 0.5)), STOP_BAND);
}

/** Brakes: hard at the end of a run, else with `stopDeceleration`, and holds the car that stands. */
function stand(gains: TrackingGains, state: Tracking): void {
  const { speeds, pedals, motion } = state;
  speeds.wanted = speeds.feed = 0;
  state.integral = 0;
  pedals.throttle = 0;
  pedals.brake = gains.holdBrake;
  const isGentle = state.phase !== Phase.STOPPING && state.phase !== Phase.STANDING;
  if (isGentle && !isStill(state)) pressPedals(gains, pedals, -gains.stopDeceleration, idling(gains, motion.speed));
}

/** Turns the wheel along the run, as fast as it can; where there is none, and where a standing car need not, it stays. */
function steer(gains: TrackingGains, state: Tracking, dt: number): void {
  const isFollowing = state.phase !== Phase.IDLE && state.phase !== Phase.ARRIVED && state.phase !== Phase.STOPPING;
  if (!isFollowing || !state.hasRun) return;
  if (state.phase !== Phase.STANDING && isStill(state) && state.phase !== Phase.DRIVING) return;
  const wanted = wantedSteering(gains, state.path, state.place, state.motion, dt);
  const most = mul(gains.steeringRate, dt);
  state.steering = gains.isPublished ? wanted : add(state.steering, clamp(sub(wanted, state.steering), -most, most));
}

/** Remembers what this command leads to. */
function enter(gains: TrackingGains, state: Tracking, dt: number): void {
  const { pedals, gear, motion } = state;
  const direction = gear === Gear.REVERSE ? -1 : gear === Gear.FORWARD ? 1 : 0;
  const before = state.roadWheels;
  state.roadWheels = steeredTo(gains, before, state.steering, dt);
  const idle = idling(gains, motion.speed);
  const driven = mul(pedals.throttle, gains.driveAcceleration);
  const push = mul(direction, driven > idle ? driven : idle);
  enterCommand(state.sent, mul(add(before, state.roadWheels), 0.5), push, mul(pedals.brake, gains.brakeDeceleration));
}
