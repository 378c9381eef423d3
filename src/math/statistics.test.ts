import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reference } from '../../test/fixtures/math/reference-values.ts';
import {
  accumulate,
  createRunningStatistics,
  maximum,
  mean,
  median,
  minimum,
  quantile,
  quantileOfSorted,
  rootMeanSquare,
  runningVariance,
  standardDeviation,
  variance,
} from './statistics.ts';

describe('statistics of arrays', () => {
  it.each(reference.samples)('agree with numpy on a sample of $values.length', (sample) => {
    expect(mean(sample.values)).toBeCloseTo(sample.mean, 12);
    if (sample.variance === null) expect(variance(sample.values)).toBeNaN();
    else expect(variance(sample.values)).toBeCloseTo(sample.variance, 10);
    sample.levels.forEach((p, i) => expect(quantile(sample.values, p)).toBeCloseTo(sample.quantiles[i], 12));
  });

  it('have closed forms for 1 … n', () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(mean(values)).toBe(50.5);
    expect(variance(values)).toBeCloseTo((100 * 101) / 12, 10);
    expect(variance(values, 0)).toBeCloseTo((100 * 100 - 1) / 12, 10);
    expect(standardDeviation(values)).toBeCloseTo(Math.sqrt((100 * 101) / 12), 12);
    expect(rootMeanSquare(values)).toBeCloseTo(Math.sqrt((101 * 201) / 6), 12);
    expect([minimum(values), median(values), maximum(values)]).toEqual([1, 50.5, 100]);
  });

  it('leave the array unsorted and check the level', () => {
    const values = [3, 1, 2];
    expect(median(values)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
    expect(() => quantileOfSorted(values, 1.1)).toThrow('between 0 and 1');
  });

  it('have agreed answers for nothing', () => {
    expect(mean([])).toBeNaN();
    expect(quantile([], 0.5)).toBeNaN();
    expect([minimum([]), maximum([])]).toEqual([Infinity, -Infinity]);
  });
});

describe('running statistics', () => {
  it('agree with the two-pass formulas', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 50 }),
        (values) => {
          const s = createRunningStatistics();
          for (const v of values) accumulate(s, v);
          expect(s.mean).toBeCloseTo(mean(values), 9);
          expect(runningVariance(s)).toBeCloseTo(variance(values), 6);
          expect([s.count, s.minimum, s.maximum]).toEqual([values.length, minimum(values), maximum(values)]);
        },
      ),
    );
  });

  it('keep the variance of small deviations about a huge mean', () => {
    const s = createRunningStatistics();
    for (const v of [4, 7, 13, 16]) accumulate(s, 1e9 + v);
    expect(runningVariance(s)).toBe(30);
    expect(runningVariance(createRunningStatistics())).toBeNaN();
  });
});
