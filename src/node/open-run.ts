/** Opens an earlier run: its recording and its scenario. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import { openRecordingFile } from '../record/mcap/open-recording-file.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import { recordedResult } from '../record/recorded-result.ts';
import { overlayFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { nodeCatalog } from './catalog.ts';
import { nodeFiles } from './files.ts';
import { loadModule } from './modules.ts';
import { RunFile } from './run-directory.ts';

export interface EarlierRun {
  readonly recording: Recording & { close(): void };
  readonly scenario: Scenario;
  /** Hash at the end of the run; undefined when it did not finish. */
  readonly hash: string | undefined;
}

export interface OpenOptions {
  /** Where blocks are to run, as `--host` says it. */
  readonly host?: readonly string[];
  edit?(document: Tree): Tree;
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

/** `path` is a run directory or an MCAP file. */
export async function openRun(path: string, { host, edit }: OpenOptions = {}): Promise<EarlierRun> {
  if (!existsSync(path)) throw new InputError(path, 'there is no such run');
  const file = statSync(path).isDirectory() ? join(path, RunFile.recording) : path;
  if (!existsSync(file)) throw new InputError(path, `holds no ${RunFile.recording}`);
  const recording = openRecordingFile(file);
  const { scenarioYaml } = recording;
  if (scenarioYaml === undefined) throw new InputError(file, 'holds no scenario; it was not made by skidpad run');
  // the recording alone is enough: it holds every file that its scenario names
  const folder = dirname(file);
  const source = join(folder, RunFile.scenario);
  const kept = [...recording.attachments].map(([name, bytes]): [string, Uint8Array] => [join(folder, name), bytes]);
  const files = overlayFiles(new Map([...kept, [source, new TextEncoder().encode(scenarioYaml)]]), nodeFiles);
  const scenario = await loadScenario(files, source, { catalog: nodeCatalog, modules: loadModule, host, edit });
  return { recording, scenario, hash: recordedResult(recording)?.hash };
}
