/** Camera calibration: from pictures of a board to a lens and the floor. */
export type { Board, BoardView, CharucoBoard } from './board.ts';
export { boardCorners, parseSize, wholeBoardView } from './board.ts';
export type { LensCalibration } from './calibrate-lens.ts';
export { calibrateLens } from './calibrate-lens.ts';
export type { CameraFile } from './camera-file.ts';
export { formatCameraBlock, formatCameraFile, parseCameraFile } from './camera-file.ts';
export { charucoFinder } from './charuco.ts';
export { drawCorners } from './draw-corners.ts';
export { findChessboard } from './find-chessboard.ts';
export type { GreyImage } from './grey-image.ts';
export { colourPng, greyPng, readGreyPng } from './grey-png.ts';
export type { GroundPlane } from './ground-plane.ts';
export { fitGround, floorPoint, undistortedPixels } from './ground-plane.ts';
export { planeHomography } from './plane-homography.ts';
export type { ImageTruth, RenderedImage } from './render-series.ts';
export { exampleLens, renderSeries } from './render-series.ts';
