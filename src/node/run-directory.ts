/** The directory of one run: recording while it runs, tables and report when it has ended. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import { writeFailure } from '../record/mcap/file-sink.ts';
import { RecordingFile } from '../record/mcap/recording-file.ts';
import type { Carried } from '../record/run-recorder.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import type { RunResult } from '../run/result.ts';
import type { RunObserver } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { version } from '../run/version.ts';
import { ASSET_FOLDER } from '../scenario/assets.ts';
import { portableDocument } from '../scenario/portable-document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { formatYaml } from '../scenario/yaml.ts';
import { sealRun } from './seal.ts';

export const RunFile = {
  recording: 'recording.mcap',
  csv: 'signals.csv',
  scenario: 'scenario.yaml',
  metrics: 'metrics.json',
  report: 'report.html',
  /** Only where it was asked for. */
  rosdrive: 'rosdrive.csv',
  /** Folder of the files that the scenario names. */
  assets: ASSET_FOLDER,
} as const;

/** Records a run into a directory. */
export class RunDirectory implements RunObserver {
  private readonly file: RecordingFile;
  private readonly recorder: RunRecorder;

  /** `foreign` is a run of somebody else's work: it gets no seal, so that repeating it asks. */
  constructor(
    scenario: Scenario,
    readonly path: string,
    { foreign = false }: { readonly foreign?: boolean } = {},
  ) {
    prepareDirectory(path);
    if (scenario.files.length > 0) makeDirectory(join(path, RunFile.assets));
    for (const { name, bytes } of scenario.files) writeFileSync(join(path, name), bytes);
    writeFileSync(join(path, RunFile.scenario), formatYaml(portableDocument(scenario)));
    this.file = new RecordingFile(join(path, RunFile.recording));
    this.recorder = new RunRecorder(this.file.writer, scenario, version, foreign ? undefined : sealed);
  }

  attach({ loop }: Session): void {
    this.recorder.attach(loop);
  }

  between(_session: Session, nowMs: number): void {
    this.file.keepFresh(nowMs);
  }

  /** Completes the recording and writes the metrics. */
  async finish(result: RunResult): Promise<void> {
    const { hash, ticks, deadlineMisses, metrics } = result;
    this.recorder.finish({ hash, ticks, deadlineMisses, metrics });
    await this.file.close();
    writeFileSync(join(this.path, RunFile.metrics), `${JSON.stringify(result, null, 2)}\n`);
  }

  /** Leaves what there is in a readable file. */
  async abandon(): Promise<void> {
    await this.file.close();
  }
}

/** What happened to the key is said on standard error: a run without a seal is a run all the same. */
function sealed(carried: Carried): string | undefined {
  const { seal, note } = sealRun(carried);
  if (note !== undefined) console.error(`skidpad: note: ${note}`);
  return seal;
}

/** A new directory, an empty one, or an earlier run's; anything else is somebody's work. */
function prepareDirectory(directory: string): void {
  if (existsSync(directory)) {
    if (!statSync(directory).isDirectory()) {
      throw new InputError('--out', `${directory} is a file, expected the name of a directory`);
    }
    const known = new Set<string>(Object.values(RunFile));
    const foreign = readdirSync(directory).find((name) => !known.has(name));
    if (foreign !== undefined)
      throw new InputError('--out', `${directory} holds ${foreign}, which is not of a run; choose another directory`);
  }
  makeDirectory(directory);
}

/** Level by level: Node's own recursion never returns where the system refuses in odd ways, as below /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    throw writeFailure(directory, error);
  }
}
