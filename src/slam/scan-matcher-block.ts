/**
 * Localisation and mapping on a robot: Hector's scan matching, fed by a Kalman filter of wheels and gyroscope.
 *
 *   scan, deskewed by the filter's motion ─▶ matcher ◀─ prior: the filter's pose at the scan's stamp, P⁻¹
 *   posterior and information ─▶ filter; pose, its covariance, and the map after enough motion
 *
 * One map of fixed size; what lies outside is not mapped. Outputs are true at the stamp of the scan. `poseupdate` carries the inverse of the
 * matcher's matrix as covariance, where hector_mapping publishes the matrix itself.
 * Reference: motion-filter.ts, matching/scan-matcher.ts; topics and defaults of hector_mapping where they fit a robot of 1:10, whose
 * 0.4 m and 0.9 rad from one update to the next would be two lengths of it.
 * Valid in rooms with walls at the height of the scanner; needs a start at rest to see its first walls. Loops are closed by `skidpad slam`.
 * Checked against: the true pose in scenarios/platoon/slam.yaml.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../core/block.ts';
import type { FieldValues } from '../core/schema.ts';
import { fixed, flag, group, integer, param, text } from '../core/schema.ts';
import { invert3 } from '../math/linear-algebra.ts';
import { quaternionFromYawInto } from '../math/pose2.ts';
import {
  copyTime,
  Float64,
  Imu,
  LaserScan,
  OccupancyGrid,
  Odometry,
  PoseStamped,
  PoseWithCovarianceStamped,
  timeToNs,
} from '../msgs/index.ts';
import { createPyramid, updatePyramid } from './mapping/grid-pyramid.ts';
import type { UpdateRules } from './mapping/map-update.ts';
import { updateRules } from './mapping/map-update.ts';
import type { OccupancyGrid as Grid } from './mapping/occupancy-grid.ts';
import { prepareProbabilities, PROBABILITY, PROBABILITY_OFFSET } from './mapping/occupancy-grid.ts';
import { createScanPoints, scanPointsInto } from './mapping/scan-points.ts';
import { createMatch, matchScan } from './matching/scan-matcher.ts';
import {
  correctMotion,
  createMotionFilter,
  measureGyro,
  measureSpeed,
  measureYawRate,
  poseBefore,
  poseInformation,
  predictMotion,
} from './motion-filter.ts';

const params = {
  resolution: fixed(param(0.025, 'm', 'side of a cell of the finest grid', { above: 0 })),
  size: fixed(param(10, 'm', 'side of the map, which is centred at the start', { above: 0, max: 400 })),
  levels: fixed(integer(3, '', 'grids, each with cells twice as large as the one before', { min: 1, max: 6 })),
  rays: fixed(integer(2000, '', 'rays of a scan that are used at most', { min: 1, max: 100000 })),
  start: fixed(
    group(
      {
        x: param(0, 'm', 'position east'),
        y: param(0, 'm', 'position north'),
        heading: param(0, 'rad', 'heading, counter-clockwise from east'),
      },
      'pose in the map at the start',
    ),
  ),
  mount: fixed(
    group(
      {
        x: param(0, 'm', 'position forward of base_link'),
        y: param(0, 'm', 'position left of it'),
        heading: param(0, 'rad', 'turn of the scanner, left positive'),
      },
      'pose of the scanner on the robot',
    ),
  ),
  maxRange: fixed(param(12, 'm', 'longer ranges are left out', { above: 0 })),
  mapDistance: fixed(param(0.1, 'm', 'the map takes a scan after this much driving', { min: 0 })),
  mapTurn: fixed(param(0.1, 'rad', 'or after this much turning', { min: 0 })),
  mapPeriod: fixed(param(2, 's', 'from one published map to the next', { above: 0 })),
  sigma: fixed(param(0.5, '', 'standard deviation of a residual; smaller trusts walls more', { above: 0 })),
  published: fixed(flag(false, "weights of the gradient as in hector_mapping's code")),
  deskew: fixed(flag(true, 'move points of a turning scanner to the instant of the last')),
  speedNoise: fixed(param(0.02, 'm/s', 'standard deviation of the speed of the wheels', { above: 0 })),
  yawRateNoise: fixed(param(0.05, 'rad/s', 'standard deviation of the yaw rate of the wheels', { above: 0 })),
  gyroNoise: fixed(param(0.01, 'rad/s', 'standard deviation of the gyroscope', { above: 0 })),
  biasWalk: fixed(param(0.001, 'rad/s/√s', 'how fast the bias of the gyroscope wanders', { min: 0 })),
  acceleration: fixed(param(0.5, 'm/s/√s', 'how fast the speed changes; larger follows wheels more', { above: 0 })),
  yawAcceleration: fixed(param(2, 'rad/s/√s', 'how fast the yaw rate changes', { above: 0 })),
  frame: fixed(text('map', 'frame of the poses and the map')),
};

type Params = FieldValues<typeof params>;

const MOST_CELLS_A_SIDE = 8192;
const FIRST_SPEED_DEVIATION = 0.1;
const FIRST_BIAS_DEVIATION = 0.05;
/** Levels of the covariance of a pose in x, y and yaw: rows of ROS are x, y, z, roll, pitch, yaw. */
const ROS_ROWS = [0, 1, 5];

