import { describe, expect, it } from 'vitest';
import { History } from '../players/history.ts';
import { DisplayClock } from './display-clock.ts';
import { extrapolatePose, createPose, createSample, mixAngle, PoseTrack, wrapAngle } from './display-pose.ts';
import { poseAt, sampleBefore } from './history-pose.ts';

/** On a circle of 10 m at 5 m/s. */
const onCircle = (time: number) => {
  const angle = 0.5 * time;
  return {
    ...createSample(),
    time,
    x: 10 * Math.sin(angle),
    y: 10 * (1 - Math.cos(angle)),
    yaw: wrapAngle(angle),
    vx: 5,
    vy: 0,
    yawRate: 0.5,
  };
};

describe('angles', () => {
  it('go the shorter way round', () => {
    expect(wrapAngle(Math.PI + 0.1)).toBeCloseTo(0.1 - Math.PI, 12);
    expect(Math.cos(mixAngle(3.1, -3.1, 0.5))).toBeCloseTo(-1, 12);
    expect(mixAngle(0.2, 0.4, 0.25)).toBeCloseTo(0.25, 12);
  });
});

describe('a pose between samples', () => {
  it('is carried along the arc that its twist describes', () => {
    const pose = createPose();
    extrapolatePose(pose, 0, 0, 0, 5, 0, 0.5, 2);
    const truth = onCircle(2);
    expect(pose.x).toBeCloseTo(truth.x, 12);
    expect(pose.y).toBeCloseTo(truth.y, 12);
    expect(pose.yaw).toBeCloseTo(truth.yaw, 12);
  });

  it('moves evenly at 60 pictures a second although samples come 20 times a second, across ±π too', () => {
    const track = new PoseTrack();
    let before: { x: number; y: number; yaw: number } | undefined;
    // a whole turn takes 12.6 s
    for (let k = 0; k < 900; k++) {
      const time = k / 60;
      track.feed(onCircle(Math.floor(time * 20 + 1e-9) / 20));
      track.show(time, 1 / 60, false);
      const { x, y, yaw } = track.pose;
      if (before !== undefined) {
        expect(Math.hypot(x - before.x, y - before.y)).toBeCloseTo(5 / 60, 3);
        expect(wrapAngle(yaw - before.yaw)).toBeCloseTo(0.5 / 60, 4);
      }
      before = { x, y, yaw };
    }
  });

  it('takes up small corrections within a few pictures and never at once', () => {
    const track = new PoseTrack();
    track.feed({ ...createSample(), time: 0 });
    track.show(0, 0, true);
    track.feed({ ...createSample(), time: 0.1, x: 0.3 });
    track.show(0.1, 1 / 60, false);
    expect(track.pose.x).toBeGreaterThan(0);
    expect(track.pose.x).toBeLessThan(0.15);
    for (let k = 0; k < 30; k++) track.show(0.1, 1 / 60, false);
    expect(track.pose.x).toBeCloseTo(0.3, 3);
  });

  it('jumps where no vehicle could have driven, and stands exactly where it is when paused', () => {
    const track = new PoseTrack();
    track.feed({ ...createSample(), time: 0 });
    track.show(0, 0, true);
    track.feed({ ...createSample(), time: 0.1, x: 40 });
    track.show(0.1, 1 / 60, false);
    expect(track.pose.x).toBe(40);
    track.feed({ ...createSample(), time: 0.2, x: 40.2 });
    track.show(0.2, 1 / 60, true);
    expect(track.pose.x).toBe(40.2);
  });

  it('does not run away when samples stop', () => {
    const track = new PoseTrack();
    track.feed({ ...createSample(), time: 0, vx: 10 });
    track.show(60, 1 / 60, false);
    expect(track.pose.x).toBeLessThan(5);
  });

  it('has the velocity between samples where the source says none', () => {
    const track = new PoseTrack();
    track.feed({ ...createSample(), time: 0, vx: NaN });
    track.feed({ ...createSample(), time: 0.1, x: 0.1, vx: NaN });
    expect(track.speed).toBeCloseTo(1, 9);
  });
});

describe('the instant that is drawn', () => {
  it('runs evenly although frames come in batches, and keeps to them', () => {
    const clock = new DisplayClock();
    clock.update(0, 0, 1);
    let before = 0;
    for (let k = 1; k < 600; k++) {
      // frames come three pictures at a time
      const time = clock.update((Math.floor(k / 3) * 3) / 60, k / 60, 1);
      expect(time - before).toBeGreaterThan(0.5 / 60);
      expect(time - before).toBeLessThan(1.5 / 60);
      expect(Math.abs(time - k / 60)).toBeLessThan(0.05);
      before = time;
    }
  });

  it('is that of the frame when paused or after a jump', () => {
    const clock = new DisplayClock();
    clock.update(5, 0, 1);
    expect(clock.update(5, 0.016, 0)).toBe(5);
    expect(clock.update(30, 0.032, 1)).toBe(30);
    expect(clock.jumped).toBe(true);
    expect(clock.update(2, 0.048, 1)).toBe(2);
  });
});

describe('a pose in the history', () => {
  const history = new History();
  history.declare('/state', ['x', 'y', 'yaw']);
  for (const [time, x, yaw] of [
    [0, 0, 3],
    [1, 2, -3],
    [3, 6, -2],
  ])
    history.add('/state', time, [x, 0, yaw]);

  it('is between its samples, angles the shorter way round', () => {
    const pose = createPose();
    expect(poseAt(history, '/state', 0.5, pose)).toBe(true);
    expect(pose.x).toBe(1);
    expect(Math.abs(wrapAngle(pose.yaw))).toBeCloseTo(Math.PI, 9);
    poseAt(history, '/state', 2, pose);
    expect([pose.x, pose.yaw]).toEqual([4, -2.5]);
  });

  it('is the nearest end outside of them, and unknown where nothing was kept', () => {
    const pose = createPose();
    poseAt(history, '/state', -1, pose);
    expect(pose.x).toBe(0);
    poseAt(history, '/state', 99, pose);
    expect(pose.x).toBe(6);
    expect(poseAt(history, '/other', 1, pose)).toBe(false);
  });

  it('is found by halving', () => {
    const times = Float64Array.of(0, 1, 1, 3);
    expect([-1, 0, 0.5, 1, 2.9, 3, 4].map((time) => sampleBefore(times, time))).toEqual([-1, 0, 0, 2, 2, 3, 3]);
  });
});
