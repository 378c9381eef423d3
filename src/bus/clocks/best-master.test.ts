import { describe, expect, it } from 'vitest';
import type { PriorityVector } from './best-master.ts';
import { bestPort, compareVectors, ownVector } from './best-master.ts';

const VECTOR: PriorityVector = {
  priority1: 100,
  clockClass: 100,
  clockAccuracy: 100,
  offsetScaledLogVariance: 100,
  priority2: 100,
  identity: '00000000000000aa',
  stepsRemoved: 5,
  sourceIdentity: '00000000000000bb',
  sourcePort: 5,
  receivingPort: 5,
};

/** Every field made better and worse, in the order of IEEE 802.1AS-2020, 10.3.5. */
const BETTER: readonly [keyof PriorityVector, number | string, number | string][] = [
  ['priority1', 99, 101],
  ['clockClass', 6, 248],
  ['clockAccuracy', 0x20, 0xfe],
  ['offsetScaledLogVariance', 0, 0xffff],
  ['priority2', 0, 255],
  ['identity', '00000000000000a9', '0000000100000000'],
  ['stepsRemoved', 0, 6],
  ['sourceIdentity', '00000000000000ba', '0100000000000000'],
  ['sourcePort', 4, 10],
  ['receivingPort', 4, 10],
];

describe('the better of two masters', () => {
  it.each(BETTER)('is the one with the lesser %s', (field, less, more) => {
    expect(compareVectors({ ...VECTOR, [field]: less }, VECTOR)).toBeLessThan(0);
    expect(compareVectors({ ...VECTOR, [field]: more }, VECTOR)).toBeGreaterThan(0);
  });

  it.each(BETTER.slice(0, -1).map(([field], i) => [field, i] as const))(
    'is told by %s before all that comes after it',
    (field, i) => {
      const worseAfter = Object.fromEntries(BETTER.slice(i + 1).map(([name, , more]) => [name, more]));
      expect(compareVectors({ ...VECTOR, [field]: BETTER[i][1], ...worseAfter }, VECTOR)).toBeLessThan(0);
    },
  );

  it('is neither of two that are the same', () => expect(compareVectors(VECTOR, { ...VECTOR })).toBe(0));
});

describe('a clock', () => {
  const own = ownVector({ ...VECTOR, priority1: 150, identity: '0000000000000001' });

  it('follows the best that it hears', () => {
    expect(bestPort(own, [{ heard: { ...VECTOR, priority1: 120 } }, { heard: VECTOR }, { heard: null }])).toBe(1);
  });

  it('follows nobody who is worse than itself', () => {
    expect(bestPort(own, [{ heard: { ...VECTOR, priority1: 151 } }])).toBe(-1);
    expect(bestPort(own, [{ heard: null }])).toBe(-1);
  });

  it('with a priority of 255 follows anybody', () => {
    expect(bestPort({ ...own, priority1: 255 }, [{ heard: { ...VECTOR, priority1: 255, clockClass: 255 } }])).toBe(0);
  });
});
