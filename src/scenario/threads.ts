/**
 * Which blocks of a run share which thread: a pure function of the scenario and a number of threads, so that `check` can show it. It changes
 * where steps happen and never what comes of them.
 *
 * Blocks whose steps are worth a thread say so (`cost`), and their load is cost × rate, as a share of one core. They are given out in order of
 * their load, each to the thread that has the least so far; the loop's own thread, number 0, takes part.
 *
 * - What is published one tick after its release keeps the loop waiting, so only the blocks that are released with it (the same offset) can be
 *   worked on meanwhile: each such group is given out by itself, and begins at home. A camera alone at its instant stays there.
 * - Whatever has more time overlaps with everything else: it goes where all loads together are least.
 *
 * A thread begins with nothing compiled, so a run that is soon over takes longer for having one (`threadsWorth`).
 *
 * A block stays where the scenario puts it; so does what is not ours to move: plants, users' blocks, and programs.
 */
import { periodSeconds } from '../core/cadence.ts';
import type { AnyHostKind } from '../core/host.ts';
import type { BlockSpec } from '../core/loop-spec.ts';
import { LOCAL } from '../core/local-host.ts';
import { checkThreads } from '../core/threads.ts';
import type { Scenario } from './scenario.ts';

/** What a step of any other block takes, about [s]. */
const LIGHT_STEP = 4e-6;
/** Below this a step is not worth the way there and back [s]. */
const LEAST_COST = 1e-4;
/** What a thread loads, compiles and runs slowly before it is as fast as the loop's own, about [s]. */
const WARM_UP = 0.25;

interface Candidate {
  readonly block: BlockSpec;
  /** Share of one core. */
  readonly load: number;
}

/** The same scenario with blocks on numbered threads; unchanged where there is one thread, or no kind of host that has them. */
export function placeOnThreads(scenario: Scenario, threads: number): Scenario {
  checkThreads(threads, 'threads');
  const kind = [...scenario.catalog.hosts.values()].find(({ traits }) => traits.numberedThreads);
  if (threads === 1 || kind === undefined) return scenario;
  const placed = assignThreads(scenario.blocks, threads);
  return { ...scenario, blocks: scenario.blocks.map((block) => onThread(block, placed.get(block.name) ?? 0, kind)) };
}

const onThread = (block: BlockSpec, thread: number, kind: AnyHostKind): BlockSpec =>
  thread === 0 ? block : { ...block, host: { ...LOCAL, kind, params: { thread } } };

/** Of so many threads, those of which each takes over more work in the whole run than getting there costs it; one at least. */
export function threadsWorth({ blocks, ticks, tickNs }: Scenario, threads: number): number {
  const duration = (ticks * tickNs) / 1e9;
  for (let count = threads; count > 1; count--) {
    const [, ...others] = shareOut(blocks, count).loads;
    if (others.every((load) => load === 0 || load * duration >= WARM_UP)) return count;
  }
  return 1;
}

/** The number of the thread of every block that could be moved; 0 is the loop's own. */
export const assignThreads = (blocks: readonly BlockSpec[], threads: number): ReadonlyMap<string, number> =>
  shareOut(blocks, threads).placed;

/** Where every block goes, and the load of each thread. */
function shareOut(blocks: readonly BlockSpec[], threads: number): { placed: Map<string, number>; loads: number[] } {
  const movable = blocks.filter(isMovable);
  const loads = new Array<number>(threads).fill(0);
  for (const block of blocks) if (!movable.includes(block)) loads[0] += LIGHT_STEP / periodSeconds(block.period);
  const candidates = movable
    .map((block): Candidate => ({ block, load: costOf(block) / periodSeconds(block.period) }))
    .sort((a, b) => b.load - a.load);
  const placed = new Map<string, number>();
  const place = ({ block, load }: Candidate, thread: number) => {
    placed.set(block.name, thread);
    loads[thread] += load;
  };
  for (const group of releasedTogether(candidates.filter(({ block }) => isWaitedFor(block)))) {
    const own = new Array<number>(threads).fill(0);
    group.forEach((candidate, i) => {
      const thread = i === 0 ? 0 : leastOf(own, loads);
      own[thread] += candidate.load;
      place(candidate, thread);
    });
  }
  for (const candidate of candidates) if (!isWaitedFor(candidate.block)) place(candidate, leastOf(loads, loads));
  return { placed, loads };
}

const isMovable = ({ host, definition, params }: BlockSpec): boolean =>
  host === LOCAL &&
  definition.plant !== true &&
  definition.module === undefined &&
  definition.host === undefined &&
  definition.external !== true &&
  definition.cost !== undefined &&
  definition.cost(params) >= LEAST_COST;

const costOf = ({ definition, params }: BlockSpec): number => definition.cost!(params);

const isWaitedFor = ({ latencyTicks }: BlockSpec): boolean => latencyTicks === 1;

const releasedTogether = (candidates: readonly Candidate[]): Candidate[][] => {
  const groups = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const { offsetNs } = candidate.block;
    groups.set(offsetNs, [...(groups.get(offsetNs) ?? []), candidate]);
  }
  return [...groups.values()];
};

/** Where the least is; among equals, where the least is by the second measure. */
const leastOf = (loads: readonly number[], otherwise: readonly number[]): number =>
  loads.reduce(
    (best, load, i) => (load < loads[best] || (load === loads[best] && otherwise[i] < otherwise[best]) ? i : best),
    0,
  );
