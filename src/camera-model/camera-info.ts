/**
 * Between a lens and the sensor_msgs/CameraInfo that describes it.
 *
 *   plumb_bob, equidistant    the names of ROS for the pinhole with Brown distortion and the fisheye
 *   K = [fx 0 cx; 0 fy cy; 0 0 1],  R = 1,  P = [K 0]: one camera, not rectified
 */
import type { CameraInfo } from '../msgs/index.ts';
import type { Lens } from './lens.ts';

/** The matrices of a sensor_msgs/CameraInfo of this lens, without rectification. */
export interface LensInfo {
  readonly distortionModel: 'plumb_bob' | 'equidistant';
  /** Five or four factors. */
  readonly d: Float64Array;
  /** Row by row: K 3×3, R 3×3, P 3×4. */
  readonly k: Float64Array;
  readonly r: Float64Array;
  readonly p: Float64Array;
}

export function cameraInfo(lens: Lens): LensInfo {
  const { fx, fy, cx, cy, k } = lens;
  const isPinhole = lens.kind === 'pinhole';
  return {
    distortionModel: isPinhole ? 'plumb_bob' : 'equidistant',
    d: Float64Array.from({ length: isPinhole ? 5 : 4 }, (_, i) => k[i] ?? 0),
    k: Float64Array.of(fx, 0, cx, 0, fy, cy, 0, 0, 1),
    r: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    p: Float64Array.of(fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1, 0),
  };
}

/** The lens of a message; undefined where it is not calibrated (K of zeros) or has a distortion that no lens here has. */
export function lensFrom(
  info: Pick<CameraInfo, 'width' | 'height' | 'distortion_model' | 'd' | 'k'>,
): Lens | undefined {
  const { distortion_model: model, width, height, d, k } = info;
  const isKnown = model === 'plumb_bob' || model === 'equidistant' || d.every((coefficient) => coefficient === 0);
  if (!isKnown || !(k[0] > 0)) return undefined;
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
