/**
 * Compares a running loop with an earlier recording of it, message by message, and keeps the first difference.
 * Signals that were not recorded are compared by their hashes, once per simulated second.
 */
import type { Loop } from '../core/loop.ts';
import type { OutputPort } from '../core/signal.ts';
import { hashToHex } from '../math/hash.ts';
import type { ChainLink } from '../msgs/index.ts';
import { messageDifference } from '../msgs/message-difference.ts';
import { publishedBytes } from './images/recorded-image.ts';
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

/** What counts as equal where a run has something in it that is not deterministic. */
export interface ComparisonRules {
  /** Largest difference of numbers, by `block.port` or `block.port.field`; the most precise name counts. */
  readonly tolerance: Readonly<Record<string, number>>;
  /** Signals and fields that are not compared, by the same names. */
  readonly ignore: readonly string[];
}

const STRICT: ComparisonRules = { tolerance: {}, ignore: [] };

/** Whether a rule for `name` is about a field, or about the whole signal. */
const covers = (name: string, path: string): boolean =>
  path === name || (path.startsWith(name) && (path[name.length] === '.' || path[name.length] === '['));

export class RunComparison {
  first: RunDifference | undefined;
  compared = 0;
  /** Messages that differ, and count as equal. */
  tolerated = 0;
  private readonly expected = new Map<string, RecordedMessage[]>();
  private readonly links = new Map<number, ChainLink>();
  private scratch = new DataView(new ArrayBuffer(4096));

  constructor(
    private readonly recording: Recording,
    private readonly tickNs: number,
    private readonly rules: ComparisonRules = STRICT,
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

  /** Whether anything need not be the same to the bit; hashes then say nothing. */
  get isLenient(): boolean {
    return this.rules.ignore.length > 0 || Object.keys(this.rules.tolerance).length > 0;
  }

  private isIgnored(path: string): boolean {
    return this.rules.ignore.some((name) => covers(name, path));
  }

  private isWithinTolerance(path: string, left: unknown, right: unknown): boolean {
    if (typeof left !== 'number' || typeof right !== 'number') return false;
    const names = Object.keys(this.rules.tolerance).filter((name) => covers(name, path));
    const closest = names.sort((a, b) => b.length - a.length)[0];
    return closest !== undefined && Math.abs(left - right) <= this.rules.tolerance[closest];
  }

  attach(loop: Loop): void {
    for (const port of loop.ports) {
      const queue = this.expected.get(port.path);
      if (queue !== undefined && !this.isIgnored(port.path))
        port.listen((_port, tick) => this.compare(port, queue, tick));
    }
    loop.listen({ linked: (tick) => this.compareLink(loop, tick) });
  }

  /** After the run: a recorded message that did not come again is a difference too. */
  finish(loop: Loop): void {
    for (const [signal, queue] of this.expected) {
      if (this.isIgnored(signal)) continue;
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
    } else this.compareContent(port, recorded, tick);
    this.compared++;
  }

  /** Of what was recorded with a loss, the hash of the signal says whether it is the same. */
  private compareContent(port: OutputPort, recorded: RecordedMessage, tick: number): void {
    const then = publishedBytes(this.recording, recorded, port.type);
    if (then !== undefined && !this.sameBytes(port, then))
      this.noteField(port, this.recording.decode({ ...recorded.channel, type: port.type }, then), tick);
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

  private noteField(port: OutputPort, then: unknown, tick: number): void {
    const isEqual = (path: string, left: unknown, right: unknown) => {
      const name = `${port.path}.${path}`;
      return this.isIgnored(name) || this.isWithinTolerance(name, left, right);
    };
    const difference = messageDifference(port.type, then, port.signal.value, isEqual);
    if (difference === undefined && this.isLenient) {
      this.tolerated++;
      return;
    }
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

  /** Whether a rule is about this signal or a part of it. */
  private isMentioned(signal: string): boolean {
    return [...this.rules.ignore, ...Object.keys(this.rules.tolerance)].some((name) => covers(signal, name));
  }

  private compareLink(loop: Loop, tick: number): void {
    const link = this.links.get(tick);
    if (link === undefined || this.first !== undefined) return;
    const now = new Map(loop.ports.map((port) => [port.path, hashToHex(port.hash)]));
    const isCompared = (signal: string) => !this.isLenient || !this.isMentioned(signal);
    const index = link.signals.findIndex(
      (signal, i) => isCompared(signal) && now.get(signal) !== link.signal_hashes[i],
    );
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
