import { describe, expect, it } from 'vitest';
import type { Lens } from '../../camera-model/lens.ts';
import { projectPoint } from '../../camera-model/lens.ts';
import type { RandomStream } from '../../math/random.ts';
import { createStream, gaussian } from '../../math/random.ts';
import type { Board, BoardView } from './board.ts';
import { boardCorners, wholeBoardView } from './board.ts';
import { boardPattern } from './board-pattern.ts';
import type { BoardPose } from './board-pose.ts';
import { rotationOf } from './board-pose.ts';
import { heldPose } from './board-views.ts';
import { calibrateLens, fitPose } from './calibrate-lens.ts';
import { exampleLens } from './render-series.ts';

const board: Board = { kind: 'chessboard', columns: 9, rows: 6, square: 0.025 };

/** The corners as this lens sees them, with noise [px]. */
function viewOf(lens: Lens, { rotation: r, translation: t }: BoardPose, noise = 0, random?: RandomStream): BoardView {
  const points = boardCorners(board);
  const image = new Float64Array(points.length);
  for (let n = 0; n < points.length; n += 2) {
    const [x, y] = [points[n], points[n + 1]];
    projectPoint(
      lens,
      r[0] * x + r[1] * y + t[0],
      r[3] * x + r[4] * y + t[1],
      r[6] * x + r[7] * y + t[2],
      image.subarray(n, n + 2),
    );
  }
  return wholeBoardView(
    board,
    image.map((value) => value + (noise > 0 ? noise * gaussian(random!) : 0)),
  );
}

function views(lens: Lens, count: number, noise = 0): BoardView[] {
  const [poses, random] = [createStream(7, 'poses'), createStream(7, 'noise')];
  return Array.from({ length: count }, (_, n) =>
    viewOf(lens, heldPose(lens, boardPattern(board), n, poses), noise, random),
  );
}

const parameters = ({ fx, fy, cx, cy, k }: Lens): number[] => [fx, fy, cx, cy, ...k];

describe.each(['pinhole', 'fisheye'] as const)('a %s lens', (kind) => {
  const truth = exampleLens(kind, 640, 480);
  const request = { kind, width: 640, height: 480 };

  it('comes back from exact corners', () => {
    const { lens, rms } = calibrateLens(views(truth, 8), request)!;
    expect(rms).toBeLessThan(1e-7);
    parameters(lens).forEach((value, i) => expect(value).toBeCloseTo(parameters(truth)[i], 4));
  });

  it('is as uncertain as it says: errors of noisy corners are within four deviations, and the rms is the noise', () => {
    const { lens, rms, deviations } = calibrateLens(views(truth, 12, 0.2), request)!;
    parameters(lens).forEach((value, i) =>
      expect(Math.abs(value - parameters(truth)[i])).toBeLessThan(4 * deviations[i]),
    );
    // noise in both coordinates, less the share that 72 + 9 unknowns take from 1296 residuals
    expect(Math.abs(rms / (0.2 * Math.sqrt(2 * (1 - 81 / 1296))) - 1)).toBeLessThan(0.06);
  });

  it('stays the same when views come in another order', () => {
    const some = views(truth, 6, 0.1);
    const [one, other] = [calibrateLens(some, request)!, calibrateLens([...some].reverse(), request)!];
    parameters(one.lens).forEach((value, i) => expect(value).toBeCloseTo(parameters(other.lens)[i], 5));
  });

  it('gives the pose of a board', () => {
    const pose = { rotation: rotationOf(0.4, -0.2, 0.1), translation: Float64Array.of(-0.08, -0.05, 0.4) };
    const fit = fitPose(truth, viewOf(truth, pose))!;
    for (let i = 0; i < 9; i++) expect(fit.pose.rotation[i]).toBeCloseTo(pose.rotation[i], 8);
    for (let i = 0; i < 3; i++) expect(fit.pose.translation[i]).toBeCloseTo(pose.translation[i], 8);
    expect(fit.largest).toBeLessThan(1e-6);
  });
});

it('frontal pictures leave the focal length open, and its deviation says so', () => {
  const lens = exampleLens('pinhole', 640, 480);
  const random = createStream(1, 'frontal');
  const frontal = [0.35, 0.4, 0.45, 0.5].map((z) =>
    viewOf(lens, { rotation: rotationOf(0, 0, 0), translation: Float64Array.of(-0.1, -0.06, z) }, 0.1, random),
  );
  const { deviations } = calibrateLens(frontal, { kind: 'pinhole', width: 640, height: 480 })!;
  expect(deviations[0]).toBeGreaterThan(20);
});
