import { describe, expect, it } from 'vitest';
import { createStream, gaussian } from '../math/random.ts';
import { absoluteErrors } from './evaluation/absolute-error.ts';
import { FAN, rangeTo, RAYS, ROOM } from './fixtures/room.ts';
import type { Wall } from './fixtures/room.ts';
import { mapPicture, mapServerYaml, trajectoryTum, wholeMap } from './map-files.ts';
import { createScanPoints, scanPointsInto } from './mapping/scan-points.ts';
import { Slam } from './slam.ts';
import type { SlamOptions } from './slam-options.ts';

/** Corridors about a block of 16 m by 10 m, with niches, so that places differ. */
const BLOCK: Wall[] = [
  ...rectangle(0, 0, 20, 14),
  ...rectangle(2, 2, 16, 10),
  ...[3, 7.5, 9, 14].flatMap((x) => rectangle(x, 0, 0.4 + 0.05 * x, 0.3)),
  ...[4, 6.2, 11].flatMap((y) => rectangle(19.7, y, 0.3, 0.5)),
  ...[5, 12.5, 16].flatMap((x) => rectangle(x, 13.7, 0.6, 0.3)),
  ...[3, 8, 9.3].flatMap((y) => rectangle(0, y, 0.25, 0.4)),
];

function rectangle(x: number, y: number, w: number, h: number): Wall[] {
  return [
    [x, y, x + w, y],
    [x + w, y, x + w, y + h],
    [x + w, y + h, x, y + h],
    [x, y + h, x, y],
  ];
}

/** Along the corridors with turns on the spot, `laps` times. */
function drive(laps: number): { x: number; y: number; heading: number }[] {
  const poses: { x: number; y: number; heading: number }[] = [];
  const corners = [
    [1, 1, 0],
    [19, 1, 1],
    [19, 13, 2],
    [1, 13, 3],
  ];
  for (let lap = 0; lap < laps; lap++) {
    for (const [k, [x, y, quarter]] of corners.entries()) {
      const [toX, toY] = corners[(k + 1) % 4];
      const heading = (quarter * Math.PI) / 2;
      const length = Math.hypot(toX - x, toY - y);
      for (let s = 0; s < length; s += 0.25)
        poses.push({ x: x + ((toX - x) * s) / length, y: y + ((toY - y) * s) / length, heading });
      for (let turn = 0.25; turn < Math.PI / 2; turn += 0.25) poses.push({ x: toX, y: toY, heading: heading + turn });
    }
  }
  return poses;
}

function mapped(walls: readonly Wall[], poses: ReturnType<typeof drive>, options: Partial<SlamOptions>, drift = 0.03) {
  const stream = createStream(5, 'noise');
  const slam = new Slam(options);
  const points = createScanPoints(RAYS);
  const geometry = {
    ...FAN,
    timeIncrement: 0,
    minRange: 0.1,
    maxRange: 8,
    mount: { x: 0, y: 0, heading: 0 },
  };
  const odometry = { ...poses[0] };
  for (const [i, pose] of poses.entries()) {
    if (i > 0) {
      // odometry whose heading drifts with the way
      const last = poses[i - 1];
      const [dx, dy] = [pose.x - last.x, pose.y - last.y];
      const way = dx * Math.cos(last.heading) + dy * Math.sin(last.heading);
      odometry.x += way * Math.cos(odometry.heading);
      odometry.y += way * Math.sin(odometry.heading);
      odometry.heading += pose.heading - last.heading + drift * way;
    }
    const ranges = Float64Array.from(
      { length: RAYS },
      (_, k) =>
        rangeTo(walls, pose.x, pose.y, pose.heading + FAN.angleMin + k * FAN.angleIncrement) + 0.01 * gaussian(stream),
    );
    scanPointsInto(ranges, geometry, { speed: 0, yawRate: 0 }, points);
    slam.addScan(i, points, odometry);
  }
  slam.finish();
  const truth = poses.map((pose, stamp) => ({ ...pose, stamp }));
  return { slam, errors: absoluteErrors(slam.trajectory(), truth)! };
}

describe('mapping a log', () => {
  it('closes a loop of 60 m with odometry that turns by 2° a metre to within 5 cm', () => {
    const poses = drive(1.0).concat(drive(1).slice(0, 60));
    const { slam, errors } = mapped(BLOCK, poses, {});
    expect(slam.loops).toBeGreaterThan(3);
    expect(errors.translation.mean).toBeLessThan(0.05);
    expect(errors.rotation.mean).toBeLessThan(0.01);
  }, 60_000);

  it('gives the same bits again', () => {
    const poses = drive(1).slice(0, 40);
    const [a, b] = [mapped(BLOCK, poses, {}), mapped(BLOCK, poses, {})];
    expect(a.slam.trajectory()).toEqual(b.slam.trajectory());
  }, 60_000);

  it('draws the room as map_server reads it: free inside, occupied at the walls, unknown beyond', () => {
    const poses = Array.from({ length: 12 }, (_, i) => ({ x: -1 + 0.15 * i, y: 0.02 * i, heading: 0.1 * i }));
    const { slam, errors } = mapped(ROOM, poses, {}, 0);
    expect(errors.translation.mean).toBeLessThan(0.01);
    const grid = wholeMap(slam, 0.05);
    const picture = mapPicture(grid);
    // the map's frame is the first pose: (−1, 0), heading 0
    const at = (x: number, y: number): number => {
      const i = Math.round((x + 1 - grid.originX) / 0.05);
      const j = Math.round((y - grid.originY) / 0.05);
      return picture.data[(grid.height - 1 - j) * grid.width + i];
    };
    expect(at(0, 0)).toBe(254);
    expect(at(-3.5, 0)).toBe(205);
    const wall = [-0.05, 0, 0.05].map((d) => at(3 + d, 0.5));
    expect(wall).toContain(0);
    expect(mapServerYaml(grid, 'map.png')).toMatch(
      /^image: map\.png\nresolution: 0\.05\norigin: \[-[\d.]+, -[\d.]+, 0\.0\]/,
    );
    expect(trajectoryTum(slam.trajectory()).split('\n')[0]).toMatch(
      /^0\.000000 0\.000000 0\.000000 0 0 0 0\.0+ 1\.0+$/,
    );
  }, 60_000);
});
