import { describe, expect, it } from 'vitest';
import { Lane, Odometry } from '../../msgs/index.ts';
import { Signal } from '../../core/signal.ts';
import { nearestSample, seeLane } from '../../../test/fixtures/control/monosim-track.ts';
import { track } from '../../../test/fixtures/control/lane-loop.ts';
import { createLaneMemory, poseAt, rememberLane, rememberOdometry } from './lane-memory.ts';
import { createLanePath, Curve, curveAt, headingError, lateralError, layPath, nearestOnPath } from './lane-path.ts';

const SPACING = 0.25;
const WINDOW = 2;

/** A vehicle without dynamics that goes where it is put, with camera and memory. */
class Walker {
  readonly memory = createLaneMemory();
  readonly path = createLanePath();
  readonly odom = new Signal(Odometry);
  readonly lane = new Signal(Lane);
  private ns = 0;

  constructor(readonly see: (pose: { x: number; y: number; yaw: number }, lane: Lane) => void) {}

  /** Moves to a pose, looks, and lays the path there. */
  visit(x: number, y: number, yaw: number, blind = false): boolean {
    this.ns += 1e8;
    this.odom.sequence++;
    Object.assign(this.odom.value.pose.pose.position, { x, y });
    Object.assign(this.odom.value.pose.pose.orientation, { z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
    this.odom.publishedNs = this.ns;
    rememberOdometry(this.memory, this.odom);
    if (!blind) {
      this.see({ x, y, yaw }, this.lane.value);
      this.lane.publishedNs = this.ns;
      rememberLane(this.memory, this.lane, SPACING, 2 * WINDOW);
    }
    return layPath(this.path, this.memory, Float64Array.of(x, y, yaw), SPACING, WINDOW);
  }
}

/** Sees y(x) exactly on 2.5 … 9 m. */
const polynomial =
  (centre: readonly number[]) =>
  (_pose: unknown, lane: Lane): void => {
    lane.detected = true;
    lane.x_min = 2.5;
    lane.x_max = 9;
    lane.centre.set(centre);
  };

describe('the remembered lane', () => {
  it('is the lane itself where it is seen', () => {
    const walker = new Walker(polynomial([0.3, 0.1, 0.01, 0]));
    expect(walker.visit(0, 0, 0)).toBe(true);
    for (const x of [4, 5, 6, 7]) {
      const s = nearestOnPath(walker.path, x, 0.3 + 0.1 * x + 0.01 * x * x);
      curveAt(walker.path, s);
      expect(lateralError(walker.path, x, 0.3 + 0.1 * x + 0.01 * x * x)).toBeCloseTo(0, 3);
      expect(walker.path.curve[Curve.HEADING]).toBeCloseTo(Math.atan(0.1 + 0.02 * x), 3);
    }
  });

  it('goes on straight below the vehicle when a straight lane is seen for the first time', () => {
    const walker = new Walker(polynomial([0.4, -0.2, 0, 0]));
    walker.visit(0, 0, 0);
    nearestOnPath(walker.path, 0, 0);
    expect(lateralError(walker.path, 0, 0)).toBeCloseTo(-0.4 * Math.cos(Math.atan(0.2)), 9);
    expect(headingError(walker.path)).toBeCloseTo(Math.atan(0.2), 9);
    expect(walker.path.curve[Curve.CURVATURE]).toBeCloseTo(0, 9);
  });

  it('is known under the vehicle on a road that a cubic cannot be extrapolated on', () => {
    const road = track();
    const walker = new Walker((pose, lane) => seeLane(road, pose, nearestSample(road, pose.x, pose.y, index), lane));
    let index = 0;
    let [worst, worstHeading, extrapolated] = [0, 0, 0];
    // 12 samples of 2 cm each tenth of a second
    for (; index < road.count; index += 12) {
      const offset = 0.2 * Math.sin(index / 700);
      const [x, y] = [
        road.x[index] - offset * Math.sin(road.heading[index]),
        road.y[index] + offset * Math.cos(road.heading[index]),
      ];
      walker.visit(x, y, road.heading[index]);
      if (index < 500) continue;
      nearestOnPath(walker.path, 0, 0);
      worst = Math.max(worst, Math.abs(lateralError(walker.path, 0, 0) - offset));
      worstHeading = Math.max(worstHeading, Math.abs(headingError(walker.path)));
      extrapolated = Math.max(extrapolated, Math.abs(walker.lane.value.centre[0] + offset));
    }
    expect(extrapolated).toBeGreaterThan(1);
    expect(worst).toBeLessThan(0.05);
    expect(worstHeading).toBeLessThan(0.03);
  });

  it('bridges a loss of sight', () => {
    const road = track();
    let index = 0;
    const walker = new Walker((pose, lane) => seeLane(road, pose, index, lane));
    for (; index < 1600; index += 12) walker.visit(road.x[index], road.y[index], road.heading[index], index > 1350);
    nearestOnPath(walker.path, 0, 0);
    expect(Math.abs(lateralError(walker.path, 0, 0))).toBeLessThan(0.05);
  });

  it('forgets what lies behind, and keeps the rest bounded', () => {
    const walker = new Walker(polynomial([0, 0, 0, 0]));
    for (let i = 0; i < 1000; i++) {
      walker.visit(0.03 * i, 0, 0);
      expect(walker.path.count).toBeLessThan(80);
    }
    expect(walker.path.x[0]).toBeGreaterThan(-2 * WINDOW - SPACING);
    expect(walker.path.x[0]).toBeLessThan(-WINDOW);
  });

  it('starts anew after a jump', () => {
    const walker = new Walker(polynomial([0, 0, 0, 0]));
    for (let i = 0; i < 50; i++) walker.visit(0.25 * i, 0, 0);
    walker.visit(300, 40, 1);
    nearestOnPath(walker.path, 0, 0);
    expect(lateralError(walker.path, 0, 0)).toBeCloseTo(0, 6);
    expect(walker.memory.trailCount).toBe(0);
  });

  it('takes the newest sight where two lanes overlap', () => {
    const walker = new Walker(polynomial([0, 0, 0, 0]));
    for (let i = 0; i < 20; i++) walker.visit(0.25 * i, 0, 0);
    const near = new Walker(polynomial([0.5, 0, 0, 0]));
    Object.assign(near, { memory: walker.memory });
    Object.assign(near.odom, { sequence: 100 });
    near.visit(5, 0, 0);
    curveAt(near.path, nearestOnPath(near.path, 7, 0));
    expect(near.path.curve[Curve.Y]).toBeCloseTo(0.5, 6);
  });
});

describe('the curve through the remembered points', () => {
  it('has the radius of a circle, however far that turns', () => {
    const radius = 5;
    const circle = (pose: { x: number; y: number; yaw: number }, lane: Lane): void => {
      // an exact cubic of the circle about the vehicle is not possible: look only near
      lane.detected = true;
      lane.x_min = 0.5;
      lane.x_max = 2.5;
      lane.centre.set([0, 0, 1 / (2 * radius), 0]);
    };
    const walker = new Walker(circle);
    for (let i = 0; i < 60; i++) {
      const turn = (0.1 * i) / radius;
      walker.visit(radius * Math.sin(turn), radius * (1 - Math.cos(turn)), turn);
    }
    nearestOnPath(walker.path, 0, 0);
    expect(walker.path.curve[Curve.CURVATURE]).toBeCloseTo(1 / radius, 1);
    expect(Math.abs(lateralError(walker.path, 0, 0))).toBeLessThan(0.03);
    // beyond the end it goes on round
    const end = walker.path.s[walker.path.count - 1];
    curveAt(walker.path, end);
    const { [Curve.HEADING]: heading, [Curve.CURVATURE]: curvature } = walker.path.curve;
    curveAt(walker.path, end + 2);
    expect(walker.path.curve[Curve.HEADING]).toBeCloseTo(heading + 2 * curvature, 12);
  });
});

describe('the remembered odometry', () => {
  it('is interpolated, and continued with its twist', () => {
    const memory = createLaneMemory();
    const odom = new Signal(Odometry);
    const at = (ns: number, x: number, yaw: number): void => {
      odom.sequence++;
      odom.publishedNs = ns;
      odom.value.pose.pose.position.x = x;
      Object.assign(odom.value.pose.pose.orientation, { z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
      odom.value.twist.twist.linear.x = 2;
      odom.value.twist.twist.angular.z = 0.5;
      rememberOdometry(memory, odom);
    };
    at(1e9, 0, 3.1);
    at(2e9, 1, -3.1);
    const pose = new Float64Array(3);
    poseAt(memory, 1.5e9, pose);
    expect(pose[0]).toBeCloseTo(0.5, 12);
    expect(Math.cos(pose[2])).toBeCloseTo(-1, 12);
    poseAt(memory, 2.2e9, pose);
    expect(pose[0]).toBeCloseTo(1 + 0.4 * Math.cos(-3.05), 12);
    expect(pose[2]).toBeCloseTo(-3, 12);
    // before all samples: the first
    poseAt(memory, 0, pose);
    expect(pose[0]).toBe(0);
  });
});
