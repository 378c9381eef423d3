import { describe, expect, it } from 'vitest';
import type { Frame } from '../../players/player.ts';
import { AgeWindow } from './age-window.ts';

const frame = (time: number, capture: Record<string, number>, isJump = false): Frame => ({
  time,
  isJump,
  messages: new Map([['/cmd', { message: {}, time, sequence: 0, capture }]]),
});

describe('measured ages', () => {
  it('have least, median, 99th percentile and most, by origin', () => {
    const window = new AgeWindow(['/cmd']);
    // ages of 1 ms … 101 ms: quantiles are on samples
    for (let k = 1; k <= 101; k++) window.observe(frame(k, { car: k - k / 1000, bus: NaN }));
    const { samples, min, median, p99, max } = window.statistics('/cmd').get('car')!;
    expect(samples).toBe(101);
    expect([min, median, p99, max].map((age) => Math.round(age * 1e3))).toEqual([1, 51, 100, 101]);
    expect(window.statistics('/cmd').has('bus')).toBe(false);
  });

  it('count a message once, and only the recent ones', () => {
    const window = new AgeWindow(['/cmd']);
    window.observe(frame(1, { car: 0 }));
    window.observe(frame(1, { car: 0 }));
    expect(window.statistics('/cmd').get('car')!.samples).toBe(1);
    for (let k = 2; k < 2500; k++) window.observe(frame(k, { car: k - 0.5 }));
    expect(window.statistics('/cmd').get('car')).toMatchObject({ samples: 1000, max: 0.5 });
  });

  it('start again after a jump', () => {
    const window = new AgeWindow(['/cmd']);
    window.observe(frame(5, { car: 1 }));
    window.observe(frame(2, { car: 1.9 }, true));
    expect(window.statistics('/cmd').get('car')!.max).toBeCloseTo(0.1, 12);
  });

  it('are none where there are no stamps', () => {
    const window = new AgeWindow(['/cmd']);
    window.observe({ time: 0, messages: new Map([['/cmd', { message: {}, time: 0, sequence: 1 }]]) });
    expect(window.statistics('/cmd').size).toBe(0);
  });
});
