import { describe, expect, it } from 'vitest';
import { handOutFaults } from './faults.ts';

const blocks = {
  body: { type: 'bus/can', params: { bitRate: 5e5, faults: [{ kind: 'drop', at: 1 }] } },
  controller: { type: 'x', host: { kind: 'can', link: 'ecu' } },
};

describe('the faults of a scenario', () => {
  it('are handed to whom they befall, after those they have already', () => {
    const faults = [
      { at: 5, for: 2, block: 'body', kind: 'corrupt', probability: 0.1 },
      { at: 8, for: 0.5, link: 'ecu', kind: 'stall' },
      { at: 9, block: 'controller', kind: 'reset' },
    ];
    expect(handOutFaults({ name: 'x', blocks, faults })).toEqual({
      name: 'x',
      blocks: {
        body: {
          type: 'bus/can',
          params: {
            bitRate: 5e5,
            faults: [
              { kind: 'drop', at: 1 },
              { at: 5, for: 2, kind: 'corrupt', probability: 0.1 },
            ],
          },
        },
        controller: {
          ...blocks.controller,
          faults: [
            { at: 8, for: 0.5, kind: 'stall' },
            { at: 9, kind: 'reset' },
          ],
        },
      },
    });
    expect(handOutFaults({ blocks })).toEqual({ blocks });
  });

  it.each([
    [3, 'faults: expected a list of faults, got 3'],
    [['drop'], 'faults[0]: expected a fault with at, kind and block, got "drop"'],
    [[{ kind: 'drop' }], 'faults[0]: expected either a block or a link that it befalls'],
    [[{ kind: 'drop', block: 'bodi' }], 'faults[0].block: there is no block "bodi" (did you mean "body"?)'],
    [[{ kind: 'stall', link: 'tap' }], 'faults[0].link: expected the link of one block, but none is behind "tap"'],
  ])('that are %j are refused', (faults, problem) => {
    expect(() => handOutFaults({ blocks, faults })).toThrow(problem);
  });
});
