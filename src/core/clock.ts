/**
 * A clock decides when the next tick may start, and nothing else: simulated time is always the tick count, so the
 * clock can never change a result.
 */
import type { Links } from './link.ts';
import type { FieldValues, Fields } from './schema.ts';

export interface Clock {
  /** Whether a late host is late for someone: true when ticks follow the wall clock. */
  readonly realTime: boolean;
  /** True when no more time will ever be granted. */
  readonly ended: boolean;
  /** How far the loop may run now: the first tick it may not start yet. May block briefly, or return a promise. */
  grant(tick: number): number | Promise<number>;
  /** Monotonic wall time [s]. */
  wallTime(): number;
  /** How late ticks started, where that means something. */
  report?(): LatenessReport;
  close(): void;
}

/** [s] */
export interface LatenessReport {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** A kind of clock, declared like a block: parameters and a way to open one. */
export interface ClockKind<P extends Fields = Fields> {
  /** As scenarios write it. */
  readonly kind: string;
  /** One sentence for tables and completion. */
  readonly doc: string;
  readonly params: P;
  /** What tables show, such as `paced × 2`; the kind when absent. */
  label?(params: FieldValues<P>): string;
  open(params: FieldValues<P>, context: ClockContext): Clock | Promise<Clock>;
}

/** A kind of any shape, as registries hold it. */
export interface AnyClockKind extends Pick<ClockKind, 'kind' | 'doc' | 'params'> {
  label?(params: any): string;
  open(params: any, context: ClockContext): Clock | Promise<Clock>;
}

/** Declares a kind of clock; exists only for type inference. */
export const defineClock = <const P extends Fields>(kind: ClockKind<P>): ClockKind<P> => kind;

export interface ClockContext {
  readonly tickNs: number;
  readonly links: Links;
  /** Wall time [s], for layers that may not look at it themselves. */
  wallTime(): number;
}

/** The clock of a scenario. */
export interface ClockSpec {
  readonly kind: AnyClockKind;
  readonly params: Readonly<Record<string, unknown>>;
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

export const freeClock = defineClock({
  kind: 'free',
  doc: 'as fast as possible',
  params: {},
  open: (_params, { wallTime }) => new FreeClock(wallTime),
});
