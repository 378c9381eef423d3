import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { Body } from '../../msgs/index.ts';
import { gapProbe } from '../../world/referees/gap-probe.ts';
import { radar } from './radar.ts';

const body = (name: string, over: object) => ({
  ...Body.create(),
  name,
  front: 3,
  rear: 1,
  half_width: 0.9,
  ...over,
});

function seen(bodies: object[], params: object = {}, own: object = {}) {
  const runner = new BlockRunner(radar, { mount: { x: 3 }, ownBody: 'me', ...params });
  runner.send('state', (state) => Object.assign(state, { vx: 20, ...own }));
  runner.send('bodies', (message) => (message.bodies = [body('me', {}), ...bodies] as Body[]));
  runner.step();
  return runner.outputs.track.value;
}

describe('a radar', () => {
  it('sees the bumper of the car ahead, and how fast it comes nearer', () => {
    const { detected, range, range_rate: rate, bearing } = seen([body('it', { x: 40, vx: 15 })]);
    expect([detected, bearing]).toEqual([true, 0]);
    expect(range).toBeCloseTo(40 - 1 - 3, 12);
    expect(rate).toBeCloseTo(-5, 12);
  });

  it('sees the nearer of two, and neither itself nor what is beside or behind', () => {
    expect(seen([body('far', { x: 80 }), body('near', { x: 30 })]).range).toBeCloseTo(26, 12);
    expect(seen([body('beside', { x: 10, y: 6 }), body('behind', { x: -20 })]).detected).toBe(false);
  });

  it('sees nothing beyond its range', () => {
    expect(seen([body('it', { x: 40 })], { maxRange: 30 })).toMatchObject({ detected: false, range: 0 });
  });

  it('sees the approach of a car that turns across, as differences of the distance do', () => {
    const at = (t: number) =>
      seen(
        [body('it', { x: 25 + 6 * t, y: -0.3 + 0.2 * 6 * t, yaw: 0.2 + 0.4 * t, vx: 6, yaw_rate: 0.4 })],
        { rays: 1 },
        { x: 20 * t },
      );
    const before = at(-1e-4);
    const after = at(1e-4);
    // vy is zero in the body's frame only at t = 0 of a turning car, which is when it is looked at
    const slope = (after.range - before.range) / 2e-4;
    const { range_rate: rate } = at(0);
    // the point that the ray meets slides along the slanted bumper: its own velocity along the ray differs by what the slant adds
    expect(Math.abs(rate - slope)).toBeLessThan(2);
    expect(rate).toBeLessThan(-10);
  });

  it('is as noisy as it says', () => {
    const runner = new BlockRunner(radar, { rangeNoise: 0.1, rateNoise: 0.2, mount: { x: 0 } });
    runner.send('state', () => undefined);
    runner.send('bodies', (message) => (message.bodies = [body('it', { x: 50 })] as Body[]));
    const errors = Array.from({ length: 2000 }, () => {
      runner.step();
      return runner.outputs.track.value.range - 49;
    });
    const rms = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
    expect(rms).toBeGreaterThan(0.09);
    expect(rms).toBeLessThan(0.11);
  });
});

describe('the true gap', () => {
  const gap = (own: object, target: object, params: object = {}) => {
    const runner = new BlockRunner(gapProbe, { front: 3, rear: 1, ...params });
    runner.send('state', (state) => Object.assign(state, own));
    runner.send('target', (state) => Object.assign(state, target));
    runner.step();
    return runner.outputs.gap.value;
  };

  it('is from bumper to bumper, with its rate', () => {
    expect(gap({ vx: 12 }, { x: 24, vx: 10 })).toMatchObject({ detected: true, range: 20, range_rate: -2, bearing: 0 });
  });

  it('is the chord between two cars on a circle, which stays as long', () => {
    // half a turn of 0.8 rad apart on a circle of 20 m, both at 5 m/s
    const on = (angle: number) => ({
      x: 20 * Math.cos(angle),
      y: 20 * Math.sin(angle),
      yaw: angle + Math.PI / 2,
      vx: 5,
      yaw_rate: 0.25,
    });
    const value = gap(on(0), on(0.8), { front: 0, rear: 0 });
    expect(value.range).toBeCloseTo(40 * Math.sin(0.4), 9);
    expect(value.range_rate).toBeCloseTo(0, 9);
    expect(value.bearing).toBeCloseTo(0.4, 9);
  });

  it('is none to a car behind', () => {
    expect(gap({}, { x: -20 })).toMatchObject({ detected: false, range: 0 });
  });
});
