import { describe, expect, it } from 'vitest';
import { atan, cos, sin } from '../../math/trig.ts';
import { arctangent, cosine, sine, wrapped } from './float32.ts';

const sweep = (low: number, high: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.fround(low + ((high - low) * i) / (count - 1)));

describe('trigonometry in float32', () => {
  it('has sines and cosines to a step of float32 over several turns', () => {
    for (const angle of sweep(-40, 40, 20_001)) {
      expect(Math.abs(sine(angle) - sin(angle))).toBeLessThan(1.5e-7);
      expect(Math.abs(cosine(angle) - cos(angle))).toBeLessThan(1.5e-7);
    }
  });

  it('has arc tangents to a step of float32', () => {
    for (const value of sweep(-30, 30, 20_001))
      expect(Math.abs(arctangent(value) - atan(value))).toBeLessThan(1.5e-7 * (1 + Math.abs(atan(value))));
  });

  it('wraps angles, and leaves those that need it not', () => {
    expect(wrapped(Math.fround(3))).toBe(3);
    expect(wrapped(Math.fround(4))).toBeCloseTo(4 - 2 * Math.PI, 6);
    expect(wrapped(Math.fround(-10))).toBeCloseTo(-10 + 4 * Math.PI, 5);
  });
});
