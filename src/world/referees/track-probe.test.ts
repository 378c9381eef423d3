import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { trackProbe } from './track-probe.ts';

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

/** Drives round a circle and is judged: angle in rad, offset to the left in m. */
function onCircle(params: Record<string, unknown> = {}) {
  const runner = new BlockRunner(trackProbe, {
    world: { track: { polar: { radius: RADIUS }, laneWidth: 3 } },
    ...params,
  });
  const at = (angle: number, lateral = 0, turned = 0) => {
    runner.send('state', (state) => {
      [state.x, state.y] = [(RADIUS - lateral) * Math.cos(angle), (RADIUS - lateral) * Math.sin(angle)];
      state.yaw = angle + Math.PI / 2 + turned;
      [state.stamp.sec, state.stamp.nanosec] = [Math.floor(runner.time.nowNs / 1e9), runner.time.nowNs % 1e9];
    });
    runner.step();
    return runner.outputs.track.value;
  };
  return { runner, at };
}

/** Laps that are counted twice round and a little further. */
function wayRound(lateral: (angle: number) => number, params: Record<string, unknown> = {}): number {
  const { at } = onCircle(params);
  let laps = 0;
  for (let angle = 0; angle < 4 * Math.PI + 0.2; angle += 0.1) laps = at(angle, lateral(angle)).laps;
  return laps;
}

