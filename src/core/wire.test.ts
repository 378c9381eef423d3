import { describe, expect, it } from 'vitest';
import { smallLoop, watch } from '../../test/support/small-blocks.ts';

/** What a reader released every tick sees on a wire of the given quality: [tick, value] at each change. */
async function arrivals(quality: Record<string, unknown>, ticks = 2000, seed = 1): Promise<[number, number][]> {
  const loop = await smallLoop({
    seed,
    duration: ticks / 1000,
    blocks: {
      counter: { type: 'test/counter', period: 0.01 },
      reader: { type: 'test/gain', period: 0.001, inputs: { in: { from: 'counter.count', ...quality } } },
    },
  });
  const seen = watch(loop, 'reader.out');
  loop.runUntil(ticks);
  return seen.filter(([, value], i) => i === 0 || value !== seen[i - 1][1]).map(([tick, value]) => [tick - 1, value]);
}

describe('a wire', () => {
  it('without delay is seen at the tick of publication', async () => {
    expect((await arrivals({}, 40)).slice(1)).toEqual([
      [11, 1],
      [21, 2],
      [31, 3],
    ]);
  });

  it('with a fixed delay is seen that much later', async () => {
    expect((await arrivals({ delay: 0.0042 }, 40)).slice(1)).toEqual([
      [16, 1],
      [26, 2],
      [36, 3],
    ]);
  });

  it.each([1, 3, 67, 134])(
    'with a delay of %i whole ticks is seen that many ticks later, not one more',
    async (ticks) => {
      const [, [tick]] = await arrivals({ delay: ticks / 1000 }, 160);
      expect(tick).toBe(11 + ticks);
    },
  );

  it('loses the stated share of messages', async () => {
    const seen = await arrivals({ loss: 0.3 }, 50_000);
    expect(seen.length / 5000).toBeGreaterThan(0.67);
    expect(seen.length / 5000).toBeLessThan(0.73);
  });

  it('with jitter stays in order unless reordering is allowed', async () => {
    const ordered = (await arrivals({ jitter: 0.05 })).map(([, value]) => value);
    expect(ordered).toEqual([...ordered].sort((a, b) => a - b));
    const reordered = (await arrivals({ jitter: 0.05, reorder: true })).map(([, value]) => value);
    expect(reordered).not.toEqual([...reordered].sort((a, b) => a - b));
  });

  it('spreads arrivals over the whole width of the jitter and not beyond', async () => {
    const delays = (await arrivals({ delay: 0.002, jitter: 0.006 }, 60_000))
      .slice(1)
      .map(([tick, value]) => tick - (value * 10 + 1));
    expect(Math.min(...delays)).toBe(3);
    expect(Math.max(...delays)).toBe(8);
  });

  it('repeats exactly with the same seed', async () => {
    const quality = { delay: 0.001, jitter: 0.03, loss: 0.1, reorder: true };
    expect(await arrivals(quality, 2000, 5)).toEqual(await arrivals(quality, 2000, 5));
    expect(await arrivals(quality, 2000, 5)).not.toEqual(await arrivals(quality, 2000, 6));
  });
});
