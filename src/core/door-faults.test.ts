import { describe, expect, it } from 'vitest';
import { createStream, integerBelow } from '../math/random.ts';
import type { DoorFault, Passing } from './door-faults.ts';
import { FaultyPassage } from './door-faults.ts';

interface Item {
  readonly id: number;
  bits: number;
  ns: number;
}

const items: Passing<Item> = {
  copy: (item) => ({ ...item }),
  corrupt: (item, stream) => void (item.bits ^= 1 << integerBelow(stream, 8)),
  delayed: (item, ns) => void (item.ns = ns),
  idOf: ({ id }) => id,
};

const fault = (fields: Partial<DoorFault> & Pick<DoorFault, 'kind'>): DoorFault => ({
  ...{ at: 0, direction: 'both', probability: 1, delay: 0.01 },
  ...fields,
});

/** One message every 10 ms, told by its number; what comes through at each, as `number@ms`. */
function through(faults: readonly DoorFault[], direction: 'in' | 'out' = 'in', count = 8): string[][] {
  const passage = new FaultyPassage(faults, direction, createStream(1, 'door'), items);
  return Array.from({ length: count }, (_, i) =>
    passage.pass([{ id: i, bits: 0, ns: i * 1e7 }], i * 1e7).map(({ id, ns }) => `${id}@${ns / 1e6}`),
  );
}

describe('a door at which something goes wrong', () => {
  it('loses what passes while the fault lasts, and nothing before and after', () => {
    expect(through([fault({ kind: 'drop', at: 0.02, for: 0.03 })]).flat()).toEqual([
      '0@0',
      '1@10',
      '5@50',
      '6@60',
      '7@70',
    ]);
  });

  it('is late by as much as is said, in order, and says so in the stamps', () => {
    expect(through([fault({ kind: 'delay', at: 0.01, for: 0.02, delay: 0.025 })])).toEqual([
      ...[['0@0'], [], [], ['3@30'], ['1@35', '4@40'], ['2@45', '5@50'], ['6@60'], ['7@70']],
    ]);
  });

  it('doubles', () => {
    expect(through([fault({ kind: 'duplicate', at: 0.03, for: 0.01 })]).flat()).toEqual([
      ...['0@0', '1@10', '2@20', '3@30', '3@30', '4@40', '5@50', '6@60', '7@70'],
    ]);
  });

  it('lets others overtake, each by one, and lets the last go when it ends', () => {
    expect(through([fault({ kind: 'reorder', at: 0.01, for: 0.03 })]).flat()).toEqual([
      ...['0@0', '2@20', '1@20', '3@40', '4@40', '5@50', '6@60', '7@70'],
    ]);
  });

  it('damages one bit of a copy', () => {
    const passage = new FaultyPassage([fault({ kind: 'corrupt' })], 'out', createStream(1, 'door'), items);
    const sent = { id: 1, bits: 0, ns: 0 };
    const [heard] = passage.pass([sent], 0);
    expect(sent.bits).toBe(0);
    expect([1, 2, 4, 8, 16, 32, 64, 128]).toContain(heard.bits);
  });

  it('concerns one direction, some identifiers, or some of all, as it is said', () => {
    expect(through([fault({ kind: 'drop', direction: 'out' })]).flat()).toHaveLength(8);
    expect(through([fault({ kind: 'drop', direction: 'out' })], 'out').flat()).toHaveLength(0);
    expect(through([fault({ kind: 'drop', ids: [2, 3] })]).flat()).toHaveLength(6);
    // 1000 draws of 0.3: five deviations are 72
    const kept = through([fault({ kind: 'drop', probability: 0.3 })], 'in', 1000).flat().length;
    expect(Math.abs(kept - 700)).toBeLessThan(72);
    expect(through([fault({ kind: 'drop', probability: 0.3 })], 'in', 1000).flat()).toHaveLength(kept);
  });
});
