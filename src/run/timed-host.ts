/**
 * A host with a stopwatch: how much wall time the steps of a block take, here or in another thread. It cannot change what happens. Where steps have turned out
 * short, only one in sixteen is timed from then on, because looking at the clock would take as long as they do.
 */
import type { StepTime } from '../core/block.ts';
import type { Host } from '../core/host.ts';

/** Bins per doubling of the time: medians are good to 4.5 %. */
const BINS_PER_OCTAVE = 16;
/** From a nanosecond to a quarter of an hour. */
const BINS = 40 * BINS_PER_OCTAVE;

/** So many are timed before it is known whether steps are short [ms], and one in so many afterwards, less one. */
const TRIAL = 512;
const SHORT_MS = 0.02;
const REST = 15;

export interface StepTimes {
  readonly block: string;
  readonly steps: number;
  /** Wall time of a step, of those that were timed [s]. */
  readonly median: number;
  readonly p99: number;
  readonly max: number;
  /** Share of the run's wall time, 0 to 1. */
  readonly share: number;
}

export class TimedHost implements Host {
  private readonly bins = new Uint32Array(BINS);
  private steps = 0;
  private timed = 0;
  private isShort = false;
  private totalMs = 0;
  private maxMs = 0;

  constructor(
    readonly block: string,
    private readonly inner: Host,
  ) {}

  start(time: StepTime): boolean {
    this.steps++;
    if (this.isShort && (this.steps & REST) !== 0) return this.inner.start(time);
    const begin = performance.now();
    const answered = this.inner.start(time);
    if (answered) this.note(performance.now() - begin);
    return answered;
  }

  private note(ms: number): void {
    this.totalMs += ms;
    if (++this.timed === TRIAL) this.isShort = this.totalMs < TRIAL * SHORT_MS;
    if (ms > this.maxMs) this.maxMs = ms;
    const bin = Math.floor(Math.log2(ms * 1e6) * BINS_PER_OCTAVE);
    this.bins[Math.min(BINS - 1, Math.max(0, bin))]++;
  }

  /** `wall` is the wall time of the whole run [s]. */
  times(wall: number): StepTimes {
    const { block, steps, timed, totalMs, maxMs } = this;
    return {
      block,
      steps,
      median: this.quantile(0.5),
      p99: Math.min(this.quantile(0.99), maxMs / 1e3),
      max: maxMs / 1e3,
      share: timed === 0 ? 0 : (totalMs * steps) / timed / 1e3 / wall,
    };
  }

  /** The middle of the bin in which the quantile lies [s]. */
  private quantile(share: number): number {
    let rest = share * this.timed;
    const bin = this.bins.findIndex((count) => (rest -= count) <= 0);
    return 2 ** ((bin + 0.5) / BINS_PER_OCTAVE) * 1e-9;
  }

  ready(): boolean {
    return this.inner.ready();
  }

  finish(): void | Promise<void> {
    const wait = this.inner.finish();
    if (wait !== undefined) return wait.then(() => this.note(this.inner.stepMs!));
    this.note(this.inner.stepMs!);
  }

  setParams(params: Readonly<Record<string, unknown>>): void {
    this.inner.setParams?.(params);
  }

  save(): unknown {
    return this.inner.save();
  }

  restore(saved: unknown): void {
    this.inner.restore(saved);
  }

  close(): void | Promise<void> {
    return this.inner.close();
  }
}
