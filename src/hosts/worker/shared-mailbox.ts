/**
 * Mailboxes in shared memory between the thread that runs the loop and a thread that runs blocks.
 *
 * A thread has one bell and one mailbox per block. Requests to a block are numbered 1, 2, 3 … and number n lies in buffer n mod SLOTS (a
 * power of two); its answer has the same number and lies likewise. The bell counts the requests to all blocks of the thread, and a ring
 * beside it says whose each of them is. The host writes a request and whose it is, then stores the count; the worker takes them in that order,
 * writes the answer, then stores its number in `answered` of that mailbox. Atomic stores and loads order everything around them, so no
 * other lock is needed.
 *
 * Waiting spins first, because a round trip is shorter than putting a thread to sleep and waking it, and then
 * sleeps. Nothing here knows Node or the DOM: a browser worker can be at either end.
 */
export const SLOTS = 4;
const INITIAL_BYTES = 4096;
/** The largest request or answer. Reserved, not committed. */
const MAX_BYTES = 1 << 26;

/** Words of a bell; the ring follows. */
const REQUESTED = 0;
const STATUS = 1;
const WORKER_ASLEEP = 2;
const CURRENT = 3;
const RING_AT = 16;

/** Words of a mailbox. */
const ANSWERED = 0;
const HOST_ASLEEP = 1;
const MAILBOX_WORDS = 16;

const OPEN = 0;
const CLOSED_BY_HOST = 1;
const LEFT_BY_WORKER = 2;

/** What both ends share; it can be posted to a worker. */
export interface MailboxMemory {
  readonly control: SharedArrayBuffer;
  readonly requests: readonly SharedArrayBuffer[];
  readonly answers: readonly SharedArrayBuffer[];
}

/** A SharedArrayBuffer that can grow in place (ECMAScript 2024). */
interface GrowableMemory extends SharedArrayBuffer {
  grow(byteLength: number): void;
}
type GrowableMemoryConstructor = new (byteLength: number, options: { maxByteLength: number }) => SharedArrayBuffer;

export function createMailboxMemory(): MailboxMemory {
  const Growable = SharedArrayBuffer as unknown as GrowableMemoryConstructor;
  const slots = () => Array.from({ length: SLOTS }, () => new Growable(INITIAL_BYTES, { maxByteLength: MAX_BYTES }));
  return { control: new SharedArrayBuffer(4 * MAILBOX_WORDS), requests: slots(), answers: slots() };
}

/** With room in the ring for all requests that can be under way to so many blocks. */
export const createBellMemory = (blocks: number): SharedArrayBuffer =>
  new SharedArrayBuffer(4 * (RING_AT + 2 ** Math.ceil(Math.log2(SLOTS * Math.max(1, blocks)))));

/** One slot: bytes that grow to what is written into them. */
export class SlotBuffer {
  private current: DataView;

  constructor(private readonly memory: SharedArrayBuffer) {
    this.current = new DataView(memory, 0, memory.byteLength);
  }

  /** The bytes, as far as the other end has let them grow. */
  get view(): DataView {
    if (this.current.byteLength !== this.memory.byteLength)
      this.current = new DataView(this.memory, 0, this.memory.byteLength);
    return this.current;
  }

  /** The bytes, at least `size` of them. */
  reserve(size: number): DataView {
    if (size > this.memory.byteLength) {
      if (size > MAX_BYTES)
        throw new RangeError(`a message of ${size} bytes does not fit the mailbox of ${MAX_BYTES} bytes`);
      (this.memory as GrowableMemory).grow(Math.min(MAX_BYTES, Math.max(size, 2 * this.memory.byteLength)));
    }
    return this.view;
  }
}

/** Waits for words of shared memory to change. */
class Waiting {
  private spinPays = true;
  private shortSpins = 0;

  constructor(
    private readonly control: Int32Array,
    /** How long to spin before sleeping [ms]. */
    private readonly spinMs: number,
  ) {}

  /** Waits until a control word is no longer `old` or somebody knocks; false when the time limit passed first. */
  forChange(word: number, old: number, asleep: number, limitMs: number): boolean {
    const { control } = this;
    this.spinPays = this.spin(word, old);
    if (this.spinPays) return true;
    // the flag is up before the word is looked at again, so the other end cannot miss that somebody sleeps
    Atomics.store(control, asleep, 1);
    const outcome = Atomics.wait(control, word, old, limitMs);
    Atomics.store(control, asleep, 0);
    return outcome !== 'timed-out';
  }

  /**
   * Looks at the word for a while; true when it changed. Where spinning did not pay last time, because the other end
   * is slow or there is no free core for it, the while is short, but for a full try now and then.
   */
  private spin(word: number, old: number): boolean {
    const { control } = this;
    const full = this.spinPays || (++this.shortSpins & 31) === 0;
    const end = performance.now() + (full ? this.spinMs : this.spinMs / 16);
    do {
      for (let i = 0; i < 64; i++) if (Atomics.load(control, word) !== old) return true;
    } while (performance.now() < end);
    return false;
  }
}

function announce(control: Int32Array, word: number, value: number, asleep: number): void {
  Atomics.store(control, word, value);
  if (Atomics.load(control, asleep) === 1) Atomics.notify(control, word);
}

/** Whether number `a` is at or after number `b`; they may wrap around. */
const reached = (a: number, b: number): boolean => ((a - b) | 0) >= 0;

