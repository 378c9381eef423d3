/**
 * Glare: the sun mirrored by the ground, a bright lobe around the mirror direction m = (sₓ, s_y, −s_z).
 *
 *   light = 255 · strength · exp(−|d − m|² / 2 width²),   d unit ray of a pixel that sees the ground
 *
 * The lobe is worked out every fourth pixel and is linear between (within 1 % of its peak at a width of 16 px).
 */
import { exp } from '../../math/exponential.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import { LIGHT_STEP } from './canvas.ts';
import type { SunDirection } from './face-levels.ts';
import type { Tracer } from './tracer.ts';

export interface Glare {
  /** Brightness in the middle as a fraction of full scale. */
  readonly strength: number;
  /** Standard deviation [rad]. */
  readonly width: number;
}

export class GlarePainter {
  /** Unit rays of the nodes of light. */
  private readonly rays: Float32Array;

  constructor(
    { canvas, field: { lens } }: Tracer,
    private readonly glare: Glare,
    private readonly sun: SunDirection,
  ) {
    const { light, lightColumns } = canvas;
    this.rays = new Float32Array(3 * light.length);
    const ray = new Float64Array(3);
    for (let i = 0; i < light.length; i++) {
      const [u, v] = [LIGHT_STEP * (i % lightColumns), LIGHT_STEP * Math.floor(i / lightColumns)];
      this.rays.set(unprojectPixel(lens, u, v, ray) ? ray : [0, 0, 0], 3 * i);
    }
  }

  /** Adds the lobe to the ground. */
  paint(tracer: Tracer): void {
    this.shine(tracer);
    tracer.canvas.addLight();
  }

  /** The light at all nodes. */
  private shine(tracer: Tracer): void {
    const { rays, glare, sun } = this;
    const { light } = tracer.canvas;
    const { matrix: m, up } = tracer.view;
    const x = m[0] * sun[0] + m[1] * sun[1] - m[2] * sun[2];
    const y = m[4] * sun[0] + m[5] * sun[1] - m[6] * sun[2];
    const z = m[8] * sun[0] + m[9] * sun[1] - m[10] * sun[2];
    const falloff = 0.5 / (glare.width * glare.width);
    const peak = 255 * glare.strength;
    const horizon = LIGHT_STEP / tracer.field.lens.fx;
    const [upX, upY, upZ] = [up[0], up[1], up[2]];
    for (let i = 0; i < light.length; i++) {
      const rx = rays[3 * i];
      const ry = rays[3 * i + 1];
      const rz = rays[3 * i + 2];
      const exponent = falloff * ((rx - x) * (rx - x) + (ry - y) * (ry - y) + (rz - z) * (rz - z));
      light[i] = 0;
      if (exponent > 8) continue;
      // none above the horizon, and fading towards it
      const below = -(rx * upX + ry * upY + rz * upZ) / horizon;
      if (below > 0) light[i] = peak * exp(-exponent) * (below < 1 ? below : 1);
    }
  }
}
