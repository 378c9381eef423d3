import { describe, expect, it } from 'vitest';
import { niceCeiling, sliderRange, TRAVEL, travelOf, travelStep, valueAt } from './slider-range.ts';

const range = (initial: number, more: object = {}) => {
  const found = sliderRange({ kind: 'number', value: initial, initial, unit: '', ...more })!;
  return [found.min, found.max];
};

describe('a slider range', () => {
  it('is what the block declares', () => {
    expect(range(0.5, { min: 0, max: 1 })).toEqual([0, 1]);
    expect(range(-3, { min: -10, max: 10 })).toEqual([-10, 10]);
  });

  it('reaches to about four times the value where there is no upper bound', () => {
    expect(range(2.5, { min: 0 })).toEqual([0, 10]);
    expect(range(1415, { above: 0 })).toEqual([0, 10000]);
    expect(range(0.011, { min: 0 })).toEqual([0, 0.05]);
  });

  it('is symmetric without any bound', () => {
    expect(range(0)).toEqual([-1, 1]);
    expect(range(71.9)).toEqual([-500, 500]);
    expect(range(-2)).toEqual([-10, 10]);
  });

  it('is half a turn each way for an angle', () => {
    expect(range(0.6, { unit: 'rad' })).toEqual([-Math.PI, Math.PI]);
    expect(range(0.05, { unit: 'rad' })).toEqual([-0.2, 0.2]);
  });

  it('narrows bounds that are far wider than the value', () => {
    expect(range(12, { kind: 'integer', min: 1, max: 8192 })).toEqual([1, 50]);
    expect(range(0, { min: 0, max: 8191 })).toEqual([0, 1]);
  });

  it('includes the value and does not move with it otherwise', () => {
    expect(sliderRange({ kind: 'number', value: 5, initial: 2.5, unit: '', min: 0 })).toEqual(
      sliderRange({ kind: 'number', value: 2.5, initial: 2.5, unit: '', min: 0 }),
    );
    expect(sliderRange({ kind: 'number', value: 37, initial: 2.5, unit: '', min: 0 })!.max).toBe(37);
  });

  it('is never empty', () => {
    expect(range(0, { min: 0 })).toEqual([0, 1]);
    expect(range(3, { min: 3, max: 3 })[1]).toBeGreaterThan(3);
    for (const value of [0, 1e-9, -1e9, 5, -0.3]) {
      const [low, high] = range(value);
      expect(low).toBeLessThan(high);
      expect(low <= value && value <= high).toBe(true);
    }
  });

  it('is there for numbers only', () => {
    expect(sliderRange({ kind: 'text', value: 'a', initial: 'a', unit: '' })).toBeUndefined();
    expect(sliderRange({ kind: 'number', value: NaN, initial: 1, unit: '' })).toBeUndefined();
  });
});

describe('travel', () => {
  it('comes back to the value within a step', () => {
    const found = sliderRange({ kind: 'number', value: 2.5, initial: 2.5, unit: '', min: 0 })!;
    for (const value of [0, 0.37, 2.5, 9.99, 10])
      expect(Math.abs(valueAt(found, travelOf(found, value)) - value)).toBeLessThanOrEqual(found.step);
    expect(valueAt(found, TRAVEL)).toBe(10);
    expect(valueAt(found, 333)).toBe(3.33);
  });

  it('is logarithmic over decades', () => {
    const found = sliderRange({ kind: 'number', value: 1, initial: 1, unit: '', min: 0.01, max: 15 })!;
    expect(found.isLogarithmic).toBe(true);
    expect(travelOf(found, Math.sqrt(0.01 * 15))).toBeCloseTo(TRAVEL / 2, 9);
    expect(valueAt(found, TRAVEL / 2)).toBeCloseTo(0.387, 9);
  });

  it('goes on with every key', () => {
    for (const given of [
      { initial: 1, min: 0 },
      { initial: 0.35, min: 0 },
      { initial: 824, above: 0 },
      { initial: 1, min: 0.01, max: 15 },
    ]) {
      const found = sliderRange({ kind: 'number', value: given.initial, unit: '', ...given })!;
      let value = given.initial;
      for (let press = 0; press < 30; press++) {
        const next = valueAt(found, travelOf(found, value) + travelStep(found));
        expect(next).toBeGreaterThan(value);
        value = next;
      }
    }
  });

  it('gives whole numbers for integers', () => {
    const found = sliderRange({ kind: 'integer', value: 12, initial: 12, unit: '', min: 0, max: 254 })!;
    for (let travel = 0; travel <= TRAVEL; travel += 7) expect(Number.isInteger(valueAt(found, travel))).toBe(true);
  });

  it('has round ends', () => {
    expect([0.3, 1, 1.01, 2.1, 7, 10, 4000].map(niceCeiling)).toEqual([0.5, 1, 2, 5, 10, 10, 5000]);
  });
});
