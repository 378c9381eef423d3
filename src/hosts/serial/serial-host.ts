/**
 * The serial host: what the block reads goes out over a link of bytes, and what has come in since the previous release is its answer, stamped
 * with its arrival. It never waits, so it is worth something only under a clock that keeps pace with the wall. What comes faster than the loop
 * reads is bounded, and more is a failure.
 */
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort, QueueSignal } from '../../core/signal.ts';
import { SerialBytes, setTime } from '../../msgs/index.ts';

/** Bytes that may come between two releases. */
const MOST_BYTES = 1 << 20;

export interface SerialHostOptions {
  readonly link: ByteLink;
  /** As the scenario names it. */
  readonly linkName: string;
}

export function openSerialHost(block: HostedBlock, options: SerialHostOptions): Host {
  return new SerialHost(block, options);
}

class SerialHost implements Host {
  private readonly input: QueueSignal<SerialBytes>;
  private readonly output: OutputPort<SerialBytes>;
  private readonly unsubscribe: readonly (() => void)[];
  private arrived: { readonly bytes: Uint8Array; readonly ns: number }[] = [];
  private count = 0;
  private latestNs = NaN;
  private failure: string | undefined;

  constructor(
    private readonly block: HostedBlock,
    private readonly options: SerialHostOptions,
  ) {
    const { link, linkName } = options;
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

  start(): boolean {
    for (const { data, length } of this.input.queue) this.options.link.write(data.subarray(0, length));
    return false;
  }

  ready(): boolean {
    return true;
  }

  finish(): void {
    if (this.failure !== undefined) throw new HostError(this.block.name, this.failure);
    const { arrived, output } = this;
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
