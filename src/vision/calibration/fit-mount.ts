/**
 * Where a camera of known lens sits on its vehicle, from points of the floor at known places around the vehicle.
 *
 *   plane frame   X = x, Y = −y, Z = −z of base_link: the floor as a board that is seen from above, z into it (board.ts)
 *   fit           p_C = R p + t with the least error in pixels over all points, as for one board (calibrate-lens.ts)
 *   mount         place −Rᵀt;  forward = (cos yaw cos pitch, sin yaw cos pitch, −sin pitch),  tan roll = right_z / down_z
 *
 * All boards lie on the floor, so they are one board, and the homography of the plane begins the fit: no first guess is needed.
 * Checked against: rendered rigs of known truth; the inverse, `opticalAxes`.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { pixelToGround } from '../../camera-model/ground.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { asin, atan2 } from '../../math/trig.ts';
import { fitPose } from './calibrate-lens.ts';

/** Points of the floor in base_link and where they appear, two numbers each [m], [px]. */
export interface FloorPoints {
  readonly floor: Float64Array;
  readonly image: Float64Array;
}

export interface MountFit {
  readonly mount: Mount;
  readonly points: number;
  /** How far points are from where the fit expects them, in the picture [px] and on the floor [m]. */
  readonly rms: number;
  readonly largest: number;
  readonly floorMean: number;
  readonly floorWorst: number;
}

/** Null when the points do not determine a camera above the floor. */
export function fitMount(lens: Lens, { floor, image }: FloorPoints): MountFit | null {
  // counted from the middle of the points, which is in front of the camera as the origin of a board is; base_link may be behind it
  const count = floor.length / 2;
  const middle = [0, 1].map((axis) => floor.reduce((sum, value, i) => (i % 2 === axis ? sum + value : sum), 0) / count);
  const plane = floor.map((value, i) => (i % 2 === 0 ? value - middle[0] : middle[1] - value));
  const ids = Int32Array.from({ length: count }, (_, i) => i);
  const fit = fitPose(lens, { board: plane, image, ids });
  if (fit === null) return null;
  const seen = mountOf(fit.pose.rotation, fit.pose.translation);
  const mount = { ...seen, x: seen.x + middle[0], y: seen.y + middle[1] };
  if (!(mount.z > 0)) return null;
  const { mean, worst } = floorErrors(lens, mount, { floor, image });
  return { mount, points: ids.length, rms: fit.rms, largest: fit.largest, floorMean: mean, floorWorst: worst };
}

/** Plane frame → optical frame as a mount. */
function mountOf(r: Float64Array, t: Float64Array): Mount {
  const place = (axis: number) => -(r[axis] * t[0] + r[3 + axis] * t[1] + r[6 + axis] * t[2]);
  return {
    x: place(0),
    y: -place(1),
    z: -place(2),
    roll: atan2(r[2], r[5]),
    pitch: asin(Math.max(-1, Math.min(1, r[8]))),
    yaw: atan2(-r[7], r[6]),
  };
}

/** Distances on the floor between points and what their pixels show [m]; pixels at the horizon show nothing. */
function floorErrors(lens: Lens, mount: Mount, { floor, image }: FloorPoints): { mean: number; worst: number } {
  const toGround = pixelToGround(lens, mount);
  const at = new Float64Array(2);
  let [sum, worst] = [0, 0];
  for (let i = 0; i < floor.length; i += 2) {
    if (!toGround(image[i], image[i + 1], at)) return { mean: Infinity, worst: Infinity };
    const [dx, dy] = [at[0] - floor[i], at[1] - floor[i + 1]];
    const error = Math.sqrt(dx * dx + dy * dy);
    sum += error;
    worst = Math.max(worst, error);
  }
  return { mean: (2 * sum) / floor.length, worst };
}
