/**
 * Where things of given height stand in a column, in order and without overlap, as near as can be to where they want to be:
 *
 *   minimise Σ (yᵢ − dᵢ)²   subject to   yᵢ₊₁ ≥ yᵢ + hᵢ + gap
 *
 * With zᵢ = yᵢ − Σ_{j<i} (hⱼ + gap) this is isotonic regression of dᵢ − Σ…, solved exactly by pooling adjacent violators.
 */
export function stack(wanted: readonly number[], heights: readonly number[], gap: number): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const height of heights) {
    offsets.push(offset);
    offset += height + gap;
  }
  // pools of neighbours that touch: mean and count
  const pools: { mean: number; count: number }[] = [];
  wanted.forEach((value, i) => {
    let pool = { mean: value - offsets[i], count: 1 };
    for (let last = pools.at(-1); last !== undefined && last.mean > pool.mean; last = pools.at(-1)) {
      const count = last.count + pool.count;
      pool = { mean: (last.mean * last.count + pool.mean * pool.count) / count, count };
      pools.pop();
    }
    pools.push(pool);
  });
  return pools.flatMap(({ mean, count }) => Array.from({ length: count }, () => mean)).map((z, i) => z + offsets[i]);
}
