import { describe, expect, it } from 'vitest';
import { decimate, decimatedCapacity } from './decimate.ts';

const grid = (count: number) => Float64Array.from({ length: count }, (_, i) => i);

function kept(xs: ArrayLike<number>, ys: ArrayLike<number>, columns: number): number[] {
  const out = new Uint32Array(decimatedCapacity(columns));
  const count = decimate(xs, ys, { from: 0, to: xs.length, xMin: xs[0], xMax: xs[xs.length - 1], columns }, out);
  return [...out.subarray(0, count)];
}

/** The span of values that a line through these samples covers in every column: what is seen. */
function silhouette(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  indices: readonly number[],
  columns: number,
): string[] {
  const seen = Array.from({ length: columns + 1 }, () => [Infinity, -Infinity]);
  const perUnit = columns / (xs[xs.length - 1] - xs[0]);
  for (const i of indices) {
    const column = seen[Math.floor((xs[i] - xs[0]) * perUnit)];
    column[0] = Math.min(column[0], ys[i]);
    column[1] = Math.max(column[1], ys[i]);
  }
  return seen.map(String);
}

describe('decimation of a line', () => {
  it('keeps every sample while there are pixels for them', () => {
    expect(kept(grid(100), grid(100), 50)).toEqual([...grid(100)]);
  });

  it('keeps at most four samples per column', () => {
    const ys = Float64Array.from({ length: 10_000 }, (_, i) => Math.sin(i * 7.3));
    expect(kept(grid(10_000), ys, 200).length).toBeLessThanOrEqual(4 * 201);
  });

  it('keeps a spike of a single sample', () => {
    const ys = new Float64Array(10_000);
    ys[6789] = 5;
    ys[6791] = -3;
    const indices = kept(grid(10_000), ys, 100);
    expect(indices).toContain(6789);
    expect(indices).toContain(6791);
  });

  it('looks like all samples: the same span in every column, and the same ends of it', () => {
    const ys = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i * 0.01) + 0.3 * Math.sin(i * 12.9898));
    const indices = kept(grid(5000), ys, 150);
    expect(silhouette(grid(5000), ys, indices, 150)).toEqual(silhouette(grid(5000), ys, [...grid(5000)], 150));
    expect(indices[0]).toBe(0);
    expect(indices.at(-1)).toBe(4999);
    expect(indices).toEqual([...indices].sort((a, b) => a - b));
    expect(new Set(indices).size).toBe(indices.length);
  });

  it('finds the extremes beside values that are missing', () => {
    const ys = new Float64Array(3000).fill(NaN);
    ys[10] = 1;
    ys[12] = 4;
    ys[14] = 2;
    const indices = kept(grid(3000), ys, 10);
    expect(indices).toContain(10);
    expect(indices).toContain(12);
  });

  it('takes what is out of sight as one column on each side', () => {
    const out = new Uint32Array(decimatedCapacity(10));
    const count = decimate(
      grid(1000),
      new Float64Array(1000),
      { from: 0, to: 1000, xMin: 400, xMax: 500, columns: 10 },
      out,
    );
    const indices = [...out.subarray(0, count)];
    expect(indices.filter((i) => i < 400).length).toBeLessThanOrEqual(4);
    expect(indices.filter((i) => i >= 400 && i < 500).length).toBeGreaterThanOrEqual(20);
  });
});
