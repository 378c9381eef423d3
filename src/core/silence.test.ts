import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Silence } from './silence.ts';

/** The same by its definition, from all looks at once. */
function isTooLong(looks: readonly number[], limit: number): boolean {
  const slice = Math.min(0.1, limit / 4);
  let total = 0;
  for (let i = 1; i < looks.length; i++) {
    const before = i > 1 ? looks[i - 1] - looks[i - 2] : 0;
    total += Math.min(looks[i] - looks[i - 1], Math.max(slice, before));
  }
  return total > limit;
}

describe('how long a host has been silent', () => {
  it('is counted from look to look, a gap by no more than the one before it or a slice', () => {
    // whole 64ths of a second, so that sums are exact
    const gaps = fc.array(fc.nat(400), { maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 300 }), (steps, limit64) => {
        const silence = new Silence(limit64 / 64);
        const looks: number[] = [];
        let wall = 1000;
        for (const step of [0, ...steps]) {
          wall += step / 64;
          looks.push(wall);
          expect(silence.isTooLongAt(wall)).toBe(isTooLong(looks, limit64 / 64));
        }
      }),
    );
  });

  it('begins anew with every answer', () => {
    const silence = new Silence(1);
    const looks = (from: number) => [0, 0.4, 0.8, 1, 1.1].map((after) => silence.isTooLongAt(from + after));
    // slices of a tenth, then as long as the gap before it: 0.1, 0.5, 0.7, 0.8
    expect(looks(10)).toEqual([false, false, false, false, false]);
    silence.end();
    expect(looks(900)).toEqual([false, false, false, false, false]);
    expect(silence.isTooLongAt(902)).toBe(false);
    expect(silence.isTooLongAt(903)).toBe(true);
  });

  it('is too long when it is longer than the limit, not when it is as long', () => {
    const silence = new Silence(0.5);
    for (const wall of [0, 0.125, 0.25, 0.375]) silence.isTooLongAt(wall);
    // a tenth, and then three times an eighth
    expect(silence.isTooLongAt(0.5)).toBe(false);
    expect(silence.isTooLongAt(0.625)).toBe(true);
    const exact = new Silence(1);
    for (let wall = 0; wall < 16; wall++) expect(exact.isTooLongAt(wall / 16)).toBe(false);
    expect(exact.isTooLongAt(1)).toBe(false);
    expect(exact.isTooLongAt(17 / 16)).toBe(true);
  });
});
