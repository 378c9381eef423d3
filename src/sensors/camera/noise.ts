/**
 * Gaussian read noise in every channel of every pixel, clipped to eight bits.
 *
 *   p ← clip(p + n),   n = ⌊255 σ (gᵢ + gⱼ)/√2 + ½⌋,   g ~ N(0, 1)
 *
 * σ  standard deviation as a fraction of full scale; rounding adds 1/12 to the variance in grey levels, as a converter does
 *
 * A table has 16384 samples: each of 2048 quantiles of |g|, scaled to unit variance, four times with either sign, in an order in which
 * neighbours up to fifteen apart are not correlated. Sixteen bytes at a time get the sum of two stretches of it; where these begin is drawn
 * anew each time (noise.as of the kernels), so that there are 2²⁸ stretches of noise. Each picture has a seed of its own from the
 * random stream: the same stream gives the same noise.
 * Checked against: mean, standard deviation, kurtosis, tails and correlations, clipping at both ends.
 */
import { exp } from '../../math/exponential.ts';
import { createStream, integerBelow } from '../../math/random.ts';

const MAGNITUDES = 2048;
const SAMPLES = 8 * MAGNITUDES;
/** Bytes that get noise at a time. */
const STRETCH = 16;
/** Fraction bits of the table [1/128 grey level], and half of a rounding, which two samples make whole. */
const SCALE = 128;
const HALF_OF_HALF = SCALE / 4;

/** 16-bit numbers in the table, the first stretch once more at the end. */
export const NOISE_TABLE_LENGTH = SAMPLES + STRETCH;

let unitSamples: Float64Array | undefined;

/** Writes the table for this standard deviation. */
export function tabulateNoise(sigma: number, table: Int16Array): void {
  const samples = (unitSamples ??= uncorrelatedSamples());
  const scale = (255 * sigma * SCALE) / Math.sqrt(2);
  for (let i = 0; i < NOISE_TABLE_LENGTH; i++) table[i] = Math.round(scale * samples[i % SAMPLES]) + HALF_OF_HALF;
}

/** Samples of unit variance and no mean, in such an order. */
export function uncorrelatedSamples(): Float64Array {
  const stream = createStream(0, 'sensors/camera-noise');
  const quantiles = halfNormalQuantiles(MAGNITUDES);
  const samples = new Float64Array(SAMPLES);
  for (let i = 0; i < SAMPLES; i++) samples[i] = (i & 1 ? -1 : 1) * quantiles[i >> 3];
  for (let i = SAMPLES - 1; i > 0; i--) exchange(samples, i, integerBelow(stream, i + 1));
  const correlations = Float64Array.from({ length: STRETCH }, (_, lag) => (lag === 0 ? 0 : correlation(samples, lag)));
  const changed = new Float64Array(STRETCH);
  let least = sumOfSquares(correlations);
  // keep an exchange when the correlations become smaller by it, all lags together
  for (let round = 0; round < EXCHANGES; round++) {
    const i = integerBelow(stream, SAMPLES);
    const j = integerBelow(stream, SAMPLES);
    if (Math.abs(i - j) <= 2 * STRETCH || Math.abs(i - j) >= SAMPLES - 2 * STRETCH) continue;
    changed.set(correlations);
    addAround(samples, i, samples[j] - samples[i], changed);
    addAround(samples, j, samples[i] - samples[j], changed);
    const sum = sumOfSquares(changed);
    if (sum >= least) continue;
    least = sum;
    correlations.set(changed);
    exchange(samples, i, j);
  }
  return samples;
}

const EXCHANGES = 4096;
const LAST = SAMPLES - 1;

function exchange(samples: Float64Array, i: number, j: number): void {
  const before = samples[i];
  samples[i] = samples[j];
  samples[j] = before;
}

/** Σ sᵢ sᵢ₊ₗ, all round. */
function correlation(samples: Float64Array, lag: number): number {
  let sum = 0;
  for (let i = 0; i < SAMPLES; i++) sum += samples[i] * samples[(i + lag) & LAST];
  return sum;
}

/** What becomes of the correlations when a sample changes by so much. */
function addAround(samples: Float64Array, i: number, change: number, correlations: Float64Array): void {
  for (let lag = 1; lag < STRETCH; lag++)
    correlations[lag] += change * (samples[(i + lag) & LAST] + samples[(i - lag) & LAST]);
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return sum;
}

/** The quantiles (i + ½)/n of |g| for g ~ N(0, 1), scaled to a mean square of one. */
export function halfNormalQuantiles(n: number): Float64Array {
  const quantiles = new Float64Array(n);
  let x = 0;
  let square = 0;
  let ahead = 0.5 / n;
  // upwards by Newton's method, each from what the one before promises: dx/dp = 1/f, d²x/dp² = x/f²
  for (let i = 0; i < n; i++, ahead = 1 / n) {
    const slope = ahead / halfNormalDensity(x);
    x += slope * (1 + 0.5 * x * slope);
    for (let step = 1; Math.abs(step) > 1e-8; ) {
      const density = halfNormalDensity(x);
      step = (halfNormalIntegral(x, density) - (i + 0.5) / n) / density;
      x -= step;
    }
    quantiles[i] = x;
    square += (x * x) / n;
  }
  return quantiles.map((each) => each / Math.sqrt(square));
}

const halfNormalDensity = (x: number): number => 0.7978845608028654 * exp(-0.5 * x * x);

/** ∫₀ˣ of the density of |g|: density(x) (x + x³/3 + x⁵/(3·5) + …). */
function halfNormalIntegral(x: number, density: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; k < 120 && term > 1e-18 * sum; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return density * sum;
}
