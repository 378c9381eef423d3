/** From the arguments of the command line to a checked scenario. */
import { InputError } from '../core/input-error.ts';
import { oneLine } from '../core/one-line.ts';
import type { Tree } from '../core/tree.ts';
import { nodeCatalog } from '../node/catalog.ts';
import { nodeFiles } from '../node/files.ts';
import { loadModule } from '../node/modules.ts';
import type { LoadOptions } from '../scenario/load.ts';
import { loadScenario } from '../scenario/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioSource } from '../scenario/document.ts';
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
export async function loadFromArguments(file: string | undefined, options: ScenarioOptions = {}): Promise<Scenario> {
  const { world, set, host, clock } = options;
  const scenario = await loadWithNode(await sourceOf(file, options.params), {
    world,
    set,
    host,
    clock,
    seed: numberOption('--seed', options.seed),
    duration: numberOption('--duration', options.duration),
    speed: numberOption('--speed', options.speed),
  });
  for (const note of scenario.notes) console.error(`skidpad: note: ${oneLine(note, 500)}`);
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
