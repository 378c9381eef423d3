import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Reduction } from './metric-fold.ts';
import { MetricFold, reducedUnit } from './metric-fold.ts';
import { metricReductions } from '../../scenario/schema.ts';

const fixture = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/record/metric-reductions.json', import.meta.url), 'utf8'),
) as {
  timesNs: number[];
  values: number[];
  expected: Record<Reduction, number>;
};

const reduce = (
  reduction: Reduction,
  values: readonly number[],
  timesNs: readonly number[] = values.map((_, i) => i * 1e9),
): number => {
  const fold = new MetricFold(reduction);
  values.forEach((value, i) => fold.add(value, timesNs[i]));
  return fold.result();
};

describe('reductions', () => {
  for (const reduction of metricReductions) {
    it(`agree with numpy: ${reduction}`, () => {
      const result = reduce(reduction, fixture.values, fixture.timesNs);
      expect(Math.abs(result / fixture.expected[reduction] - 1)).toBeLessThan(1e-13);
    });

    it(`say that one NaN makes the result NaN: ${reduction}`, () => {
      const last = reduction === 'final' ? [1, NaN] : [1, NaN, 3];
      expect(reduce(reduction, last)).toBe(reduction === 'count' ? 3 : NaN);
    });

    it(`have no value without samples: ${reduction}`, () => {
      expect(reduce(reduction, [])).toBe(reduction === 'count' ? 0 : NaN);
    });
  }

  it('sum without losing small terms beside large ones', () => {
    expect(reduce('mean', [1e16, 1, -1e16, 1])).toBe(0.5);
  });

  it('keep infinite samples infinite', () => {
    expect(reduce('mean', [1, Infinity, 2])).toBe(Infinity);
    expect(reduce('max', [1, Infinity, 2])).toBe(Infinity);
    expect(reduce('median', [1, 2, Infinity])).toBe(2);
  });

  it.each(['integral', 'variation', 'rmsRate', 'largestStep'] as const)(
    'know nothing of changes after a single sample: %s',
    (reduction) => {
      expect(reduce(reduction, [5])).toBe(NaN);
      expect(reduce(reduction, [5, 5])).toBe(reduction === 'integral' ? 5 : 0);
    },
  );
});

describe('the unit of a reduction', () => {
  it('follows from the unit of the field', () => {
    expect(['m/s', 'm/s²', 'rad', '', 'rad/s³', '1/s', 'N·m'].map((unit) => reducedUnit(unit, 'integral'))).toEqual([
      'm',
      'm/s',
      'rad·s',
      's',
      'rad/s²',
      '',
      'N·m·s',
    ]);
    expect(['m', 'm/s', ''].map((unit) => reducedUnit(unit, 'meanSquare'))).toEqual(['m²', '(m/s)²', '']);
    expect(reducedUnit('m', 'count')).toBe('');
    expect(reducedUnit('m', 'rms')).toBe('m');
  });
});
