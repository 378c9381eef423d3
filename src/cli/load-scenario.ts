/** From a file on disk and the options of the command line to a checked scenario. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError, quote } from '../core/input-error.ts';
import type { Scenario } from '../core/scenario.ts';
import { parseScenario } from '../core/scenario.ts';
import { hostKinds } from '../core/scenario-schema.ts';
import { expandSensors } from '../core/scenario-parts.ts';
import { applyOverride, expandFragments, parseYaml } from '../core/scenario-text.ts';
import { catalogFor } from './user-blocks.ts';
import { prepareScenario } from '../scenario-preparation.ts';
import { scenarioFromParamsFile } from '../vehicle/params-file.ts';

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

export async function loadScenario(file: string | undefined, options: ScenarioOptions = {}): Promise<Scenario> {
  const document = readDocument(file, options.params) as any;
  if (options.world !== undefined) document.world = parseYaml(readText(options.world), options.world);
  for (const assignment of options.set ?? []) applyOverride(document, assignment);
  for (const assignment of options.host ?? []) applyHost(document, assignment);
  if (options.seed !== undefined) document.seed = numberOption('--seed', options.seed);
  if (options.duration !== undefined) document.duration = numberOption('--duration', options.duration);
  if (options.clock !== undefined) document.clock = { ...clockOf(document), kind: options.clock };
  if (options.speed !== undefined) {
    document.clock = { ...clockOf(document), speed: numberOption('--speed', options.speed) };
    if (options.clock === undefined && document.clock.kind !== 'external') document.clock.kind = 'paced';
  }
  return parseScenario(
    prepareScenario(document),
    await catalogFor(document, file === undefined ? '.' : folderOf(file)),
  );
}

/** A run directory stands for its scenario. */
const folderOf = (file: string): string => (statSync(file).isDirectory() ? file : dirname(file));

const clockOf = (document: any) =>
  typeof document.clock === 'string' ? { kind: document.clock } : (document.clock ?? {});

function readDocument(file: string | undefined, params: string | undefined): unknown {
  if (file !== undefined && params !== undefined)
    throw new InputError('--params', 'expected either a scenario file or --params, got both');
  if (params !== undefined) return scenarioFromParamsFile(parseYaml(readText(params), params));
  if (file === undefined) throw new InputError('', 'expected a scenario file, or --params with a parameter file');
  return readScenarioDocument(file);
}

/** A scenario file with everything that it names in other files. */
export function readScenarioDocument(file: string): unknown {
  const document = parseYaml(readText(file), file);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new InputError(file, `expected a scenario, got ${quote(document)}`);
  }
  if ('sim_node' in document)
    throw new InputError(file, 'this is a ROS parameter file, not a scenario; run it with --params');
  const folder = folderOf(file);
  return expandSensors(
    expandFragments(document, (fragment) => parseYaml(readText(resolve(folder, fragment)), fragment)),
  );
}

export function readText(file: string): string {
  try {
    // a run directory stands for its scenario
    return readFileSync(statSync(file).isDirectory() ? join(file, 'scenario.yaml') : file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const problem =
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'may not be read' : (error as Error).message;
    throw new InputError(file, problem);
  }
}

function numberOption(option: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new InputError(option, `expected a number, got ${quote(value)}`);
  return number;
}

/** `block=worker` or `block=process:python3 controller.py` (`process-cdr:` for binary messages). */
export function applyHost(document: any, assignment: string): void {
  const [, block, kind, command] = /^([^=]+)=([a-z-]+)(?::(.+))?$/.exec(assignment) ?? [];
  if (block === undefined)
    throw new InputError('--host', `expected block=${hostKinds.join('|')}, got ${quote(assignment)}`);
  const entry = document.blocks?.[block];
  if (typeof entry !== 'object' || entry === null) throw new InputError('--host', `there is no block ${quote(block)}`);
  const given = typeof entry.host === 'string' ? { kind: entry.host } : (entry.host ?? {});
  if (kind === 'process-cdr') entry.host = { ...given, kind: 'process', format: 'cdr', command };
  else entry.host = { ...given, kind, ...(command !== undefined && { command }) };
}
