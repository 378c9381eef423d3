/** What is to be said about a camera: its lens, where it sits on the vehicle, and what spoils its pictures. */
import type { FieldValues } from '../../core/schema.ts';
import { choice, group, integer, list, optional, param } from '../../core/schema.ts';
import type { Lens } from '../../math/lens.ts';
import { fisheyeAngle } from '../../math/lens.ts';
import { tan } from '../../math/trig.ts';

export const pictureParams = {
  width: integer(640, 'px', 'columns of the picture', { min: 1, max: 8192 }),
  height: integer(480, 'px', 'rows of the picture', { min: 1, max: 8192 }),
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

export const mountParams = group(
  {
    x: param(0, 'm', 'position forward of base_link'),
    y: param(0, 'm', 'position left of it'),
    z: param(1, 'm', 'height above it; higher sees farther'),
    roll: param(0, 'rad', 'turn about the forward axis, right side down positive'),
    pitch: param(0, 'rad', 'turn about the left axis, down positive; larger sees nearer ground'),
    yaw: param(0, 'rad', 'turn about the up axis, left positive'),
  },
  'pose of the camera on the vehicle; all zero angles look straight ahead',
);

export const sunParams = group(
  {
    azimuth: param(2.2, 'rad', 'where it stands, from east (x) towards north (y)'),
    elevation: param(0.9, 'rad', 'how high it stands above the ground; lower brings glare nearer to the horizon', {
      min: 0,
      max: Math.PI / 2,
    }),
  },
  'the sun, which shades solids and mirrors itself in the ground',
);

export const effectParams = group(
  {
    gain: param(1, '', 'exposure: factor on all grey levels before clipping; above 1 overexposes', { min: 0 }),
    noise: param(
      0,
      '',
      'standard deviation of Gaussian read noise as a fraction of full scale; 0.007 is the usual setting of Gazebo cameras',
      { min: 0, max: 0.1 },
    ),
    blur: param(0, 'px', 'standard deviation of lens blur; larger softens edges', { min: 0, max: 20 }),
    glare: param(0, '', 'brightness of the sun mirrored by the ground, as a fraction of full scale', { min: 0 }),
    glareWidth: param(0.12, 'rad', 'size of that reflection: larger for rougher ground', { min: 0.02, max: 3 }),
    lineTime: param(
      0,
      's',
      'rolling shutter: time from one row to the next while the vehicle moves on; 0 for a global shutter',
      { min: 0, max: 0.001 },
    ),
  },
  'what spoils a picture; all off unless set',
);

/** The lens that these parameters mean. */
export function lensOf(own: {
  readonly width: number;
  readonly height: number;
  readonly lens: FieldValues<typeof lensParams.fields>;
}): Lens {
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
export function lensProblem(own: Parameters<typeof lensOf>[0]): readonly [path: string, problem: string] | undefined {
  const { kind, hfov, fx, k } = own.lens;
  const most = kind === 'pinhole' ? 5 : 4;
  if (k.length > most) return ['lens.k', `expected at most ${most} factors for a ${kind} lens, got ${k.length}`];
  if (fx === undefined && kind === 'pinhole' && hfov >= 3.1)
    return ['lens.hfov', `expected less than 3.1 rad for a pinhole, got ${hfov}; a fisheye sees more`];
  if (!(lensOf(own).fx > 0))
    return ['lens.hfov', `expected a field of view before the distortion turns round, got ${hfov}`];
  return undefined;
}
