import { describe, expect, it } from 'vitest';
import { CameraInfo } from '../msgs/index.ts';
import { cameraInfo, lensFrom } from './camera-info.ts';
import type { Lens } from './lens.ts';

const brown: Lens = {
  kind: 'pinhole',
  width: 640,
  height: 480,
  fx: 402.7,
  fy: 398.1,
  cx: 317.3,
  cy: 243.9,
  k: [-0.2, 0.05, 0.001, -0.002, 0.01],
};
const fisheye: Lens = { ...brown, kind: 'fisheye', k: [0.02, -0.01, 0.003, 0] };

/** The message that a camera with this lens publishes. */
function messageOf(lens: Lens): CameraInfo {
  const { distortionModel, d, k } = cameraInfo(lens);
  const info = CameraInfo.create();
  Object.assign(info, { width: lens.width, height: lens.height, distortion_model: distortionModel, d });
  info.k.set(k);
  return info;
}

describe('a CameraInfo', () => {
  it.each([brown, fisheye])('has the lens that it was made of: $kind', (lens) => {
    expect(lensFrom(messageOf(lens))).toEqual(lens);
  });

  it('has no lens before it is calibrated', () => {
    expect(lensFrom(CameraInfo.create())).toBeUndefined();
  });

  it('of another model has a lens only where nothing is distorted', () => {
    const info = { ...messageOf(brown), distortion_model: 'rational_polynomial' };
    expect(lensFrom(info)).toBeUndefined();
    expect(lensFrom({ ...info, d: new Float64Array(8) })).toMatchObject({ kind: 'pinhole', fx: 402.7 });
  });
});
