import { describe, expect, it } from 'vitest';
import { hasNetworks } from './detector-card.ts';
import { paperBench } from './paper-bench.ts';

describe.runIf(hasNetworks())('the published bench', () => {
  it('takes 83 ms from a picture to the car, 30 of them transport', async () => {
    const bench = await paperBench();
    expect(bench!.path.min).toBeCloseTo(0.083, 9);
    expect(bench!.transport).toBeCloseTo(0.03, 9);
  });
});
