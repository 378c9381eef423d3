/**
 * How long a host has left a question unanswered, in wall time [s], counted from one look to the next.
 *
 *   silence ← silence + min(gap, max(slice, previous gap))
 *
 * A gap that is much longer than the one before it is not the host's: in it this process itself stood still (suspended, or
 * busy), and what was answered meanwhile has not been read yet. It counts for a slice only, of which a limit has four at least,
 * so that nobody is given up on before the pipes have been read again.
 */
const LONGEST_SLICE = 0.1;
const SLICES_PER_LIMIT = 4;

export class Silence {
  private seconds = 0;
  private lastLook = NaN;
  private lastGap = 0;
  private readonly slice: number;

  constructor(
    /** [s] */
    private readonly limit: number,
  ) {
    this.slice = Math.min(LONGEST_SLICE, limit / SLICES_PER_LIMIT);
  }

  /** Looks at the wall clock [s]: whether the silence, which begins with the first look, is longer than the limit. */
  isTooLongAt(wall: number): boolean {
    const gap = Number.isNaN(this.lastLook) ? 0 : wall - this.lastLook;
    this.seconds += Math.min(gap, Math.max(this.slice, this.lastGap));
    this.lastLook = wall;
    this.lastGap = gap;
    return this.seconds > this.limit;
  }

  /** An answer has come. */
  end(): void {
    this.seconds = 0;
    // the next look begins anew, with a gap of nothing
    this.lastLook = NaN;
  }
}
