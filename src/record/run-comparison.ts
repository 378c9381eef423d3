/**
 * Compares a running loop with an earlier recording of it, message by message, and keeps the first difference.
 * Signals that were not recorded are compared by their hashes, once per simulated second.
 */
import type { Loop } from '../core/loop.ts';
import type { OutputPort } from '../core/signal.ts';
import { hashToHex } from '../math/hash.ts';
import type { ChainLink } from '../msgs/index.ts';
import { messageDifference } from '../msgs/message-difference.ts';
import { OWN_TOPICS } from './mcap/format.ts';
import type { RecordedChannel, RecordedMessage, Recording } from './mcap/recording-reader.ts';

export interface RunDifference {
  readonly tick: number;
  /** [s] */
  readonly time: number;
  /** `block.port`, with the field where it is known. */
  readonly signal: string;
  readonly field?: string;
  readonly recorded?: unknown;
  readonly now?: unknown;
  /** One sentence. */
  readonly problem: string;
}

export class RunComparison {
  first: RunDifference | undefined;
  compared = 0;
  private readonly expected = new Map<string, RecordedMessage[]>();
  private readonly links = new Map<number, ChainLink>();
  private scratch = new DataView(new ArrayBuffer(4096));

  constructor(
    private readonly recording: Recording,
    private readonly tickNs: number,
  ) {
    for (const message of recording.messages()) {
      const { channel } = message;
      if (channel.topic === OWN_TOPICS.chain) this.addLink(message);
      else if (channel.block !== undefined) this.queueOf(channel).push(message);
    }
    for (const queue of this.expected.values()) queue.reverse();
  }

  private addLink({ channel, data }: RecordedMessage): void {
    const link = this.recording.decode(channel, data) as ChainLink;
    this.links.set(link.tick, link);
  }

  private queueOf({ signal }: RecordedChannel): RecordedMessage[] {
    let queue = this.expected.get(signal);
    if (queue === undefined) this.expected.set(signal, (queue = []));
    return queue;
  }

  attach(loop: Loop): void {
    for (const port of loop.ports) {
      const queue = this.expected.get(port.path);
      if (queue !== undefined) port.listeners.push((_port, tick) => this.compare(port, queue, tick));
    }
    loop.listen({ linked: (tick) => this.compareLink(loop, tick) });
  }

  /** After the run: a recorded message that did not come again is a difference too. */
  finish(loop: Loop): void {
    for (const [signal, queue] of this.expected) {
      const left = queue.at(-1);
      if (left !== undefined && left.logTimeNs <= loop.nowNs - this.tickNs) {
        this.note({ tick: left.logTimeNs / this.tickNs, signal, problem: `${signal} published then, and not now` });
      }
    }
  }

  private compare(port: OutputPort, queue: RecordedMessage[], tick: number): void {
    if (this.first !== undefined) return;
    const recorded = queue.at(-1);
    if (recorded?.channel.thinned && recorded.logTimeNs > tick * this.tickNs) return;
    queue.pop();
    if (recorded === undefined) {
      // a recording that was cut or thinned ends early; that is no difference
      if (this.recording.complete && !this.recording.channel(port.path)?.thinned)
        this.note({ tick, signal: port.path, problem: `${port.path} publishes now, and did not then` });
      return;
    }
    const recordedTick = recorded.logTimeNs / this.tickNs;
    if (recordedTick !== tick) {
      this.note({
        tick: Math.min(tick, recordedTick),
        signal: port.path,
        problem: `${port.path} was published at tick ${recordedTick} then, and at tick ${tick} now`,
      });
    } else if (!this.sameBytes(port, recorded.data)) this.noteField(port, recorded, tick);
    this.compared++;
  }

  private sameBytes(port: OutputPort, recorded: DataView): boolean {
    const { type, signal } = port;
    const size = type.maxSize(signal.value);
    if (size > this.scratch.byteLength) this.scratch = new DataView(new ArrayBuffer(2 * size));
    const length = type.encode(signal.value, this.scratch, 0);
    if (length !== recorded.byteLength) return false;
    for (let i = 0; i < length; i++) if (this.scratch.getUint8(i) !== recorded.getUint8(i)) return false;
    return true;
  }

  private noteField(port: OutputPort, recorded: RecordedMessage, tick: number): void {
    const then = this.recording.decode(recorded.channel, recorded.data);
    const difference = messageDifference(port.type, then, port.signal.value);
    const field = difference?.path ?? '';
    this.note({
      tick,
      signal: port.path,
      field,
      recorded: difference?.left,
      now: difference?.right,
      problem: `${port.path}.${field} was ${String(difference?.left)} then, and is ${String(difference?.right)} now`,
    });
  }

  private compareLink(loop: Loop, tick: number): void {
    const link = this.links.get(tick);
    if (link === undefined || this.first !== undefined) return;
    const now = new Map(loop.ports.map((port) => [port.path, hashToHex(port.hash)]));
    const index = link.signals.findIndex((signal, i) => now.get(signal) !== link.signal_hashes[i]);
    if (index < 0) return;
    const signal = link.signals[index];
    this.note({
      tick,
      signal,
      problem: `${signal}, which was not recorded, differs at tick ${tick} or up to one second before`,
    });
  }

  private note(difference: Omit<RunDifference, 'time'>): void {
    if (this.first === undefined || difference.tick < this.first.tick)
      this.first = { ...difference, time: (difference.tick * this.tickNs) / 1e9 };
  }
}
