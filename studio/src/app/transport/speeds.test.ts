import { describe, expect, it } from 'vitest';
import { factorLabel, nextSpeed, speedLabel } from './speeds.ts';

describe('speeds', () => {
  it('go up to as fast as possible and down to a tenth', () => {
    expect([0.1, 1, 10, Infinity].map((speed) => nextSpeed(speed, 1))).toEqual([0.25, 2, Infinity, Infinity]);
    expect([0.1, 1, Infinity].map((speed) => nextSpeed(speed, -1))).toEqual([0.1, 0.5, 10]);
  });

  it('that are not in the list go to its neighbours', () =>
    expect([nextSpeed(3, 1), nextSpeed(3, -1)]).toEqual([5, 2]));

  it('are named', () => expect([0.25, 1, Infinity].map(speedLabel)).toEqual(['0.25×', '1×', 'Max']));

  it('that were reached have two digits that mean something', () =>
    expect([0, 0.25, 0.999, 1, 9.94, 9.96, 34.4].map(factorLabel)).toEqual([
      '',
      '0.25×',
      '1.0×',
      '1.0×',
      '9.9×',
      '10×',
      '34×',
    ]));
});
