import { describe, expect, it } from 'vitest';
import type { JobResult } from '../engine/job.ts';
import { curvesOf, heldSpeed, overtakingMeasures, passages, speedSteps, trackOfWorld } from './rosdrive-measures.ts';
import { FINE, gripLimitSpeed, PERIOD } from './rosdrive.ts';
import { shippedWorld } from './study-runs.ts';

const run = (series: Record<string, number[]>): JobResult => ({
  metrics: {},
  passed: true,
  hash: '',
  duration: 0,
  wall: 1,
  stepTimes: [],
  series: Object.fromEntries(Object.entries(series).map(([name, values]) => [name, Float64Array.from(values)])),
});
const samples = (count: number, value: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => value(i));
const world = await shippedWorld('scenarios/rosdrive/avoidance.yaml');

describe("measures of RosDrive's study", () => {
  it('finds the seven curves of the track, of which only the fourth turns right', () => {
    const curves = curvesOf(trackOfWorld(world));
    expect(curves.map(({ side }) => side)).toEqual([1, 1, 1, -1, 1, 1, 1]);
    expect(curves[0].from).toBeCloseTo(356, -1);
  });

  it('has a bend of 18.38 m let go at 12.73 m/s', () => {
    expect(gripLimitSpeed(18.38)).toBeCloseTo(12.73, 2);
  });

  it('reads the speed at which a circle is left outward, not that of a car inside it', () => {
    const lateral = samples(400, (i) => (i < 300 ? 0.4 : -0.01 * (i - 300)));
    const speeds = samples(400, (i) => i * PERIOD);
    expect(heldSpeed(run({ 'referee.track.lateral': lateral, 'car1.car_info.speed': speeds }), 0.25)).toBeCloseTo(
      325 * PERIOD,
      6,
    );
  });

  it('takes a speed test apart into its four steps', () => {
    const seconds = 4 / FINE;
    const setPoints = [20, 14, 16, 12, 0].flatMap((speed) => samples(seconds, () => speed));
    const speeds = setPoints.map((speed, i) =>
      i % seconds === 0 && i > 0 ? setPoints[i - 1] : i === 0 ? 0 : speed + 0.01,
    );
    const steps = speedSteps(run({ 'schedule.setpoint.data': setPoints, 'car1.state.vx': speeds }));
    expect(steps).toHaveLength(4);
    for (const { steadyError } of steps) expect(steadyError).toBeCloseTo(-0.01, 9);
  });

  it('says on which side of the car a pickup was', () => {
    const track = trackOfWorld(world);
    const drive = run({
      'car1.car_info.latitude': [190, 200, 210],
      'car1.car_info.longitude': [45.7, 45.7, 45.7],
      'car1.car_info.heading': [1.57, 1.57, 1.57],
    });
    const [left, far] = passages(
      drive,
      [
        { name: 'a', x: 202, y: 48.1 },
        { name: 'b', x: 300, y: 48.1 },
      ],
      track,
    );
    expect(left.side).toBe('left');
    expect(left.offset).toBeCloseTo(2.4, 1);
    expect(far.side).toBeUndefined();
  });

  it('knows an overtaking that does not complete', () => {
    const behind = samples(100, (i) => 60 + i);
    const { passedAt, backX, nearest } = overtakingMeasures(
      run({
        'car1.state.x': behind,
        'car1.state.y': behind.map(() => 45.7),
        'car2.state.x': behind.map((x) => x + 12),
        'clearance.distance.data': behind.map(() => 7.4),
        'traffic.event.count': behind.map(() => NaN),
      }),
    );
    expect(passedAt).toBeNaN();
    expect(backX).toBeNaN();
    expect(nearest).toBeCloseTo(7.4, 9);
  });
});
