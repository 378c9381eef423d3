/**
 * From the level ground around a vehicle to the pixels of a camera on its body, which may be tilted.
 *
 *   p_B = (R_y(pitch) R_x(roll))ᵀ (x, y, 0)           x, y [m] in the level frame below the vehicle: base_link without roll and pitch
 *   (r, d, f) = axes (p_B − mount)                   then the lens
 *
 * A pixel is good only if the lens brings it back to the same direction: polynomials of distortion fold back far outside the picture, and
 * what they put into it from there is not there.
 * Valid on flat ground, with a body that turns about base_link, as sensors of the plant are placed.
 * Checked against: cv2.projectPoints with the composed rotation; pictures of tilted cameras.
 */
import type { CameraModel } from '../../camera-model/camera-params.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { isUndistorted, projectPoint, unprojectPixel } from '../../camera-model/lens.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { opticalAxes } from '../../camera-model/mount.ts';
import { acos } from '../../math/inverse-trig.ts';
import { rotationInto } from '../../math/rotation.ts';

/** Cosine of the angle between a direction and where the lens brings its pixel back to. */
const SAME_DIRECTION = 1 - 1e-8;

export class TiltedGround {
  readonly lens: Lens;
  readonly mount: Mount;
  /** Where the last point that was asked for appears [px], and its angle from the optical axis [rad]. */
  readonly pixel = new Float64Array(2);
  angle = 0;
  private readonly axes: Float64Array;
  private readonly body = new Float64Array(9);
  private readonly ray = new Float64Array(3);
  private readonly foldsBack: boolean;

  constructor(camera: CameraModel) {
    this.lens = lensOf(camera);
    this.mount = camera.mount;
    this.axes = opticalAxes(camera.mount);
    this.foldsBack = this.lens.k.some((k) => k !== 0) && !isUndistorted(this.lens);
    this.tilt(0, 0);
  }

  /** Roll and pitch of the body from now on [rad]. */
  tilt(roll: number, pitch: number): void {
    rotationInto(this.body, roll, pitch, 0);
  }

  /** Whether the camera has a pixel for a point of the ground, be it inside the picture or not. */
  look(x: number, y: number): boolean {
    const { axes: a, body: b, mount, lens, pixel } = this;
    const px = b[0] * x + b[3] * y - mount.x;
    const py = b[1] * x + b[4] * y - mount.y;
    const pz = b[2] * x + b[5] * y - mount.z;
    const right = a[0] * px + a[1] * py + a[2] * pz;
    const down = a[3] * px + a[4] * py + a[5] * pz;
    const forward = a[6] * px + a[7] * py + a[8] * pz;
    if (!projectPoint(lens, right, down, forward, pixel)) return false;
    const length = Math.sqrt(right * right + down * down + forward * forward);
    this.angle = acos(Math.max(-1, Math.min(1, forward / length)));
    return !this.foldsBack || this.comesBack(right / length, down / length, forward / length);
  }

  /** Distance of the last pixel from the nearest edge of the picture, negative outside [px]. */
  get margin(): number {
    const { lens, pixel } = this;
    return Math.min(pixel[0], lens.width - 1 - pixel[0], pixel[1], lens.height - 1 - pixel[1]);
  }

  private comesBack(right: number, down: number, forward: number): boolean {
    const { lens, pixel, ray } = this;
    if (!unprojectPixel(lens, pixel[0], pixel[1], ray)) return false;
    return ray[0] * right + ray[1] * down + ray[2] * forward > SAME_DIRECTION;
  }
}
