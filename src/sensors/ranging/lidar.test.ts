import { describe, expect, it } from 'vitest';
import type { Setup } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { mounted, solid, spread } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { carsAt } from '../../../test/fixtures/sensors-range/scenes.ts';
import { lidar } from './lidar.ts';

function scan(solids: unknown[], setup: Setup = {}) {
  const runner = mounted(lidar, solids, setup);
  runner.step();
  return runner.outputs.scan.value;
}

/** A hall 20 m by 12 m round the origin. */
const hall = [solid(10.5, 0, 1, 40), solid(-10.5, 0, 1, 40), solid(0, 6.5, 40, 1), solid(0, -6.5, 40, 1)];

describe('the planar lidar', () => {
  it('draws the walls of a hall', () => {
    const { ranges, angle_min: first, angle_increment: increment } = scan(hall, { params: { rays: 721 } });
    expect(ranges).toHaveLength(721);
    ranges.forEach((range, i) => {
      const angle = first + i * increment;
      expect(range).toBeCloseTo(Math.min(10 / Math.abs(Math.cos(angle)), 6 / Math.abs(Math.sin(angle))), 4);
    });
  });

  it('says +∞ where nothing is hit, and −∞ where it is too near to measure (REP-117)', () => {
    const { ranges } = scan([solid(10.5, 0, 1, 1), solid(-0.15, 0, 0.1, 1)], {
      params: { rays: 5, angleMin: -Math.PI, angleMax: Math.PI },
    });
    expect([...ranges]).toEqual([-Infinity, Infinity, 10, Infinity, -Infinity]);
    expect(scan([solid(31, 0, 1, 1)], { params: { rays: 1 } }).ranges[0]).toBe(Infinity);
  });

  it('sees another car and not its own', () => {
    const bodies = carsAt(['own', 0, 0, 0], ['other', 10, 0, Math.PI / 2]);
    const { ranges } = scan([], {
      params: { rays: 3, angleMin: -1, angleMax: 1, ownBody: 'own', mount: { x: 2 } },
      bodies,
    });
    expect(ranges[0]).toBe(Infinity);
    expect(ranges[1]).toBeCloseTo(10 - 0.9 - 2, 5);
    expect(ranges[2]).toBe(Infinity);
  });

  it('meets the ground when it is tilted', () => {
    expect(
      scan([], { params: { rays: 1, angleMin: 0, angleMax: 0, mount: { z: 0.5, pitch: 0.05 } } }).ranges[0],
    ).toBeCloseTo(0.5 / Math.sin(0.05), 4);
    expect(
      scan([], { params: { rays: 1, angleMin: 0, angleMax: 0, mount: { z: 0.5 } }, state: { pitch: 0.03 } }).ranges[0],
    ).toBeCloseTo(0.5 / Math.tan(0.03), 4);
    expect(scan([], { params: { rays: 1, angleMin: 0, angleMax: 0, mount: { z: 0.5 } } }).ranges[0]).toBe(Infinity);
  });

  it('is mirrored when the world is', () => {
    const left = scan([solid(5, 3, 2, 1, { yaw: 0.4 })], { params: { rays: 361 } }).ranges;
    const right = scan([solid(5, -3, 2, 1, { yaw: -0.4 })], { params: { rays: 361 } }).ranges;
    left.forEach((range, i) => expect(range).toBeCloseTo(right[360 - i], 5));
    expect(left.filter(Number.isFinite).length).toBeGreaterThan(10);
  });

  it('scatters by its noise and loses the share of returns it is told to', () => {
    const runner = mounted(lidar, hall, { params: { rays: 2001, noise: 0.02, dropout: 0.1 } });
    const exact = scan(hall, { params: { rays: 2001 } }).ranges;
    runner.step();
    const { ranges } = runner.outputs.scan.value;
    const errors = [...ranges].map((range, i) => range - exact[i]).filter(Number.isFinite);
    let next = 0;
    const { mean, deviation } = spread(errors.length, () => errors[next++]);
    expect(Math.abs(mean)).toBeLessThan(0.002);
    expect(deviation / 0.02).toBeCloseTo(1, 1);
    expect(1 - errors.length / 2001).toBeCloseTo(0.1, 1);
  });

  it('describes its scan', () => {
    const { ranges: _, ...rest } = scan([], { params: { rays: 5, angleMin: -1, angleMax: 1, frame: 'laser' } });
    expect(rest).toEqual({
      header: { stamp: { sec: 1, nanosec: 500_000_000 }, frame_id: 'laser' },
      angle_min: -1,
      angle_max: 1,
      angle_increment: 0.5,
      time_increment: 0,
      scan_time: 0.1,
      range_min: 0.2,
      range_max: 30,
      intensities: new Float32Array(0),
    });
  });

  it('repeats itself with the same seed and differs with another', () => {
    const noisy = (seed: number) => [...scan(hall, { params: { rays: 20, noise: 0.02 }, seed }).ranges];
    expect(noisy(1)).toEqual(noisy(1));
    expect(noisy(1)).not.toEqual(noisy(2));
  });
});