const init = (own: Params) => ({
  filter: createMotionFilter({
    ...own.start,
    speedDeviation: FIRST_SPEED_DEVIATION,
    biasDeviation: FIRST_BIAS_DEVIATION,
  }),
  map: createPyramid(own.resolution, own.levels, own.start.x, own.start.y, own.size),
  points: createScanPoints(own.rays),
  match: createMatch(),
  prior: { pose: { x: 0, y: 0, heading: 0 }, information: new Float64Array(9) },
  mapped: { x: 0, y: 0, heading: 0, scans: 0 },
  /** Instant of the filter [ns], −1 before the first message; of the last map. */
  timeNs: -1,
  mapNs: -1,
  seen: { scan: 0, odom: 0, imu: 0 },
});

type State = ReturnType<typeof init>;

let rules: UpdateRules | undefined;
const covariance = new Float64Array(9);

export const scanMatcher = defineBlock({
  type: 'slam/scan-matcher',
  doc: 'Pose and map from laser scans, wheels and a gyroscope: Hector scan matching with a Kalman filter.',
  defaultPeriod: 0.02,
  params,
  inputs: { scan: LaserScan, odom: optionalInput(Odometry), imu: optionalInput(Imu) },
  outputs: {
    pose: occasionalOutput(PoseStamped),
    poseupdate: occasionalOutput(PoseWithCovarianceStamped),
    map: occasionalOutput(OccupancyGrid),
    score: occasionalOutput(Float64),
  },
  check: ({ size, resolution }) =>
    size / resolution > MOST_CELLS_A_SIDE
      ? ['resolution', `expected at most ${MOST_CELLS_A_SIDE} cells a side, got ${Math.round(size / resolution)}`]
      : undefined,
  prepare: () => prepareProbabilities(),
  init,
  step(own, state, { scan, odom, imu }, outputs, time) {
    // wheels and gyroscope up to now
    if (imu.sequence !== state.seen.imu) {
      state.seen.imu = imu.sequence;
      advance(state, own, timeToNs(imu.value.header.stamp));
      measureGyro(state.filter, imu.value.angular_velocity.z, own.gyroNoise);
    }
    if (odom.sequence !== state.seen.odom) {
      state.seen.odom = odom.sequence;
      advance(state, own, timeToNs(odom.value.header.stamp));
      const { linear, angular } = odom.value.twist.twist;
      measureSpeed(state.filter, linear.x, own.speedNoise);
      if (imu.sequence === 0) measureYawRate(state.filter, angular.z, own.yawRateNoise);
    }
    if (scan.sequence === state.seen.scan) return;
    state.seen.scan = scan.sequence;
    takeScan(own, state, scan.value);
    writePose(own, state, scan.value, outputs);
    if (state.mapNs >= 0 && time.nowNs - state.mapNs < own.mapPeriod * 1e9) return;
    state.mapNs = time.nowNs;
    outputs.map.publish = true;
    copyTime(outputs.map.value.header.stamp, scan.value.header.stamp);
    outputs.map.value.header.frame_id = own.frame;
    writeMap(state.map.levels[0], outputs.map.value);
  },
});

