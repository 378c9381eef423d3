import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Time } from './generated/index.ts';
import { setTime, timeToNs } from './time.ts';

describe('time', () => {
  it('is exact for every whole number of nanoseconds, as integer arithmetic says', () => {
    const ns = fc.oneof(
      fc.maxSafeInteger(),
      // one nanosecond around whole seconds, where quotients round
      fc.tuple(fc.integer({ min: -9_007_199, max: 9_007_198 }), fc.constantFrom(-1, 0, 1)).map(([s, d]) => s * 1e9 + d),
    );
    fc.assert(
      fc.property(ns, (value) => {
        const time = Time.create();
        setTime(time, value);
        const rest = ((BigInt(value) % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
        expect(time).toEqual({ sec: Number((BigInt(value) - rest) / 1_000_000_000n), nanosec: Number(rest) });
        expect(timeToNs(time)).toBe(value + 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses what is not a whole number of nanoseconds, or too far away', () => {
    expect(() => setTime(Time.create(), 0.5)).toThrow(/A time of 0\.5 ns cannot be set/);
    expect(() => setTime(Time.create(), NaN)).toThrow(RangeError);
    expect(() => timeToNs({ sec: 1_700_000_000, nanosec: 1 })).toThrow(/beyond the ±104 days/);
  });
});
