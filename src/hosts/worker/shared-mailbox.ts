/**
 * A mailbox in shared memory between the thread that runs the loop and the thread that runs a block.
 *
 * Requests and answers are numbered 1, 2, 3 …; number n lies in buffer n mod SLOTS (a power of two) of its direction. Two control
 * words count them: the host writes request n, then stores n in `requested`; the worker writes answer n, then stores
 * n in `answered`. Atomic stores and loads order everything around them, so no other lock is needed.
 *
 * Waiting spins first, because a round trip is shorter than putting a thread to sleep and waking it, and then
 * sleeps. Nothing here knows Node or the DOM: a browser worker can be at either end.
 */
export const SLOTS = 4;
const INITIAL_BYTES = 4096;
/** The largest request or answer. Reserved, not committed. */
const MAX_BYTES = 1 << 26;

const REQUESTED = 0;
const ANSWERED = 1;
const STATUS = 2;
const WORKER_ASLEEP = 3;
const HOST_ASLEEP = 4;
const CONTROL_WORDS = 16;

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
  return { control: new SharedArrayBuffer(4 * CONTROL_WORDS), requests: slots(), answers: slots() };
}

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

class MailboxEnd {
  protected readonly control: Int32Array;
  protected readonly requests: readonly SlotBuffer[];
  protected readonly answers: readonly SlotBuffer[];
  private spinPays = true;
  private shortSpins = 0;

  constructor(
    memory: MailboxMemory,
    /** How long to spin before sleeping [ms]. */
    private readonly spinMs: number,
  ) {
    this.control = new Int32Array(memory.control);
    this.requests = memory.requests.map((slot) => new SlotBuffer(slot));
    this.answers = memory.answers.map((slot) => new SlotBuffer(slot));
  }

  /** Waits until a control word is no longer `old` or somebody knocks; false when the time limit passed first. */
  protected waitForChange(word: number, old: number, asleep: number, limitMs: number): boolean {
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

  protected announce(word: number, value: number, asleep: number): void {
    Atomics.store(this.control, word, value);
    if (Atomics.load(this.control, asleep) === 1) Atomics.notify(this.control, word);
  }
}

/** Whether number `a` is at or after number `b`; they may wrap around. */
const reached = (a: number, b: number): boolean => ((a - b) | 0) >= 0;

/** The loop's end. */
export class HostEnd extends MailboxEnd {
  private posted = 0;

  /** Where to write the next request. */
  get nextRequest(): SlotBuffer {
    return this.requests[(this.posted + 1) & (SLOTS - 1)];
  }

  /** Sends what was written into `nextRequest`; returns its number. */
  post(): number {
    this.posted = (this.posted + 1) | 0;
    this.announce(REQUESTED, this.posted, WORKER_ASLEEP);
    return this.posted;
  }

  isAnswered(request: number): boolean {
    return reached(Atomics.load(this.control, ANSWERED), request);
  }

  answer(request: number): SlotBuffer {
    return this.answers[request & (SLOTS - 1)];
  }

  /** Whether the worker said that it is gone. */
  get left(): boolean {
    return Atomics.load(this.control, STATUS) === LEFT_BY_WORKER;
  }

  /** Blocks until the answer is there or the worker has left; false when the time limit passed first. */
  wait(request: number, limitMs: number): boolean {
    let remaining = limitMs;
    const begin = performance.now();
    for (;;) {
      const answered = Atomics.load(this.control, ANSWERED);
      if (reached(answered, request) || this.left) return true;
      if (!this.waitForChange(ANSWERED, answered, HOST_ASLEEP, remaining)) return false;
      remaining = Math.max(0, limitMs - (performance.now() - begin));
    }
  }

  close(): void {
    Atomics.compareExchange(this.control, STATUS, OPEN, CLOSED_BY_HOST);
    // a changed word wakes whoever is about to sleep on it
    Atomics.add(this.control, REQUESTED, 1);
    Atomics.notify(this.control, REQUESTED);
  }
}

/** The block's end. */
export class WorkerEnd extends MailboxEnd {
  private taken = 0;

  /** Blocks until there is a request; undefined when the host has closed the mailbox. */
  nextRequest(): SlotBuffer | undefined {
    while (Atomics.load(this.control, REQUESTED) === this.taken)
      this.waitForChange(REQUESTED, this.taken, WORKER_ASLEEP, Infinity);
    if (Atomics.load(this.control, STATUS) !== OPEN) return undefined;
    this.taken = (this.taken + 1) | 0;
    return this.requests[this.taken & (SLOTS - 1)];
  }

  /** Where to write the answer to the request taken last. */
  get answerBuffer(): SlotBuffer {
    return this.answers[this.taken & (SLOTS - 1)];
  }

  reply(): void {
    this.announce(ANSWERED, this.taken, HOST_ASLEEP);
  }

  /** Tells a waiting host that nobody will answer any more. */
  leave(): void {
    Atomics.store(this.control, STATUS, LEFT_BY_WORKER);
    Atomics.add(this.control, ANSWERED, 1);
    Atomics.notify(this.control, ANSWERED);
  }
}
