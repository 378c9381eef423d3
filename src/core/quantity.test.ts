import { describe, expect, it } from 'vitest';
import { parseQuantity } from './quantity.ts';

/** What one of each is in the first of its line, by definition of the units. */
const SAME: readonly (readonly [si: string, ...others: readonly (readonly [unit: string, value: number])[]])[] = [
  ['m', ['m', 1], ['cm', 1 / 100], ['mm', 1 / 1000], ['km', 1000]],
  ['s', ['s', 1], ['ms', 1 / 1000], ['us', 1 / 1e6], ['ns', 1 / 1e9], ['min', 60]],
  ['Hz', ['Hz', 1], ['kHz', 1000], ['1/s', 1]],
  ['1/s', ['Hz', 1], ['kHz', 1000], ['1/s', 1]],
  ['rad', ['rad', 1], ['deg', Math.PI / 180]],
  // an international mile has 1609.344 m
  ['m/s', ['m/s', 1], ['km/h', 1000 / 3600], ['mph', 1609.344 / 3600]],
  ['rad/s', ['rad/s', 1], ['deg/s', Math.PI / 180]],
  ['m/s²', ['m/s²', 1], ['m/s^2', 1]],
  ['m/s^2', ['m/s²', 1], ['m/s^2', 1]],
  ['rad/s²', ['rad/s²', 1]],
  ['kg', ['kg', 1], ['g', 1 / 1000], ['t', 1000]],
  ['N', ['N', 1], ['kN', 1000]],
  ['N/rad', ['N/rad', 1], ['kN/rad', 1000], ['N/deg', 180 / Math.PI]],
  ['N m', ['N m', 1], ['Nm', 1]],
  ['Nm', ['N m', 1], ['Nm', 1]],
  ['kg m²', ['kg m²', 1]],
];

describe('a quantity', () => {
  it.each(SAME.flatMap(([si, ...others]) => others.map(([unit, value]) => [unit, si, value] as const)))(
    'in %s is the right number of %s',
    (unit, si, value) => {
      expect(parseQuantity(`3 ${unit}`, si)).toBeCloseTo(3 * value, 12);
      expect((parseQuantity(`7 ${unit}`, si) as number) / (7 * value)).toBeCloseTo(1, 14);
    },
  );

  it('is in the unit of its parameter, be that one SI or not', () => {
    expect(parseQuantity('180 deg', 'deg')).toBe(180);
    expect(parseQuantity('36 km/h', 'km/h')).toBeCloseTo(36, 12);
    expect(parseQuantity('2 m', 'mm')).toBeCloseTo(2000, 9);
  });

  it('is written as numbers are', () => {
    const written = ['5m', ' 5 m ', '+5 m', '5. m', '.5e1 m', '0.05E+2   m', '500e-2 m'];
    expect(written.map((text) => parseQuantity(text, 'm'))).toEqual(written.map(() => 5));
    expect(parseQuantity('-2.5 km', 'm')).toBe(-2500);
  });

  it('of something else is refused in a sentence that says what it is', () => {
    expect(parseQuantity('3 s', 'm')).toBe('expected a quantity in m, got "3 s", which is a time');
    expect(parseQuantity('3 deg', 'm')).toBe('expected a quantity in m, got "3 deg", which is an angle');
    expect(parseQuantity('3 m', '')).toBe('expected a plain number, got "3 m", which is a length');
    expect(parseQuantity('3 m', 'furlong')).toBe('expected a quantity in furlong, got "3 m", which is a length');
  });

  it('that is none is refused in a sentence that says what was expected', () => {
    expect(parseQuantity('fast', 'm/s')).toBe('expected a number [m/s], got "fast"');
    expect(parseQuantity('fast', '')).toBe('expected a number, got "fast"');
    expect(parseQuantity('3 furlongs', 'm')).toBe('unknown unit "furlongs", expected m');
    expect(parseQuantity('3 furlongs', '')).toBe('unknown unit "furlongs", expected a plain number');
    // names that every object has are no units
    expect(parseQuantity('3 constructor', 'm')).toBe('unknown unit "constructor", expected m');
  });
});
