/** Finding boards in pictures: chessboards by our own code, ChArUco boards with OpenCV's WebAssembly build. */
import { createRequire } from 'node:module';
import type { Board, BoardView, GreyImage } from '../../vision/calibration/index.ts';
import { charucoFinder, findChessboard, wholeBoardView } from '../../vision/calibration/index.ts';

export type BoardSearch = (image: GreyImage) => BoardView | null;

export async function boardSearch(board: Board): Promise<BoardSearch> {
  if (board.kind === 'charuco') return charucoFinder((await openCv()).cv, board).find;
  return (image) => {
    const corners = findChessboard(image, board);
    return corners === null ? null : wholeBoardView(board, corners);
  };
}

/** OpenCV's WebAssembly build, ready for use. It has a `then` that never settles a promise, so it travels in a record. */
export async function openCv(): Promise<{ readonly cv: any }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js');
  if (cv.Mat === undefined) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = () => resolve()));
  return { cv };
}

export const boardName = (board: Board): string =>
  board.kind === 'chessboard'
    ? `chessboard of ${board.columns} × ${board.rows} corners`
    : `ChArUco board of ${board.columns + 1} × ${board.rows + 1} squares`;
