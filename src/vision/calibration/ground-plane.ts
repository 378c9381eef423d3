/**
 * The floor as seen by a camera, from one picture of a board that lies on it.
 *
 * Floor frame (REP-103): origin on the floor below the camera, x forward (where the camera looks), y left, z up.
 * The camera's own frame, forward, left, up, is turned from it by R_y(pitch) R_x(roll) as in `camera-model/mount.ts`: a positive
 * pitch looks down, a positive roll has the right side down. Down in the optical frame is then
 *
 *   d = (cos p sin r, cos p cos r, sin p)
 *
 *   homography   (x, y, 1) ~ H (u, v, 1) takes undistorted pixels, u = fx X/Z + cx, v = fy Y/Z + cy, to metres;
 *                w = H₃ · (u, v, 1) > 0 on the floor's side of the horizon
 *   estimate     board → undistorted pixels by `plane-homography.ts`, least error in pixels; inverted; then moved from the
 *                board's corner to the point below the camera, which the board's pose gives
 *
 * Checked against: rendered pictures of known height and tilt, OpenCV's findHomography.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import { invert3, multiply } from '../../math/linear-algebra.ts';
import { asin, atan2 } from '../../math/trig.ts';
import { opticalAxes } from '../../camera-model/mount.ts';
import type { BoardView } from './board.ts';
import { fitPose } from './calibrate-lens.ts';
import { homographyError, planeHomography } from './plane-homography.ts';

export interface GroundPlane {
  /** Height of the camera above the floor [m]. */
  readonly height: number;
  /** Looks down when positive [rad]. */
  readonly pitch: number;
  /** Right side down when positive [rad]. */
  readonly roll: number;
  /** Undistorted pixel → floor [m], 3×3 row by row. */
  readonly homography: Float64Array;
  /** The same to the board's own frame. */
  readonly boardHomography: Float64Array;
  /** How far the corners are from where the fit expects them, in the picture [px] and on the floor [m]. */
  readonly rms: number;
  readonly floorRms: number;
}

/** Floor frame → optical frame for a camera of this pitch and roll, 3×3 row by row; the camera's height is not in it. */
export const floorToOptical = (pitch: number, roll: number): Float64Array =>
  opticalAxes({ x: 0, y: 0, z: 0, roll, pitch, yaw: 0 });

/** Null when the corners do not determine a plane in front of the camera. */
export function fitGround(lens: Lens, view: BoardView): GroundPlane | null {
  const pixels = undistortedPixels(lens, view.image);
  const toPixels = pixels === null ? null : planeHomography(view.board, pixels);
  const fit = fitPose(lens, view);
  const boardHomography = new Float64Array(9);
  if (pixels === null || toPixels === null || fit === null || invert3(toPixels, boardHomography) === 0) return null;
  const { rotation: r, translation: t } = fit.pose;
  // the board's z points into it, so down
  const height = r[2] * t[0] + r[5] * t[1] + r[8] * t[2];
  const pitch = asin(Math.min(1, Math.max(-1, r[8])));
  const roll = atan2(r[2], r[5]);
  const boardToFloor = planarMotion(floorToOptical(pitch, roll), r, t);
  const homography = new Float64Array(9);
  multiply(boardToFloor, boardHomography, 3, 3, 3, homography);
  const scaled = scaleForward(homography, pixels);
  const board = scaleForward(boardHomography, pixels);
  return {
    height,
    pitch,
    roll,
    homography: scaled,
    boardHomography: board,
    rms: fit.rms,
    floorRms: Math.sqrt(homographyError(board, pixels, view.board) / view.ids.length),
  };
}

/** Where the pixels would be without distortion, u and v in turn; null when one of them looks sideways or backwards. */
export function undistortedPixels(lens: Lens, image: Float64Array): Float64Array | null {
  const ray = new Float64Array(3);
  const pixels = new Float64Array(image.length);
  for (let n = 0; n < image.length; n += 2) {
    if (!unprojectPixel(lens, image[n], image[n + 1], ray) || ray[2] < 0.02) return null;
    pixels[n] = (lens.fx * ray[0]) / ray[2] + lens.cx;
    pixels[n + 1] = (lens.fy * ray[1]) / ray[2] + lens.cy;
  }
  return pixels;
}

/** Board plane → floor plane: rows are the floor's x and y axes, seen from the camera, on the board's axes and origin. */
function planarMotion(axes: Float64Array, r: Float64Array, t: Float64Array): Float64Array {
  const on = (axis: number, x: number, y: number, z: number) =>
    axes[axis] * x + axes[3 + axis] * y + axes[6 + axis] * z;
  const row = (axis: number) => [on(axis, r[0], r[3], r[6]), on(axis, r[1], r[4], r[7]), on(axis, t[0], t[1], t[2])];
  return Float64Array.from([...row(0), ...row(1), 0, 0, 1]);
}

/** Third component positive at the board, and |H₃₃| = 1 unless the first pixel is on the horizon. */
function scaleForward(h: Float64Array, pixels: Float64Array): Float64Array {
  const atBoard = h[6] * pixels[0] + h[7] * pixels[1] + h[8];
  const size = Math.abs(h[8]) > 1e-6 * Math.abs(atBoard) ? Math.abs(h[8]) : Math.abs(atBoard);
  return h.map((value) => (value * Math.sign(atBoard)) / size);
}

/** The point of the floor that a pixel of the picture shows: out = [x, y] [m]; false above the horizon. */
export function floorPoint(lens: Lens, h: ArrayLike<number>, u: number, v: number, out: Float64Array): boolean {
  const ray = new Float64Array(3);
  if (!unprojectPixel(lens, u, v, ray) || ray[2] <= 0) return false;
  const x = (lens.fx * ray[0]) / ray[2] + lens.cx;
  const y = (lens.fy * ray[1]) / ray[2] + lens.cy;
  const w = h[6] * x + h[7] * y + h[8];
  out[0] = (h[0] * x + h[1] * y + h[2]) / w;
  out[1] = (h[3] * x + h[4] * y + h[5]) / w;
  return w > 0;
}
