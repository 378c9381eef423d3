import { describe, expect, it } from 'vitest';
import { RateMeter } from './rate-meter.ts';

describe('a rate', () => {
  it('is that of the window, not of all time', () => {
    const meter = new RateMeter(1);
    for (let k = 0; k <= 40; k++) meter.note(k / 10, k <= 20 ? k : 20 + 3 * (k - 20));
    expect(meter.rate).toBeCloseTo(30, 9);
  });

  it('is known of what is slower than the window', () => {
    const meter = new RateMeter(1);
    meter.note(0, 0);
    meter.note(5, 1);
    meter.note(10, 2);
    expect(meter.rate).toBeCloseTo(0.2, 12);
  });

  it('is unknown until enough time has passed', () => {
    const meter = new RateMeter(1, 0.5);
    meter.note(0, 0);
    meter.note(0.016, 1);
    expect(meter.rate).toBeUndefined();
    meter.note(0.6, 30);
    expect(meter.rate).toBeCloseTo(50, 9);
  });

  it('starts again when time or count go back', () => {
    const meter = new RateMeter(1);
    meter.note(0, 0);
    meter.note(1, 7);
    meter.note(2, 3);
    expect(meter.rate).toBeUndefined();
    meter.note(3, 5);
    expect(meter.rate).toBe(2);
    meter.note(1, 6);
    expect(meter.rate).toBeUndefined();
  });
});
