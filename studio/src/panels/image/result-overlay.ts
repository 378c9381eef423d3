/**
 * What a detector found, as lines in the pixels of its picture: a lane's polynomials through the lens and mount that the detector
 * believes in (or back through its matrix), a line by its two ends.
 */
import type { Lens } from '../../../../src/math/lens.ts';
import type { Lane, LineCoords } from '../../../../src/msgs/index.ts';
import { applyHomography, invertHomography } from '../../../../src/vision/homography.ts';
import { lensOf } from '../../../../src/vision/lane/pipeline.ts';
import type { LaneParams } from '../../../../src/vision/lane/params.ts';
import { groundToPixel } from '../../../../src/vision/mount.ts';

/** Ground [m] to pixel; false where the camera does not see it. */
export type Projector = (x: number, y: number, out: Float64Array) => boolean;

/** One line of an overlay: u, v of point after point, pixel centres at whole numbers. */
export interface OverlayLine {
  readonly role: 'edge' | 'centre' | 'faded';
  readonly points: Float64Array;
}

const SAMPLES = 40;

export function laneProjector(params: LaneParams, lens: Lens = lensOf(params)): Projector {
  const { from, camera, matrix } = params.birdsEye;
  if (from === 'camera') return groundToPixel(lens, camera.mount);
  const toPicture = invertHomography(Float64Array.from(matrix.imageToView));
  return (x, y, out) => {
    if (toPicture === undefined) return false;
    const [column, row] = [
      matrix.centreColumn - y * matrix.sidewaysScale,
      matrix.bottomRow - (x - matrix.bias) * matrix.forwardScale,
    ];
    applyHomography(toPicture, column, row, out);
    return Number.isFinite(out[0]) && Number.isFinite(out[1]);
  };
}

/** The lens of a CameraInfo message; undefined where it is not calibrated. */
export function lensFrom(
  info:
    | { width: number; height: number; k: ArrayLike<number>; d: ArrayLike<number>; distortion_model: string }
    | undefined,
): Lens | undefined {
  if (info === undefined || !(info.k[0] > 0)) return undefined;
  const { width, height, k, d, distortion_model: model } = info;
  return {
    kind: model === 'equidistant' ? 'fisheye' : 'pinhole',
    width,
    height,
    fx: k[0],
    fy: k[4],
    cx: k[2],
    cy: k[5],
    k: Array.from(d),
  };
}

const pixel = new Float64Array(2);

export function laneLines(lane: Lane, project: Projector): OverlayLine[] {
  if (!(lane.x_max > lane.x_min)) return [];
  const edge = lane.detected ? 'edge' : 'faded';
  return (
    [
      [lane.left, edge],
      [lane.right, edge],
      [lane.centre, lane.detected ? 'centre' : 'faded'],
    ] as const
  ).map(([c, role]) => {
    const points: number[] = [];
    for (let i = 0; i <= SAMPLES; i++) {
      const x = lane.x_min + ((lane.x_max - lane.x_min) * i) / SAMPLES;
      if (project(x, c[0] + x * (c[1] + x * (c[2] + x * c[3])), pixel)) points.push(pixel[0], pixel[1]);
    }
    return { role, points: Float64Array.from(points) };
  });
}

export const lineLines = (line: LineCoords): OverlayLine[] => [
  { role: line.detected ? 'centre' : 'faded', points: Float64Array.of(line.x1, line.y1, line.x2, line.y2) },
];
