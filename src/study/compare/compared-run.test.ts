import { describe, expect, it } from 'vitest';
import { runLabels } from './compared-run.ts';
import { shortNames } from './comparison-figures.ts';
import { numberText, unitText, valueText } from './comparison-text.ts';

describe('names of compared runs', () => {
  it('are those of their directories, with parents where needed', () => {
    expect(runLabels(['runs/a', 'runs/b/'])).toEqual(['a', 'b']);
    expect(runLabels(['monday/pid', 'tuesday/pid', 'tuesday/mpc'])).toEqual([
      'monday/pid',
      'tuesday/pid',
      'tuesday/mpc',
    ]);
    expect(runLabels(['runs/a', 'runs/a'])).toEqual(['a (1)', 'a (2)']);
  });

  it('below boxes lose what all begin with when they are long', () => {
    expect(shortNames(['pid', 'mpc'])).toEqual(['pid', 'mpc']);
    const long = Array.from({ length: 8 }, (_, i) => `rosdrive-cruise-20260101-00000${i}`);
    expect(shortNames(long)).toEqual(long.map((_, i) => `…${i}`));
  });
});

describe('values of a comparison', () => {
  it('are short and have a typographic minus', () => {
    expect([1.23456, -0.00012345, 1e-9, NaN, null, 0].map(numberText)).toEqual([
      '1.235',
      '−0.0001234',
      '1.00e−9',
      '–',
      '–',
      '0',
    ]);
    expect([unitText('vx', 'm/s'), unitText('20', 'm/s', ''), unitText('laps', '')]).toEqual([
      'vx [m/s]',
      '20 m/s',
      'laps',
    ]);
    expect([-2.5, true, '', undefined, { type: 'control/pid' }, [1, 2], [{}, {}]].map(valueText)).toEqual([
      '−2.5',
      'true',
      '(empty)',
      '–',
      'control/pid',
      '[1, 2]',
      'a list of 2',
    ]);
  });
});
