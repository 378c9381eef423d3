import { describe, expect, it } from 'vitest';
import { reference } from '../../test/fixtures/math/reference-values.ts';
import { maximum, mean, median, minimum, quantile, quantileOfSorted, rootMeanSquare, variance } from './statistics.ts';

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
