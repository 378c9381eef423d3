/**
 * Gaussian read noise in every channel of every pixel, clipped to eight bits.
 *
 *   p ← clip(p + n),   n = ⌊255 σ g + ½⌋,   g ~ N(0, 1)
 *
 * σ  standard deviation as a fraction of full scale; rounding adds 1/12 to the variance in grey levels, as a converter does
 *
 * Four bytes at a time, in one word. A table has 16384 words of four samples each: in every lane each of 2048 quantiles of |g|,
 * scaled to unit variance, eight times, shuffled, with the eight rows of signs of a Hadamard matrix and its negative, so that
 * mean and correlation of the lanes vanish exactly. Which words are added is the mixer of MurmurHash3 over a Weyl sequence;
 * each block of 1024 words starts anew from the random stream, so pictures differ and the same stream gives the same noise.
 *
 * Saturating sum of bytes a and b < 128, no carry between lanes, H = 80808080₁₆:
 *   s = (a ∧ ¬H) + b,   full = a ∧ s ∧ H,   a ⊞ b = (s ⊕ (a ∧ H)) ∨ (full ∨ (full − (full ≫ 7)))
 * and a difference is the complement of the complement's sum.
 * Checked against: mean, standard deviation, kurtosis and correlations, clipping at both ends, the sum byte by byte.
 */
import { exp } from '../../math/exponential.ts';
import type { RandomStream } from '../../math/random.ts';
import { createStream, integerBelow, nextUint32 } from '../../math/random.ts';

const MAGNITUDES = 2048;
const BLOCK = 1024;
/** Lanes that are negative in each of eight rows, as bits. */
const SIGNS = [0b0000, 0b1010, 0b1100, 0b0110, 0b1111, 0b0101, 0b0011, 0b1001];

export class ReadNoise {
  /** Samples above and below zero, as magnitudes. */
  private readonly above: Int32Array;
  private readonly below: Int32Array;

  constructor(sigma: number) {
    const levels = Array.from(halfNormalQuantiles(MAGNITUDES), (g) => Math.min(127, Math.round(255 * sigma * g)));
    this.above = new Int32Array(8 * MAGNITUDES);
    this.below = new Int32Array(8 * MAGNITUDES);
    const stream = createStream(0, 'sensors/camera-noise');
    for (let lane = 0; lane < 4; lane++) {
      shuffle(levels, stream);
      for (let i = 0; i < 8 * MAGNITUDES; i++) {
        const isNegative = (SIGNS[i & 7] >> lane) & 1;
        (isNegative ? this.below : this.above)[i] |= levels[i >> 3] << (8 * lane);
      }
    }
  }

  /** Adds noise to bytes, four in each word. */
  apply(words: Int32Array, stream: RandomStream): void {
    for (let start = 0; start < words.length; start += BLOCK)
      this.addTo(words, start, Math.min(start + BLOCK, words.length), nextUint32(stream));
  }

  private addTo(words: Int32Array, start: number, end: number, seed: number): void {
    const { above, below } = this;
    let weyl = seed | 0;
    for (let i = start; i < end; i++) {
      weyl = (weyl + 0x9e3779b9) | 0;
      let bits = weyl ^ (weyl >>> 16);
      bits = Math.imul(bits, 0x85ebca6b);
      bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
      const which = (bits ^ (bits >>> 16)) & 16383;
      // up, then down
      const a = words[i];
      const s = ((a & 0x7f7f7f7f) + above[which]) | 0;
      const full = a & s & 0x80808080;
      const raised = ~((s ^ (a & 0x80808080)) | full | (full - (full >>> 7)));
      const t = ((raised & 0x7f7f7f7f) + below[which]) | 0;
      const empty = raised & t & 0x80808080;
      words[i] = ~((t ^ (raised & 0x80808080)) | empty | (empty - (empty >>> 7)));
    }
  }
}

function shuffle(values: number[], stream: RandomStream): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = integerBelow(stream, i + 1);
    [values[i], values[j]] = [values[j], values[i]];
  }
}

/** The quantiles (i + ½)/n of |g| for g ~ N(0, 1), scaled to a mean square of one. */
export function halfNormalQuantiles(n: number): Float64Array {
  const quantiles = new Float64Array(n);
  let x = 0;
  let square = 0;
  // upwards by Newton's method, each from the one before
  for (let i = 0; i < n; i++) {
    for (let round = 0; round < 8; round++) {
      const density = 0.7978845608028654 * exp(-0.5 * x * x);
      x -= (halfNormalIntegral(x, density) - (i + 0.5) / n) / density;
    }
    quantiles[i] = x;
    square += (x * x) / n;
  }
  return quantiles.map((each) => each / Math.sqrt(square));
}

/** ∫₀ˣ of the density of |g|: density(x) (x + x³/3 + x⁵/(3·5) + …). */
function halfNormalIntegral(x: number, density: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; k < 120; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return density * sum;
}
