/** A block of a user's own whose ports its parameters name, which is only known in its sandbox. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const BOARD = `
import { defineBlock, Float64, list, fixed, occasionalOutput, portMap, text } from 'skidpad';
export default defineBlock({
  type: 'own/board',
  doc: 'doubles every input',
  params: { names: fixed(list(text(undefined, 'a name'), undefined, 'ports')) },
  inputs: { wired: portMap(({ names }) => Object.fromEntries(names.map((name) => [name, Float64]))) },
  outputs: { doubled: portMap(({ names }) => Object.fromEntries(names.map((name) => ['twice_' + name, occasionalOutput(Float64)]))) },
  init: () => ({}),
  step({ names }, _state, { wired }, { doubled }) {
    for (const name of names) {
      doubled['twice_' + name].value.data = 2 * wired[name].value.data;
      doubled['twice_' + name].publish = true;
    }
  },
});
`;
const SOURCE = `
import { defineBlock, Float64, param } from 'skidpad';
export default defineBlock({
  type: 'own/constant',
  doc: 'says a number',
  params: { value: param(1, '', 'the number') },
  inputs: {},
  outputs: { value: Float64 },
  init: () => ({}),
  step({ value }, _state, _inputs, outputs) { outputs.value.value.data = value; },
});
`;
const scenario = (inputs: string) => `
name: board
duration: 0.1
blocks:
  one: { type: ./constant.ts, rateHz: 100 }
  ten: { type: ./constant.ts, rateHz: 100, params: { value: 10 } }
  board: { type: ./board.ts, rateHz: 100, params: { names: [left, right] }, inputs: ${inputs} }
metrics:
  left: { of: board.twice_left.data, reduce: final, doc: twice the one }
  right: { of: board.twice_right.data, reduce: final, doc: twice the other }
`;

async function run(inputs: string, ...more: string[]) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'board.ts'), BOARD);
  writeFileSync(join(cwd, 'constant.ts'), SOURCE);
  writeFileSync(join(cwd, 'board.yaml'), scenario(inputs));
  return skidpad(['run', 'board.yaml', '--out', 'run', '--json', ...more], { cwd });
}

describe('ports of a block of one’s own that its parameters name', () => {
  it('are wired and written by their names', async () => {
    const { code, stdout, stderr } = await run('{ left: one.value, right: ten.value }');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).metrics).toEqual({ left: 2, right: 20 });
  });

  it('are known to whoever wires one too many, or too few', async () => {
    const wrong = await run('{ left: one.value, rigth: ten.value }');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('board.inputs.rigth');
    expect(wrong.stderr).toContain('did you mean "right"?');
    const missing = await run('{ left: one.value }');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('board.inputs.right: is not wired')]);
  });
});
