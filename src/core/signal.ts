/**
 * A signal: one latched, typed value with stamp and sequence. One writer, many readers; it changes only at
 * publication, in the exchange phase of a tick.
 */
import { frameMemoryOf } from '../math/frame-memory.ts';
import type { Hash64 } from '../math/hash.ts';
import { createHash } from '../math/hash.ts';
import type { MessageType } from '../msgs/message-type.ts';
import { ownFrames } from './frames.ts';
import { UNTRACED, traceOf } from './trace.ts';

export class Signal<T = any> {
  /** The latched message. Before the first publication: the type's zero value. */
  value: T;
  /** Counts publications; 0 until the first. */
  sequence = 0;
  /** Simulated time of the latest publication [ns]. Born as a fraction, so that engines keep room for a double. */
  publishedNs = 0.5;
  /**
   * For each of `origins`, the tick at which the oldest data behind this value was true in the plant; −1 when
   * no data of that origin has come through yet.
   */
  captureTicks: number[] = [];
  /** Whether these are the stamps of a certain message that was handed on. */
  isTraced = false;
  /** Names of the blocks where the data behind this signal begins. */
  origins: readonly string[] = [];

  constructor(readonly type: MessageType<T>) {
    this.value = type.create();
    this.publishedNs = 0;
  }
}

type RememberedCaptures = Readonly<Pick<Signal, 'captureTicks' | 'isTraced'>>;

/** A signal whose reader gets every message: those that came since its previous release, in order. */
export class QueueSignal<T = any> extends Signal<T> {
  readonly queue: T[] = [];
  /** Which message each of them is. */
  readonly traces: number[] = [];
  /** Capture stamps of the latest messages by trace, for a reader that hands them on later. */
  readonly captures = new Map<number, RememberedCaptures>();
  /** Its place among the inputs of its reader. */
  place = 0;
  private readonly spare: T[] = [];

  /** Adds the message that was just latched. Returns false when there is no room: its reader has stopped reading. */
  enqueue(trace = traceOf(this.place, this.sequence)): boolean {
    if (this.queue.length === MOST_QUEUED) return false;
    const message = this.spare.pop() ?? this.type.create();
    this.type.copy(message, this.value);
    this.queue.push(message);
    this.traces.push(trace);
    return true;
  }

  /** Keeps the capture stamps of the message that came last. */
  remember({ captureTicks, isTraced }: RememberedCaptures): void {
    this.captures.set(this.traces[this.traces.length - 1], { captureTicks: captureTicks.slice(), isTraced });
    if (this.captures.size > MOST_REMEMBERED) this.captures.delete(this.captures.keys().next().value!);
  }

  /** Its reader has seen them. */
  clear(): void {
    while (this.queue.length > 0) this.spare.push(this.queue.pop()!);
    this.traces.length = 0;
  }
}

/** Messages that may wait in one queue; more are a mistake of whoever writes or reads. */
export const MOST_QUEUED = 65_536;

/** Messages whose stamps are remembered: more than wait for their turn on any bus that keeps up. */
const MOST_REMEMBERED = 256;

/** A block's view of a signal it reads. The value is latched during the whole step; do not write to it. */
export type Input<T> = Readonly<Pick<Signal<T>, 'value' | 'sequence' | 'publishedNs'>>;

/** A block's view of a signal of which every message counts: all that came since its previous release, in order. */
export interface QueuedInput<T> extends Input<T> {
  readonly queue: readonly T[];
  /** Which message each of them is, for outputs that hand it on. */
  readonly traces: readonly number[];
}

/** A block's view of a signal it writes: a draft that becomes the signal's value after the block's latency. */
export interface Output<T> {
  /** The draft. It keeps what was written last, so only what changes need be written. */
  readonly value: T;
  /**
   * Whether this step publishes. At the start of every step: true; false for an occasional output, and in a step
   * between the publications of a block that publishes less often than it steps.
   */
  publish: boolean;
  /**
   * Which message of a queued input this one hands on or was computed from, where that is not simply what was read last: one of `traces`. It
   * is for latencies only, and forgotten once the message is on its way.
   */
  trace?: number;
  /**
   * A byte array for a `uint8[]` field, from a ring that is reused once no reader can see the frame any more.
   * Contents are undefined: write all of it.
   */
  frame(size: number): Uint8Array;
}

/** An output that sends any number of messages in a step: fill the draft and send it, as often as there is something to say. */
export interface QueuedOutput<T> extends Pick<Output<T>, 'value' | 'frame' | 'trace'> {
  send(): void;
}

