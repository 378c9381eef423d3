/**
 * How a camera is written down, in whatever block needs to know one: size of its image, `lens` and `mount`.
 *
 *   fx = width/(2 tan(hfov/2)) of a pinhole, width/(2 θ′(hfov/2)) of a fisheye, unless it is given
 */
import type { ValueOf } from '../core/schema.ts';
import { choice, group, integer, list, optional, param } from '../core/schema.ts';
import { tan } from '../math/trig.ts';
import type { Lens } from './lens.ts';
import { fisheyeAngle } from './lens.ts';
import { mountParams } from './mount.ts';

export const imageSizeParams = {
  width: integer(640, 'px', 'columns of the image', { min: 1, max: 8192 }),
  height: integer(480, 'px', 'rows of the image', { min: 1, max: 8192 }),
};

export const lensParams = group(
  {
    kind: choice(
      'pinhole',
      ['pinhole', 'fisheye'],
      'pinhole with Brown distortion (plumb_bob), or Kannala–Brandt fisheye (equidistant)',
    ),
    hfov: param(
      1.3962634,
      'rad',
      'horizontal field of view between the outer edges of the picture, from which fx follows when it is not given; wider sees more, smaller',
      { above: 0, max: 2 * Math.PI },
    ),
    fx: optional(param(undefined, 'px', 'horizontal focal length instead of hfov; longer magnifies', { above: 0 })),
    fy: optional(param(undefined, 'px', 'vertical focal length; equal to fx when not given', { above: 0 })),
    cx: optional(
      param(undefined, 'px', 'column of the optical axis; the middle of the picture, (width − 1)/2, when not given'),
    ),
    cy: optional(
      param(undefined, 'px', 'row of the optical axis; the middle of the picture, (height − 1)/2, when not given'),
    ),
    k: list(
      param(undefined, '', 'one factor'),
      [],
      'distortion in the order of OpenCV: k1, k2, p1, p2, k3 of a pinhole, k1 … k4 of a fisheye; k1 < 0 of a pinhole bends outwards (barrel)',
    ),
  },
  'the lens',
);

/** A camera that a block knows of without being one. */
export const cameraParams = group(
  { ...imageSizeParams, lens: lensParams, mount: mountParams },
  'the camera: size of its image, lens and mount as that camera has them',
);
export type CameraModel = ValueOf<typeof cameraParams>;

/** The lens that these parameters mean. */
export function lensOf(own: Omit<CameraModel, 'mount'>): Lens {
  const {
    width,
    height,
    lens: { kind, hfov, k, ...given },
  } = own;
  const half = hfov / 2;
  const fx = given.fx ?? width / 2 / (kind === 'pinhole' ? tan(half) : fisheyeAngle(k, half));
  return {
    kind,
    width,
    height,
    fx,
    fy: given.fy ?? fx,
    cx: given.cx ?? (width - 1) / 2,
    cy: given.cy ?? (height - 1) / 2,
    k,
  };
}

/** What is wrong with a lens, if anything. */
export function lensProblem(own: Omit<CameraModel, 'mount'>): readonly [path: string, problem: string] | undefined {
  const { kind, hfov, fx, k } = own.lens;
  const most = kind === 'pinhole' ? 5 : 4;
  if (k.length > most) return ['lens.k', `expected at most ${most} factors for a ${kind} lens, got ${k.length}`];
  if (fx === undefined && kind === 'pinhole' && hfov >= 3.1)
    return ['lens.hfov', `expected less than 3.1 rad for a pinhole, got ${hfov}; a fisheye sees more`];
  if (!(lensOf(own).fx > 0))
    return ['lens.hfov', `expected a field of view before the distortion turns round, got ${hfov}`];
  return undefined;
}

/** What keeps a camera from seeing the ground, if anything; `path` is where the camera is written. */
export function groundCameraProblem(
  path: string,
  own: CameraModel,
): readonly [path: string, problem: string] | undefined {
  const problem = lensProblem(own);
  if (problem !== undefined) return [`${path}.${problem[0]}`, problem[1]];
  if (!(own.mount.z > 0)) return [`${path}.mount.z`, `expected a camera above the ground [m], got ${own.mount.z}`];
  return undefined;
}
