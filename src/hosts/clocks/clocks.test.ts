import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { problemOf } from '../fixtures/test-rig.ts';
import { ExternalClock, clockLineNs } from './external-clock.ts';
import { Lateness } from './lateness.ts';
import { PacedClock } from './paced-clock.ts';

const MILLISECOND = 1_000_000;

describe('the paced clock', () => {
  it.each([
    [1, 200],
    [4, 400],
  ])('starts no tick early at speed %d and counts each', async (speed, ticks) => {
    const clock = new PacedClock(MILLISECOND, speed);
    const begin = clock.wallTime();
    for (let tick = 0; tick < ticks; tick++) {
      expect(await clock.grant(tick)).toBe(tick + 1);
      expect(clock.wallTime() - begin).toBeGreaterThanOrEqual((tick * 0.001) / speed);
    }
    const report = clock.report();
    expect(report.count).toBe(ticks);
    expect(report.median).toBeLessThanOrEqual(report.p99);
    expect(report.p99).toBeLessThanOrEqual(report.max);
  });

  it('catches up without waiting or skipping ticks and says how late it was', async () => {
    // a wall clock that goes on by a microsecond whenever somebody looks
    let now = 1000;
    const wall = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.001));
    onTestFinished(() => wall.mockRestore());
    const clock = new PacedClock(MILLISECOND);
    await clock.grant(0);
    now += 60;
    const begin = now;
    for (let tick = 1; tick <= 50; tick++) expect(await clock.grant(tick)).toBe(tick + 1);
    expect(now - begin).toBeLessThan(1);
    const { count, max, median } = clock.report();
    expect(count).toBe(51);
    // 59 ms at the first of them, a millisecond less at each that follows
    expect(max).toBeCloseTo(0.059, 4);
    expect(median).toBeGreaterThan(0.03);
  });

  it('lets timers and pipes live', async () => {
    const clock = new PacedClock(MILLISECOND);
    let beats = 0;
    const timer = setInterval(() => beats++, 1);
    // a minute, where none of them gets a turn
    for (let tick = 0; tick < 60_000 && beats <= 10; tick++) await clock.grant(tick);
    clearInterval(timer);
    expect(beats).toBeGreaterThan(10);
  });

  it('begins at whatever tick the run begins', () => {
    // a promise would have something to wait for
    expect(new PacedClock(MILLISECOND).grant(100_000)).toBe(100_001);
  });

  it('refuses a speed that is none', () => {
    expect(() => new PacedClock(MILLISECOND, 0)).toThrow('clock.speed: expected a number above 0, got 0');
  });
});

describe('lateness', () => {
  it('has quantiles that are at most one eighth and a microsecond too large', () => {
    const sample = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(sample, (seconds) => {
        const lateness = new Lateness();
        for (const value of seconds) lateness.add(value);
        const sorted = Float64Array.from(seconds).sort();
        const { count, median, p99, max } = lateness.report();
        expect([count, max]).toEqual([seconds.length, sorted[sorted.length - 1]]);
        for (const [fraction, estimate] of [
          [0.5, median],
          [0.99, p99],
        ]) {
          const exact = sorted[Math.ceil(fraction * seconds.length) - 1];
          expect(estimate).toBeGreaterThanOrEqual(exact);
          expect(estimate).toBeLessThanOrEqual(exact * 1.126 + 1.01e-6);
        }
      }),
    );
  });

  it('of nothing is zero', () => {
    expect(new Lateness().report()).toEqual({ count: 0, median: 0, p99: 0, max: 0 });
  });
});

describe('the external clock', () => {
  const start = () => {
    const input = new PassThrough();
    return { input, clock: new ExternalClock(input, 10 * MILLISECOND) };
  };

  it('lets every tick at or before the time start', async () => {
    const { input, clock } = start();
    input.write('0\n');
    expect(await clock.grant(0)).toBe(1);
    const granted = clock.grant(1);
    input.write('0.009\n\n');
    input.write('0.25\n');
    expect(await granted).toBe(26);
    expect(clock.grant(25)).toBe(26);
    clock.close();
  });

  it('ends cleanly with its input, after what was granted', async () => {
    const { input, clock } = start();
    input.end('0.05\n{"clock":{"sec":0,"nanosec":60000000}}');
    let tick = 0;
    while (!clock.ended) tick = await clock.grant(tick);
    expect(tick).toBe(7);
    expect(await clock.grant(7)).toBe(7);
  });

  it.each([
    ['2\n1\n', 'clock: time went back from 2 s to 1 s'],
    ['soon\n', 'clock: expected a time such as 1.25 or {"clock": 1.25}, got "soon"'],
    ['-1\n', 'clock: expected a time such as 1.25 or {"clock": 1.25}, got "-1"'],
    ['{"clock":"1"}\n', 'clock: expected a time such as 1.25 or {"clock": 1.25}, got "{\\"clock\\":\\"1\\"}"'],
  ])('refuses %j', async (text, sentence) => {
    const { input, clock } = start();
    input.write(text);
    expect(await problemOf(async () => clock.grant((await clock.grant(0)) as number))).toBe(sentence);
    clock.close();
  });

  it('understands all forms of time', () => {
    expect(
      [
        '1.25',
        '{"clock": 1.25}',
        '{"clock":{"sec":1,"nanosec":250000000}}',
        '{"sec":1,"nanosec":250000000}',
        '1e-9',
      ].map(clockLineNs),
    ).toEqual([1.25e9, 1.25e9, 1.25e9, 1.25e9, 1]);
  });

  it('never throws anything but a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        try {
          expect(Number.isSafeInteger(clockLineNs(line))).toBe(true);
        } catch (error) {
          expect((error as Error).message).toMatch(/^clock: expected a time/);
        }
      }),
    );
  });
});
