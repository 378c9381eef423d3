import { describe, expect, it } from 'vitest';
import { projectPoint } from '../../camera-model/lens.ts';
import { groundToPixel } from '../../camera-model/ground.ts';
import type { Board } from './board.ts';
import { wholeBoardView } from './board.ts';
import { boardPattern } from './board-pattern.ts';
import { floorView } from './board-views.ts';
import { fitGround, floorPoint, floorToOptical } from './ground-plane.ts';
import { exampleLens, projectedCorners } from './render-series.ts';

const board: Board = { kind: 'chessboard', columns: 9, rows: 6, square: 0.025 };

/** The floor from exact corners of a board seen at this pitch, roll and turn. */
function fitted(kind: 'pinhole' | 'fisheye', pitch: number, roll: number, yaw: number) {
  const lens = exampleLens(kind, 640, 480);
  const view = floorView(lens, boardPattern(board), pitch, roll, yaw);
  return {
    lens,
    truth: view,
    ground: fitGround(lens, wholeBoardView(board, Float64Array.from(projectedCorners(lens, board, view.pose))))!,
  };
}

describe.each(['pinhole', 'fisheye'] as const)('the floor under a %s camera', (kind) => {
  it('has the height and tilt it was seen with, wherever the board points', () => {
    for (const [pitch, roll, yaw] of [
      [0.6, 0, 0],
      [0.35, 0.1, 1],
      [0.9, -0.2, 3],
      [1.2, 0.05, -2],
    ]) {
      const { truth, ground } = fitted(kind, pitch, roll, yaw);
      expect(ground.height).toBeCloseTo(truth.height, 7);
      expect(ground.pitch).toBeCloseTo(pitch, 7);
      expect(ground.roll).toBeCloseTo(roll, 7);
      expect(ground.floorRms).toBeLessThan(1e-8);
    }
  });

  it('is where the camera’s mount puts it', () => {
    const { lens, truth, ground } = fitted(kind, 0.5, 0.08, 0.7);
    const project = groundToPixel(lens, { x: 0, y: 0, z: truth.height, roll: truth.roll, pitch: truth.pitch, yaw: 0 });
    const [pixel, point] = [new Float64Array(2), new Float64Array(2)];
    for (const [x, y] of [
      [0.6, 0],
      [0.5, 0.15],
      [0.8, -0.2],
    ]) {
      expect(project(x, y, pixel)).toBe(true);
      expect(floorPoint(lens, ground.homography, pixel[0], pixel[1], point)).toBe(true);
      expect(point[0]).toBeCloseTo(x, 6);
      expect(point[1]).toBeCloseTo(y, 6);
    }
  });

  it('ends at the horizon', () => {
    const { lens, ground } = fitted(kind, 0.3, 0, 0);
    const axes = floorToOptical(0.3, 0);
    const pixel = new Float64Array(2);
    // a direction one degree above the level, straight ahead
    projectPoint(lens, axes[0] + 0.0175 * axes[2], axes[3] + 0.0175 * axes[5], axes[6] + 0.0175 * axes[8], pixel);
    expect(floorPoint(lens, ground.homography, pixel[0], pixel[1], new Float64Array(2))).toBe(false);
  });
});

it('a camera that looks straight down has a pitch of a quarter turn', () => {
  const { ground } = fitted('pinhole', Math.PI / 2, 0, 0.4);
  expect(ground.pitch).toBeCloseTo(Math.PI / 2, 6);
  expect([...ground.homography].every(Number.isFinite)).toBe(true);
});
