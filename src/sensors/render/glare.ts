/**
 * Glare: the sun mirrored by the ground, a bright lobe around the mirror direction m = (sₓ, s_y, −s_z).
 *
 *   light = 255 · strength · exp(−|d − m|² / 2 width²),   d unit ray of a pixel that sees the ground
 *
 * The lobe is worked out every fourth pixel and is linear between (within 1 % of its peak at a width of 16 px).
 */
import { exp } from '../../math/exponential.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import type { Canvas } from './canvas.ts';
import type { SunDirection } from './solids.ts';
import type { Tracer } from './tracer.ts';

export interface Glare {
  /** Brightness in the middle as a fraction of full scale. */
  readonly strength: number;
  /** Standard deviation [rad]. */
  readonly width: number;
}

/** Pixels between nodes. */
const STEP = 4;

export class GlarePainter {
  private readonly columns: number;
  private readonly rows: number;
  /** Unit rays of the nodes, and the light there. */
  private readonly rays: Float32Array;
  private readonly light: Float32Array;

  constructor(
    lens: Lens,
    private readonly glare: Glare,
    private readonly sun: SunDirection,
  ) {
    this.columns = Math.ceil(lens.width / STEP) + 1;
    this.rows = Math.ceil(lens.height / STEP) + 1;
    this.rays = new Float32Array(3 * this.columns * this.rows);
    this.light = new Float32Array(this.columns * this.rows);
    const ray = new Float64Array(3);
    for (let i = 0; i < this.light.length; i++) {
      const isSeen = unprojectPixel(lens, STEP * (i % this.columns), STEP * Math.floor(i / this.columns), ray);
      this.rays.set(isSeen ? ray : [0, 0, 0], 3 * i);
    }
  }

  /** Adds the lobe to the ground. */
  paint(tracer: Tracer, canvas: Canvas): void {
    const { columns, rows, light } = this;
    this.shine(tracer);
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const i = row * columns + column;
        if (light[i] + light[i + 1] + light[i + columns] + light[i + columns + 1] > 0.5)
          this.paintCell(canvas, row, column);
      }
    }
  }

  /** The light at all nodes. */
  private shine(tracer: Tracer): void {
    const { rays, light, glare, sun } = this;
    const { matrix: m, up } = tracer.view;
    const x = m[0] * sun[0] + m[1] * sun[1] - m[2] * sun[2];
    const y = m[4] * sun[0] + m[5] * sun[1] - m[6] * sun[2];
    const z = m[8] * sun[0] + m[9] * sun[1] - m[10] * sun[2];
    const falloff = 0.5 / (glare.width * glare.width);
    const peak = 255 * glare.strength;
    const horizon = STEP / tracer.field.lens.fx;
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

  /** Adds light to the pixels between four nodes. */
  private paintCell(canvas: Canvas, row: number, column: number): void {
    const { columns, light } = this;
    const { pixels, width, height, channels } = canvas;
    const i = row * columns + column;
    const bottom = Math.min(height, STEP * (row + 1));
    const right = Math.min(width, STEP * (column + 1));
    for (let v = STEP * row; v < bottom; v++) {
      const down = v / STEP - row;
      const left = light[i] + down * (light[i + columns] - light[i]);
      const slope = (light[i + 1] + down * (light[i + columns + 1] - light[i + 1]) - left) / STEP;
      let added = left + 0.5;
      const end = (v * width + right) * channels;
      for (let at = (v * width + STEP * column) * channels; at < end; at += channels) {
        const whole = added | 0;
        added += slope;
        pixels[at] = brighter(pixels[at], whole);
        if (channels === 1) continue;
        pixels[at + 1] = brighter(pixels[at + 1], whole);
        pixels[at + 2] = brighter(pixels[at + 2], whole);
      }
    }
  }
}

const brighter = (level: number, by: number): number => (level + by > 255 ? 255 : level + by);
