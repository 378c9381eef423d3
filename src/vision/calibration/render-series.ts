/**
 * A set of calibration pictures of known truth: a held board in many poses and one on the floor.
 *
 * Picture and pose streams are separate, and each picture has its own noise, so a longer series begins like a shorter one.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { projectPoint } from '../../camera-model/lens.ts';
import { createStream } from '../../math/random.ts';
import type { Board } from './board.ts';
import { boardCorners } from './board.ts';
import type { MarkerBits } from './board-pattern.ts';
import { boardPattern } from './board-pattern.ts';
import type { BoardPose } from './board-pose.ts';
import { rotationVector } from './board-pose.ts';
import { floorView, heldPose } from './board-views.ts';
import type { GreyImage } from './grey-image.ts';
import { pixelRays, renderBoard } from './render-board.ts';

export interface SeriesRequest {
  readonly lens: Lens;
  readonly board: Board;
  /** Pictures of the held board. */
  readonly count: number;
  readonly seed: number;
  readonly blur: number;
  readonly noise: number;
  readonly shade: number;
  /** For ChArUco boards. */
  readonly markers?: MarkerBits;
}

/** What a picture was made from. */
export interface ImageTruth {
  readonly file: string;
  /** Of the board in the optical frame: rotation vector [rad] and translation [m]. */
  readonly rotation: readonly number[];
  readonly translation: readonly number[];
  /** Where the inner corners appear, u and v in turn [px]. */
  readonly corners: readonly number[];
  /** The camera above the floor, when the board lies on it. */
  readonly ground?: { readonly height: number; readonly pitch: number; readonly roll: number };
}

export interface RenderedImage {
  readonly image: GreyImage;
  readonly truth: ImageTruth;
}

/** A web camera and a wide fisheye, scaled to a picture of this size. */
export function exampleLens(kind: Lens['kind'], width: number, height: number): Lens {
  const scale = width / 640;
  const centre = { width, height, cx: (width - 1) / 2 - 1.6 * scale, cy: (height - 1) / 2 + 3.7 * scale };
  return kind === 'pinhole'
    ? { kind, ...centre, fx: 525 * scale, fy: 523 * scale, k: [-0.28, 0.09, 0.0006, -0.0004, -0.012] }
    : { kind, ...centre, fx: 231 * scale, fy: 230 * scale, k: [0.02, -0.008, 0.003, -0.0008] };
}

export function* renderSeries({
  lens,
  board,
  count,
  seed,
  blur,
  noise,
  shade,
  markers,
}: SeriesRequest): Generator<RenderedImage> {
  const pattern = boardPattern(board, markers);
  const rays = pixelRays(lens);
  const poses = createStream(seed, 'calibration/poses');
  const picture = (file: string, pose: BoardPose): RenderedImage => ({
    image: renderBoard(rays, pose, pattern, {
      blur,
      noise,
      shade,
      random: createStream(seed, `calibration/noise/${file}`),
    }),
    truth: {
      file,
      rotation: [...rotationVector(pose.rotation)],
      translation: [...pose.translation],
      corners: projectedCorners(lens, board, pose),
    },
  });
  const digits = Math.max(2, String(count).length);
  for (let n = 0; n < count; n++)
    yield picture(`view-${String(n + 1).padStart(digits, '0')}.png`, heldPose(lens, pattern, n, poses));
  const { pose, ...ground } = floorView(lens, pattern, 0.6, 0.03, 0.3);
  const { image, truth } = picture('floor.png', pose);
  yield { image, truth: { ...truth, ground } };
}

/** Where the inner corners appear, u and v in turn [px]. */
export function projectedCorners(lens: Lens, board: Board, { rotation: r, translation: t }: BoardPose): number[] {
  const points = boardCorners(board);
  const pixel = new Float64Array(2);
  return Array.from({ length: points.length / 2 }, (_, n) => n).flatMap((n) => {
    const [x, y] = [points[2 * n], points[2 * n + 1]];
    projectPoint(lens, r[0] * x + r[1] * y + t[0], r[3] * x + r[4] * y + t[1], r[6] * x + r[7] * y + t[2], pixel);
    return [...pixel];
  });
}
