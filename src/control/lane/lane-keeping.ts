/**
 * What all lane keepers share: watching the lane, knowing the road under the vehicle, choosing a speed, writing the command.
 *
 *   waiting    no lane or no odometry yet: stand still
 *   following  the latest lane is detected and not older than `timeout`
 *   holding    lost for less than `holdTime`: go on along the remembered lane, with its last curvature beyond its end
 *   stopping   lost for longer: the same, and v⁺ = max(0, v − safeDeceleration Δt)
 *
 * A lane that is back is followed again at once. While following and holding the speed ramps towards
 *
 *   v = min(speed, √(a_lat/|κ(s)| + 2 deceleration s) for all s in sight)     the second only when a lateral limit is given
 *
 * The command is a Twist with ω = v tan δ/L, so that a vehicle that steers by δ = atan(L ω/v) gets exactly δ, and the same as an
 * AckermannDriveStamped.
 */
import type { StepTime } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { optional, param } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { tan } from '../../math/trig.ts';
import type { AckermannDriveStamped, Lane, Odometry, Twist } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import type { LaneMemory } from './lane-memory.ts';
import { createLaneMemory, isUsable, latestTwist, poseAt, rememberLane, rememberOdometry } from './lane-memory.ts';
import type { LanePath } from './lane-path.ts';
import { Curve, curveAt, layPath, nearestOnPath } from './lane-path.ts';

export const laneKeepingParams = {
  speed: param(2.5, 'm/s', 'speed on a lane that is seen', { min: 0 }),
  acceleration: param(1, 'm/s²', 'how fast the commanded speed rises; larger jerks more', { above: 0 }),
  deceleration: param(1.5, 'm/s²', 'how fast the commanded speed falls before bends', { above: 0 }),
  lateralAcceleration: optional(
    param(
      undefined,
      'm/s²',
      'slow down before bends to stay about below it, as early as the lane shows them; absent for a constant speed',
      { above: 0 },
    ),
  ),
  timeout: param(0.35, 's', 'a lane without a successor for longer than this counts as lost', { above: 0 }),
  holdTime: param(0.6, 's', 'go on along the remembered lane for this long after a loss, then stop', { min: 0 }),
  safeDeceleration: param(2, 'm/s²', 'deceleration of the stop after a loss', { above: 0 }),
  wheelBase: param(1.3, 'm', 'distance between the axles, as the vehicle uses it to turn a twist into an angle', {
    above: 0,
  }),
  maxSteering: param(0.5235987755982988, 'rad', 'largest road-wheel angle', { above: 0, max: 1.5 }),
  pathSpacing: param(
    0.25,
    'm',
    'between remembered points of the centre line; closer follows tighter bends and costs time',
    { above: 0.01 },
  ),
  pathWindow: param(
    2,
    'm',
    'half width over which the centre line is smoothed; wider is less noisy and rounds off bends',
    { above: 0.05 },
  ),
};
export type LaneKeepingParams = FieldValues<typeof laneKeepingParams>;

type LaneMode = 'waiting' | 'following' | 'holding' | 'stopping';

export interface LaneKeepingState {
  readonly memory: LaneMemory;
  laneSequence: number;
  /** When the lane was last good [ns]. */
  goodNs: number;
  mode: LaneMode;
  /** Commanded speed [m/s], and its change in the latest step [m/s²]. */
  speed: number;
  acceleration: number;
  /** Measured vx, vy [m/s] and yaw rate [rad/s]; odometry that is not finite does not count. */
  readonly twist: Float64Array;
}

export const createLaneKeeping = (): LaneKeepingState => ({
  memory: createLaneMemory(),
  laneSequence: 0,
  goodNs: 0,
  mode: 'waiting',
  speed: 0,
  acceleration: 0,
  twist: new Float64Array(3),
});

interface LaneInputs {
  readonly lane: Input<Lane>;
  readonly odom: Input<Odometry>;
}

const pose = new Float64Array(3);

