/**
 * The paced clock: tick k starts at wall time t₀ + (k − k₀) · tick / speed, never before.
 *
 * JavaScript timers are far too coarse for 1 kHz, so a wait has up to three parts: a timer while there is time for
 * one, a sleep in the operating system (`Atomics.wait`) until shortly before, and a short spin. Between ticks it gives
 * way to the event loop every few milliseconds, so that pipes and sockets are served.
 *
 * It is not hard real time and does not pretend: a late tick is counted as late, the following ones run without
 * waiting until the clock has caught up, and none is skipped.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Clock } from '../../core/clock.ts';
import type { LatenessReport } from './lateness.ts';
import { Lateness } from './lateness.ts';

/** Longest time without serving pipes and sockets [ms]. */
const YIELD_MS = 5;
/** A timer may be this late [ms]. */
const TIMER_SLACK_MS = 3;
/** The operating system wakes a thread this late at worst, usually [ms]. */
const SLEEP_SLACK_MS = 0.15;

export class PacedClock implements Clock {
  readonly realTime = true;
  readonly ended = false;
  private readonly tickMs: number;
  private readonly lateness = new Lateness();
  private readonly sleepWord = new Int32Array(new SharedArrayBuffer(4));
  private firstTick = -1;
  private startMs = 0;
  private servedMs = 0;

  constructor(
    tickNs: number,
    /** Simulated seconds per wall second. */
    speed = 1,
  ) {
    if (!(speed > 0 && Number.isFinite(speed)))
      throw new InputError('clock.speed', `expected a number above 0, got ${quote(speed)}`);
    this.tickMs = tickNs / 1e6 / speed;
  }

  /** Returns when this tick may start; one tick at a time, so that the lateness of each is known. */
  grant(tick: number): number | Promise<number> {
    const now = performance.now();
    if (this.firstTick < 0) this.begin(tick, now);
    const due = this.startMs + (tick - this.firstTick) * this.tickMs;
    if (now - this.servedMs > YIELD_MS || due - now > YIELD_MS) return this.grantAfterServing(tick, due);
    return this.grantAt(tick, due);
  }

  wallTime(): number {
    return performance.now() / 1000;
  }

  close(): void {}

  /** How late the ticks have started so far. */
  report(): LatenessReport {
    return this.lateness.report();
  }

  private begin(tick: number, now: number): void {
    this.firstTick = tick;
    this.startMs = now;
    this.servedMs = now;
  }

  private async grantAfterServing(tick: number, due: number): Promise<number> {
    const spare = due - performance.now() - TIMER_SLACK_MS;
    if (spare >= 1) await new Promise((resolve) => setTimeout(resolve, spare));
    else await new Promise((resolve) => setImmediate(resolve));
    this.servedMs = performance.now();
    return this.grantAt(tick, due);
  }

  private grantAt(tick: number, due: number): number {
    const sleep = due - performance.now() - SLEEP_SLACK_MS;
    if (sleep > 0) Atomics.wait(this.sleepWord, 0, 0, sleep);
    let now = performance.now();
    while (now < due) now = performance.now();
    this.lateness.add((now - due) / 1000);
    return tick + 1;
  }
}
