/**
 * A signal: one latched, typed value with stamp and sequence. One writer, many readers; it changes only at
 * publication, in the exchange phase of a tick.
 */
import type { Hash64 } from '../math/hash.ts';
import { createHash } from '../math/hash.ts';
import type { MessageType } from '../msgs/message-type.ts';
import { ownFrames } from './frames.ts';

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
  /** Names of the blocks where the data behind this signal begins. */
  origins: readonly string[] = [];

  constructor(readonly type: MessageType<T>) {
    this.value = type.create();
    this.publishedNs = 0;
  }
}

/** A block's view of a signal it reads. The value is latched during the whole step; do not write to it. */
export type Input<T> = Readonly<Pick<Signal<T>, 'value' | 'sequence' | 'publishedNs'>>;

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
   * A byte array for a `uint8[]` field, from a ring that is reused once no reader can see the frame any more.
   * Contents are undefined: write all of it.
   */
  frame(size: number): Uint8Array;
}

/** Which outputs of a block publish, one bit each, in port order. */
export interface PublishMask {
  bits: number;
}

export type FrameAllocator = (size: number) => Uint8Array;
export const allocateFrame: FrameAllocator = (size) => new Uint8Array(size);

/** One output of one block in a loop: the draft, the values in flight, and the signal that readers see. */
export class OutputPort<T = any> implements Output<T> {
  readonly value: T;
  readonly signal: Signal<T>;
  /** Hash of everything ever published here. */
  readonly hash: Hash64 = createHash();
  /** Called after each publication; nobody listening costs nothing. */
  readonly listeners: ((port: OutputPort, tick: number) => void)[] = [];

  /** Committed values, first in first out: one latched, the rest in flight. */
  private readonly slots: T[];
  /** Slots of the next commit and of the next value to latch. */
  private nextCommit = 0;
  private nextLatch = 0;
  private readonly frames: Uint8Array[];
  private nextFrame = 0;

  constructor(
    readonly block: string,
    readonly name: string,
    readonly type: MessageType<T>,
    readonly topic: string,
    /** How many activations can be between release and publication. */
    readonly depth: number,
    private readonly allocate: FrameAllocator = allocateFrame,
    /** How many publications a reader elsewhere may still be looking at. */
    readonly lingering = 0,
    /** Shared by all outputs of the block, and this one's bit in it. */
    private readonly mask: PublishMask = { bits: 1 },
    private readonly bit = 1,
  ) {
    this.value = type.create();
    this.signal = new Signal(type);
    this.slots = Array.from({ length: depth + 1 }, () => type.create());
    // one frame per slot, one for the draft, and those that readers elsewhere still look at
    this.frames = Array.from({ length: depth + 2 + lingering }, () => new Uint8Array(0));
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

  frame(size: number): Uint8Array {
    const frame = this.frames[this.nextFrame];
    if (frame.length === size) return frame;
    if (frame.length > size) return frame.subarray(0, size);
    return (this.frames[this.nextFrame] = this.allocate(size));
  }

  /** Sends the draft on its way. */
  commit(): void {
    this.type.copy(this.slots[this.nextCommit], this.value);
    this.nextCommit = this.nextCommit === this.depth ? 0 : this.nextCommit + 1;
    this.nextFrame = this.nextFrame === this.frames.length - 1 ? 0 : this.nextFrame + 1;
  }

  /** Latches the oldest value on its way. Readers see it from now on. */
  latch(): void {
    const signal = this.signal;
    signal.value = this.slots[this.nextLatch];
    this.nextLatch = this.nextLatch === this.depth ? 0 : this.nextLatch + 1;
    signal.sequence++;
    this.type.hash(this.hash, signal.value);
  }

  /** Calls the listeners; separate from `latch`, so that all outputs of a block change before anyone looks. */
  announce(tick: number): void {
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i](this, tick);
  }

  save(): unknown {
    const { signal, slots, nextCommit, nextLatch, nextFrame, hash } = this;
    const { sequence, publishedNs, captureTicks } = signal;
    const saved = structuredClone({
      draft: this.value,
      slots,
      nextCommit,
      nextLatch,
      nextFrame,
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
    const { draft, slots, hash, sequence, publishedNs, captureTicks, nextCommit, nextLatch, nextFrame } =
      structuredClone(saved);
    this.type.copy(this.value, draft);
    this.slots.forEach((slot, i) => this.type.copy(slot, slots[i]));
    this.nextCommit = nextCommit;
    this.nextLatch = nextLatch;
    this.nextFrame = nextFrame;
    Object.assign(this.hash, hash);
    const latched = nextLatch === 0 ? this.depth : nextLatch - 1;
    this.signal.value = sequence === 0 ? this.type.create() : this.slots[latched];
    this.signal.sequence = sequence;
    this.signal.publishedNs = publishedNs;
    this.signal.captureTicks = captureTicks;
  }
}
