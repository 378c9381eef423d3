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
