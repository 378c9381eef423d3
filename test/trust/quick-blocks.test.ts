/** Users' blocks whose answers have come at once for a while: what happens then, and whether one can go back. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const block = (mischief = ''): string => `
import { defineBlock, Twist, VehicleState } from 'skidpad';
declare const process: any;
export default defineBlock({
  type: 'controller', doc: '', params: {}, inputs: { state: VehicleState }, outputs: { twist: Twist },
  init: () => ({ way: 0 }),
  step(_params, state, inputs, { twist }, time) {
    if (time.activation === 300) { ${mischief} }
    state.way += inputs.state.value.vx * time.dt;
    twist.value.linear.x = 1 + Math.min(state.way, 1);
    // kept from step to step where it is not written
    if (time.activation % 7 === 0) twist.value.angular.z = state.way / 10;
  },
});`;

function scenarioWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'controller.ts'), text);
  writeFileSync(
    join(folder, 'scenario.yaml'),
    `name: quick
duration: 1
blocks:
  controller: { type: ./controller.ts, period: 0.001, host: { kind: local, timeLimit: 1 }, inputs: { state: car.state } }
  car: { type: vehicle/bicycle, period: 0.001, inputs: { twist: controller.twist } }
`,
  );
  return join(folder, 'scenario.yaml');
}

describe('a block that was quick and then', () => {
  it.each([
    ['never answers again', 'for (;;);', 'blocks.controller: did not answer within 1 s'],
    ['leaves', 'process.exit(0);', 'blocks.controller: its process ended with exit code 0 before the run did'],
    ['throws', "throw new Error('no more');", 'blocks.controller: threw at 0.3 s: no more'],
  ])('%s ends its run with a sentence', async (_what, mischief, sentence) => {
    const { code, stderr } = await skidpad(['run', scenarioWith(block(mischief)), '--no-record']);
    expect(stderr).toContain(sentence);
    expect(code).toBe(3);
  });
});

it("a run with a user's block goes back and forth to the same bits", async () => {
  const built = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(projectRoot, 'dist', name)).href);
  const [{ loadScenario }, { loadModule, nodeCatalog, nodeFiles }] = [
    await built('scenario.js'),
    await built('node.js'),
  ];
  const { Session } = await built('run.js');
  const scenario = await loadScenario(nodeFiles, scenarioWith(block()), { catalog: nodeCatalog, modules: loadModule });
  const session = await Session.open(scenario, { keepsSnapshots: true });
  const hashAt = async (tick: number): Promise<string> => {
    await session.seek(tick);
    return session.loop.hash();
  };
  try {
    const ticks = [333, 700, 1000];
    const forth: string[] = [];
    for (const tick of ticks) forth.push(await hashAt(tick));
    const back: string[] = [];
    for (const tick of ticks.toReversed()) back.push(await hashAt(tick));
    expect(back.toReversed()).toEqual(forth);
    expect(new Set(forth).size).toBe(3);
  } finally {
    await session.close();
  }
});
