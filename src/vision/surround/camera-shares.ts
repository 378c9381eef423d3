/**
 * Which cameras show a place of the ground, and with which weights they are blended.
 *
 *   θ_c   bearing of the place from below camera c, away from where that camera looks [rad]
 *   w_c = clamp(½ + (min over others θ − θ_c) / (2 blend)) × clamp(margin_c / border)        then normed to a sum of 1
 *
 * The camera that looks there most directly wins, and over `blend` its neighbour fades in; towards the edge of its picture a camera fades out
 * if another one sees the place. At most two are kept.
 */
import { atan2 } from '../../math/inverse-trig.ts';
import { opticalAxes } from '../../camera-model/mount.ts';
import type { SurroundParams } from './params.ts';
import { TiltedGround } from './tilted-ground.ts';

/** Weights are kept in 1/256. */
export const WHOLE = 256;
/** Less than this is not worth a sample. */
const LEAST = 3;

export interface Share {
  readonly camera: number;
  /** In 1/256. */
  readonly weight: number;
}

export class CameraShares {
  readonly cameras: readonly TiltedGround[];
  private readonly headings: readonly (readonly [number, number])[];
  private readonly bearings: Float64Array;
  private readonly margins: Float64Array;

  constructor(private readonly params: Pick<SurroundParams, 'cameras' | 'blend' | 'border' | 'maxAngle'>) {
    this.cameras = params.cameras.map((camera) => new TiltedGround(camera));
    this.headings = params.cameras.map(({ mount }) => {
      const axes = opticalAxes(mount);
      return [axes[6], axes[7]];
    });
    this.bearings = new Float64Array(params.cameras.length);
    this.margins = new Float64Array(params.cameras.length);
  }

  /** One or two cameras with weights that sum to a whole; none where nobody looks. */
  at(x: number, y: number): Share[] {
    const seeing = this.cameras.flatMap((camera, i) => {
      if (!camera.look(x, y) || camera.angle > this.params.maxAngle || camera.margin < 0) return [];
      this.margins[i] = camera.margin;
      this.bearings[i] = this.bearing(i, x, y);
      return [i];
    });
    if (seeing.length < 2) return seeing.map((camera) => ({ camera, weight: WHOLE }));
    const weighed = seeing
      .map((camera) => ({ camera, weight: this.weightOf(camera, seeing) }))
      .sort((a, b) => b.weight - a.weight || this.bearings[a.camera] - this.bearings[b.camera]);
    const [first, second] = weighed;
    const sum = first.weight + second.weight;
    const share = sum > 0 ? Math.round((WHOLE * second.weight) / sum) : 0;
    if (share < LEAST) return [{ camera: first.camera, weight: WHOLE }];
    return [
      { camera: first.camera, weight: WHOLE - share },
      { camera: second.camera, weight: share },
    ];
  }

  private weightOf(camera: number, seeing: readonly number[]): number {
    const { bearings, margins, params } = this;
    let other = Infinity;
    for (const each of seeing) if (each !== camera) other = Math.min(other, bearings[each]);
    const border = params.border * this.cameras[camera].lens.width;
    const byEdge = border > 0 ? clamp(margins[camera] / border) : 1;
    return byEdge * clamp(0.5 + (other - bearings[camera]) / (2 * params.blend));
  }

  private bearing(camera: number, x: number, y: number): number {
    const { mount } = this.cameras[camera];
    const [hx, hy] = this.headings[camera];
    const [dx, dy] = [x - mount.x, y - mount.y];
    return Math.abs(atan2(hx * dy - hy * dx, hx * dx + hy * dy));
  }
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value));
