/** The files of one run: recording while it runs, tables and report when it has ended. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../core/input-error.ts';
import type { Loop } from '../core/loop.ts';
import type { Scenario } from '../core/scenario.ts';
import type { OutputPort } from '../core/signal.ts';
import { formatYaml } from '../core/scenario-text.ts';
import { hashToHex } from '../math/hash.ts';
import { ChainLink, DeadlineMiss, Provenance } from '../msgs/index.ts';
import { writeFailure } from '../record/file-sink.ts';
import { Recorder } from '../record/recorder.ts';
import { RecordingFile } from '../record/recording-file.ts';
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

/** Messages of a size that fills disks. */
const BULKY = new Set(['sensor_msgs/msg/Image', 'sensor_msgs/msg/PointCloud2']);

export class RunRecording {
  private readonly file: RecordingFile;
  private readonly recorder: Recorder;

  constructor(private readonly scenario: Scenario, readonly directory: string) {
    prepareDirectory(directory);
    const scenarioYaml = formatYaml(keepBlocks(scenario, directory));
    writeFileSync(join(directory, RunFile.scenario), scenarioYaml);
    this.file = new RecordingFile(join(directory, RunFile.recording));
    this.recorder = new Recorder(this.file.writer, {
      scenarioYaml,
      scenario: scenario.document.name,
      seed: scenario.document.seed,
      tickNs: scenario.tickNs,
    });
  }

  attach(loop: Loop): void {
    const wanted = this.wantedSignals();
    for (const port of loop.ports) {
      const rateHz = wanted(port);
      if (rateHz > 0) this.recorder.record(port, rateHz);
    }
    this.recordProvenance(loop);
    this.recordChain(loop);
    // a kill at any moment finds at least the scenario
    this.file.writer.flush();
  }

  /**
   * How many messages per second to keep of a signal: what the scenario asks for, and every output of a block that
   * runs elsewhere, because those make replay possible. Where nothing is said, all; of bulky ones, one a second.
   */
  private wantedSignals(): (port: OutputPort) => number {
    const { document, blocks } = this.scenario;
    const named = document.record === undefined ? undefined : new Map(document.record.map(({ signal, rateHz }) => [signal, rateHz ?? Infinity]));
    const seams = new Set(blocks.filter((block) => block.host.kind !== 'local').map((block) => block.name));
    return (port) => {
      if (seams.has(port.block)) return Infinity;
      if (named !== undefined) return named.get(port.path) ?? 0;
      return BULKY.has(port.type.name) ? 1 : Infinity;
    };
  }

  /** What each publication was computed from; for plants only where a new command was read, as they step so often. */
  private recordProvenance(loop: Loop): void {
    const isPlant = loop.tasks.map((task) => task.definition.plant === true);
    const messages = loop.tasks.map((task, block) => ({
      ...Provenance.create(),
      block,
      input_sequences: new Uint32Array(task.inputs.length),
      output_sequences: new Uint32Array(task.outputs.length),
      capture_ticks: new Float64Array(task.outputs[0]?.signal.origins.length ?? 0),
    }));
    loop.listen({
      published: (task, index, activation, tick) => {
        const message = messages[index];
        if (isPlant[index] && sameNumbers(message.input_sequences, activation.inputSequences)) return;
        message.release_tick = activation.releaseTick;
        message.publish_tick = tick;
        message.input_sequences.set(activation.inputSequences);
        for (let i = 0; i < task.outputs.length; i++) message.output_sequences[i] = task.outputs[i].signal.sequence;
        message.capture_ticks.set(activation.captureTicks);
        this.recorder.provenance(message);
      },
    });
  }

  private recordChain(loop: Loop): void {
    const link = { ...ChainLink.create(), signals: loop.ports.map((port) => port.path) };
    const miss = DeadlineMiss.create();
    loop.listen({
      linked: (tick) => {
        link.tick = tick;
        link.hash = loop.hash();
        link.signal_hashes = loop.ports.map((port) => hashToHex(port.hash));
        this.recorder.link(link);
      },
      missed: ({ block, releaseTick, dueTick, lateness, policy }) => {
        Object.assign(miss, { block, release_tick: releaseTick, due_tick: dueTick, lateness, policy });
        this.recorder.missed(miss);
      },
    });
  }

  keepFresh(nowMs: number): void {
    this.file.keepFresh(nowMs);
  }

  /** Completes the recording and writes the metrics. */
  async finish(outcome: RunOutcome): Promise<void> {
    this.recorder.finish({ hash: outcome.hash, ticks: outcome.ticks, deadlineMisses: outcome.deadlineMisses, metrics: outcome.metrics });
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
  const kept = blocks.flatMap(({ name, definition: { module } }) => (module === undefined ? [] : [{ name, text: module.text }]));
  if (kept.length === 0) return document;
  mkdirSync(join(directory, RunFile.blocks), { recursive: true });
  for (const { name, text } of kept) writeFileSync(join(directory, RunFile.blocks, `${name}.mjs`), text);
  const renamed = kept.map(({ name }) => [name, { ...document.blocks[name], type: `./${RunFile.blocks}/${name}.mjs` }]);
  return { ...document, blocks: { ...document.blocks, ...Object.fromEntries(renamed) } };
}

const sameNumbers = (a: Uint32Array, b: readonly number[]): boolean => b.every((value, i) => value === a[i]);

/** A new directory, an empty one, or an earlier run's; anything else is somebody's work. */
function prepareDirectory(directory: string): void {
  if (existsSync(directory)) {
    const known = new Set<string>(Object.values(RunFile));
    const foreign = readdirSync(directory).find((name) => !known.has(name));
    if (foreign !== undefined) throw new InputError('--out', `${directory} holds ${foreign}, which is not of a run; choose another directory`);
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
