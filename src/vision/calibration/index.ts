/** Camera calibration: from pictures of a board to a lens and the floor. */
export type { Board, BoardView, CharucoBoard, Chessboard } from './board.ts';
export { boardCorners, parseSize, wholeBoardView } from './board.ts';
export { rotationVector } from './board-pose.ts';
export type { LensCalibration, ViewFit } from './calibrate-lens.ts';
export { calibrateLens, fitPose } from './calibrate-lens.ts';
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
export type { PictureTruth, RenderedPicture, SeriesRequest } from './render-series.ts';
export { exampleLens, renderSeries } from './render-series.ts';
