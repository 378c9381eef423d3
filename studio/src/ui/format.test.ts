import { describe, expect, it } from 'vitest';
import { formatNumber, formatSignificant, formatTime, formatUnit, withUnit } from './format.ts';

describe('numbers as text', () => {
  it('keep their count of decimals', () => {
    expect([1, -0.5, 12.3456, 1234.5].map((value) => formatNumber(value, 3))).toEqual([
      '1.000',
      '−0.500',
      '12.346',
      '1234.500',
    ]);
    expect(formatNumber(2.5, 0)).toBe('3');
  });

  it('never show a zero with a minus', () => {
    expect(formatNumber(-0.0001, 3)).toBe('0.000');
    expect(formatNumber(-0, 1)).toBe('0.0');
    expect(formatSignificant(-0)).toBe('0');
  });

  it('show what is not a number as a dash', () => {
    expect([NaN, null, undefined].map((value) => formatNumber(value))).toEqual(['–', '–', '–']);
    expect([Infinity, -Infinity].map((value) => formatNumber(value))).toEqual(['∞', '−∞']);
  });

  it('stay short when they are huge', () => {
    expect(formatNumber(-1.23456e9, 2)).toBe('−1.23e9');
  });

  it('keep the digits that mean something where the size is unknown', () => {
    expect([0.00048212, 12.34567, 48210, -3, 4.8212e-7, 1.5e12].map((value) => formatSignificant(value))).toEqual([
      '0.0004821',
      '12.35',
      '48210',
      '−3',
      '4.821e−7',
      '1.5e12',
    ]);
  });
});

describe('times as text', () => {
  it('are minutes, seconds and milliseconds', () => {
    expect([0, 5.25, 65.25, 3600].map(formatTime)).toEqual(['0:00.000', '0:05.250', '1:05.250', '60:00.000']);
  });

  it('carry over when they round up', () => {
    expect(formatTime(59.9996)).toBe('1:00.000');
    expect(formatTime(-0.0001)).toBe('0:00.000');
    expect(formatTime(-1.5)).toBe('−0:01.500');
  });
});

describe('units as text', () => {
  it('are printed as in a book', () => {
    expect(['m/s^2', 'deg', 'N*m', 's^-1', 'm/s²', '1', ''].map(formatUnit)).toEqual([
      'm/s²',
      '°',
      'N·m',
      's⁻¹',
      'm/s²',
      '',
      '',
    ]);
  });

  it('follow their number after a space that does not break, except degrees', () => {
    expect(withUnit('3.2', 'm/s')).toBe('3.2\u00a0m/s');
    expect(withUnit('45', 'deg')).toBe('45°');
    expect(withUnit('–', 'm')).toBe('–');
  });
});