/** The filter at an instant; older news leave it where it is. */
function advance(state: State, own: Params, stampNs: number): void {
  if (state.timeNs >= 0) predictMotion(state.filter, (stampNs - state.timeNs) / 1e9, own);
  state.timeNs = Math.max(state.timeNs, stampNs);
}

function takeScan(own: Params, state: State, scan: LaserScan): void {
  const { filter, match, prior, points, mapped } = state;
  const stampNs = timeToNs(scan.header.stamp);
  advance(state, own, stampNs);
  const age = (state.timeNs - stampNs) / 1e9;
  const geometry = {
    angleMin: scan.angle_min,
    angleIncrement: scan.angle_increment,
    timeIncrement: own.deskew ? scan.time_increment : 0,
    minRange: scan.range_min,
    maxRange: Math.min(own.maxRange, scan.range_max),
    mount: own.mount,
  };
  scanPointsInto(scan.ranges, geometry, { speed: filter.mean[3], yawRate: filter.mean[4] }, points);
  poseBefore(filter, age, prior.pose);
  if (!poseInformation(filter, prior.information)) prior.information.fill(0);
  copyPose(match.pose, prior.pose);
  // the first scan makes the map, others are matched to it
  if (mapped.scans > 0) {
    matchScan(state.map, points, prior, own, match);
    correctMotion(filter, prior.pose, match.pose, match.information);
  } else match.information.set(prior.information);
  updateMap(own, state);
}

function updateMap(own: Params, { map, match, points, mapped }: State): void {
  const dx = match.pose.x - mapped.x;
  const dy = match.pose.y - mapped.y;
  const turn = Math.abs(match.pose.heading - mapped.heading);
  const isFar = dx * dx + dy * dy >= own.mapDistance * own.mapDistance || turn >= own.mapTurn;
  if (points.count === 0 || (mapped.scans > 0 && !isFar)) return;
  rules ??= updateRules();
  updatePyramid(map, match.pose, points, rules);
  copyPose(mapped, match.pose);
  mapped.scans++;
}

function copyPose(out: { x: number; y: number; heading: number }, pose: Readonly<typeof out>): void {
  out.x = pose.x;
  out.y = pose.y;
  out.heading = pose.heading;
}

interface PoseOutputs {
  readonly pose: { publish: boolean; readonly value: PoseStamped };
  readonly poseupdate: { publish: boolean; readonly value: PoseWithCovarianceStamped };
  readonly score: { publish: boolean; readonly value: Float64 };
}

function writePose(own: Params, { match }: State, scan: LaserScan, { pose, poseupdate, score }: PoseOutputs): void {
  for (const output of [pose.value, poseupdate.value]) {
    copyTime(output.header.stamp, scan.header.stamp);
    output.header.frame_id = own.frame;
  }
  for (const target of [pose.value.pose, poseupdate.value.pose.pose]) {
    target.position.x = match.pose.x;
    target.position.y = match.pose.y;
    quaternionFromYawInto(match.pose.heading, target.orientation);
  }
  if (invert3(match.information, covariance) !== 0) {
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        poseupdate.value.pose.covariance[6 * ROS_ROWS[i] + ROS_ROWS[j]] = covariance[3 * i + j];
  }
  score.value.data = match.score;
  pose.publish = true;
  poseupdate.publish = true;
  score.publish = true;
}

/** 0 free to 100 occupied, −1 unknown. */
function writeMap({ cells, width, height, resolution, originX, originY }: Grid, out: OccupancyGrid): void {
  out.info.resolution = resolution;
  out.info.width = width;
  out.info.height = height;
  out.info.origin.position.x = originX - resolution / 2;
  out.info.origin.position.y = originY - resolution / 2;
  out.info.origin.orientation.w = 1;
  if (out.data.length !== cells.length) out.data = new Int8Array(cells.length);
  for (let i = 0; i < cells.length; i++)
    out.data[i] = cells[i] === 0 ? -1 : Math.round(100 * PROBABILITY[cells[i] + PROBABILITY_OFFSET]);
}
