/**
 * The external clock: somebody else decides how far time has come, one line at a time.
 *
 *   1.25                                            simulated seconds
 *   {"clock": 1.25}                                 the same
 *   {"clock": {"sec": 1, "nanosec": 250000000}}     as in rosgraph_msgs/msg/Clock
 *
 * A line with time t lets every tick at or before t start. Time may stand still but never goes back, and grants add
 * up to the latest: three lines that arrive at once are one grant. The end of the input ends the run cleanly after
 * what was granted: `grant` then returns the tick it was asked for, and `ended` is true.
 */
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Clock } from '../../core/clock.ts';
import { InputError, quote } from '../../core/input-error.ts';

export class ExternalClock implements Clock {
  readonly realTime: boolean;
  ended = false;
  private readonly lines: Interface;
  private grantedNs = -1;
  private inputEnded = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(
    input: Readable,
    private readonly tickNs: number,
    /** Whether the other side keeps pace with the wall clock, as a robot does; a late host is then late for it. */
    options: { readonly realTime?: boolean } = {},
  ) {
    this.realTime = options.realTime ?? false;
    this.lines = createInterface({ input });
    this.lines.on('line', (line) => this.receive(line));
    this.lines.on('close', () => {
      this.inputEnded = true;
      this.wake?.();
    });
    input.on('error', (error: Error) => this.fail(new InputError('clock', `cannot be read: ${error.message}`)));
  }

  grant(tick: number): number | Promise<number> {
    if (this.failure !== undefined) throw this.failure;
    const limit = this.limit();
    return limit > tick ? limit : this.grantLater(tick);
  }

  wallTime(): number {
    return performance.now() / 1000;
  }

  close(): void {
    this.lines.close();
  }

  private async grantLater(tick: number): Promise<number> {
    while (this.limit() <= tick && !this.inputEnded && this.failure === undefined) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    if (this.failure !== undefined) throw this.failure;
    const limit = this.limit();
    if (limit > tick) return limit;
    this.ended = true;
    return tick;
  }

  /** The first tick that may not start yet. */
  private limit(): number {
    return Math.floor(this.grantedNs / this.tickNs) + 1;
  }

  private receive(line: string): void {
    if (line.trim() === '' || this.failure !== undefined) return;
    try {
      const ns = clockLineNs(line);
      if (ns < this.grantedNs)
        throw new InputError('clock', `time went back from ${this.grantedNs / 1e9} s to ${ns / 1e9} s`);
      this.grantedNs = ns;
    } catch (error) {
      this.fail(error as Error);
    }
    this.wake?.();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake?.();
  }
}

/** Simulated time of one line [ns]. */
export function clockLineNs(line: string): number {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unreadable(line);
  }
  const clock = typeof value === 'object' && value !== null && 'clock' in value ? value.clock : value;
  const ns = typeof clock === 'number' ? Math.round(clock * 1e9) : stampNs(clock);
  if (!Number.isSafeInteger(ns) || ns < 0) throw unreadable(line);
  return ns;
}

function stampNs(stamp: unknown): number {
  if (typeof stamp !== 'object' || stamp === null || !('sec' in stamp) || !('nanosec' in stamp)) return NaN;
  return Number(stamp.sec) * 1e9 + Number(stamp.nanosec);
}

const unreadable = (line: string): InputError =>
  new InputError('clock', `expected a time such as 1.25 or {"clock": 1.25}, got ${quote(line)}`);
