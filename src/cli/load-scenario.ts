/** From the arguments of the command line to a checked scenario. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import { oneLine } from '../core/one-line.ts';
import type { Tree } from '../core/tree.ts';
import { nodeCatalog } from '../node/catalog.ts';
import { nodeFiles, shortPath } from '../node/files.ts';
import { loadModule } from '../node/modules.ts';
import { RunFile } from '../node/run-file.ts';
import type { LoadOptions } from '../scenario/load.ts';
import { loadScenario } from '../scenario/load.ts';
import type { LoadModule } from '../scenario/modules.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Overrides, ScenarioSource } from '../scenario/document.ts';
import { loadWorld } from '../scenario/document.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { scenarioFromParamsFile } from '../vehicle/params-file.ts';
import { numberOption } from './number-option.ts';

export interface ScenarioOptions {
  /** A vehicle_dynamics_sim parameter file, instead of a scenario. */
  readonly params?: string;
  /** A world file, in place of the scenario's world. */
  readonly world?: string;
  readonly seed?: string;
  readonly set?: readonly string[];
  readonly host?: readonly string[];
  readonly clock?: string;
  readonly speed?: string;
  readonly duration?: string;
}

/** What is probably not meant is said on standard error. */
export const loadFromArguments = async (file: string | undefined, options: ScenarioOptions = {}): Promise<Scenario> =>
  noted(await loadWithNode(await sourceOf(file, options.params), overridesOf(options)));

/** To be looked at. Modules that a scenario file names are loaded, and named on standard error; those of an earlier run are not. */
export async function loadToCheck(file: string | undefined, options: ScenarioOptions = {}): Promise<Scenario> {
  const run = file === undefined || options.params !== undefined ? undefined : runAt(file);
  return noted(
    run === undefined
      ? await loadScenario(nodeFiles, await sourceOf(file, options.params), {
          ...overridesOf(options),
          catalog: nodeCatalog,
          modules: loadAndSay,
        })
      : await readScenarioOf(run, overridesOf(options)),
  );
}

const overridesOf = ({ world, set, host, clock, seed, duration, speed }: ScenarioOptions): Overrides => ({
  world,
  set,
  host,
  clock,
  seed: numberOption('--seed', seed),
  duration: numberOption('--duration', duration),
  speed: numberOption('--speed', speed),
});

function noted(scenario: Scenario): Scenario {
  for (const note of scenario.notes) console.error(`skidpad: note: ${oneLine(note, 500)}`);
  return scenario;
}

const loadAndSay: LoadModule = (files, file, named) => {
  console.error(`skidpad: loads ${shortPath(file)} (${named.path})`);
  return loadModule(files, file, named);
};

/** The run that a path means: its directory, its recording, or the scenario in its directory. */
function runAt(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() || path.endsWith('.mcap')) return path;
  const isKept = basename(path) === RunFile.scenario && existsSync(join(dirname(path), RunFile.recording));
  return isKept ? dirname(path) : undefined;
}

async function readScenarioOf(run: string, { world: file, ...overrides }: Overrides): Promise<Scenario> {
  const world = file === undefined ? undefined : await loadWorld(nodeFiles, file);
  const edit = (document: Tree) => (world === undefined ? document : { ...document, world });
  const { openRun } = await import('../node/open-run.ts');
  const { recording, scenario } = await openRun(run, { ...overrides, edit });
  recording.close();
  return scenario;
}

/** With everything that Node can open and load. */
export const loadWithNode = (source: ScenarioSource, options: Omit<LoadOptions, 'catalog' | 'modules'> = {}) =>
  loadScenario(nodeFiles, source, { ...options, catalog: nodeCatalog, modules: loadModule });

async function sourceOf(file: string | undefined, params: string | undefined): Promise<ScenarioSource> {
  if (file !== undefined && params !== undefined) {
    throw new InputError('--params', 'expected either a scenario file or --params, got both');
  }
  if (params !== undefined) {
    const document = scenarioFromParamsFile(parseYaml(await nodeFiles.text(params), params)) as unknown as Tree;
    return { document, path: params };
  }
  if (file !== undefined) return file;
  throw new InputError('', 'expected a scenario file, or --params with a parameter file');
}
