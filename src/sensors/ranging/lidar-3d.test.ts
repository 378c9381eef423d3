import { describe, expect, it } from 'vitest';
import type { Setup } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { mounted, solid } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { carsAt } from '../../../test/fixtures/sensors-range/scenes.ts';
import type { PointCloud2 } from '../../msgs/index.ts';
import { lidar3d } from './lidar-3d.ts';

function cloudOf(solids: unknown[], setup: Setup = {}): PointCloud2 {
  const runner = mounted(lidar3d, solids, setup);
  runner.step();
  return runner.outputs.points.value;
}

/** The points of a cloud, read as its fields say. */
function pointsOf({ data, fields, point_step: step, width, height }: PointCloud2): Record<string, number>[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: width * height }, (_, i) =>
    Object.fromEntries(fields.map(({ name, offset }) => [name, view.getFloat32(i * step + offset, true)])),
  );
}

const roof = { mount: { z: 1.8 } };

describe('the lidar with many beams', () => {
  it('draws rings on flat ground, one for each beam', () => {
    const cloud = cloudOf([], { params: { ...roof, organised: true } });
    expect([cloud.width, cloud.height, cloud.point_step, cloud.row_step, cloud.data.length]).toEqual([
      512, 16, 16, 8192, 131072,
    ]);
    const points = pointsOf(cloud);
    for (const beam of [0, 7, 15]) {
      const elevation = -0.1 - (0.25 * beam) / 15;
      for (const column of [0, 100, 511]) {
        const { x, y, z, intensity } = points[512 * beam + column];
        expect(z).toBeCloseTo(-1.8, 5);
        expect(Math.hypot(x, y)).toBeCloseTo(1.8 / Math.tan(-elevation), 4);
        expect(Math.atan2(y, x)).toBeCloseTo(-3.14 + (6.28 * column) / 511, 5);
        expect(intensity).toBeCloseTo(Math.sin(-elevation), 6);
      }
    }
  });

  it('puts the points of a wall onto its plane, and none behind it', () => {
    const points = pointsOf(cloudOf([solid(6.5, 0, 1, 100, { height: 3 })], { params: roof }));
    expect(Math.max(...points.map(({ x }) => x))).toBeCloseTo(6, 5);
    const onWall = points.filter(({ x }) => Math.abs(x - 6) < 1e-4);
    expect(onWall.length).toBeGreaterThan(500);
    expect(onWall.every(({ z }) => z > -1.8 && z < 0)).toBe(true);
  });

  it('lights a roof that it looks down on', () => {
    const points = pointsOf(
      cloudOf([], { params: { ...roof, ownBody: 'own' }, bodies: carsAt(['own', 0, 0, 0], ['other', 3, 0, 0]) }),
    );
    const onRoof = points.filter(({ z }) => Math.abs(z + 0.3) < 1e-4);
    expect(onRoof.length).toBeGreaterThan(0);
    expect(onRoof.every(({ x, y }) => x > 2.1 - 1e-4 && x < 6.6 + 1e-4 && Math.abs(y) < 0.9 + 1e-4)).toBe(true);
  });

  it('leaves out what is beyond its range, or says NaN when it is organised', () => {
    const params = { mount: { z: 1.8 }, maxRange: 10 };
    const seen = pointsOf(cloudOf([], { params }));
    // beams below asin(1.8/10) = 0.181 rad: 11 of 16
    expect(seen).toHaveLength(11 * 512);
    const organised = cloudOf([], { params: { ...params, organised: true } });
    expect(organised.is_dense).toBe(false);
    const all = pointsOf(organised);
    expect(all.filter(({ x }) => Number.isNaN(x))).toHaveLength(5 * 512);
    expect(all.filter(({ x }) => !Number.isNaN(x))).toEqual(seen);
  });

  it('is an empty cloud in empty space', () => {
    const cloud = cloudOf([], { params: { ...roof, elevationMin: 0.1, elevationMax: 0.3 } });
    expect([cloud.width, cloud.height, cloud.data.length, cloud.is_dense]).toEqual([0, 1, 0, true]);
  });

  it('scatters along its rays by its noise', () => {
    const exact = pointsOf(cloudOf([], { params: roof }));
    const noisy = pointsOf(cloudOf([], { params: { ...roof, noise: 0.03 } }));
    const errors = exact.map((p, i) => Math.hypot(noisy[i].x, noisy[i].y, noisy[i].z) - Math.hypot(p.x, p.y, p.z));
    expect(Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length) / 0.03).toBeCloseTo(1, 1);
    noisy.slice(0, 100).forEach(({ x, y, z }, i) => {
      const { x: ex, y: ey, z: ez } = exact[i];
      expect((x * ex + y * ey + z * ez) / (Math.hypot(x, y, z) * Math.hypot(ex, ey, ez))).toBeCloseTo(1, 6);
    });
  });

  it('describes its points and when they were there', () => {
    const cloud = cloudOf([], { params: roof });
    expect(cloud.header).toEqual({ stamp: { sec: 1, nanosec: 500_000_000 }, frame_id: 'block' });
    expect(cloud.fields).toEqual(
      ['x', 'y', 'z', 'intensity'].map((name, i) => ({ name, offset: 4 * i, datatype: 7, count: 1 })),
    );
    expect(cloud.is_bigendian).toBe(false);
  });

  it('repeats itself with the same seed and differs with another', () => {
    const noisy = (seed: number) => [
      ...cloudOf([], { params: { ...roof, beams: 1, columns: 20, noise: 0.02, dropout: 0.2 }, seed }).data,
    ];
    expect(noisy(1)).toEqual(noisy(1));
    expect(noisy(1)).not.toEqual(noisy(2));
  });
});
