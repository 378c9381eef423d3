/**
 * A lens from views of a board: first estimate, poses, then everything together.
 *
 *   pinhole   focal lengths and principal point in closed form (`closed-form-intrinsics.ts`), distortion from 0
 *   fisheye   principal point at the image's centre, several focal lengths, distortion from 0; the best fit is kept
 *   both      poses from homographies; then poses alone, with fx, fy, cx, cy, and with the distortion
 *
 * Pinhole: k₁, k₂, p₁, p₂, k₃. Fisheye: k₁ … k₄, no skew. The error is in pixels of the picture as taken.
 * Needs at least three views; with fewer than about ten, well tilted and spread over the picture, read the deviations.
 * Checked against: rendered pictures of known truth, OpenCV's calibrateCamera and fisheye.calibrate.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import type { BoardView } from './board.ts';
import type { BoardPose } from './board-pose.ts';
import { poseOfHomography } from './board-pose.ts';
import type { Bundle } from './bundle-adjustment.ts';
import { adjustBundle, lensDeviations, viewErrors } from './bundle-adjustment.ts';
import { closedFormIntrinsics } from './closed-form-intrinsics.ts';
import { planeHomography } from './plane-homography.ts';

export interface ViewFit {
  readonly pose: BoardPose;
  /** Root-mean-square and largest distance of a corner from where the fit expects it [px]. */
  readonly rms: number;
  readonly largest: number;
}

export interface LensCalibration {
  readonly lens: Lens;
  /** Over all corners [px]. */
  readonly rms: number;
  readonly views: readonly ViewFit[];
  /** Standard deviations of fx, fy, cx, cy, k…, from the residuals. */
  readonly deviations: Float64Array;
}

export interface CalibrationRequest {
  readonly kind: Lens['kind'];
  readonly width: number;
  readonly height: number;
}

/** Null when the views cannot be explained by any lens of this kind. */
export function calibrateLens(
  views: readonly BoardView[],
  { kind, width, height }: CalibrationRequest,
): LensCalibration | null {
  const starts = kind === 'pinhole' ? pinholeStarts(views, width, height) : fisheyeStarts(width, height);
  let best: Bundle | null = null;
  for (const start of starts) {
    const bundle = fitFrom(start, views);
    if (bundle !== null && (best === null || bundle.error < best.error)) best = bundle;
  }
  return best === null ? null : summarise(best, views);
}

function pinholeStarts(views: readonly BoardView[], width: number, height: number): Lens[] {
  const homographies = views.map(({ board, image }) => planeHomography(board, image)).filter((h) => h !== null);
  return [{ kind: 'pinhole', width, height, ...closedFormIntrinsics(homographies, width, height), k: [0, 0, 0, 0, 0] }];
}

/** An ideal fisheye sees θ = r / f: half the longer side at 90°, and narrower and wider lenses. */
function fisheyeStarts(width: number, height: number): Lens[] {
  const centre = { cx: (width - 1) / 2, cy: (height - 1) / 2, k: [0, 0, 0, 0] };
  return [1, 0.75, 1.4, 2].map((factor) => {
    const focal = (factor * Math.max(width, height)) / Math.PI;
    return { kind: 'fisheye', width, height, fx: focal, fy: focal, ...centre };
  });
}

function fitFrom(lens: Lens, views: readonly BoardView[]): Bundle | null {
  const poses = views.map((view) => firstPose(lens, view));
  if (!poses.every((pose) => pose !== null)) return null;
  let bundle = adjustBundle({ lens, poses }, views, 0);
  bundle = adjustBundle(bundle, views, 4);
  bundle = adjustBundle(bundle, views);
  return Number.isFinite(bundle.error) ? bundle : null;
}

/** The pose of a board under a known lens, with its error; null when the corners do not determine it. */
export function fitPose(lens: Lens, view: BoardView): ViewFit | null {
  const start = firstPose(lens, view);
  if (start === null) return null;
  return viewFit(lens, adjustBundle({ lens, poses: [start] }, [view], 0).poses[0], view);
}

/** Beyond this angle from the axis [as its cosine] a direction says little in the plane z = 1. */
const LEAST_FORWARD = 0.1;

function firstPose(lens: Lens, view: BoardView): BoardPose | null {
  const ray = new Float64Array(3);
  const [board, plane]: number[][] = [[], []];
  for (let n = 0; n < view.image.length; n += 2) {
    if (!unprojectPixel(lens, view.image[n], view.image[n + 1], ray) || ray[2] < LEAST_FORWARD) continue;
    board.push(view.board[n], view.board[n + 1]);
    plane.push(ray[0] / ray[2], ray[1] / ray[2]);
  }
  const homography = planeHomography(Float64Array.from(board), Float64Array.from(plane));
  if (homography === null) return null;
  const pose = poseOfHomography(homography);
  return pose.rotation.every(Number.isFinite) && pose.translation.every(Number.isFinite) ? pose : null;
}

function viewFit(lens: Lens, pose: BoardPose, view: BoardView): ViewFit {
  const squares = viewErrors(lens, pose, view);
  const sum = squares.reduce((total, square) => total + square, 0);
  return {
    pose,
    rms: Math.sqrt(sum / squares.length),
    largest: Math.sqrt(squares.reduce((most, square) => Math.max(most, square), 0)),
  };
}

function summarise(bundle: Bundle, views: readonly BoardView[]): LensCalibration {
  const corners = views.reduce((count, { ids }) => count + ids.length, 0);
  return {
    lens: bundle.lens,
    rms: Math.sqrt(bundle.error / corners),
    views: views.map((view, i) => viewFit(bundle.lens, bundle.poses[i], view)),
    deviations: lensDeviations(bundle, views),
  };
}
