import { describe, expect, it } from 'vitest';
import { readFixture } from '../../test/fixtures/vision/pictures.ts';
import { groundToPixel, pixelToGround } from './ground.ts';
import type { Lens } from './lens.ts';
import { projectPoint } from './lens.ts';
import type { Mount } from './mount.ts';
import { opticalAxes } from './mount.ts';

const expected = readFixture('geometry');
const monosimLens: Lens = { kind: 'pinhole', width: 640, height: 480, fx: 400, fy: 400, cx: 320, cy: 240, k: [] };
const monosimMount: Mount = { x: 2, y: 0, z: 0.83, roll: 0, pitch: Math.PI / 6, yaw: 0 };
const lenses: [string, Lens][] = [
  ['pinhole without distortion', { ...expected.lens, kind: 'pinhole', k: [] }],
  ['pinhole with distortion', { ...expected.lens, kind: 'pinhole', k: [-0.2, 0.05, 0.001, -0.002, 0] }],
  ['fisheye', { ...expected.lens, kind: 'fisheye', k: [0.02, -0.01] }],
];

describe('a camera on a vehicle', () => {
  it("sees what MonoSIM's camera sees: the ground from 0.461 m, and at row 60 8.211 m ahead", () => {
    const project = groundToPixel(monosimLens, monosimMount);
    const out = new Float64Array(2);
    project(2.461, 0, out);
    expect(out[1]).toBeCloseTo(480, 0);
    project(10.211, 0, out);
    expect(out[1]).toBeCloseTo(60, 1);
    expect(out[0]).toBeCloseTo(320, 9);
  });

  it('has left on the left, and nothing behind it', () => {
    const project = groundToPixel(monosimLens, monosimMount);
    const out = new Float64Array(2);
    expect(project(5, 1, out)).toBe(true);
    expect(out[0]).toBeLessThan(320);
    expect(project(1, 0, out)).toBe(false);
  });

  it('sees the ground where cv2.projectPoints does', () => {
    const project = groundToPixel(lenses[0][1], expected.mount);
    const out = new Float64Array(2);
    expected.groundPoints.forEach(([x, y]: number[], i: number) => {
      expect(project(x, y, out)).toBe(true);
      expect(out[0]).toBeCloseTo(expected.groundPixels[i][0], 9);
      expect(out[1]).toBeCloseTo(expected.groundPixels[i][1], 9);
    });
  });

  it.each(lenses)('finds the ground again from its pixel: %s', (_, lens) => {
    const [project, back] = [groundToPixel(lens, expected.mount), pixelToGround(lens, expected.mount)];
    const out = new Float64Array(2);
    for (const [x, y] of expected.groundPoints) {
      expect(project(x, y, out)).toBe(true);
      expect(back(out[0], out[1], out)).toBe(true);
      expect(out[0]).toBeCloseTo(x, 9);
      expect(out[1]).toBeCloseTo(y, 9);
    }
  });

  it('projects without distortion as its lens does', () => {
    const [a, { x: mx, y: my, z }] = [opticalAxes(expected.mount), expected.mount as Mount];
    const [ours, theirs] = [new Float64Array(2), new Float64Array(2)];
    for (const [x, y] of expected.groundPoints) {
      groundToPixel(lenses[0][1], expected.mount)(x, y, ours);
      const [right, down, forward] = [0, 3, 6].map((i) => a[i] * (x - mx) + a[i + 1] * (y - my) - a[i + 2] * z);
      projectPoint(lenses[0][1], right, down, forward, theirs);
      expect(Math.abs(ours[0] - theirs[0])).toBeLessThan(1e-10);
      expect(Math.abs(ours[1] - theirs[1])).toBeLessThan(1e-10);
    }
  });

  it('shows no ground at its horizon and above', () => {
    // 30° above the axis, 400 tan 30° = 230.9 rows up
    const back = pixelToGround(monosimLens, monosimMount);
    const out = new Float64Array(2);
    expect(back(320, 240 - 230.9, out)).toBe(true);
    expect(back(320, 240 - 231, out)).toBe(false);
  });
});
