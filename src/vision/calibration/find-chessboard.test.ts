import { describe, expect, it } from 'vitest';
import { multiply } from '../../math/linear-algebra.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { createStream, integerBelow } from '../../math/random.ts';
import type { Board } from './board.ts';
import { boardPattern } from './board-pattern.ts';
import { rotationOf } from './board-pose.ts';
import { floorView, heldPose } from './board-views.ts';
import { findChessboard } from './find-chessboard.ts';
import type { GreyImage } from './grey-image.ts';
import type { RenderOptions } from './render-board.ts';
import { pixelRays, renderBoard } from './render-board.ts';
import { exampleLens, projectedCorners } from './render-series.ts';

const lens = exampleLens('pinhole', 640, 480);
const rays = pixelRays(lens);
const chessboard = (columns: number, rows: number): Board => ({ kind: 'chessboard', columns, rows, square: 0.025 });
const plain = (): RenderOptions => ({ blur: 0.7, noise: 2, shade: 0.3, random: createStream(1, 'picture') });
const poseOf = (board: Board, n = 0) => heldPose(lens, boardPattern(board), n, createStream(2, 'poses'));

function rms(found: Float64Array | null, truth: readonly number[]): number {
  if (found === null) return Infinity;
  return Math.sqrt(found.reduce((sum, value, i) => sum + (value - truth[i]) ** 2, 0) / (truth.length / 2));
}

/** How far the corners found are from the truth [px], for a board in a picture of this lens. */
function errorOf(board: Board, options: Partial<RenderOptions>, n = 0): number {
  const pose = poseOf(board, n);
  return rms(
    findChessboard(renderBoard(rays, pose, boardPattern(board), { ...plain(), ...options }), board),
    projectedCorners(lens, board, pose),
  );
}

/** A picture over which something was laid. */
const covered = ({ width, height, data }: GreyImage, u0: number, v0: number, size: number): GreyImage => ({
  width,
  height,
  data: Uint8Array.from(data, (value, i) =>
    Math.abs((i % width) - u0) < size && Math.abs(Math.floor(i / width) - v0) < size ? 90 : value,
  ),
});

describe('a chessboard is found', () => {
  it('of many sizes, to a few hundredths of a pixel', () => {
    for (const [columns, rows] of [
      [9, 6],
      [3, 3],
      [4, 3],
      [8, 8],
      [5, 9],
      [14, 10],
    ])
      expect(errorOf(chessboard(columns, rows), {}, 3), `${columns}x${rows}`).toBeLessThan(0.06);
  });

  it('under noise, blur and light that falls to a tenth', () => {
    expect(errorOf(chessboard(9, 6), { noise: 12 })).toBeLessThan(0.25);
    expect(errorOf(chessboard(9, 6), { blur: 2.5 })).toBeLessThan(0.2);
    expect(errorOf(chessboard(9, 6), { shade: 0.9 })).toBeLessThan(0.1);
  });

  it('lying on the floor, seen at a flat angle', () => {
    const board = chessboard(9, 6);
    const { pose } = floorView(lens, boardPattern(board), 0.45, 0, 0.2);
    expect(
      rms(
        findChessboard(renderBoard(rays, pose, boardPattern(board), plain()), board),
        projectedCorners(lens, board, pose),
      ),
    ).toBeLessThan(0.08);
  });

  it('through a fisheye', () => {
    const fisheye = exampleLens('fisheye', 640, 480);
    const board = chessboard(9, 6);
    for (const n of [0, 5]) {
      const pose = heldPose(fisheye, boardPattern(board), n, createStream(4, 'poses'));
      const image = renderBoard(pixelRays(fisheye), pose, boardPattern(board), plain());
      expect(rms(findChessboard(image, board), projectedCorners(fisheye, board, pose))).toBeLessThan(0.08);
    }
  });

  it('in a picture of six million pixels', () => {
    const large: Lens = exampleLens('pinhole', 2880, 2160);
    const board = chessboard(6, 4);
    const pose = heldPose(large, boardPattern(board), 2, createStream(3, 'poses'));
    const image = renderBoard(pixelRays(large), pose, boardPattern(board), { ...plain(), blur: 3 });
    expect(rms(findChessboard(image, board), projectedCorners(large, board, pose))).toBeLessThan(0.25);
  });

  it('in the same order however the camera is rolled, when the board tells its ends apart', () => {
    const board = chessboard(9, 6);
    const pose = poseOf(board, 1);
    for (const roll of [Math.PI / 2, Math.PI, -2]) {
      const rotation = new Float64Array(9);
      const translation = new Float64Array(3);
      multiply(rotationOf(0, 0, roll), pose.rotation, 3, 3, 3, rotation);
      multiply(rotationOf(0, 0, roll), pose.translation, 3, 3, 1, translation);
      // a little further away, so that it stays in the picture
      const rolled = { rotation, translation: translation.map((value, i) => (i === 2 ? 1.4 * value : value)) };
      const image = renderBoard(rays, rolled, boardPattern(board), plain());
      expect(rms(findChessboard(image, board), projectedCorners(lens, board, rolled)), `${roll}`).toBeLessThan(0.06);
    }
  });

  it('twice alike', () => {
    const board = chessboard(9, 6);
    const image = renderBoard(rays, poseOf(board), boardPattern(board), plain());
    expect(findChessboard(image, board)).toEqual(findChessboard(image, board));
  });
});

describe('no chessboard is found', () => {
  const board = chessboard(9, 6);
  const image = renderBoard(rays, poseOf(board, 4), boardPattern(board), plain());

  it('of another size than the one in the picture', () => {
    for (const [columns, rows] of [
      [8, 6],
      [9, 5],
      [10, 6],
      [9, 7],
      [6, 4],
    ])
      expect(findChessboard(image, chessboard(columns, rows)), `${columns}x${rows}`).toBeNull();
  });

  it('when part of it is hidden', () => {
    const corners = findChessboard(image, board)!;
    expect(findChessboard(covered(image, corners[2 * 22], corners[2 * 22 + 1], 25), board)).toBeNull();
  });

  it('in a grey, a noisy or a tiny picture', () => {
    const random = createStream(9, 'noise');
    expect(findChessboard({ width: 200, height: 150, data: new Uint8Array(30_000).fill(128) }, board)).toBeNull();
    expect(
      findChessboard(
        { width: 200, height: 150, data: Uint8Array.from({ length: 30_000 }, () => integerBelow(random, 256)) },
        board,
      ),
    ).toBeNull();
    expect(findChessboard({ width: 8, height: 8, data: new Uint8Array(64) }, board)).toBeNull();
  });
});
