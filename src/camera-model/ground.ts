/**
 * Between the flat ground and the pixels of a camera, for any lens and mount.
 *
 *   (r, d, f) = (right·p, down·p, forward·p)     p = (x, y, 0) − mount, in the axes of the optical frame (mount.ts)
 *   ground → pixel    the lens takes (r, d, f); without distortion  u = cx + fx r/f,  v = cy + fy d/f
 *   pixel → ground    s = h/(−q_z) for the ray q that the pixel looks along;  (x, y) = mount + s q
 *
 * x, y  ahead and left of base_link [m]     h  height of the camera [m]
 * Valid on flat ground without roll and pitch of the body.
 * Checked against: cv2.projectPoints, cameras worked by hand, each way against the other.
 */
import type { Lens, Numbers } from './lens.ts';
import { isUndistorted, projectPoint, unprojectPixel } from './lens.ts';
import type { Mount } from './mount.ts';
import { opticalAxes } from './mount.ts';

/** Makes the function from a point of the ground to the optical frame: out = [right, down, forward] [m]. */
export function groundToOptical(mount: Mount): (x: number, y: number, out: Float64Array) => void {
  const a = opticalAxes(mount);
  const { x: mx, y: my, z: mz } = mount;
  return (x, y, out) => {
    const dx = x - mx;
    const dy = y - my;
    out[0] = a[0] * dx + a[1] * dy - a[2] * mz;
    out[1] = a[3] * dx + a[4] * dy - a[5] * mz;
    out[2] = a[6] * dx + a[7] * dy - a[8] * mz;
  };
}

/** Makes the function from a point of the ground to a pixel: out = [u, v]; it returns false behind the camera. */
export function groundToPixel(lens: Lens, mount: Mount): (x: number, y: number, out: Numbers) => boolean {
  const toOptical = groundToOptical(mount);
  const point = new Float64Array(3);
  const { fx, fy, cx, cy } = lens;
  const isStraight = isUndistorted(lens);
  return (x, y, out) => {
    toOptical(x, y, point);
    const [right, down, forward] = [point[0], point[1], point[2]];
    // a wide lens also takes directions from behind; the ground there is not ahead
    if (!(forward > 0)) return false;
    if (!isStraight) return projectPoint(lens, right, down, forward, out);
    out[0] = cx + (fx * right) / forward;
    out[1] = cy + (fy * down) / forward;
    return true;
  };
}

/** How far below the horizon a ray must look to meet the ground, per length of the ray. */
const GRAZING = 1e-6;

/**
 * Makes the function from a pixel to the ground that it shows: out[at], out[at + 1] = x, y. It returns false at and above
 * the horizon, and where the lens has no such direction.
 */
export function pixelToGround(lens: Lens, mount: Mount): (u: number, v: number, out: Numbers, at?: number) => boolean {
  const a = opticalAxes(mount);
  const { x: mx, y: my, z: mz } = mount;
  const ray = new Float64Array(3);
  const isStraight = isUndistorted(lens);
  return (u, v, out, at = 0) => {
    // across/along is right per forward; a straight lens needs no search, and dividing late rounds less
    let [across, along, down, forward] = [u - lens.cx, lens.fx, (v - lens.cy) / lens.fy, 1];
    if (!isStraight) {
      if (!unprojectPixel(lens, u, v, ray)) return false;
      [across, along, down, forward] = [ray[0], 1, ray[1], ray[2]];
    }
    const below = -((a[2] * across) / along + a[5] * down + a[8] * forward);
    if (!(below > GRAZING)) return false;
    const s = mz / below;
    out[at] = mx + (s * (a[0] * across)) / along + s * (a[3] * down + a[6] * forward);
    out[at + 1] = my + (s * (a[1] * across)) / along + s * (a[4] * down + a[7] * forward);
    return true;
  };
}
