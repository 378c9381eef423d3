/** Counts of what was found, what was not, and what is none. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

export const emptyTally = (): Tally => ({ right: 0, wrong: 0, missed: 0 });

export const precision = ({ right, wrong }: Tally): number => right / Math.max(1, right + wrong);
export const recall = ({ right, missed }: Tally): number => right / Math.max(1, right + missed);

export function add(to: Tally, { right, wrong, missed }: Tally): void {
  to.right += right;
  to.wrong += wrong;
  to.missed += missed;
}

/** Mean, median, 99th percentile and number. */
export function spread(values: readonly number[]): { mean: number; median: number; p99: number; count: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length),
    median: at(0.5),
    p99: at(0.99),
    count: sorted.length,
  };
}
