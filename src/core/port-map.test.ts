import { describe, expect, it } from 'vitest';
import { switchboard } from '../../test/support/port-blocks.ts';
import type { Additions } from '../../test/support/small-blocks.ts';
import { smallLoop, smallScenario, watch } from '../../test/support/small-blocks.ts';
import { Float64 } from '../msgs/index.ts';
import { optionalInput, portMap } from './block.ts';
import { groupPorts, inputPorts, mappedNames } from './ports.ts';

const more: Additions = { blocks: [switchboard] };
const switching = (names: string[], inputs: Record<string, unknown>) => ({
  blocks: {
    one: { type: 'test/constant', period: 0.01, params: { value: 1 } },
    ten: { type: 'test/constant', period: 0.01, params: { value: 10 } },
    board: { type: 'test/switchboard', period: 0.01, offset: 0.005, params: { names }, inputs },
  },
});

describe('ports that parameters name', () => {
  it('are wired and read by their own names', async () => {
    const loop = await smallLoop(switching(['left', 'right'], { left: 'one.value', right: 'ten.value' }), more);
    const [left, right, count] = ['board.left', 'board.right', 'board.count'].map((path) => watch(loop, path));
    loop.runUntil(10);
    expect([left, right, count].map((seen) => seen.map(([, value]) => value))).toEqual([[2], [20], [2]]);
  });

  it('must be wired, and there are no others', () => {
    const refusal = (names: string[], inputs: Record<string, unknown>) => () =>
      smallScenario(switching(names, inputs), more);
    expect(refusal(['left'], {})).toThrow('blocks.board.inputs.left: is not wired');
    expect(refusal(['left'], { left: 'one.value', lefd: 'one.value' })).toThrow(
      'blocks.board.inputs.lefd: test/switchboard has no such input (did you mean "left"?); it has extra, left',
    );
    expect(refusal(['left'], { left: 'one.value', mapped: 'one.value' })).toThrow('has no such input');
  });

  it('reach a step as a record beside the ports that are declared', () => {
    const inputs = {
      own: Float64,
      mapped: portMap(({ names }) => Object.fromEntries(names.map((name: string) => [name, optionalInput(Float64)]))),
    };
    expect(inputPorts({ inputs }, { names: ['a', 'mapped'] }).map(({ name, optional }) => [name, optional])).toEqual([
      ['own', false],
      ['a', true],
      ['mapped', true],
    ]);
    expect(groupPorts(inputs, { own: 1, a: 2, mapped: 3 })).toEqual({ own: 1, mapped: { a: 2, mapped: 3 } });
    expect(mappedNames(inputs, ['own', 'a', 'mapped'])).toEqual(['a', 'mapped']);
    expect(mappedNames({ own: Float64 }, ['own', 'a'])).toEqual([]);
  });
});
