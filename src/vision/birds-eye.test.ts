import { describe, expect, it } from 'vitest';
import { digest, pattern, readFixture } from '../../test/fixtures/vision/pictures.ts';
import type { Lens } from '../math/lens.ts';
import { columnOfY, rowOfX, viewOfCamera, windowGrid, xOfRow, yOfColumn } from './birds-eye.ts';
import { applyHomography, groundHomography, homographyFromPoints, invertHomography } from './homography.ts';
import { groundToPixel } from './mount.ts';
import { ViewStages } from './lane/view-stages.ts';

const expected = readFixture('geometry');
const monosimLens: Lens = { kind: 'pinhole', width: 640, height: 480, fx: 400, fy: 400, cx: 320, cy: 240, k: [] };
const monosimMount = { x: 2, y: 0, z: 0.83, roll: 0, pitch: Math.PI / 6, yaw: 0 };

describe('homographies', () => {
  it("from four points are those of cv2.getPerspectiveTransform, which are MonoSIM's", () => {
    const h = homographyFromPoints(Float64Array.from(expected.four.source), Float64Array.from(expected.four.target))!;
    expected.four.matrix.forEach((element: number, i: number) => expect(h[i]).toBeCloseTo(element, 8));
    [-6.125, -38, 2280, 0, -64, 3840, 0, -0.11875, 1].forEach((element, i) => expect(h[i]).toBeCloseTo(element, 8));
  });

  it('from many noisy points are those of cv2.findHomography', () => {
    const h = homographyFromPoints(Float64Array.from(expected.many.source), Float64Array.from(expected.many.target))!;
    expected.many.matrix.forEach((element: number, i: number) =>
      expect(Math.abs(h[i] / element - 1)).toBeLessThan(1e-3),
    );
  });

  it('take the ground to the pixels of cv2.projectPoints, and back', () => {
    const h = groundHomography({ ...expected.lens, kind: 'pinhole', k: [] }, expected.mount);
    const back = invertHomography(h)!;
    const out = new Float64Array(2);
    expected.groundPoints.forEach(([x, y]: number[], i: number) => {
      applyHomography(h, x, y, out);
      expect(out[0]).toBeCloseTo(expected.groundPixels[i][0], 9);
      expect(out[1]).toBeCloseTo(expected.groundPixels[i][1], 9);
      applyHomography(back, out[0], out[1], out);
      expect(out[0]).toBeCloseTo(x, 9);
      expect(out[1]).toBeCloseTo(y, 9);
    });
  });

  it('that do not exist are not invented', () => {
    expect(invertHomography(new Float64Array(9))).toBeUndefined();
  });
});

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
});

describe("bird's-eye views", () => {
  it('lay their pixels over the window', () => {
    const grid = windowGrid({ xMin: 2, xMax: 8, yHalf: 3, pixelsPerMetre: 50 });
    expect([grid.columns, grid.rows]).toEqual([300, 300]);
    expect(xOfRow(grid, 0)).toBeCloseTo(7.99, 12);
    expect(xOfRow(grid, 299)).toBeCloseTo(2.01, 12);
    expect(yOfColumn(grid, 0)).toBeCloseTo(2.99, 12);
    expect(yOfColumn(grid, 299)).toBeCloseTo(-2.99, 12);
    expect(rowOfX(grid, xOfRow(grid, 17))).toBeCloseTo(17, 9);
    expect(columnOfY(grid, yOfColumn(grid, 42))).toBeCloseTo(42, 9);
  });

  it.each<[Lens['kind'], any]>(expected.views.map((view: any) => [view.kind, view]))(
    'undistort a %s lens and warp through one map as cv2.remap does, every pixel equal',
    (kind, view) => {
      const lens: Lens = { ...expected.lens, kind, k: view.distortion };
      const birdsEye = viewOfCamera(lens, expected.mount, expected.window);
      const { columns, rows } = birdsEye.grid;
      const project = groundToPixel(lens, expected.mount);
      const out = new Float64Array(2);
      project(xOfRow(birdsEye.grid, 0), yOfColumn(birdsEye.grid, columns - 1), out);
      expect([out[0], out[1]].map((v) => v.toFixed(9))).toEqual(view.corners[1].map((v: number) => v.toFixed(9)));
      const stages = new ViewStages(birdsEye, { colour: true });
      stages.load(pattern(3 * lens.width * lens.height), 3 * lens.width, 'bgr8');
      stages.warpColour();
      expect(digest(stages.colour, 3 * stages.stride, 3 * columns, rows)).toBe(view.view);
    },
  );
});
