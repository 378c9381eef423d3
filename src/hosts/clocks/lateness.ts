/**
 * How late ticks were, collected in bounded memory.
 *
 * A log-linear histogram: eight bins per power of two, from 1 µs to about 70 minutes, so that a quantile read from it
 * is at most one eighth above the true one.
 */
const BINS_PER_OCTAVE = 8;
const OCTAVES = 32;

export interface LatenessReport {
  readonly count: number;
  /** [s] */
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export class Lateness {
  private readonly bins = new Float64Array(BINS_PER_OCTAVE * OCTAVES);
  private count = 0;
  private max = 0;

  /** One tick that was this late [s]; early is not late. */
  add(seconds: number): void {
    this.bins[binOf(seconds * 1e6)]++;
    this.count++;
    if (seconds > this.max) this.max = seconds;
  }

  report(): LatenessReport {
    return { count: this.count, median: this.quantile(0.5), p99: this.quantile(0.99), max: this.max };
  }

  /** The upper edge of the bin that holds this fraction of all. */
  private quantile(fraction: number): number {
    let remaining = fraction * this.count;
    for (let bin = 0; bin < this.bins.length; bin++) {
      remaining -= this.bins[bin];
      if (this.bins[bin] > 0 && remaining <= 0) return Math.min(upperEdge(bin) / 1e6, this.max);
    }
    return this.max;
  }
}

/** Whole microseconds below 8 have a bin each; above, the top four bits choose it. */
function binOf(microseconds: number): number {
  const whole = Math.min(Math.max(0, Math.floor(microseconds)), 0xffffffff);
  if (whole < BINS_PER_OCTAVE) return whole;
  const shift = 28 - Math.clz32(whole);
  return BINS_PER_OCTAVE * shift + (whole >>> shift);
}

function upperEdge(bin: number): number {
  if (bin < 2 * BINS_PER_OCTAVE) return bin + 1;
  const shift = Math.floor(bin / BINS_PER_OCTAVE) - 1;
  return (bin - BINS_PER_OCTAVE * shift + 1) * 2 ** shift;
}
