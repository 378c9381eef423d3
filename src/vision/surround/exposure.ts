/**
 * Gains that even out the brightness of cameras by what pairs of them see of the same ground.
 *
 *   Σ over pairs  n_ab [ (g_a I_ab − g_b I_ba)² / σ_N² + ((1 − g_a)² + (1 − g_b)²) / σ_g² ]  →  min
 *
 * I_ab  mean level of what a shows of its overlap with b      σ_N = 1 level, as means of many pixels have      σ_g = 0.1: gains stay near 1
 * Gains are rounded to 1/1024 and bounded by ¼ and 4. Stateless: a set of pictures gives its own gains. Sums are whole numbers and the small
 * system is solved with +, −, ×, ÷ and √ only.
 * Reference: M. Brown, D. Lowe, Automatic panoramic image stitching using invariant features, IJCV 74 (2007), equation 29.
 */
import { choleskyFactor, choleskySolve } from '../../math/linear-algebra.ts';
import { MOST_CAMERAS } from './params.ts';

const GAIN_ONE = 1024;
/** Numbers per pair of cameras: Σ of the first, Σ of the second [1/4 level], count. */
const PAIR = 3;
export const OVERLAP_SUMS = PAIR * MOST_CAMERAS * MOST_CAMERAS;

const NOISE = 1;
const SPREAD = 0.1;

export class ExposureMatch {
  /** In 1/1024. */
  readonly gains: Uint32Array;
  private readonly matrix: Float64Array;
  private readonly factor: Float64Array;
  private readonly right: Float64Array;
  private readonly solution: Float64Array;

  constructor(private readonly cameras: number) {
    this.gains = new Uint32Array(cameras).fill(GAIN_ONE);
    this.matrix = new Float64Array(cameras * cameras);
    this.factor = new Float64Array(cameras * cameras);
    this.right = new Float64Array(cameras);
    this.solution = new Float64Array(cameras);
  }

  /** All as they are. */
  reset(): void {
    this.gains.fill(GAIN_ONE);
  }

  /** From sums over overlaps, at 3 (8 a + b). */
  match(sums: Uint32Array): void {
    const { cameras, matrix, right } = this;
    matrix.fill(0);
    right.fill(0);
    for (let a = 0; a < cameras; a++)
      for (let b = 0; b < cameras; b++) {
        const at = PAIR * (MOST_CAMERAS * a + b);
        if (sums[at + 2] > 0) this.addPair(a, b, sums[at] / 4, sums[at + 1] / 4, sums[at + 2]);
      }
    // cameras without overlap stay as they are
    for (let i = 0; i < cameras; i++) if (right[i] === 0) right[i] = matrix[i * cameras + i] = 1;
    if (!choleskyFactor(matrix, cameras, this.factor)) return this.reset();
    choleskySolve(this.factor, cameras, right, this.solution);
    for (let i = 0; i < cameras; i++)
      this.gains[i] = Math.max(GAIN_ONE / 4, Math.min(4 * GAIN_ONE, Math.round(GAIN_ONE * this.solution[i])));
  }

  private addPair(a: number, b: number, sumA: number, sumB: number, count: number): void {
    const { cameras: n, matrix, right } = this;
    const [meanA, meanB] = [sumA / count / NOISE, sumB / count / NOISE];
    const prior = count / (SPREAD * SPREAD);
    matrix[a * n + a] += count * meanA * meanA + prior;
    matrix[b * n + b] += count * meanB * meanB + prior;
    matrix[a * n + b] -= count * meanA * meanB;
    matrix[b * n + a] -= count * meanA * meanB;
    right[a] += prior;
    right[b] += prior;
  }
}
