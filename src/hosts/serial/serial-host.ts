/**
 * The serial host: what the block reads goes out over a link of bytes, and what has come in since the previous release is its answer, stamped
 * with its arrival. It never waits, so it is worth something only under a clock that keeps pace with the wall. What comes faster than the loop
 * reads is bounded, and more is a failure.
 */
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import type { StepTime } from '../../core/block.ts';
import type { DoorFault, Passing } from '../../core/door-faults.ts';
import { FaultyPassage } from '../../core/door-faults.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort, QueueSignal } from '../../core/signal.ts';
import { createStream, integerBelow } from '../../math/random.ts';
import { SerialBytes, setTime } from '../../msgs/index.ts';

/** Bytes that may come between two releases. */
const MOST_BYTES = 1 << 20;

export interface SerialHostOptions {
  readonly link: ByteLink;
  /** As the scenario names it. */
  readonly linkName: string;
  /** What goes wrong at the link. */
  readonly faults?: readonly DoorFault[];
}

interface Chunk {
  readonly bytes: Uint8Array;
  ns: number;
}

/** What has been written or read at once is lost, late or doubled as a whole; one bit of it is damaged. */
const chunks: Passing<Chunk> = {
  copy: ({ bytes, ns }) => ({ bytes: bytes.slice(), ns }),
  corrupt({ bytes }, stream) {
    if (bytes.length === 0) return;
    const bit = integerBelow(stream, 8 * bytes.length);
    bytes[bit >>> 3] ^= 0x80 >>> (bit & 7);
  },
  delayed: (chunk, ns) => void (chunk.ns = ns),
};

export function openSerialHost(block: HostedBlock, options: SerialHostOptions): Host {
  return new SerialHost(block, options);
}

class SerialHost implements Host {
  private readonly input: QueueSignal<SerialBytes>;
  private readonly output: OutputPort<SerialBytes>;
  private readonly unsubscribe: readonly (() => void)[];
  private readonly out: FaultyPassage<Chunk>;
  private readonly in: FaultyPassage<Chunk>;
  private arrived: Chunk[] = [];
  private releaseNs = 0;
  private count = 0;
  /** Of the newest bytes; before the first, the beginning of the run: a line that never says anything grows old too. */
  private latestNs = 0;
  private failure: string | undefined;

  constructor(
    private readonly block: HostedBlock,
    private readonly options: SerialHostOptions,
  ) {
    const { link, linkName, faults = [] } = options;
    const stream = (way: string) => createStream(block.seed, `link/${linkName}/${block.name}/${way}`);
    this.out = new FaultyPassage(faults, 'out', stream('out'), chunks);
    this.in = new FaultyPassage(faults, 'in', stream('in'), chunks);
    const [input, output] = [Object.values(block.inputs)[0], Object.values(block.outputs)[0]];
    if (input?.type !== SerialBytes || output?.type !== SerialBytes || !output.queued)
      throw new HostError(
        block.name,
        'a serial host serves a block with one queued input and output of skidpad_msgs/SerialBytes',
      );
    this.input = input as QueueSignal<SerialBytes>;
    this.output = output as OutputPort<SerialBytes>;
    this.unsubscribe = [
      link.listen((bytes, ns) => this.hear(bytes, ns)),
      link.onFailure((problem) => (this.failure ??= `links.${linkName}: ${problem}`)),
    ];
  }

  private hear(bytes: Uint8Array, ns: number): void {
    this.count += bytes.length;
    if (this.count > MOST_BYTES)
      this.failure ??= `links.${this.options.linkName}: sends more than ${MOST_BYTES} bytes between two releases`;
    else this.arrived.push({ bytes: bytes.slice(), ns });
  }

  get truthNs(): number {
    return this.latestNs;
  }

  start({ nowNs }: StepTime): boolean {
    this.releaseNs = nowNs;
    const written = this.input.queue.map(({ data, length }): Chunk => ({ bytes: data.subarray(0, length), ns: nowNs }));
    for (const { bytes } of this.out.pass(written, nowNs)) this.options.link.write(bytes);
    return false;
  }

  ready(): boolean {
    return true;
  }

  finish(): void {
    if (this.failure !== undefined) throw new HostError(this.block.name, this.failure);
    const { output } = this;
    const arrived = this.in.pass(this.arrived, this.releaseNs);
    this.arrived = [];
    this.count = 0;
    const { value } = output;
    for (const { bytes, ns } of arrived) {
      this.latestNs = ns;
      setTime(value.stamp, ns);
      for (let done = 0; done < bytes.length; done += value.length) {
        value.length = Math.min(value.data.length, bytes.length - done);
        for (let i = 0; i < value.length; i++) value.data[i] = bytes[done + i];
        output.send();
      }
    }
  }

  save(): never {
    throw new HostError(
      this.block.name,
      'what is on a serial line cannot be saved; replay the recording of its run instead',
    );
  }

  restore(): never {
    return this.save();
  }

  close(): void {
    for (const end of this.unsubscribe) end();
  }
}
