/** How cost grows with size: the cost of one unit of work over a range, and the power by which it grows. */

interface GrowthPoint {
  readonly size: number;
  /** Of one unit of work; a unit is what the series says [µs]. */
  readonly cost: number;
}

export interface Growth {
  readonly name: string;
  /** What there is more of, and what a unit of work is. */
  readonly what: string;
  readonly unit: string;
  readonly points: readonly GrowthPoint[];
  /** Why the cost is not flat, where it is known not to be. */
  readonly reason?: string;
}

/** Flat: no unit costs more than this much above the cheapest. */
const FLAT = 0.3;

/** The dearest unit over the cheapest. */
export function unevenness({ points }: Growth): number {
  const costs = points.map(({ cost }) => cost);
  return Math.max(...costs) / Math.min(...costs);
}

export const isFlat = (growth: Growth): boolean => unevenness(growth) <= 1 + FLAT;

/** p in cost of a unit ∝ sizeᵖ, by least squares of the logarithms; 0 is flat. */
export function power({ points }: Growth): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ cost }) => Math.log(cost));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x0, y0] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, i) => sum + (x - x0) * (ys[i] - y0), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - x0) ** 2, 0);
}

/** Characters before the first column. */
const LABEL = 36;

export function growthLines(growth: Growth): string[] {
  const { what, unit, points, reason } = growth;
  const cells = (values: readonly string[]) => values.map((value) => value.padStart(10)).join('');
  const verdict = isFlat(growth)
    ? 'flat within 30 %'
    : `dearest ${unevenness(growth).toFixed(1)} × cheapest${reason === undefined ? '' : `: ${reason}`}`;
  return [
    `${what}: a unit costs ∝ size^${power(growth).toFixed(2)}, ${verdict}`,
    `  ${''.padEnd(LABEL)}${cells(points.map(({ size }) => String(size)))}`,
    `  ${`µs per ${unit}`.padEnd(LABEL)}${cells(points.map(({ cost }) => String(Number(cost.toPrecision(3)))))}`,
  ];
}
