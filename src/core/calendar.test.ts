import { describe, expect, it } from 'vitest';
import { integerBelow, createStream } from '../math/random.ts';
import { smallLoop } from '../../test/support/small-blocks.ts';
import { Calendar, NEVER } from './calendar.ts';

describe('the calendar', () => {
  it.each([0, 1, 31, 32, 33, 100])('knows the earliest event of %i tasks', (size) => {
    const calendar = new Calendar(size);
    const stream = createStream(size, 'calendar');
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < size; i++) {
        calendar.nextDue[i] = 10 + integerBelow(stream, 1000);
        calendar.nextRelease[i] = 10 + integerBelow(stream, 1000);
      }
      calendar.settleAll();
      expect(calendar.next(NEVER)).toBe(Math.min(NEVER, ...calendar.nextDue, ...calendar.nextRelease));
      expect(calendar.next(3)).toBe(3);
    }
  });

  it('has every task in one group, in order', () => {
    const calendar = new Calendar(70);
    const groups = [...calendar.earliest.keys()].map((group) => [calendar.first(group), calendar.end(group)]);
    expect(groups).toEqual([
      [0, 32],
      [32, 64],
      [64, 70],
    ]);
  });

  it('looks at no group again that nobody settles', () => {
    const calendar = new Calendar(40);
    calendar.nextRelease[3] = 7;
    calendar.nextDue[35] = 9;
    calendar.settleAll();
    calendar.nextRelease[3] = 20;
    expect(calendar.next(NEVER)).toBe(7);
    calendar.settle(0);
    expect(calendar.next(NEVER)).toBe(9);
  });
});

describe('a loop of many blocks', () => {
  it('publishes what each of them would alone', async () => {
    const block = (i: number) => ({
      type: 'test/counter',
      period: (1 + (i % 7)) / 1000,
      latency: (1 + (i % 3)) / 1000,
    });
    const many = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`b${i}`, block(i)]));
    const together = await smallLoop({ blocks: many });
    together.runUntil(500);
    for (const i of [0, 31, 32, 63, 64, 74]) {
      const alone = await smallLoop({ blocks: { [`b${i}`]: block(i) } });
      alone.runUntil(500);
      const [port] = together.tasks[i].outputs;
      expect(port.hash).toEqual(alone.ports[0].hash);
      // published `latency` after each release, as often as periods fit
      expect(port.signal.sequence).toBe(Math.floor((499 - (1 + (i % 3))) / (1 + (i % 7))) + 1);
    }
  });
});
