/** The files of one run: recording while it runs, tables and report when it has ended. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import type { Loop } from '../core/loop.ts';
import type { Scenario } from '../core/scenario.ts';
import { formatYaml } from '../core/scenario-text.ts';
import { writeFailure } from '../record/mcap/file-sink.ts';
import { RecordingFile } from '../record/mcap/recording-file.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import type { RunOutcome } from './run-session.ts';

export const RunFile = {
  recording: 'recording.mcap',
  csv: 'signals.csv',
  scenario: 'scenario.yaml',
  metrics: 'metrics.json',
  report: 'report.html',
  /** Only where it was asked for. */
  rosdrive: 'rosdrive.csv',
  /** Folder of the blocks that users wrote. */
  blocks: 'blocks',
} as const;

export class RunRecording {
  private readonly file: RecordingFile;
  private readonly recorder: RunRecorder;

  constructor(
    scenario: Scenario,
    readonly directory: string,
  ) {
    prepareDirectory(directory);
    const scenarioYaml = formatYaml(keepBlocks(scenario, directory));
    writeFileSync(join(directory, RunFile.scenario), scenarioYaml);
    this.file = new RecordingFile(join(directory, RunFile.recording));
    this.recorder = new RunRecorder(this.file.writer, scenario, scenarioYaml);
  }

  attach(loop: Loop): void {
    this.recorder.attach(loop);
  }

  keepFresh(nowMs: number): void {
    this.file.keepFresh(nowMs);
  }

  /** Completes the recording and writes the metrics. */
  async finish(outcome: RunOutcome): Promise<void> {
    this.recorder.finish({
      hash: outcome.hash,
      ticks: outcome.ticks,
      deadlineMisses: outcome.deadlineMisses,
      metrics: outcome.metrics,
    });
    await this.file.close();
    writeFileSync(join(this.directory, RunFile.metrics), `${JSON.stringify(outcome, null, 2)}\n`);
  }

  /** Leaves what there is in a readable file. */
  async abandon(): Promise<void> {
    await this.file.close();
  }
}

/** Writes the blocks that users wrote beside the run, and names them there. */
function keepBlocks({ document, blocks }: Scenario, directory: string): Scenario['document'] {
  const kept = blocks.flatMap(({ name, definition: { module } }) =>
    module === undefined ? [] : [{ name, text: module.text }],
  );
  if (kept.length === 0) return document;
  mkdirSync(join(directory, RunFile.blocks), { recursive: true });
  for (const { name, text } of kept) writeFileSync(join(directory, RunFile.blocks, `${name}.mjs`), text);
  const renamed = kept.map(({ name }) => [name, { ...document.blocks[name], type: `./${RunFile.blocks}/${name}.mjs` }]);
  return { ...document, blocks: { ...document.blocks, ...Object.fromEntries(renamed) } };
}

/** A new directory, an empty one, or an earlier run's; anything else is somebody's work. */
function prepareDirectory(directory: string): void {
  if (existsSync(directory)) {
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
