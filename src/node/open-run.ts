/** Opens an earlier run: its recording and its scenario. Nothing that came with it is executed unless it may be. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import { isTree } from '../core/tree.ts';
import { openRecordingFile } from '../record/mcap/open-recording-file.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import { recordedResult } from '../record/recorded-result.ts';
import type { Files } from '../scenario/files.ts';
import { memoryFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import type { LoadModule } from '../scenario/modules.ts';
import type { Overrides } from '../scenario/overrides.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { nodeCatalog } from './catalog.ts';
import { nodeFiles } from './files.ts';
import { loadModule } from './modules.ts';
import { RunFile } from './run-file.ts';
import { standInModules } from './stand-ins.ts';
import { foreignCode, requireTrust } from './trust.ts';

export interface EarlierRun {
  readonly recording: Recording & { close(): void };
  readonly scenario: Scenario;
  /** Hash at the end of the run; undefined when it did not finish. */
  readonly hash: string | undefined;
}

/** `host` says where blocks are to run; a kind in a file of one's own is loaded, as it was named by whoever asks. */
export type OpenOptions = Omit<Overrides, 'world'>;

export interface RepeatOptions extends OpenOptions {
  /** Whether what came with the run may be executed, wherever it was made. */
  readonly trust?: boolean;
  /** Blocks whose answers come from the recording, so that neither they nor what is outside is needed. */
  replayed?(scenario: Scenario): readonly string[];
}

/** Commands that need every message refuse a recording that was cut, unless asked to go as far as it does. */
export function requireComplete({ recording }: EarlierRun, path: string, partial: boolean | undefined): void {
  if (recording.complete || partial) return;
  const reached = `${Number((recording.lastTimeNs / 1e9).toPrecision(6))} s`;
  throw new InputError(
    path,
    `the recording was cut short: it can be read up to ${reached}; add --partial to go that far`,
  );
}

/** To be read: stand-ins take the places of users' modules, and nothing is executed. `path` is a run directory or an MCAP file. */
export async function openRun(path: string, options: OpenOptions = {}): Promise<EarlierRun> {
  const kept = openKept(path);
  return opened(kept, () => loadKept(kept, options, kept.standIns));
}

/** To be run again: with users' modules, once they may be executed. Throws UntrustedRunError when that has to be asked. */
export async function openRunAgain(path: string, options: RepeatOptions = {}): Promise<EarlierRun> {
  const { trust = false, replayed, ...overrides } = options;
  const kept = openKept(path);
  return opened(kept, async () => {
    const seen = await loadKept(kept, overrides, kept.standIns);
    const foreign = foreignCode(seen, {
      replayed: replayed?.(seen),
      placed: overrides.host?.filter(saysWhatRuns).map((assignment) => assignment.split('=')[0]),
      links: replayed === undefined,
    });
    requireTrust({ path, recording: kept.recording, foreign, trust });
    const needed = new Set(foreign.map(({ module }) => module));
    if (!foreign.some(({ module }) => module !== undefined)) return seen;
    return loadKept(kept, overrides, (files, file, named) =>
      (needed.has(named.name) ? loadModule : kept.standIns)(files, file, named),
    );
  });
}

/** Whether `block=kind:TEXT` or `block=/file.ts` leaves nothing of what the run itself says to be executed there. */
const saysWhatRuns = (assignment: string): boolean => /^[^=]+=([^:/]+:.|\/)/.test(assignment);

/** A recording, and what it holds as files: it alone is enough, and nothing else on the disk is read. */
interface KeptRun {
  readonly recording: EarlierRun['recording'];
  readonly files: Files;
  /** The scenario among these files. */
  readonly source: string;
  readonly standIns: LoadModule;
}

function openKept(path: string): KeptRun {
  if (!existsSync(path)) throw new InputError(path, 'there is no such run');
  const file = statSync(path).isDirectory() ? join(path, RunFile.recording) : path;
  if (!existsSync(file)) throw new InputError(path, `holds no ${RunFile.recording}`);
  const recording = openRecordingFile(file);
  try {
    const { scenarioYaml, attachments } = recording;
    if (scenarioYaml === undefined) throw new InputError(file, 'holds no scenario; it was not made by skidpad run');
    const folder = dirname(file);
    const source = join(folder, RunFile.scenario);
    const assets = [...attachments].map(([name, bytes]): [string, Uint8Array] => [join(folder, name), bytes]);
    const files = memoryFiles(new Map([...assets, [source, new TextEncoder().encode(scenarioYaml)]]));
    const document = parseYaml(scenarioYaml, source);
    return { recording, files, source, standIns: standInModules(recording, isTree(document) ? document : {}) };
  } catch (error) {
    recording.close();
    throw error;
  }
}

/** The run with its scenario; where there is none, the recording is closed again. */
async function opened({ recording }: KeptRun, load: () => Promise<Scenario>): Promise<EarlierRun> {
  try {
    return { recording, scenario: await load(), hash: recordedResult(recording)?.hash };
  } catch (error) {
    recording.close();
    throw error;
  }
}

function loadKept({ files, source }: KeptRun, overrides: OpenOptions, modules: LoadModule): Promise<Scenario> {
  const chosen = new Set(overrides.host?.map((assignment) => assignment.replace(/^[^=]*=/, '')));
  return loadScenario(files, source, {
    ...overrides,
    catalog: nodeCatalog,
    modules: (given, file, named) =>
      named.what === 'host' && isAbsolute(named.name) && chosen.has(named.name)
        ? loadModule(nodeFiles, file, named)
        : modules(given, file, named),
  });
}