/** Takes in what is new, decides on mode and speed, and lays the path as seen from the rear axle now. False while waiting. */
export function keepLane(
  params: LaneKeepingParams,
  state: LaneKeepingState,
  path: LanePath,
  inputs: LaneInputs,
  time: StepTime,
): boolean {
  const { lane, odom } = inputs;
  const { memory } = state;
  rememberOdometry(memory, odom);
  latestTwist(memory, state.twist);
  if (lane.sequence !== state.laneSequence && memory.sampleCount > 0) {
    state.laneSequence = lane.sequence;
    if (isUsable(lane.value)) rememberLane(memory, lane, params.pathSpacing, 2 * params.pathWindow);
  }
  const measured = state.twist[0];
  const begins = state.mode === 'waiting';
  state.mode = watch(params, state, lane, time.nowNs);
  if (state.mode === 'waiting') return false;
  poseAt(memory, time.nowNs, pose);
  if (!layPath(path, memory, pose, params.pathSpacing, params.pathWindow)) {
    state.mode = 'waiting';
    return false;
  }
  // a vehicle that rolls already is taken over as it is
  if (begins) state.speed = Math.max(0, Math.min(params.speed, measured));
  chooseSpeed(params, state, path, measured, time.elapsed);
  return true;
}

function watch(params: LaneKeepingParams, state: LaneKeepingState, lane: Input<Lane>, nowNs: number): LaneMode {
  if (!state.memory.hasLane) return 'waiting';
  const isFresh = nowNs - lane.publishedNs <= params.timeout * 1e9;
  if (isFresh && isUsable(lane.value)) {
    state.goodNs = nowNs;
    return 'following';
  }
  return nowNs - state.goodNs <= params.holdTime * 1e9 ? 'holding' : 'stopping';
}

function chooseSpeed(
  params: LaneKeepingParams,
  state: LaneKeepingState,
  path: LanePath,
  measured: number,
  dt: number,
): void {
  const before = state.speed;
  if (state.mode === 'stopping') {
    state.speed = Math.max(0, before - params.safeDeceleration * dt);
  } else {
    const limit = params.lateralAcceleration;
    const wanted = limit === undefined ? params.speed : bendSpeed(params, path, limit, measured);
    const rise = Math.min(wanted, before + params.acceleration * dt);
    state.speed = Math.max(rise, before - params.deceleration * dt);
  }
  state.acceleration = dt > 0 ? (state.speed - before) / dt : 0;
}

/** The speed from which every bend within braking distance can be taken below the lateral limit [m/s]. */
function bendSpeed(params: LaneKeepingParams, path: LanePath, limit: number, measured: number): number {
  const { speed, deceleration } = params;
  const here = nearestOnPath(path, 0, 0);
  const braking = (measured * measured) / (2 * deceleration) + 2 * params.pathWindow;
  const end = Math.min(braking, path.s[path.count - 1] - here);
  let square = speed * speed;
  for (let ahead = 0; ahead <= end; ahead += 0.5 * params.pathWindow) {
    curveAt(path, here + ahead);
    square = Math.min(square, limit / Math.max(1e-6, Math.abs(path.curve[Curve.CURVATURE])) + 2 * deceleration * ahead);
  }
  return Math.sqrt(square);
}

/** The road-wheel angle within its limits [rad]. */
export const limitSteering = (params: LaneKeepingParams, steering: number): number =>
  Math.max(-params.maxSteering, Math.min(params.maxSteering, steering));

interface CommandOutputs {
  readonly twist: { readonly value: Twist };
  readonly steer: { readonly value: AckermannDriveStamped };
}

/** Commands a road-wheel angle [rad] at the chosen speed. */
export function writeCommand(
  params: LaneKeepingParams,
  state: LaneKeepingState,
  steering: number,
  outputs: CommandOutputs,
  time: StepTime,
): void {
  const twist = outputs.twist.value;
  const { header, drive } = outputs.steer.value;
  twist.linear.x = state.speed;
  twist.angular.z = (state.speed * tan(steering)) / params.wheelBase;
  drive.speed = state.speed;
  drive.acceleration = state.acceleration;
  drive.steering_angle = steering;
  header.frame_id = 'base_link';
  setTime(header.stamp, time.nowNs);
}

/** Commands standstill, wheels straight. */
export function writeStandstill(
  params: LaneKeepingParams,
  state: LaneKeepingState,
  outputs: CommandOutputs,
  time: StepTime,
): void {
  state.speed = 0;
  state.acceleration = 0;
  writeCommand(params, state, 0, outputs, time);
}
