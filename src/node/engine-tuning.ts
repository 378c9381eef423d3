/**
 * Engine settings for a process that runs loops. They change speed only: inlined or not, IEEE arithmetic gives the same bits.
 *
 * A step is many small functions that pass doubles to each other. V8 stops inlining after a budget made for web pages, and then
 * boxes every double at every call. A larger budget makes the loop about twice as fast; compiling larger pieces takes about 0.1 s
 * more in all, so it is for long runs. Most of a short run is over before the engine has compiled what is hot: it is faster by a
 * fifth where the pieces are small and compiled sooner.
 *
 * The engine takes back code only under the settings it was kept under, which are its own. So the first short run goes without these, and keeps
 * at its end all that a run calls; a long one keeps what has been compiled before it begins.
 */
import { setFlagsFromString } from 'node:v8';
import type { Scenario } from '../scenario/scenario.ts';

/** Of the command line: the compiled code that it began with, or keeps for the next start. */
declare const keptCode: { readonly isThere: boolean; keep(): void } | undefined;

const LONG = [
  '--max-inlined-bytecode-size=2000',
  '--max-inlined-bytecode-size-cumulative=8000',
  '--max-optimized-bytecode-size=200000',
];
const SHORT = ['--max-inlined-bytecode-size-cumulative=300', '--interrupt-budget=20000'];

/** Releases from which on the time the engine takes to compile larger pieces is won back. */
const LONG_RUN = 300_000;

/** For what is about to run, before anything hot is compiled. */
export function tuneEngineFor({ blocks, ticks, tickNs }: Pick<Scenario, 'blocks' | 'ticks' | 'tickNs'>): void {
  const releases = blocks.reduce((sum, { period }) => sum + (ticks * tickNs * period.divisor) / period.ns, 0);
  const isLong = releases > LONG_RUN;
  if (typeof keptCode === 'object' && !keptCode.isThere) {
    if (!isLong) return;
    keptCode.keep();
  }
  for (const setting of isLong ? LONG : SHORT) setFlagsFromString(setting);
}