export type FrameAllocator = (size: number) => Uint8Array;
const allocateFrame: FrameAllocator = (size) => new Uint8Array(size);

/**
 * Which outputs of a block publish, shared by them: one bit each, in the order of the ports. An output that is queued, or comes
 * after the thirtieth, has none of its own; `OTHERS` stands for all of these.
 */
export interface PublishMask {
  bits: number;
}
const OWN_BITS = 30;
export const OTHERS = 1 << OWN_BITS;

/** Of those that have one, in the order of the ports. */
export const ownBits = (bits: number): number => bits & (OTHERS - 1);

export type PublicationListener = (port: OutputPort, tick: number) => void;

export interface OutputPortSetup<T> {
  readonly block: string;
  readonly name: string;
  /** Its place among the outputs of its block, and what they share. */
  readonly index?: number;
  readonly mask?: PublishMask;
  readonly type: MessageType<T>;
  readonly topic: string;
  /** How many activations can be between release and publication. */
  readonly depth: number;
  readonly allocate?: FrameAllocator;
  /** How many publications a reader elsewhere may still be looking at. */
  readonly extraFrames?: number;
  /** Publishes only in the steps that say so. */
  readonly occasional?: boolean;
  /** Sends any number of messages in a step. */
  readonly queued?: boolean;
}

/** One output of one block in a loop: the draft, the values in flight, and the signal that readers see. */
export class OutputPort<T = any> implements Output<T>, QueuedOutput<T> {
  readonly block: string;
  readonly name: string;
  readonly type: MessageType<T>;
  readonly topic: string;
  readonly depth: number;
  readonly extraFrames: number;
  readonly occasional: boolean;
  readonly queued: boolean;
  readonly value: T;
  readonly signal: Signal<T>;
  /** Whether it has no bit in the mask of its block, and so a mask of its own. */
  readonly isOther: boolean;
  private readonly mask: PublishMask;
  readonly bit: number;
  trace = UNTRACED;
  /** Messages that this step has sent already, and what each of them hands on; queued outputs only. */
  sent = 0;
  readonly sentTraces: number[] = [];
  /** Hash of everything ever published here. */
  readonly hash: Hash64 = createHash();
  /** Called after each publication; none costs nothing. */
  private readonly listeners: PublicationListener[] = [];
  /** How many of them hear it together with other blocks' outputs. */
  private heardInOrder = 0;
  /** Told when somebody begins or ceases to listen. */
  onListenersChanged: () => void = () => {};

  /** Committed values, first in first out: one latched, the rest in flight. */
  private slots: T[];
  private lastSlot: number;
  /** Slots of the next commit and of the next value to latch. */
  private nextCommit = 0;
  private nextLatch = 0;
  /** Of a queue: how many values are on their way. */
  private inFlight = 0;
  private readonly frames: Uint8Array[];
  private nextFrame = 0;
  private readonly allocate: FrameAllocator;

  constructor(setup: OutputPortSetup<T>) {
    const { block, name, type, topic, depth, allocate = allocateFrame, extraFrames = 0 } = setup;
    this.block = block;
    this.name = name;
    this.type = type;
    this.topic = topic;
    this.depth = depth;
    this.extraFrames = extraFrames;
    this.queued = setup.queued === true;
    this.occasional = this.queued || setup.occasional === true;
    const { index = 0, mask = { bits: 1 } } = setup;
    this.isOther = this.queued || index >= OWN_BITS;
    this.mask = this.isOther ? { bits: 0 } : mask;
    this.bit = this.isOther ? 1 : 1 << index;
    this.allocate = allocate;
    this.value = type.create();
    this.signal = new Signal(type);
    this.slots = Array.from({ length: depth + 1 }, () => type.create());
    this.lastSlot = depth;
    // one frame per slot, one for the draft, and those that readers elsewhere still look at
    this.frames = Array.from({ length: depth + 2 + extraFrames }, () => new Uint8Array(0));
  }

  /** `block.port`, as scenarios write it. */
  get path(): string {
    return `${this.block}.${this.name}`;
  }

  get publish(): boolean {
    return (this.mask.bits & this.bit) !== 0;
  }

  set publish(publish: boolean) {
    if (publish) this.mask.bits |= this.bit;
    else this.mask.bits &= ~this.bit;
  }

  get isObserved(): boolean {
    return this.listeners.length > 0;
  }

