/**
 * The replay host: stands where a block ran in an earlier run and publishes what that run recorded. Nothing is
 * computed, so hardware, programs and robots can be replayed bit for bit on any machine.
 *
 * A release at tick k answers with the messages that were published at tick k + latency, or when a late host had
 * published then; an output without a message at that tick publishes nothing. It keeps no state of its own: what it plays depends on the tick alone.
 */
import type { StepTime } from '../../core/block.ts';
import type { AnyHostKind, Host, HostedBlock } from '../../core/host.ts';
import { defineHost, HostError } from '../../core/host.ts';
import type { OutputPort } from '../../core/signal.ts';

/** What one output published, in order. */
export interface RecordedPort {
  /** Ticks of publication, increasing. */
  readonly ticks: Float64Array;
  /** CDR of the message published at each of them. */
  readonly messages: readonly DataView[];
}

export interface ReplayHostOptions {
  /** By output port; an output that is absent never publishes. */
  readonly ports: Readonly<Record<string, RecordedPort>>;
  /** From release to publication [ticks], as in the recorded run. */
  readonly latencyTicks: number;
  /** Where hosts were late: the tick of publication by tick of release; a release that is absent never published. */
  readonly publicationTicks?: ReadonlyMap<number, number>;
  /** Where the host had stamps of its own: when an answer was true [tick] by tick of release. */
  readonly truthTicks?: ReadonlyMap<number, number>;
  readonly tickNs?: number;
}

/** A kind of host that plays what these blocks published in an earlier run. */
export const replayHost = (recorded: (block: string) => ReplayHostOptions): AnyHostKind =>
  defineHost({
    kind: 'replay',
    doc: 'nowhere: what an earlier run recorded is published again',
    params: {},
    traits: {
      deterministic: true,
      savable: true,
      takesChanges: true,
      standsIn: true,
      inThread: true,
      ownTiming: true,
      ownStamps: true,
    },
    open: (block) => openReplayHost(block, recorded(block.name)),
  });

const NOTHING: RecordedPort = { ticks: new Float64Array(0), messages: [] };

export async function openReplayHost(block: HostedBlock, options: ReplayHostOptions): Promise<Host> {
  for (const [name, { ticks, messages }] of Object.entries(options.ports)) {
    if (!Object.hasOwn(block.outputs, name))
      throw new HostError(block.name, `the recording has an output ${name} that the block has not`);
    if (ticks.length !== messages.length) {
      throw new HostError(
        block.name,
        `the recording of ${name} has ${ticks.length} ticks and ${messages.length} messages`,
      );
    }
    const isQueued = block.outputs[name].queued;
    const disorder = ticks.findIndex((tick, i) => i > 0 && !(isQueued ? tick >= ticks[i - 1] : tick > ticks[i - 1]));
    if (disorder > 0)
      throw new HostError(block.name, `the recording of ${name} is out of order at message ${disorder}`);
  }
  return new ReplayHost(block, options);
}

class ReplayHost implements Host {
  private readonly outputs: readonly OutputPort[];
  private readonly recorded: readonly RecordedPort[];

  constructor(
    private readonly block: HostedBlock,
    private readonly options: ReplayHostOptions,
  ) {
    this.outputs = Object.values(block.outputs);
    this.recorded = this.outputs.map(({ name }) => options.ports[name] ?? NOTHING);
  }

  truthNs = NaN;

  /** What will be published is known at once. */
  start(time: StepTime): boolean {
    const { truthTicks, tickNs = 0 } = this.options;
    this.truthNs = (truthTicks?.get(time.tick) ?? NaN) * tickNs;
    const tick = this.publicationTick(time.tick)!;
    for (let i = 0; i < this.outputs.length; i++) this.play(this.outputs[i], this.recorded[i], tick);
    return true;
  }

  publicationTick(releaseTick: number): number | undefined {
    const { publicationTicks, latencyTicks } = this.options;
    return publicationTicks === undefined ? releaseTick + latencyTicks : publicationTicks.get(releaseTick);
  }

  private play(output: OutputPort, { ticks, messages }: RecordedPort, tick: number): void {
    const first = firstAtOrAfter(ticks, tick);
    output.publish = ticks[first] === tick;
    for (let i = first; ticks[i] === tick; i++) {
      this.decode(output, messages[i], i);
      if (output.queued) output.send();
    }
  }

  private decode(output: OutputPort, message: DataView, index: number): void {
    try {
      output.type.decode(message, 0, message.byteLength, output.value);
    } catch (error) {
      throw new HostError(
        this.block.name,
        `recorded message ${index} of ${output.name} cannot be read: ${(error as Error).message}`,
      );
    }
  }

  ready(): boolean {
    return true;
  }

  finish(): void {}

  save(): unknown {
    return null;
  }

  restore(): void {}

  close(): void {}
}

/** Binary search in increasing numbers. */
function firstAtOrAfter(ticks: Float64Array, tick: number): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ticks[middle] < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}
