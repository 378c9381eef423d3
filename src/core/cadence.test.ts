import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Period } from './cadence.ts';
import {
  createCadence,
  nextReleaseTick,
  periodFromRate,
  periodFromSeconds,
  periodSeconds,
  releaseTick,
  wholePeriod,
} from './cadence.ts';

/** ⌈(offset + k · period) / tick⌉ in whole numbers without bounds. */
function exactTick(k: number, { ns, divisor }: Period, offsetNs: number, tickNs: number): number {
  const top = BigInt(offsetNs) * BigInt(divisor) + BigInt(k) * BigInt(ns);
  const bottom = BigInt(tickNs) * BigInt(divisor);
  return Number((top + bottom - 1n) / bottom);
}

/** The ticks of the first releases. */
function releases(period: Period, offsetNs: number, tickNs: number, count: number): number[] {
  const cadence = createCadence(period, offsetNs, tickNs);
  return Array.from({ length: count }, (_, k) => (k === 0 ? releaseTick(cadence) : nextReleaseTick(cadence)));
}

const periods = fc.record({ ns: fc.integer({ min: 1, max: 5_000_000 }), divisor: fc.integer({ min: 1, max: 3000 }) });

describe('the releases of a block', () => {
  it('are at ⌈(offset + k · period) / tick⌉, to the last tick', () => {
    fc.assert(
      fc.property(periods, fc.nat(5_000_000), fc.integer({ min: 1, max: 1_000_000 }), (period, offsetNs, tickNs) => {
        expect(releases(period, offsetNs, tickNs, 40)).toEqual(
          Array.from({ length: 40 }, (_, k) => exactTick(k, period, offsetNs, tickNs)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['1 kHz', periodFromRate(1000), 0],
    ['30 Hz', periodFromRate(30), 0],
    ['29.97 Hz after 3.5 ms', periodFromRate(29.97), 3_500_000],
    ['a prime number of nanoseconds', periodFromSeconds(0.001000003), 1],
  ])('do not drift in a million: %s', (_name, period, offsetNs) => {
    const cadence = createCadence(period, offsetNs, 1_000_000);
    let last = releaseTick(cadence);
    for (let k = 1; k <= 1_000_000; k++) last = nextReleaseTick(cadence);
    expect(last).toBe(exactTick(1_000_000, period, offsetNs, 1_000_000));
  });

  it('are a whole number of ticks apart exactly where the period is one', () => {
    const apart = (period: Period, tickNs: number) => wholePeriod(createCadence(period, 0, tickNs));
    expect(apart(periodFromSeconds(0.02), 1_000_000)).toBe(20);
    expect(apart(periodFromSeconds(0.001), 1_000_000)).toBe(1);
    expect(apart(periodFromRate(30), 1_000_000)).toBe(0);
    expect(apart(periodFromSeconds(0.0015), 1_000_000)).toBe(0);
    expect(apart({ ns: 2_000_000, divisor: 2 }, 1_000_000)).toBe(1);
  });
});

describe('a period', () => {
  it('of a rate is the fraction in lowest terms', () => {
    expect(periodFromRate(30)).toEqual({ ns: 1e8, divisor: 3 });
    expect(periodFromRate(29.97)).toEqual({ ns: 1e11, divisor: 2997 });
    expect(periodFromRate(1000)).toEqual({ ns: 1e6, divisor: 1 });
    expect(periodFromRate(0.5)).toEqual({ ns: 2e9, divisor: 1 });
    // a millionth of a hertz counts, less does not
    expect(periodFromRate(7.000001)).toEqual({ ns: 1e15, divisor: 7_000_001 });
    expect(periodFromRate(7.0000001)).toEqual(periodFromRate(7));
  });

  it('of a time is the nearest whole number of nanoseconds', () => {
    expect(periodFromSeconds(0.1)).toEqual({ ns: 1e8, divisor: 1 });
    expect(periodFromSeconds(1.6e-9)).toEqual({ ns: 2, divisor: 1 });
  });

  it('is shown in seconds', () => {
    expect(periodSeconds({ ns: 1e8, divisor: 3 })).toBeCloseTo(1 / 30, 15);
    expect(periodSeconds(periodFromSeconds(0.25))).toBe(0.25);
  });
});