describe('the track probe', () => {
  it('says nothing before the first state, nor about the same instant twice', () => {
    const { runner, at } = onCircle();
    runner.step();
    expect(runner.outputs.track.publish).toBe(false);
    at(0.1);
    expect(runner.outputs.track.publish).toBe(true);
    runner.step();
    expect(runner.outputs.track.publish).toBe(false);
  });

  it('measures progress, offset, heading and curvature', () => {
    const track = onCircle().at(0.5, 0.4, 0.1);
    expect(track.progress).toBeCloseTo(0.5 * RADIUS, 4);
    expect(track.lateral).toBeCloseTo(0.4, 7);
    expect(track.heading).toBeCloseTo(0.1, 5);
    expect(track.curvature).toBeCloseTo(1 / RADIUS, 9);
    expect(track.laps).toBe(0);
  });

  it('judges another point of the vehicle when told so', () => {
    const track = onCircle({ point: 2 }).at(0, 0);
    expect(track.lateral).toBeCloseTo(RADIUS - Math.hypot(RADIUS, 2), 7);
    expect(track.heading).toBeCloseTo(-Math.atan2(2, RADIUS), 5);
  });

  it('sees who leaves the lane', () => {
    const { at } = onCircle();
    expect([0, 1.49, 1.51, -1.51, -1.49].map((lateral, i) => at(0.1 * i, lateral).out_of_lane)).toEqual([
      0, 0, 1, 1, 0,
    ]);
  });

  it('counts laps at the start, and times them between releases', () => {
    const { runner, at } = onCircle();
    // 3 rad/s: a lap in 2.0944 s, no multiple of the period
    const drive = (from: number, steps: number) =>
      Array.from({ length: steps }, (_, k) => ({ ...at(from + 0.03 * k) }));
    const seen = drive(0, 640);
    expect(seen.map(({ laps }) => laps).filter((laps, i, all) => laps !== all[i - 1])).toEqual([0, 1, 2, 3]);
    const lapTime = (2 * Math.PI) / 3;
    expect(seen.findIndex(({ laps }) => laps === 1)).toBe(Math.ceil(lapTime / 0.01));
    expect(runner.outputs.lap.value).toMatchObject({ number: 3, time: expect.closeTo(lapTime, 4) });
    expect(runner.outputs.track.value.progress).toBeCloseTo((639 * 0.03 * RADIUS) % LENGTH, 3);
  });

  it('begins the first lap at the first crossing when it starts elsewhere', () => {
    for (const [start, crossings] of [
      [-0.5, 1],
      [0.5, 1],
      [-0.5, 2],
      [0.5, 2],
    ] as const) {
      const { at } = onCircle();
      const turns = start < 0 ? crossings - 1 : crossings;
      const steps = Math.ceil((turns * 2 * Math.PI - start) / 0.1) + 2;
      let laps = 0;
      for (let k = 0; k < steps; k++) laps = at(start + 0.1 * k).laps;
      expect(laps).toBe(crossings - 1);
    }
  });

  it('takes a vehicle a little before the start to start there', () => {
    const { at } = onCircle();
    let track = at(-0.01);
    for (let angle = 0; angle < 2 * Math.PI + 0.1; angle += 0.05) track = at(angle);
    expect(track.laps).toBe(1);
  });

  it('is not fooled by driving back and forth over the start', () => {
    const { at } = onCircle();
    let track = at(0);
    for (const angle of [0.2, 0.1, -0.1, -0.3, -0.1, 0.1, -0.1, 0.1, 0.3]) track = at(angle);
    expect(track.laps).toBe(0);
    for (let angle = 0.3; angle < 2 * Math.PI + 0.3; angle += 0.1) track = at(angle);
    expect(track.laps).toBe(1);
    for (const angle of [0.2, 0, -0.2, 0, 0.2]) track = at(angle);
    expect(track.laps).toBe(1);
  });

  it('does not count laps the wrong way round', () => {
    const { at } = onCircle();
    let track = at(0);
    for (let angle = 0; angle > -14; angle -= 0.1) track = at(angle);
    expect(track.laps).toBe(0);
    expect(Math.abs(track.heading)).toBeLessThan(1e-6);
  });

  it('tells the time of a lap when it is complete, and of none before', () => {
    const { runner, at } = onCircle();
    const told: number[] = [];
    for (let k = 0; k < 150; k++) {
      at(0.1 * k);
      if (runner.outputs.lap.publish) told.push(k);
    }
    expect(told).toEqual([Math.ceil(2 * Math.PI * 10), Math.ceil(4 * Math.PI * 10)]);
  });

  it('counts no lap that was driven off the track', () => {
    for (const lateral of [-35, -3.1, 3.1]) expect(wayRound(() => lateral)).toBe(0);
    for (const lateral of [-2.9, 2.9]) expect(wayRound(() => lateral)).toBe(2);
    // only the second time round is free of it
    expect(wayRound((angle) => (angle > 3 && angle < 3.3 ? 4 : 0))).toBe(1);
    expect(wayRound((angle) => (angle > 3 && angle < 3.3 ? 4 : 0), { lapLimit: 5 })).toBe(2);
  });

  it('counts no lap that was cut short', () => {
    // a turn on the spot about the middle of the circle, where progress runs and the vehicle does not
    expect(wayRound(() => 19.99, { lapLimit: 100 })).toBe(0);
    // carried over a third of the circle
    const { at } = onCircle();
    let track = at(0);
    for (let angle = 0; angle < 2; angle += 0.1) track = at(angle);
    for (let angle = 4; angle < 7; angle += 0.1) track = at(angle);
    expect(track.laps).toBe(0);
    // and then once round
    for (let angle = 7; angle < 13; angle += 0.1) track = at(angle);
    expect(track.laps).toBe(1);
  });

  it('measures along an open track too, without laps', () => {
    const runner = new BlockRunner(trackProbe, { world: { track: { segments: { elements: [{ straight: 50 }] } } } });
    for (let x = -2; x < 55; x++) {
      runner.send('state', (state) => {
        [state.x, state.y, state.stamp.sec] = [x, 0.2, x + 3];
      });
      runner.step();
      expect(runner.outputs.track.value).toMatchObject({
        progress: expect.closeTo(Math.max(0, Math.min(50, x)), 6),
        lateral: 0.2,
        laps: 0,
      });
    }
  });

  it('needs a track', () => {
    expect(() => new BlockRunner(trackProbe, {})).toThrow('world.track: expected a track to measure by');
    expect(() => new BlockRunner(trackProbe, { world: { track: {} } })).toThrow('world.track: expected exactly one of');
  });
});
