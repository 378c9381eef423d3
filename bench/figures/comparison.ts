/**
 * Two commits side by side. Machines differ and are busy, so what takes time is measured in yardsticks of its own run:
 *
 *   gain = (new speed · new yardstick) / (old speed · old yardstick),   speed = 1 / time
 *
 * More than 1 is better. A difference counts where it is larger than the spreads of both together, and than 3 %.
 */
import type { Figure, Results } from './figure.ts';
import { valueOf } from './figure.ts';
import { spread } from './statistics.ts';

const LEAST = 0.03;

export interface Comparison {
  readonly name: string;
  readonly what: string;
  readonly gain: number;
  readonly verdict: 'better' | 'worse' | 'same';
}

/** How good it is on any machine. */
function merit(figure: Figure): number {
  const { better, isRatio, yardstick } = figure;
  const value = valueOf(figure);
  const own = isRatio ? 1 : yardstick;
  return better === 'more' ? value * own : own / value;
}

function compareFigures(before: Figure, after: Figure): Comparison {
  const gain = merit(after) / merit(before);
  const noise = Math.max(LEAST, spread(before.samples) + spread(after.samples));
  const verdict = Math.abs(Math.log(gain)) <= Math.log1p(noise) ? 'same' : gain > 1 ? 'better' : 'worse';
  return { name: after.name, what: after.what, gain, verdict };
}

/** Of what both have measured. */
export function compareResults(before: Results, after: Results): Comparison[] {
  const known = new Map(before.figures.map((figure) => [figure.name, figure]));
  return after.figures.flatMap((figure) => {
    const earlier = known.get(figure.name);
    return earlier === undefined ? [] : [compareFigures(earlier, figure)];
  });
}

const MARKS = { better: '▲', worse: '▼', same: ' ' };

export const comparisonLines = (comparisons: readonly Comparison[]): string[] =>
  comparisons.map(({ what, gain, verdict }) => `${MARKS[verdict]} ${gain.toFixed(2).padStart(6)}  ${what.trim()}`);
