/**
 * The finder for a picture: that of the parameters, or, once a calibration has come on `camera_info`, one for that lens.
 * A new lens needs a new map, so the latest finder is kept until the calibration changes; it follows from parameters
 * and calibration alone.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Input } from '../../core/signal.ts';
import { lensFrom } from '../../camera-model/camera-info.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { CameraInfo, Image } from '../../msgs/index.ts';
import type { LaneFinder } from './pipeline.ts';
import { openLaneFinder } from './pipeline.ts';
import type { LaneParams } from './params.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import type { StageOptions } from './view-stages.ts';
import { LARGEST_IMAGE } from '../../camera-model/pixel-map.ts';

export class LaneFinders {
  private readonly made: PerMemory<CalibratedFinder>;

  constructor(params: LaneParams, options: { colour?: boolean }) {
    this.made = new PerMemory((frames) => new CalibratedFinder(params, { ...options, frames }));
  }

  of(picture: Image, info: Input<CameraInfo>): LaneFinder {
    const isPacked = picture.step === picture.width * (picture.encoding === 'mono8' ? 1 : 3);
    return this.made.for(picture.data, isPacked).of(picture, info);
  }
}

class CalibratedFinder {
  private finder: LaneFinder | undefined;
  private lens: Lens;

  constructor(
    private readonly params: LaneParams,
    private readonly options: StageOptions,
  ) {
    this.lens = lensOf(params.birdsEye.camera);
  }

  of(picture: Image, info: Input<CameraInfo>): LaneFinder {
    // K of zeros means not calibrated
    const isCalibrated = this.params.birdsEye.from === 'camera' && info.sequence > 0 && info.value.k[0] > 0;
    if (isCalibrated && !isLensOf(this.lens, info.value)) {
      this.lens = calibratedLens(info.value);
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

function calibratedLens(info: CameraInfo): Lens {
  const lens = lensFrom(info);
  if (lens === undefined)
    throw new InputError(
      'camera_info.distortion_model',
      `expected plumb_bob or equidistant, got ${quote(info.distortion_model)}`,
    );
  if (lens.width * lens.height > LARGEST_IMAGE)
    throw new InputError('camera_info', `expected at most ${LARGEST_IMAGE} pixels, got ${lens.width} × ${lens.height}`);
  return lens;
}
