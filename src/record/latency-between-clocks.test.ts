import { describe, expect, it } from 'vitest';
import { between, runNetwork } from '../bus/clocks/fixtures/network.ts';
import { latencyBetween } from './latency-between-clocks.ts';

describe('a latency across two clocks', () => {
  it('is the difference of the stamps, within the sum of their bounds', () => {
    const sent = { stampNs: 1e9, errorBound: 50e-9 };
    expect(latencyBetween(sent, { stampNs: 1.003e9, errorBound: 200e-9 })).toEqual({
      latency: 0.003,
      bound: 250e-9,
      isPossible: true,
    });
  });

  it('is less certain the longer ago a clock knew', () => {
    const sent = { stampNs: 10e9, errorBound: 0, knownNs: 4e9, rateBound: 1e-6 };
    expect(latencyBetween(sent, { stampNs: 10e9, errorBound: 0 }).bound).toBeCloseTo(6e-6, 15);
  });

  it('that is surely negative says that a clock is wrong', () => {
    const received = { stampNs: 1e9, errorBound: 1e-6 };
    expect(latencyBetween({ stampNs: 1e9 + 900, errorBound: 0 }, received).isPossible).toBe(true);
    expect(latencyBetween({ stampNs: 1e9 + 1100, errorBound: 0 }, received).isPossible).toBe(false);
  });

  it('holds the true one between computers that follow one master', async () => {
    const drifting = (drift: number) => ({ clock: { drift, offset: drift * 1000 }, asymmetryBound: 300e-9 });
    const link = { there: { delay: 500e-9 }, back: { delay: 200e-9 } };
    const clocks = await runNetwork(
      [{ ...drifting(10e-6), priority1: 1 }, drifting(-50e-6), drifting(60e-6)],
      [link, link],
      30,
    );
    const [master, from, to] = clocks.map((samples) => between(samples, 5, 29));
    const stampOf = ({ clock, time }: (typeof from)[number]) => ({
      stampNs: (time + clock.offset) * 1e9,
      errorBound: clock.error_bound,
    });
    // something leaves at a sample, and arrives ten samples later
    const outcomes = from.slice(0, -10).map((sample, i) => {
      const { latency, bound } = latencyBetween(stampOf(sample), stampOf(to[i + 10]));
      const truth = (stampOf(master[i + 10]).stampNs - stampOf(master[i]).stampNs) / 1e9;
      return { error: Math.abs(latency - truth), bound };
    });
    expect(outcomes.filter(({ error, bound }) => error > bound)).toEqual([]);
    expect(Math.max(...outcomes.map(({ bound }) => bound))).toBeLessThan(2e-6);
  });
});
