import { describe, expect, it } from 'vitest';
import { documentChanges } from './documents.ts';

describe('changes between documents', () => {
  it('are named by path, with the value of every document', () => {
    const gains = (kp: number, speeds: number[]) => ({
      seed: 1,
      blocks: { pid: { type: 'a', params: { kp, ki: 2, speeds } } },
    });
    expect(documentChanges([gains(1, [5, 6]), gains(3, [5, 7]), gains(1, [5])])).toEqual([
      { path: 'blocks.pid.params.kp', values: [1, 3, 1] },
      { path: 'blocks.pid.params.speeds[1]', values: [6, 7, undefined] },
    ]);
  });

  it('are none between equal documents, and ignored keys do not count', () => {
    expect(documentChanges([{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }])).toEqual([]);
    expect(
      documentChanges(
        [
          { name: 'x', a: 1 },
          { name: 'y', a: 1 },
        ],
        new Set(['name']),
      ),
    ).toEqual([]);
  });

  it('say once that a part is missing, and still compare the others', () => {
    const block = (gain: number) => ({ type: 'a', params: { gain, more: { deep: gain } } });
    expect(documentChanges([{ blocks: { one: block(1) } }, { blocks: { one: block(2) } }, { blocks: {} }])).toEqual([
      { path: 'blocks.one', values: [block(1), block(2), undefined] },
      { path: 'blocks.one.params.gain', values: [1, 2, undefined] },
      { path: 'blocks.one.params.more.deep', values: [1, 2, undefined] },
    ]);
  });

  it('between things of different types are in what both have', () => {
    const pid = { type: 'pid', rateHz: 10, params: { kp: 1, speed: 2 } };
    const mpc = { type: 'mpc', rateHz: 20, params: { horizon: 9, speed: 3 } };
    expect(
      documentChanges([{ blocks: { controller: pid } }, { blocks: { controller: mpc } }]).map(({ path }) => path),
    ).toEqual(['blocks.controller.type', 'blocks.controller.rateHz', 'blocks.controller.params.speed']);
  });

  it('of kind are shown as they are', () => {
    expect(documentChanges([{ a: [1] }, { a: 1 }, { a: 'x' }])).toEqual([{ path: 'a', values: [[1], 1, 'x'] }]);
  });
});
