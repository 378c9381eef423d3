/**
 * From a pixel of a level camera to the place on the ground that it shows.
 *
 *   r = (u − cx)/f,  b = (v − cy)/f           right and down per depth
 *   d = h/(sin ϑ + b cos ϑ)                   depth, for pixels below the horizon
 *   x = x_c + d (cos ϑ − b sin ϑ),  y = −d r  ahead and left of base_link [m]
 *
 * h, ϑ, x_c  height [m], pitch (down positive) [rad] and position ahead of base_link [m] of the camera     f = width/(2 tan(hfov/2)) [px]
 * Valid on flat ground without body roll and pitch. Checked against: world/line-truth, which projects the other way.
 */
import { derivedFrom } from '../../core/derived.ts';
import { group, integer, param } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';
import { cos, sin, tan } from '../../math/trig.ts';

export const lineCameraParams = group(
  {
    width: integer(800, 'px', 'columns of the picture', { min: 1 }),
    height: integer(800, 'px', 'rows of the picture', { min: 1 }),
    hfov: param(1.3962634, 'rad', 'horizontal field of view', { above: 0, max: 3 }),
    x: param(1.85, 'm', 'position ahead of base_link'),
    z: param(3, 'm', 'height', { above: 0 }),
    pitch: param(0.05, 'rad', 'how far it looks down', { min: 0, max: 1.5 }),
  },
  "the camera in whose pictures the line was found; the default is that of RosDrive's Prius",
);
export type LineCamera = FieldValues<(typeof lineCameraParams)['fields']>;

interface Optics {
  readonly focal: number;
  readonly sine: number;
  readonly cosine: number;
}
const opticsOf = derivedFrom<LineCamera, Optics>(({ width, hfov, pitch }) => ({
  focal: width / 2 / tan(hfov / 2),
  sine: sin(pitch),
  cosine: cos(pitch),
}));

/** out[at], out[at + 1] ← x, y of the place that pixel (u, v) shows; false at and above the horizon. */
export function groundAt(camera: LineCamera, u: number, v: number, out: Float64Array, at: number): boolean {
  const { focal, sine, cosine } = opticsOf(camera);
  const down = (v - (camera.height - 1) / 2) / focal;
  const below = sine + down * cosine;
  if (!(below > 1e-6)) return false;
  const depth = camera.z / below;
  out[at] = camera.x + depth * (cosine - down * sine);
  out[at + 1] = (-depth * (u - (camera.width - 1) / 2)) / focal;
  return true;
}
