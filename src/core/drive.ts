/** Runs a loop under a clock: asks how far it may go, runs that far, and lets others work in between. */
import type { Clock } from './clock.ts';
import type { Loop } from './loop.ts';

export interface DriveOptions {
  /** Called between batches; return true to stop early. */
  between?(loop: Loop): boolean | void | Promise<boolean | void>;
}

/** Runs until `endTick`, the loop's own end, or until `between` or the clock ends it. */
export async function drive(loop: Loop, clock: Clock, endTick: number, options: DriveOptions = {}): Promise<void> {
  loop.realTime = clock.realTime;
  loop.wallTime = () => clock.wallTime();
  while (loop.tick < endTick && !loop.ended && !clock.ended) {
    const granted = clock.grant(loop.tick);
    const limit = Math.min(typeof granted === 'number' ? granted : await granted, endTick);
    while (loop.tick < limit && !loop.ended) {
      const wait = loop.runUntil(limit);
      if (wait !== undefined) await wait;
    }
    if (await options.between?.(loop)) return;
  }
}
