/** Scenarios that ship with Skidpad, damaged as texts and as trees: loaded, checked, and run for a few ticks when accepted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance, integerBelow } from '../../src/math/random.ts';
import { run } from '../../src/run/run.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import type { Tree } from '../../src/core/tree.ts';
import { memoryFiles } from '../../src/scenario/files.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { formatYaml, parseYaml } from '../../src/scenario/yaml.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedText, damagedTree, drawsOf, oneOf } from './support/mutations.ts';

/** Every YAML file of the project that scenarios name. */
const shipped = new Map(
  ['scenarios', 'vehicles', 'worlds'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .map((name): [string, string] => [`${folder}/${name}`, readFileSync(join(projectRoot, folder, name), 'utf8')]),
  ),
);
const scenarios = [...shipped.keys()].filter((path) => path.startsWith('scenarios/')).sort();
/** Those without cameras, of which many can be tried. */
const quick = scenarios.filter((path) => /dynamics|manual|cruise|skid-pad/.test(path));
const others = [...shipped.keys()].filter((path) => !path.startsWith('scenarios/')).sort();

const trees = new Map([...shipped].map(([path, text]) => [path, parseYaml(text, path)]));

const MOST_TICKS = 20;

export const fuzzer: Fuzzer = {
  name: 'scenario',
  async run(seed, index) {
    const draws = drawsOf('scenario', seed, index);
    const path = oneOf(draws, chance(draws, 0.98) ? quick : scenarios);
    // mostly the scenario itself, at times a vehicle or a world
    const damaged = chance(draws, 0.9) ? path : oneOf(draws, others);
    const whole = shipped.get(damaged)!;
    // as text, or as the tree that a program would hand over
    const tree = chance(draws, 0.5) ? damagedTree(draws, trees.get(damaged)) : undefined;
    const text = tree === undefined ? damagedText(draws, whole) : damaged === path ? '' : formatYaml(tree);
    const files = memoryFiles(new Map([...shipped, [damaged, text]]));
    const source = tree !== undefined && damaged === path ? { document: tree as Tree, path } : path;
    const ticks = chance(draws, 0.3) ? integerBelow(draws, MOST_TICKS) : 0;
    await attempt(
      () => `${damaged}, for ${path}:\n${tree === undefined ? text : JSON.stringify(tree)}`,
      async () => {
        const scenario = await loadScenario(files, source, { clock: 'free', edit: inOneThread });
        if (ticks > 0) await run({ scenario, ticks });
      },
    );
  },
};
