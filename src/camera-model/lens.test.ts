import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Lens } from './lens.ts';
import { cameraInfo } from './camera-info.ts';
import { projectPoint, unprojectPixel } from './lens.ts';

interface Case {
  lens: Lens;
  points: [number, number, number][];
  pixels: [number, number][];
}
const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../test/fixtures/sensors/lens-reference.json', import.meta.url), 'utf8'),
);
const pixel = new Float64Array(2);
const ray = new Float64Array(3);

const name = ({ lens }: Case) => `${lens.kind} with k = [${lens.k.join(', ')}]`;

describe('a lens', () => {
  it.each(cases.map((each) => [name(each), each] as const))(
    'puts points where OpenCV puts them: %s',
    (_, { lens, points, pixels }) => {
      points.forEach(([x, y, z], i) => {
        expect(projectPoint(lens, x, y, z, pixel)).toBe(true);
        expect(Math.abs(pixel[0] - pixels[i][0])).toBeLessThan(1e-9);
        expect(Math.abs(pixel[1] - pixels[i][1])).toBeLessThan(1e-9);
      });
    },
  );

  it.each(cases.map((each) => [name(each), each] as const))(
    'looks back along the direction a point came from: %s',
    (_, { lens, points }) => {
      for (const [x, y, z] of points) {
        projectPoint(lens, x, y, z, pixel);
        expect(unprojectPixel(lens, pixel[0], pixel[1], ray)).toBe(true);
        const length = Math.hypot(x, y, z);
        expect(Math.abs(ray[0] - x / length)).toBeLessThan(1e-12);
        expect(Math.abs(ray[1] - y / length)).toBeLessThan(1e-12);
        expect(Math.abs(ray[2] - z / length)).toBeLessThan(1e-12);
      }
    },
  );

  it.each(cases.map((each) => [name(each), each] as const))('sees a direction in every corner: %s', (_, { lens }) => {
    for (const u of [-0.5, lens.width - 0.5]) {
      for (const v of [-0.5, lens.height - 0.5]) {
        expect(unprojectPixel(lens, u, v, ray)).toBe(true);
        projectPoint(lens, ray[0], ray[1], ray[2], pixel);
        expect(Math.abs(pixel[0] - u)).toBeLessThan(1e-9);
        expect(Math.abs(pixel[1] - v)).toBeLessThan(1e-9);
      }
    }
  });

  it('sees its principal point straight ahead', () => {
    for (const { lens } of cases) {
      unprojectPixel(lens, lens.cx, lens.cy, ray);
      expect([...ray]).toEqual([0, 0, 1]);
      projectPoint(lens, 0, 0, 5, pixel);
      expect([...pixel]).toEqual([lens.cx, lens.cy]);
    }
  });

  it('of the fisheye kind sees sideways and backwards', () => {
    const lens: Lens = { kind: 'fisheye', width: 800, height: 800, fx: 200, fy: 200, cx: 400, cy: 400, k: [] };
    projectPoint(lens, -2, 0, 0, pixel);
    expect(pixel[0]).toBeCloseTo(400 - 100 * Math.PI, 9);
    expect(unprojectPixel(lens, 400, 400 + 150 * Math.PI, ray)).toBe(true);
    expect(ray[1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(ray[2]).toBeCloseTo(-Math.SQRT1_2, 12);
  });

  it('of the pinhole kind does not see what is behind it', () => {
    expect(projectPoint(cases[0].lens, 1, 1, -1, pixel)).toBe(false);
    expect(projectPoint(cases[0].lens, 1, 1, 0, pixel)).toBe(false);
    expect(pixel[0]).toBeNaN();
  });

  it('has no direction beyond the fold of its distortion', () => {
    // r − 0.3 r³ is largest, 0.703, at r = 1.054
    const lens: Lens = { kind: 'pinhole', width: 640, height: 480, fx: 400, fy: 400, cx: 320, cy: 240, k: [-0.3] };
    expect(unprojectPixel(lens, 320 + 400 * 0.7, 240, ray)).toBe(true);
    expect(unprojectPixel(lens, 320 + 400 * 0.71, 240, ray)).toBe(false);
  });

  it('describes itself as ROS does', () => {
    const brown = cameraInfo(cases[1].lens);
    expect(brown.distortionModel).toBe('plumb_bob');
    expect([...brown.d]).toEqual(cases[1].lens.k);
    expect([...brown.k]).toEqual([402.7, 0, 317.3, 0, 398.1, 243.9, 0, 0, 1]);
    expect([...brown.p]).toEqual([402.7, 0, 317.3, 0, 0, 398.1, 243.9, 0, 0, 0, 1, 0]);
    expect(cameraInfo(cases[0].lens).d).toHaveLength(5);
    expect(cameraInfo(cases[3].lens).distortionModel).toBe('equidistant');
    expect(cameraInfo(cases[3].lens).d).toHaveLength(4);
  });
});
