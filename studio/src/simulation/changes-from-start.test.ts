import { describe, expect, it } from 'vitest';
import { changesFromStart } from './changes-from-start.ts';

const change = (at: number, block: string, params: Record<string, unknown>) => ({ at, block, params });

describe('changes that are to hold from the beginning', () => {
  it('take the place of what was changed of the same parameters, and leave the others', () => {
    const changes = [
      change(2, 'pid', { gains: { kp: 1, ki: 2 }, limit: 3 }),
      change(4, 'pid', { gains: { kp: 5 } }),
      change(10, 'pid', { gains: { kp: 7 } }),
      change(10, 'car', { mass: 900 }),
    ];
    expect(changesFromStart(changes, 10, [])).toEqual([
      change(0, 'pid', { gains: { kp: 7 } }),
      change(0, 'car', { mass: 900 }),
      change(2, 'pid', { gains: { ki: 2 }, limit: 3 }),
    ]);
  });

  it('are those of the instant and no earlier ones', () => {
    const changes = [change(2, 'pid', { limit: 3 })];
    expect(changesFromStart(changes, 5, [])).toEqual(changes);
  });

  it('put an obstacle there from the beginning, beside those that come in their time', () => {
    const [wall, first, last] = ['wall', 'obstacle 1', 'obstacle 2'].map((name) => ({ name }));
    const changes = [
      change(3, 'world', { solids: [wall, first] }),
      change(10, 'world', { solids: [wall, first, last] }),
    ];
    expect(changesFromStart(changes, 10, [wall])).toEqual([
      change(0, 'world', { solids: [wall, last] }),
      change(3, 'world', { solids: [wall, first, last] }),
    ]);
  });
});
