/**
 * The finder for a picture: that of the parameters, or, once a calibration has come on `camera_info`, one for that lens.
 * A new lens needs a new map, so the latest finder is kept until the calibration changes; it follows from parameters
 * and calibration alone.
 */
import { InputError } from '../../core/input-error.ts';
import type { Input } from '../../core/signal.ts';
import type { Lens } from '../../math/lens.ts';
import type { CameraInfo, Image } from '../../msgs/index.ts';
import type { LaneFinder } from './pipeline.ts';
import { lensOf, openLaneFinder } from './pipeline.ts';
import type { LaneParams } from './params.ts';
import { LARGEST_PICTURE } from '../pixel-map.ts';

export class LaneFinders {
  private finder: LaneFinder | undefined;
  private lens: Lens;

  constructor(
    private readonly params: LaneParams,
    private readonly options: { colour?: boolean },
  ) {
    this.lens = lensOf(params);
  }

  of(picture: Image, info: Input<CameraInfo>): LaneFinder {
    // K of zeros means not calibrated
    const isCalibrated = this.params.birdsEye.from === 'camera' && info.sequence > 0 && info.value.k[0] > 0;
    if (isCalibrated && !isLensOf(this.lens, info.value)) {
      this.lens = lensFrom(info.value);
      this.finder = undefined;
    }
    this.finder ??= openLaneFinder(this.params, this.lens, this.options);
    const { width, height } = this.finder.stages.source;
    if (picture.width !== width || picture.height !== height) {
      throw new InputError(
        'image',
        `expected a picture of ${width} × ${height} pixels as the camera is described, got ${picture.width} × ${picture.height}`,
      );
    }
    return this.finder;
  }
}

function isLensOf(lens: Lens, info: CameraInfo): boolean {
  const same =
    lens.fx === info.k[0] &&
    lens.fy === info.k[4] &&
    lens.cx === info.k[2] &&
    lens.cy === info.k[5] &&
    lens.width === info.width &&
    lens.height === info.height &&
    (lens.kind === 'fisheye') === (info.distortion_model === 'equidistant');
  if (!same) return false;
  for (let i = 0; i < Math.max(lens.k.length, info.d.length); i++)
    if ((lens.k[i] ?? 0) !== (info.d[i] ?? 0)) return false;
  return true;
}

/** The lens that a calibration describes. */
export function lensFrom(info: CameraInfo): Lens {
  const { distortion_model: model, width, height, k, d } = info;
  if (model !== 'plumb_bob' && model !== 'equidistant' && d.some((coefficient) => coefficient !== 0)) {
    throw new InputError(
      'camera_info.distortion_model',
      `expected plumb_bob or equidistant, got ${JSON.stringify(model)}`,
    );
  }
  if (width * height > LARGEST_PICTURE)
    throw new InputError('camera_info', `expected at most ${LARGEST_PICTURE} pixels, got ${width} × ${height}`);
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