  get listenerCount(): number {
    return this.listeners.length;
  }

  /** Whether somebody listens to whom the order among several blocks matters. */
  get isHeardInOrder(): boolean {
    return this.heardInOrder > 0;
  }

  /**
   * Calls `listener` after each publication from now on; the returned function ends that. `alone` says that it does not matter to the
   * listener what other blocks publish before or after, so that the block may run ahead of them.
   */
  listen(listener: PublicationListener, { alone = false } = {}): () => void {
    const inOrder = alone ? 0 : 1;
    this.listeners.push(listener);
    this.heardInOrder += inOrder;
    this.onListenersChanged();
    return () => {
      const index = this.listeners.indexOf(listener);
      if (index < 0) return;
      this.listeners.splice(index, 1);
      this.heardInOrder -= inOrder;
      this.onListenersChanged();
    };
  }

  frame(size: number): Uint8Array {
    const frame = this.frames[this.nextFrame];
    frameMemoryOf(frame)?.forgetDigest(frame);
    if (frame.length === size) return frame;
    if (frame.length > size) return frame.subarray(0, size);
    return (this.frames[this.nextFrame] = this.allocate(size));
  }

  send(): void {
    if (this.inFlight === this.lastSlot) this.addSlot();
    this.commit();
    this.inFlight++;
    this.sent++;
    this.sentTraces.push(this.trace);
    this.trace = UNTRACED;
  }

  /** Sends the draft on its way. */
  commit(): void {
    this.type.copy(this.slots[this.nextCommit], this.value);
    this.nextCommit = this.nextCommit === this.lastSlot ? 0 : this.nextCommit + 1;
    this.nextFrame = this.nextFrame === this.frames.length - 1 ? 0 : this.nextFrame + 1;
  }

  /** Takes back the last messages on their way: nobody is to see them. */
  takeBack(count: number): void {
    const { slots, frames } = this;
    if (this.queued) this.inFlight -= count;
    this.nextCommit = (this.nextCommit - count + slots.length * count) % slots.length;
    // their frames are free again; others must not be, as readers still look at them
    this.nextFrame = (this.nextFrame - count + frames.length * count) % frames.length;
  }

  /** Room for one more message in flight, where the next commit goes. */
  private addSlot(): void {
    this.slots.splice(this.nextCommit, 0, this.type.create());
    this.lastSlot++;
    if (this.nextLatch >= this.nextCommit) this.nextLatch++;
    this.frames.splice(this.nextFrame + 1, 0, new Uint8Array(0));
  }

  /** Latches the oldest value on its way. Readers see it from now on. */
  latch(): void {
    const signal = this.signal;
    signal.value = this.slots[this.nextLatch];
    this.nextLatch = this.nextLatch === this.lastSlot ? 0 : this.nextLatch + 1;
    signal.sequence++;
    this.type.hash(this.hash, signal.value);
  }

  /** Of a queue: latches the next of its messages. */
  latchNext(): void {
    this.inFlight--;
    this.latch();
  }

  /** Calls the listeners; separate from `latch`, so that all outputs of a block change before anyone looks. */
  announce(tick: number): void {
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i](this, tick);
  }

  save(): unknown {
    const { signal, slots, nextCommit, nextLatch, nextFrame, inFlight, hash } = this;
    const { sequence, publishedNs, captureTicks } = signal;
    const saved = structuredClone({
      draft: this.value,
      slots,
      nextCommit,
      nextLatch,
      nextFrame,
      inFlight,
      hash,
      sequence,
      publishedNs,
      captureTicks,
    });
    // a clone of shared memory is still shared
    for (const message of [saved.draft, ...saved.slots]) ownFrames(this.type, message);
    return saved;
  }

  restore(saved: any): void {
    const { draft, slots, hash, sequence, publishedNs, captureTicks, ...places } = structuredClone(saved);
    this.type.copy(this.value, draft);
    this.slots = slots;
    this.lastSlot = slots.length - 1;
    while (this.frames.length < slots.length + 1 + this.extraFrames) this.frames.push(new Uint8Array(0));
    Object.assign(this, places);
    Object.assign(this.hash, hash);
    const latched = this.nextLatch === 0 ? slots.length - 1 : this.nextLatch - 1;
    this.signal.value = sequence === 0 ? this.type.create() : this.slots[latched];
    this.signal.sequence = sequence;
    this.signal.publishedNs = publishedNs;
    this.signal.captureTicks = captureTicks;
  }
}
