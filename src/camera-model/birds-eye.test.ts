import { describe, expect, it } from 'vitest';
import { digest, pattern, readFixture } from '../../test/fixtures/vision/pictures.ts';
import type { Lens } from './lens.ts';
import { columnOfY, rowOfX, viewOfCamera, windowGrid, xOfRow, yOfColumn } from './birds-eye.ts';
import { groundToPixel } from './ground.ts';
import { ViewStages } from '../vision/lane/view-stages.ts';

const expected = readFixture('geometry');

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
