/** Measured latencies held against the budget that a scenario declares: the whole way, and the share of each block on it. */
import type { BudgetSpec } from '../scenario/schema.ts';
import type { CommandLatency } from './latency.ts';

/** One block's part of a way: its wait for data and what it computes. */
interface BlockShare {
  readonly block: string;
  /** The most that it took in one command [s]. */
  readonly most: number;
  /** What it may take [s]; undefined when the budget does not say. */
  readonly allowed?: number;
  readonly pass: boolean;
}

export interface LatencyVerdict {
  readonly command: CommandLatency;
  /** [s]; undefined when the budget is not for this way. */
  readonly limit?: number;
  /** Commands whose data was older. */
  readonly over: number;
  readonly shares: readonly BlockShare[];
  readonly pass: boolean;
}

/** Rounding of sums of ticks [s]. */
const SLACK = 1e-9;

export function judgeLatencies(commands: readonly CommandLatency[], budget: BudgetSpec | undefined): LatencyVerdict[] {
  return commands.map((command): LatencyVerdict => {
    if (budget === undefined || !isFor(budget, command)) return { command, over: 0, shares: [], pass: true };
    const { limit, hops } = budget;
    const ages = command.stack.map((row) => row.reduce((sum, hop) => sum + hop, 0));
    const over = ages.filter((age) => age > limit + SLACK).length;
    const shares = blockShares(command, hops);
    return { command, limit, over, shares, pass: over === 0 && shares.every(({ pass }) => pass) };
  });
}

/** A way is meant when it ends where the budget says, and passes what it says. Ways from where nothing was sensed yet are not judged. */
function isFor({ to, from, through }: BudgetSpec, { path, hops, samples }: CommandLatency): boolean {
  const parts = path.split(' → ');
  const passed = hops.map(({ block }) => block);
  return (
    samples > 0 &&
    (to === undefined || parts[parts.length - 1] === to) &&
    (from === undefined || parts[0].startsWith(`${from}.`)) &&
    (through === undefined || passed.includes(through))
  );
}

function blockShares({ hops, stack }: CommandLatency, allowed: Readonly<Record<string, number>>): BlockShare[] {
  return [...new Set(hops.map(({ block }) => block))].map((block) => {
    const places = hops.flatMap((hop, i) => (hop.block === block ? [i] : []));
    const most = stack.reduce(
      (worst, row) =>
        Math.max(
          worst,
          places.reduce((sum, i) => sum + row[i], 0),
        ),
      0,
    );
    const share = Object.hasOwn(allowed, block) ? allowed[block] : undefined;
    return { block, most, ...(share !== undefined && { allowed: share }), pass: !(most > (share ?? most) + SLACK) };
  });
}
