import { describe, expect, it } from 'vitest';
import type { Setup } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { mounted, solid, spread } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { carsAt } from '../../../test/fixtures/sensors-range/scenes.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { sonar } from './sonar.ts';

/** One reading. */
function reading(solids: unknown[], setup: Setup = {}): number {
  const runner = mounted(sonar, solids, setup);
  runner.step();
  return runner.outputs.range.value.range;
}

const wall = (distance: number) => solid(distance + 0.5, 0, 1, 100);
const far = { maxRange: 15 };

describe('the sonar', () => {
  it('reads 5 m before a wall at 5 m', () => {
    expect(reading([wall(5)], { params: { ...far, rays: 11 } })).toBeCloseTo(5, 12);
  });

  it('reads the shortest of its rays', () => {
    // ten rays from 0 to 15° to the left: the one straight ahead is the shortest
    const cone = { ...far, angleMin: 0, angleMax: '15 deg' };
    expect(reading([wall(5)], { params: cone })).toBeCloseTo(5, 12);
    // from 8.5° on, the innermost ray is
    expect(reading([wall(5)], { params: { ...cone, angleMin: '8.5 deg' } })).toBeCloseTo(
      5 / Math.cos((8.5 * Math.PI) / 180),
      12,
    );
    // a post that only the outermost ray meets: at 10 m, 15° to the left
    const post = solid(10 * Math.cos(Math.PI / 12), 10 * Math.sin(Math.PI / 12), 0.05, 0.05, { yaw: Math.PI / 12 });
    expect(reading([wall(12), post], { params: cone })).toBeCloseTo(9.975, 9);
  });

  it('reads its greatest range when nothing is there', () => {
    expect(reading([], { params: far })).toBe(15);
    expect(reading([wall(15.1)], { params: { ...far, rays: 1 } })).toBe(15);
    expect(reading([solid(10, 0, 1, 4, { height: 0.4 })], { params: far })).toBe(15);
  });

  it('reads its least range when something is nearer', () => {
    expect(reading([wall(0.05)], { params: far })).toBe(0.2);
  });

  it('looks where it is mounted', () => {
    const room = [wall(10), solid(0, 4.5, 100, 1), solid(-7.5, 0, 1, 100)];
    const params = (mount: object) => ({ params: { ...far, rays: 1, mount } });
    expect(reading(room, params({ x: 3.75 }))).toBeCloseTo(6.25, 12);
    expect(reading(room, params({ x: 3.25, y: 0.9, yaw: Math.PI / 2 }))).toBeCloseTo(3.1, 12);
    expect(reading(room, params({ x: -0.95, yaw: Math.PI }))).toBeCloseTo(6.05, 12);
  });

  it('turns with its vehicle, and does not take the ground for an echo when that dives', () => {
    const north = solid(2, 20.5, 100, 1);
    expect(
      reading([north], { params: { ...far, rays: 1, mount: { x: 3 } }, state: { x: 2, y: 5, yaw: Math.PI / 2 } }),
    ).toBeCloseTo(12, 12);
    expect(reading([], { params: far, state: { pitch: 0.1 } })).toBe(15);
  });

  it('sees another car and not its own', () => {
    const bodies = carsAt(['own', 0, 0, 0], ['other', 12, 0, 0]);
    const setup = { params: { ...far, rays: 1, mount: { x: 3.4 }, ownBody: 'own' }, bodies };
    expect(reading([], setup)).toBeCloseTo(12 - 0.9 - 3.4, 12);
    expect(reading([], { ...setup, params: { ...setup.params, ownBody: '' } })).toBe(0.2);
  });

  it('rounds to its resolution', () => {
    expect(reading([wall(5.04)], { params: { ...far, rays: 1, resolution: 0.1 } })).toBeCloseTo(5, 12);
    expect(reading([wall(5.06)], { params: { ...far, rays: 1, resolution: 0.1 } })).toBeCloseTo(5.1, 12);
  });

  it('scatters by its noise, and not when there is no echo', () => {
    const readings = (solids: unknown[]) => {
      const runner = mounted(sonar, solids, { params: { ...far, rays: 1, noise: 0.05 } });
      return spread(4000, () => {
        runner.step();
        return runner.outputs.range.value.range;
      });
    };
    const { mean, deviation } = readings([wall(5)]);
    expect(mean).toBeCloseTo(5, 2);
    expect(deviation / 0.05).toBeCloseTo(1, 1);
    expect(readings([])).toEqual({ mean: 15, deviation: 0 });
  });

  it('repeats itself with the same seed and differs with another', () => {
    const noisy = (seed: number) => reading([wall(5)], { params: { ...far, noise: 0.05 }, seed });
    expect(noisy(1)).toBe(noisy(1));
    expect(noisy(1)).not.toBe(noisy(2));
  });

  it('says nothing before the first state, and then when it was true and what was measured how', () => {
    const silent = new BlockRunner(sonar, {});
    silent.step();
    expect(silent.outputs.range.publish).toBe(false);
    const runner = mounted(sonar, [], { params: { ...far, angleMin: 0, angleMax: 0.25, noise: 0.1 } });
    runner.step();
    expect(runner.outputs.range.publish).toBe(true);
    expect(runner.outputs.range.value).toEqual({
      header: { stamp: { sec: 1, nanosec: 500_000_000 }, frame_id: 'block' },
      radiation_type: 0,
      field_of_view: 0.25,
      min_range: 0.2,
      max_range: 15,
      range: 15,
      variance: 0.010000000000000002,
    });
  });

  it('refuses a cone or a range that is empty', () => {
    expect(() => new BlockRunner(sonar, { minRange: 6 })).toThrow('maxRange: expected more than minRange, 6 m, got 5');
    expect(() => new BlockRunner(sonar, { angleMin: 1 })).toThrow(
      'angleMax: expected at least angleMin, 1 rad, got 0.13',
    );
  });
});
