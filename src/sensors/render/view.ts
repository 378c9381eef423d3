/**
 * Where the camera is and looks: from the vehicle's pose and the mount to the optical frame (x right, y down, z forward).
 *
 *   p_camera = M (p_map − c),   M = B R_mountᵀ R_bodyᵀ,   R = R_z(yaw) R_y(pitch) R_x(roll)
 *
 * B turns forward–left–up axes into optical ones. Pitch is positive nose down, roll positive right side down (REP-103).
 *
 * While a picture is read out row by row (rolling shutter) the vehicle moves on along an arc with constant vx, vy, ω in its
 * own frame; roll, pitch and height stay. In the optical frame of the first row that is a turn by ω t about the vertical
 * through base_link after a shift, with sin and cos as series (10⁻⁹ rad at |ω t| ≤ 0.2 rad).
 */
import type { Mount } from '../../camera-model/mount.ts';
import { rotationInto } from '../../math/rotation.ts';
import { sinCos } from '../../math/trig.ts';

/** Pose and motion of the vehicle: the fields of a VehicleState that a camera feels [m, rad, m/s, rad/s]. */
export interface CameraPose {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly roll: number;
  readonly pitch: number;
  readonly vx: number;
  readonly vy: number;
  readonly yaw_rate: number;
}

/** A camera lower than this looks as if it were this high [m]. */
const LOWEST = 1e-3;

export class View {
  /** Rows of M, each with its offset: m₀₀ m₀₁ m₀₂ t₀, m₁₀ … */
  readonly matrix = new Float64Array(12);
  /** The camera in map [m]. */
  readonly position = new Float64Array(3);
  /** base_link, up, forward and left of the vehicle's track in the optical frame. */
  private readonly base = new Float64Array(3);
  readonly up = new Float64Array(3);
  private readonly forward = new Float64Array(3);
  private readonly left = new Float64Array(3);
  /** vx, vy, ω, and seconds per row. */
  private readonly motion = new Float64Array(4);
  /** Whether rows see different poses. */
  isMoving = false;

  private readonly mountAxes = new Float64Array(9);

  constructor(
    private readonly mount: Mount,
    lineTime: number,
  ) {
    rotationInto(this.mountAxes, mount.roll, mount.pitch, mount.yaw);
    this.motion[3] = lineTime;
  }

  /** Moves the camera there. */
  look(pose: CameraPose): void {
    const { matrix, position, mount, mountAxes, motion } = this;
    rotationInto(body, pose.roll, pose.pitch, pose.yaw);
    // columns of R_body R_mount are the camera's forward, left and up in map
    multiply(body, mountAxes, camera);
    for (let i = 0; i < 3; i++) {
      matrix[i] = -camera[3 * i + 1];
      matrix[4 + i] = -camera[3 * i + 2];
      matrix[8 + i] = camera[3 * i];
    }
    position[0] = pose.x + body[0] * mount.x + body[1] * mount.y + body[2] * mount.z;
    position[1] = pose.y + body[3] * mount.x + body[4] * mount.y + body[5] * mount.z;
    position[2] = Math.max(LOWEST, body[6] * mount.x + body[7] * mount.y + body[8] * mount.z);
    sinCos(pose.yaw, sineCosine);
    for (let i = 0; i < 12; i += 4) {
      matrix[i + 3] = -(matrix[i] * position[0] + matrix[i + 1] * position[1] + matrix[i + 2] * position[2]);
      this.base[i >> 2] = matrix[i] * pose.x + matrix[i + 1] * pose.y + matrix[i + 3];
      this.up[i >> 2] = matrix[i + 2];
      this.forward[i >> 2] = matrix[i] * sineCosine[1] + matrix[i + 1] * sineCosine[0];
      this.left[i >> 2] = matrix[i + 1] * sineCosine[1] - matrix[i] * sineCosine[0];
    }
    motion[0] = pose.vx;
    motion[1] = pose.vy;
    motion[2] = pose.yaw_rate;
    this.isMoving = motion[3] !== 0 && (pose.vx !== 0 || pose.vy !== 0 || pose.yaw_rate !== 0);
  }

  /** At most how far a point at this distance moves in the optical frame while that many rows are read [m]. */
  greatestShift(distance: number, rows: number): number {
    const { motion, base } = this;
    const speed = Math.abs(motion[0]) + Math.abs(motion[1]);
    const lever = distance + Math.abs(base[0]) + Math.abs(base[1]) + Math.abs(base[2]);
    return (speed + Math.abs(motion[2]) * lever) * Math.abs(motion[3]) * rows;
  }

  /** Points (x, y, z each) as the optical frame sees them when it reads row rows[2i + 1]. */
  moveOn(points: Float64Array, count: number, rows: Float64Array, lastRow: number, out: Float64Array): void {
    const { base, up, forward, left, motion } = this;
    const [vx, vy, yawRate, lineTime] = [motion[0], motion[1], motion[2], motion[3]];
    for (let i = 0; i < count; i++) {
      const row = rows[2 * i + 1];
      const t = lineTime * (row < 0 ? 0 : row > lastRow ? lastRow : row);
      const s = yawRate * t;
      const ss = s * s;
      const sine = s * (1 - (ss / 6) * (1 - ss / 20));
      const oneMinusCosine = (ss / 2) * (1 - (ss / 12) * (1 - ss / 30));
      // the way along the arc
      const straight = t * (1 - (ss / 6) * (1 - ss / 20));
      const sideways = t * s * (0.5 - ss / 24);
      const ahead = vx * straight - vy * sideways;
      const aside = vx * sideways + vy * straight;
      const x = points[3 * i] - base[0] - ahead * forward[0] - aside * left[0];
      const y = points[3 * i + 1] - base[1] - ahead * forward[1] - aside * left[1];
      const z = points[3 * i + 2] - base[2] - ahead * forward[2] - aside * left[2];
      // the turn, backwards: q + (1 − cos) (u (u·q) − q) − sin u × q
      const along = up[0] * x + up[1] * y + up[2] * z;
      out[3 * i] = base[0] + x + oneMinusCosine * (up[0] * along - x) - sine * (up[1] * z - up[2] * y);
      out[3 * i + 1] = base[1] + y + oneMinusCosine * (up[1] * along - y) - sine * (up[2] * x - up[0] * z);
      out[3 * i + 2] = base[2] + z + oneMinusCosine * (up[2] * along - z) - sine * (up[0] * y - up[1] * x);
    }
  }
}

const body = new Float64Array(9);
const camera = new Float64Array(9);
const sineCosine = new Float64Array(2);

/** c = a b, 3×3. */
function multiply(a: Float64Array, b: Float64Array, c: Float64Array): void {
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) c[i + j] = a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j];
  }
}
