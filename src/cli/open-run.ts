/** Opens an earlier run: its recording and its scenario. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import type { Scenario } from '../core/scenario.ts';
import { parseScenario } from '../core/scenario.ts';
import { parseYaml } from '../core/scenario-text.ts';
import { openRecordingFile } from '../record/mcap/open-recording-file.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import { RunFile } from './run-recording.ts';
import { catalogFor } from './user-blocks.ts';

export interface EarlierRun {
  readonly recording: Recording & { close(): void };
  readonly scenario: Scenario;
  /** Hash at the end of the run; undefined when it did not finish. */
  readonly hash: string | undefined;
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

/** `path` is a run directory or an MCAP file. `change` may edit the scenario document before it is checked. */
export async function openRun(path: string, change: (document: any) => void = () => {}): Promise<EarlierRun> {
  if (!existsSync(path)) throw new InputError(path, 'there is no such run');
  const file = statSync(path).isDirectory() ? join(path, RunFile.recording) : path;
  if (!existsSync(file)) throw new InputError(path, `holds no ${RunFile.recording}`);
  const recording = openRecordingFile(file);
  const yaml = recording.scenarioYaml;
  if (yaml === undefined) throw new InputError(file, 'holds no scenario; it was not made by skidpad run');
  const document = parseYaml(yaml, `${file}: scenario.yaml`);
  change(document);
  return {
    recording,
    scenario: parseScenario(document, await catalogFor(document, dirname(file))),
    hash: recording.metadata.get('skidpad.result')?.hash,
  };
}