/** The bell of a thread, at the loop's end. */
export class HostBell {
  private readonly control: Int32Array;
  private readonly ringMask: number;
  private rung = 0;

  constructor(memory: SharedArrayBuffer) {
    this.control = new Int32Array(memory);
    this.ringMask = this.control.length - RING_AT - 1;
  }

  /** There is a request in the mailbox of this block. */
  ring(block: number): void {
    this.control[RING_AT + (this.rung & this.ringMask)] = block;
    this.rung = (this.rung + 1) | 0;
    announce(this.control, REQUESTED, this.rung, WORKER_ASLEEP);
  }

  /** Whether the worker said that it is gone. */
  get left(): boolean {
    return Atomics.load(this.control, STATUS) === LEFT_BY_WORKER;
  }

  /** The block that the worker is busy with; −1 for none. */
  get current(): number {
    return Atomics.load(this.control, CURRENT) - 1;
  }

  close(): void {
    Atomics.compareExchange(this.control, STATUS, OPEN, CLOSED_BY_HOST);
    // a changed word wakes whoever is about to sleep on it
    Atomics.add(this.control, REQUESTED, 1);
    Atomics.notify(this.control, REQUESTED);
  }
}

/** The bell of a thread, at its own end. */
export class WorkerBell {
  private readonly control: Int32Array;
  private readonly ringMask: number;
  private readonly waiting: Waiting;
  private taken = 0;

  constructor(memory: SharedArrayBuffer, spinMs: number) {
    this.control = new Int32Array(memory);
    this.ringMask = this.control.length - RING_AT - 1;
    this.waiting = new Waiting(this.control, spinMs);
  }

  /** Blocks until there is a request, and says whose; undefined when the host has closed the bell. */
  next(): number | undefined {
    const { control } = this;
    Atomics.store(control, CURRENT, 0);
    while (Atomics.load(control, REQUESTED) === this.taken)
      this.waiting.forChange(REQUESTED, this.taken, WORKER_ASLEEP, Infinity);
    if (Atomics.load(control, STATUS) !== OPEN) return undefined;
    const block = control[RING_AT + (this.taken & this.ringMask)];
    this.taken = (this.taken + 1) | 0;
    Atomics.store(control, CURRENT, block + 1);
    return block;
  }

  /** Nobody will answer any more; those who wait are to be woken. */
  leave(): void {
    Atomics.store(this.control, STATUS, LEFT_BY_WORKER);
  }
}

/** A block's mailbox at the loop's end. */
export class HostEnd {
  private readonly control: Int32Array;
  private readonly requests: readonly SlotBuffer[];
  private readonly answers: readonly SlotBuffer[];
  private readonly waiting: Waiting;
  private posted = 0;

  constructor(
    memory: MailboxMemory,
    readonly bell: HostBell,
    /** Its number among the blocks of the thread. */
    private readonly block: number,
    spinMs: number,
  ) {
    this.control = new Int32Array(memory.control);
    this.requests = memory.requests.map((slot) => new SlotBuffer(slot));
    this.answers = memory.answers.map((slot) => new SlotBuffer(slot));
    this.waiting = new Waiting(this.control, spinMs);
  }

  /** Where to write the next request. */
  get nextRequest(): SlotBuffer {
    return this.requests[(this.posted + 1) & (SLOTS - 1)];
  }

  /** Sends what was written into `nextRequest`; returns its number. */
  post(): number {
    this.posted = (this.posted + 1) | 0;
    this.bell.ring(this.block);
    return this.posted;
  }

  isAnswered(request: number): boolean {
    return reached(Atomics.load(this.control, ANSWERED), request);
  }

  answer(request: number): SlotBuffer {
    return this.answers[request & (SLOTS - 1)];
  }

  /** Blocks until the answer is there or the worker has left; false when the time limit passed first. */
  wait(request: number, limitMs: number): boolean {
    let remaining = limitMs;
    const begin = performance.now();
    for (;;) {
      const answered = Atomics.load(this.control, ANSWERED);
      if (reached(answered, request) || this.bell.left) return true;
      if (!this.waiting.forChange(ANSWERED, answered, HOST_ASLEEP, remaining)) return false;
      remaining = Math.max(0, limitMs - (performance.now() - begin));
    }
  }
}

/** A block's mailbox at the thread's end. */
export class WorkerEnd {
  private readonly control: Int32Array;
  private readonly requests: readonly SlotBuffer[];
  private readonly answers: readonly SlotBuffer[];
  private taken = 0;

  constructor(memory: MailboxMemory) {
    this.control = new Int32Array(memory.control);
    this.requests = memory.requests.map((slot) => new SlotBuffer(slot));
    this.answers = memory.answers.map((slot) => new SlotBuffer(slot));
  }

  /** The request that the bell has spoken of. */
  take(): SlotBuffer {
    this.taken = (this.taken + 1) | 0;
    return this.requests[this.taken & (SLOTS - 1)];
  }

  /** Where to write the answer to the request taken last. */
  get answerBuffer(): SlotBuffer {
    return this.answers[this.taken & (SLOTS - 1)];
  }

  reply(): void {
    announce(this.control, ANSWERED, this.taken, HOST_ASLEEP);
  }

  /** Wakes a host that waits for an answer that will not come. */
  leave(): void {
    Atomics.add(this.control, ANSWERED, 1);
    Atomics.notify(this.control, ANSWERED);
  }
}
