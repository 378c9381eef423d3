/**
 * What can be said about a surround view: its cameras, the ground that it shows, and how pictures meet in it.
 * The cameras that are there unless told otherwise are those of `vehicles/sensors/mini-surround.yaml`.
 */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import type { FieldValues } from '../../core/schema.ts';
import { fixed, flag, group, integer, list, param } from '../../core/schema.ts';
import { miniCameras } from './mini-cameras.ts';

/** Positions in pictures are kept in sixteen bits of 1/32 pixel. */
const LARGEST_SIDE = 2047;
export const MOST_CAMERAS = 8;

export const surroundParams = {
  cameras: fixed(
    list(
      cameraParams,
      miniCameras,
      'the cameras in the order of `images`: size of image, lens and mount as each camera has them',
      1,
    ),
  ),
  size: fixed(
    integer(256, 'px', 'rows and columns of the view; more show finer paint and cost more', { min: 16, max: 1024 }),
  ),
  extent: fixed(
    param(10, 'm', 'side of the square of ground that is shown; more shows farther ground, coarser', {
      above: 0,
      max: 50,
    }),
  ),
  centre: fixed(
    param(
      1.25565,
      'm',
      'how far ahead of base_link the middle of the view is; half the wheelbase puts the axles at equal distances',
      {
        min: -25,
        max: 25,
      },
    ),
  ),
  outline: fixed(
    group(
      {
        front: param(3.2673, 'm', 'how far it reaches ahead of base_link'),
        rear: param(0.534, 'm', 'how far it reaches behind base_link'),
        halfWidth: param(0.987, 'm', 'how far it reaches to either side', { min: 0 }),
      },
      'the own vehicle, which is black in every view, whatever the pictures show there',
    ),
  ),
  blend: fixed(
    param(
      0.25,
      'rad',
      'difference of two cameras in bearing from their axes over which one fades into the other; smaller makes the seam sharper',
      {
        above: 0,
        max: 3,
      },
    ),
  ),
  border: fixed(
    param(
      0.03,
      '',
      'part of the width of a picture over which it fades out at its edges where another camera sees the same place',
      {
        min: 0,
        max: 0.3,
      },
    ),
  ),
  maxAngle: fixed(
    param(
      1.6580628,
      'rad',
      'largest angle from the optical axis that is used; beyond it lies what a lens no longer draws well',
      {
        above: 0,
        max: Math.PI,
      },
    ),
  ),
  supersample: fixed(
    flag(
      true,
      'four samples for each pixel in place of one, where pictures are finer than the view: smooth edges, and less noise',
    ),
  ),
  matchExposure: flag(true, 'evens out the brightness of the cameras by what two of them see of the same ground'),
  tolerance: fixed(
    param(0.001, 's', 'difference of capture stamps up to which pictures belong to one set', { min: 0, max: 1 }),
  ),
};
export type SurroundParams = FieldValues<typeof surroundParams>;

export function surroundProblem({
  cameras,
  outline,
}: SurroundParams): readonly [path: string, problem: string] | undefined {
  if (cameras.length > MOST_CAMERAS) return ['cameras', `expected at most ${MOST_CAMERAS}, got ${cameras.length}`];
  for (const [i, camera] of cameras.entries()) {
    const problem = groundCameraProblem(`cameras[${i}]`, camera);
    if (problem !== undefined) return problem;
    for (const side of ['width', 'height'] as const)
      if (camera[side] > LARGEST_SIDE || camera[side] < 2)
        return [`cameras[${i}].${side}`, `expected 2 to ${LARGEST_SIDE} pixels, got ${camera[side]}`];
  }
  if (!(outline.front + outline.rear >= 0))
    return ['outline.front', `expected a front before the rear at ${-outline.rear}, got ${outline.front}`];
  return undefined;
}
