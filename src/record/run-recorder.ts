/**
 * What a recording of a run holds: the scenario, the signals that it asks for, what each publication was computed from, the
 * chain of hashes and the deadline misses. Where the bytes go is somebody else's business.
 */
import type { Activation } from '../core/activation.ts';
import type { Loop } from '../core/loop.ts';
import type { Task } from '../core/task.ts';
import { tracedPlace, tracedSequence } from '../core/trace.ts';
import type { AssetFile } from '../scenario/assets.ts';
import { portableDocument } from '../scenario/portable-document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { formatYaml } from '../scenario/yaml.ts';
import { hashToHex } from '../math/hash.ts';
import { ChainLink, DeadlineMiss, Provenance } from '../msgs/index.ts';
import { describeModules } from './module-facts.ts';
import type { McapWriter } from './mcap/writer.ts';
import type { Compression, JpegEncoder } from './images/compressed-image.ts';
import { compressImage } from './images/compressed-image.ts';
import type { ImageCompressor, RunSummary } from './recorder.ts';
import { Recorder } from './recorder.ts';
import { isSeam, wantedSignals } from './wanted-signals.ts';

/** What a recording carries that decides what a repetition of its run executes. */
export interface Carried {
  readonly scenarioYaml: string;
  readonly files: readonly AssetFile[];
}

export class RunRecorder {
  private readonly recorder: Recorder;

  constructor(
    private readonly writer: McapWriter,
    private readonly scenario: Scenario,
    version: string,
    /** Seals the run for whoever writes it, from what it carries. */
    seal?: (carried: Carried) => string | undefined,
  ) {
    const scenarioYaml = formatYaml(portableDocument(scenario));
    this.recorder = new Recorder(writer, {
      version,
      files: scenario.files,
      scenarioYaml,
      modules: describeModules(scenario),
      seal: seal?.({ scenarioYaml, files: scenario.files }),
      scenario: scenario.document.name,
      seed: scenario.document.seed,
      tickNs: scenario.tickNs,
    });
  }

  /** Without an encoder of JPEG, images are recorded as PNG in its place. */
  attach(loop: Loop, jpeg?: JpegEncoder): void {
    const wanted = wantedSignals(this.scenario);
    for (const port of loop.ports) {
      const { rateHz, compression } = wanted(port);
      if (rateHz > 0) this.recorder.record(port, rateHz, compression && compressor(compression, jpeg));
    }
    this.recordProvenance(loop);
    this.recordChain(loop);
    // an end at any moment finds at least the scenario
    this.writer.flush();
  }

  /** What each publication was computed from; for plants only where a new command was read, as they step so often. */
  private recordProvenance(loop: Loop): void {
    // what a seam said of its own accord is needed to play it again
    const isOurs = this.scenario.blocks.map((block) => !isSeam(block));
    const isBrief = loop.tasks.map((task, i) => task.definition.plant === true && isOurs[i]);
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
        // a step that said nothing is heard of only where it happened elsewhere
        if (activation.publishes === 0 && isOurs[index]) return;
        if (isBrief[index] && sameNumbers(message.input_sequences, activation.inputSequences)) return;
        message.release_tick = activation.releaseTick;
        message.publish_tick = tick;
        message.input_sequences.set(activation.inputSequences);
        for (let i = 0; i < task.outputs.length; i++) message.output_sequences[i] = task.outputs[i].signal.sequence;
        // none where no plant and no source feeds the block
        for (let i = 0; i < message.capture_ticks.length; i++) message.capture_ticks[i] = activation.captureTicks[i];
        message.capture_bound = activation.captureBoundNs / 1e9;
        message.handovers = handoversOf(task, activation);
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
      lost: ({ block, tick, age, isLost }) => {
        const policy = isLost ? 'lost' : 'found';
        Object.assign(miss, { block, release_tick: tick, due_tick: tick, lateness: age, policy });
        this.recorder.missed(miss);
      },
    });
  }

  /** What is known only at the end; the writer is still to be closed. */
  finish(summary: RunSummary): void {
    this.recorder.finish(summary);
  }
}

const NO_HANDOVERS = new Uint32Array(0);

/** As recordings have them; called when all messages of the publication are out. */
function handoversOf({ outputs, otherOutputs }: Task, { handovers, otherMessages }: Activation): Uint32Array {
  if (handovers.length === 0) return NO_HANDOVERS;
  return Uint32Array.from(
    handovers.flatMap(({ output, message, trace }) => {
      const port = outputs[output];
      const count = port.isOther ? otherMessages[otherOutputs.indexOf(port)] : 1;
      return [output, port.signal.sequence - count + 1 + message, tracedPlace(trace), tracedSequence(trace)];
    }),
  );
}

const compressor = (compression: Compression, jpeg: JpegEncoder | undefined): ImageCompressor => ({
  as: compression.as === 'jpeg' && jpeg === undefined ? 'png' : compression.as,
  compress: (image) => compressImage(image, compression, jpeg),
});

const sameNumbers = (a: Uint32Array, b: readonly number[]): boolean => b.every((value, i) => value === a[i]);
