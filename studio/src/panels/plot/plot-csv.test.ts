import { describe, expect, it } from 'vitest';
import { plotCsv } from './plot-csv.ts';

const column = (name: string, unit: string, times: number[], ys: number[]) => ({
  name,
  unit,
  points: { times: Float64Array.from(times), ys: Float64Array.from(ys) },
});

describe('a plot as CSV', () => {
  it('has units in its header and one row per instant, with latched values', () => {
    const text = plotCsv([
      column('car.state.vx', 'm/s', [0, 0.5, 1], [1, 2.25, 3]),
      column('run "a", b', '', [0.5], [0.1 + 0.2]),
    ]);
    expect(text).toBe(
      [
        'time [s],car.state.vx [m/s],"run ""a"", b"',
        '0,1,',
        '0.5,2.25,0.30000000000000004',
        '1,3,0.30000000000000004',
        '',
      ].join('\r\n'),
    );
  });

  it('leaves out what is not a number, and what is not in sight', () => {
    expect(plotCsv([column('a', 'm', [0, 1, 2, 3], [1, NaN, 3, 4])], [1, 2]).split('\r\n')).toEqual([
      'time [s],a [m]',
      '1,',
      '2,3',
      '',
    ]);
  });
});
