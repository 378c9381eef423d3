import { describe, expect, it } from 'vitest';
import { createStream, uniform } from '../../math/random.ts';
import { createDeadTime, delayedCommand, enterCommand } from './dead-time.ts';

/** The rule as it is stated, on a plain list. */
class PlainQueue {
  private readonly entries: [number, number][] = [];
  constructor(private readonly deadTimeNs: number) {}
  exchange(timeNs: number, value: number): number {
    this.entries.push([timeNs, value]);
    const sent = timeNs - this.deadTimeNs;
    while (this.entries.length > 1 && this.entries[1][0] < sent) this.entries.shift();
    return this.entries[0][0] <= sent ? this.entries[0][1] : 0;
  }
}

describe('dead time', () => {
  it('uses the previous command when the dead time is zero, except for the very first', () => {
    const delay = createDeadTime(0, 1e-3);
    const out = [1, 2, 3, 4, 5].map((value, i) => {
      enterCommand(delay, i * 1e6, value);
      return delayedCommand(delay, i * 1e6);
    });
    expect(out).toEqual([1, 1, 2, 3, 4]);
  });

  it('brings a step out one step after the dead time, and zero before the first command', () => {
    const delay = createDeadTime(0.2, 1e-3);
    let arrival = -1;
    for (let k = 0; k < 300; k++) {
      enterCommand(delay, k * 1e6, k < 20 ? 7 : 9);
      const out = delayedCommand(delay, k * 1e6);
      if (k < 200) expect(out).toBe(0);
      if (out === 9 && arrival < 0) arrival = k;
    }
    expect(arrival).toBe(221);
  });

  it('agrees with a plain queue under random commands at random times, beyond the size it was made for', () => {
    const random = createStream(3, 'dead-time');
    for (const deadTime of [0, 0.0005, 0.01, 0.0333333333]) {
      const delay = createDeadTime(deadTime, 0.01);
      const plain = new PlainQueue(Math.round(deadTime * 1e9));
      let timeNs = 0;
      for (let i = 0; i < 3000; i++) {
        timeNs += Math.floor(uniform(random) * 3) * Math.round(uniform(random) * 2e6);
        const value = uniform(random);
        enterCommand(delay, timeNs, value);
        expect(delayedCommand(delay, timeNs)).toBe(plain.exchange(timeNs, value));
      }
    }
  });

  it('allocates nothing at the step it was made for', () => {
    const delay = createDeadTime(0.2, 1e-3);
    const { ring } = delay;
    for (let k = 0; k < 5000; k++) {
      enterCommand(delay, k * 1e6, k);
      delayedCommand(delay, k * 1e6);
    }
    expect(delay.ring).toBe(ring);
  });

  it('rejects a command older than the one before, and allows the same time twice', () => {
    const delay = createDeadTime(0.1, 1e-3);
    enterCommand(delay, 5, 1);
    enterCommand(delay, 5, 2);
    expect(() => enterCommand(delay, 4, 1)).toThrow('not older than the one before');
  });

  it('is zero while nothing has been commanded', () => {
    expect(delayedCommand(createDeadTime(0, 1e-3), 0)).toBe(0);
  });
});

describe('the room of a dead time', () => {
  const entries = (deadTime: number, period: number) => createDeadTime(deadTime, period).ring.length / 2;

  it('is the power of two, of eight at least, that holds a change per step and four more', () => {
    expect([
      entries(0, 0.01),
      entries(0.04, 0.01),
      entries(0.05, 0.01),
      entries(0.12, 0.01),
      entries(0.13, 0.01),
    ]).toEqual([8, 8, 16, 16, 32]);
  });

  it('grows while commands wait, in their order, however the ring has been turned', () => {
    for (const turned of [0, 3, 7]) {
      const delay = createDeadTime(0.001, 0.001);
      let timeNs = 0;
      let value = 0;
      for (let i = 0; i < turned; i++) {
        timeNs += 2e6;
        enterCommand(delay, timeNs, ++value);
        delayedCommand(delay, timeNs);
      }
      const begin = timeNs;
      const first = value;
      for (let i = 1; i <= 40; i++) enterCommand(delay, begin + 1000 * i, ++value);
      expect(delay.ring.length / 2).toBe(64);
      // each is out a nanosecond after its dead time
      for (let i = 1; i <= 40; i++) expect(delayedCommand(delay, begin + 1000 * i + 1e6 + 1)).toBe(first + i);
    }
  });

  it('rounds to the nanosecond', () => {
    const delay = createDeadTime(1.6e-9, 1);
    enterCommand(delay, 0, 5);
    expect([delayedCommand(delay, 1), delayedCommand(delay, 2)]).toEqual([0, 5]);
  });

  it('takes a first command at any time, and has no negative zero', () => {
    const early = createDeadTime(0, 1);
    enterCommand(early, -5, 3);
    expect(delayedCommand(early, -5)).toBe(3);
    const zero = createDeadTime(0, 1);
    enterCommand(zero, 0, -0);
    expect(Object.is(delayedCommand(zero, 0), 0)).toBe(true);
  });

  it('keeps a command until the next one is older than the dead time, not as old', () => {
    const delay = createDeadTime(0, 1);
    enterCommand(delay, 0, 1);
    enterCommand(delay, 10, 2);
    expect([delayedCommand(delay, 10), delayedCommand(delay, 11)]).toEqual([1, 2]);
  });
});
