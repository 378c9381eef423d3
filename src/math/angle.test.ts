import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reference } from '../../test/fixtures/math/reference-values.ts';
import { degreesToRadians, HALF_PI, PI, radiansToDegrees, TAU, wrapTo2Pi, wrapToPi } from './angle.ts';
import { cos, sin } from './trig.ts';

const angle = fc.oneof(
  fc.double({ min: -30, max: 30, noNaN: true }),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
);

describe('wrapToPi', () => {
  it('gives the bits of C remainder(a, 2π), ties to the even turn included', () => {
    for (const [a, expected] of reference.remainders)
      expect(Object.is(wrapToPi(a), expected), `wrapToPi(${a})`).toBe(true);
  });

  it('leaves angles inside alone and takes whole turns off the others', () => {
    expect(wrapToPi(0.5)).toBe(0.5);
    expect(wrapToPi(-0.5)).toBe(-0.5);
    expect(wrapToPi(PI)).toBe(PI);
    expect(wrapToPi(-PI)).toBe(-PI);
    expect(wrapToPi(0.5 + TAU)).toBeCloseTo(0.5, 15);
    expect(wrapToPi(-0.5 - TAU)).toBeCloseTo(-0.5, 15);
  });

  it('stays within ±π, is odd, and does nothing the second time', () => {
    fc.assert(
      fc.property(angle, (a) => {
        const wrapped = wrapToPi(a);
        return Math.abs(wrapped) <= PI && Object.is(wrapToPi(-a), -wrapped) && Object.is(wrapToPi(wrapped), wrapped);
      }),
    );
  });

  it('keeps the direction', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1000, max: 1000, noNaN: true }),
        (a) => Math.abs(sin(wrapToPi(a)) - sin(a)) < 1e-13 && Math.abs(cos(wrapToPi(a)) - cos(a)) < 1e-13,
      ),
    );
  });

  it('is NaN for what is not finite', () => {
    for (const a of [NaN, Infinity, -Infinity]) expect(wrapToPi(a)).toBeNaN();
  });
});

describe('wrapTo2Pi', () => {
  it('stays in [0, 2π) and differs from wrapToPi by a whole turn', () => {
    fc.assert(
      fc.property(angle, (a) => {
        const wrapped = wrapTo2Pi(a);
        return wrapped >= 0 && wrapped < TAU && Math.abs(wrapToPi(wrapped - wrapToPi(a))) < 1e-14;
      }),
    );
  });

  it('never gives a full turn or a negative zero', () => {
    expect(Object.is(wrapTo2Pi(-0), 0)).toBe(true);
    expect(Object.is(wrapTo2Pi(-TAU), 0)).toBe(true);
    expect(wrapTo2Pi(TAU)).toBe(0);
    expect(wrapTo2Pi(-1e-300)).toBe(0);
    expect(wrapTo2Pi(-HALF_PI)).toBe(1.5 * PI);
    expect(wrapTo2Pi(Infinity)).toBeNaN();
  });
});

describe('units and differences', () => {
  it('converts degrees and radians', () => {
    expect(degreesToRadians(180)).toBe(PI);
    expect(radiansToDegrees(HALF_PI)).toBe(90);
    fc.assert(fc.property(angle, (a) => Math.abs(degreesToRadians(radiansToDegrees(a)) - a) <= 4e-16 * Math.abs(a)));
  });
});
