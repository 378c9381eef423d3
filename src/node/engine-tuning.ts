/**
 * Engine settings for a process that runs loops.
 *
 * A step is many small functions that pass doubles to each other. V8 stops inlining after a budget made for web
 * pages, and then boxes every double at every call. A larger budget makes the loop about twice as fast. It changes
 * speed only: inlined or not, IEEE arithmetic gives the same bits. Compiling larger pieces takes longer, about 0.1 s
 * more in all, so it is for long runs.
 */
import { setFlagsFromString } from 'node:v8';
import type { Scenario } from '../scenario/scenario.ts';

/** Before anything hot is compiled. */
function tuneEngine(): void {
  setFlagsFromString('--max-inlined-bytecode-size=2000');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=8000');
  setFlagsFromString('--max-optimized-bytecode-size=200000');
}

/** Releases from which on the time the engine takes to compile larger pieces is won back. */
const LONG_RUN = 300_000;

/**
 * For what is about to run: the larger budget where the run is long enough. Until the engine has compiled what is hot, which is
 * most of a short run, its plain compiler (Sparkplug) makes code that is a fifth faster than interpreting.
 */
export function tuneEngineFor({ blocks, ticks, tickNs }: Pick<Scenario, 'blocks' | 'ticks' | 'tickNs'>): void {
  setFlagsFromString('--sparkplug');
  const releases = blocks.reduce((sum, { period }) => sum + (ticks * tickNs * period.divisor) / period.ns, 0);
  if (releases > LONG_RUN) tuneEngine();
}
