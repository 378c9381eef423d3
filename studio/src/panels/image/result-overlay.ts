/**
 * What a detector found, as lines in the pixels of its picture: a lane's polynomials through the lens and mount that the detector
 * believes in (or back through its matrix), a line by its two ends.
 */
import { lensFrom } from '../../../../src/camera-model/camera-info.ts';
import { lensOf } from '../../../../src/camera-model/camera-params.ts';
import type { CameraInfo, Lane, LineCoords } from '../../../../src/msgs/index.ts';
import { applyHomography, invertHomography } from '../../../../src/camera-model/homography.ts';
import type { LaneParams } from '../../../../src/vision/lane/params.ts';
import { groundToPixel } from '../../../../src/camera-model/ground.ts';

/** Ground [m] to pixel; false where the camera does not see it. */
export type Projector = (x: number, y: number, out: Float64Array) => boolean;

/** One line of an overlay: u, v of point after point, pixel centres at whole numbers. */
export interface OverlayLine {
  readonly role: 'edge' | 'centre' | 'faded';
  readonly points: Float64Array;
}

const SAMPLES = 40;

/** Through the lens of the calibration, or, without one, through that of the detector's parameters. */
export function laneProjector(params: LaneParams, info?: CameraInfo): Projector {
  const { from, camera, matrix } = params.birdsEye;
  if (from === 'camera') return groundToPixel((info && lensFrom(info)) ?? lensOf(camera), camera.mount);
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
