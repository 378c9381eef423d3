/**
 * A clock decides when the next tick may start, and nothing else: simulated time is always the tick count, so the
 * clock can never change a result.
 */
export interface Clock {
  /** Whether a late host is late for someone: true when ticks follow the wall clock. */
  readonly realTime: boolean;
  /** True when no more time will ever be granted. */
  readonly ended: boolean;
  /** How far the loop may run now: the first tick it may not start yet. May block briefly, or return a promise. */
  grant(tick: number): number | Promise<number>;
  /** Monotonic wall time [s]. */
  wallTime(): number;
  close(): void;
}

/** As fast as possible, in batches short enough for progress, interrupts and file writes in between. */
export class FreeClock implements Clock {
  readonly realTime = false;
  readonly ended = false;
  private batch = 256;
  private last = 0;

  constructor(
    private readonly wall: () => number,
    /** Wall time between two grants [s]. */
    private readonly interval = 0.02,
  ) {
    this.last = wall();
  }

  grant(tick: number): number {
    // aim each batch at the interval, from how long the last one took
    const now = this.wall();
    const took = now - this.last;
    this.last = now;
    if (took < this.interval / 2) this.batch = Math.min(this.batch * 2, 1 << 20);
    else if (took > this.interval * 2) this.batch = Math.max(this.batch >> 1, 1);
    return tick + this.batch;
  }

  wallTime(): number {
    return this.wall();
  }

  close(): void {}
}
