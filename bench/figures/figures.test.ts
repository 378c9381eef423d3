/** What the bench makes of its measurements: medians, comparisons, growth. */
import { describe, expect, it } from 'vitest';
import { compareResults, comparisonLines } from './comparison.ts';
import type { Figure } from './figure.ts';
import { isReached, line } from './figure.ts';
import type { Growth } from './growth.ts';
import { growthLines, isFlat, power, unevenness } from './growth.ts';
import { growthSvg } from './growth-svg.ts';
import { median, spread } from './statistics.ts';

const figure = (over: Partial<Figure>): Figure => ({
  name: 'a',
  what: 'a',
  unit: '×',
  better: 'more',
  samples: [100],
  yardstick: 500,
  ...over,
});
const results = (...figures: Figure[]) => ({ version: '1', node: 'v20', figures });
const compared = (before: Partial<Figure>, after: Partial<Figure>) =>
  compareResults(results(figure(before)), results(figure(after)))[0];

describe('repetitions', () => {
  it('have a median and a spread that one slow repetition does not hide', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(spread([90, 100, 120])).toBeCloseTo(0.15);
    expect(spread([7])).toBe(0);
  });

  it('reach a target from the right side', () => {
    expect(isReached(figure({ target: 100 }))).toBe(true);
    expect(isReached(figure({ target: 101 }))).toBe(false);
    expect(isReached(figure({ target: 101, better: 'less' }))).toBe(true);
    expect(isReached(figure({}))).toBeUndefined();
    expect(line(figure({ target: 150, samples: [90, 100, 110] }))).toMatch(/^a +100 × ± 10 % +≥ 150 ✗$/);
  });
});

describe('two commits', () => {
  it('are the same where a machine is half as fast and so is its yardstick', () => {
    expect(compared({ samples: [100], yardstick: 500 }, { samples: [50], yardstick: 1000 })).toMatchObject({
      gain: 1,
      verdict: 'same',
    });
    const times = { unit: 'ms', better: 'less' as const };
    expect(compared({ ...times, samples: [4] }, { ...times, samples: [8], yardstick: 1000 }).gain).toBeCloseTo(1);
    expect(compared({ ...times, samples: [4] }, { ...times, samples: [2] })).toMatchObject({
      gain: 2,
      verdict: 'better',
    });
  });

  it('leave ratios as they are', () => {
    const ratio = { isRatio: true, better: 'less' as const };
    expect(compared({ ...ratio, samples: [2] }, { ...ratio, samples: [3], yardstick: 9 })).toMatchObject({
      gain: 2 / 3,
      verdict: 'worse',
    });
  });

  it('differ only by more than their repetitions do', () => {
    expect(compared({ samples: [90, 100, 110] }, { samples: [100, 115, 130] }).verdict).toBe('same');
    expect(compared({ samples: [99, 100, 101] }, { samples: [114, 115, 116] }).verdict).toBe('better');
    expect(compared({ samples: [114, 115, 116] }, { samples: [99, 100, 101] }).verdict).toBe('worse');
    expect(compared({ samples: [100] }, { samples: [102] }).verdict).toBe('same');
  });

  it('are compared in what both have measured', () => {
    const comparisons = compareResults(
      results(figure({ name: 'old' }), figure({})),
      results(figure({}), figure({ name: 'new' })),
    );
    expect(comparisons.map(({ name }) => name)).toEqual(['a']);
    expect(comparisonLines(comparisons)).toEqual(['    1.00  a']);
  });
});

const growth = (cost: (size: number) => number): Growth => ({
  name: 'cars & co',
  what: 'cars',
  unit: 'car',
  points: [1, 10, 100, 1000].map((size) => ({ size, cost: cost(size) })),
  reason: 'each looks at each',
});

describe('growth', () => {
  it('finds the power by which a unit becomes dearer or cheaper', () => {
    expect(power(growth(() => 5))).toBeCloseTo(0);
    expect(power(growth((size) => size * 0.1))).toBeCloseTo(1);
    expect(power(growth((size) => 3 / Math.sqrt(size)))).toBeCloseTo(-0.5);
  });

  it('is flat within 30 %, and says why where it is not', () => {
    expect(isFlat(growth((size) => (size === 10 ? 1.29 : 1)))).toBe(true);
    expect(isFlat(growth((size) => (size === 10 ? 1.31 : 1)))).toBe(false);
    expect(unevenness(growth((size) => size))).toBe(1000);
    expect(growthLines(growth(() => 2))[0]).toBe('cars: a unit costs ∝ size^0.00, flat within 30 %');
    expect(growthLines(growth((size) => size))[0]).toMatch(
      /size\^1\.00, dearest 1000\.0 × cheapest: each looks at each$/,
    );
  });

  it('is drawn with size to the right and cost upwards, each curve from 1', () => {
    const points = (svg: string) =>
      [...svg.matchAll(/points="([^"]+)"/g)].map((match) =>
        match[1].split(' ').map((pair) => pair.split(',').map(Number)),
      );
    const [flat, steep] = points(growthSvg([growth(() => 7), growth((size) => 2 * size)]));
    expect(new Set(flat.map(([, y]) => y)).size).toBe(1);
    expect(steep[0]).toEqual(flat[0]);
    for (let i = 1; i < 4; i++) {
      expect(steep[i][0]).toBeGreaterThan(steep[i - 1][0]);
      expect(steep[i][1]).toBeLessThan(steep[i - 1][1]);
    }
    expect(growthSvg([growth(() => 7)])).toMatch(/>cars &amp; co</);
  });
});
