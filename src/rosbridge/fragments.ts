/**
 * Messages in parts. The text of a message is cut into pieces of so many characters, which are sent as operations of their own; whoever receives them
 * puts them together in any order. What waits is bounded in number, in size and in time: a peer that begins and never ends costs a little, for a while.
 */
export interface Fragment {
  readonly id: string | number;
  readonly data: string;
  readonly num: number;
  readonly total: number;
}

/** The smallest piece that is sent [characters]: each carries a hundred characters beside its data. */
const SMALLEST_FRAGMENT = 64;

/** The pieces of a text, or nothing when it is short enough to be sent whole. */
export function fragmentsOf(text: string, size: number | undefined, id: string | number): Fragment[] | undefined {
  const length = size === undefined ? Infinity : Math.max(SMALLEST_FRAGMENT, size);
  if (text.length <= length) return undefined;
  const total = Math.ceil(text.length / length);
  return Array.from({ length: total }, (_, num) => ({
    id,
    data: text.slice(num * length, (num + 1) * length),
    num,
    total,
  }));
}

export interface FragmentLimits {
  /** Characters of one message, and of all that wait. */
  readonly mostCharacters: number;
  /** Pieces of one message. */
  readonly mostParts: number;
  /** Messages that wait for pieces. */
  readonly mostMessages: number;
  /** How long after its last piece a message is given up [ms]. */
  readonly timeoutMs: number;
}

export const FRAGMENT_LIMITS: FragmentLimits = {
  mostCharacters: 16 << 20,
  mostParts: 65_536,
  mostMessages: 16,
  timeoutMs: 600_000,
};

interface Incomplete {
  readonly total: number;
  readonly parts: Map<number, string>;
  characters: number;
  latestMs: number;
}

export class Reassembly {
  private readonly waiting = new Map<string | number, Incomplete>();
  private characters = 0;

  constructor(private readonly limits: FragmentLimits = FRAGMENT_LIMITS) {}

  /** Messages that wait for pieces. */
  get size(): number {
    return this.waiting.size;
  }

  /** The whole text with the last piece, nothing before; an Error when the piece cannot be one. */
  add(fragment: Fragment, nowMs: number): string | undefined {
    this.forgetOld(nowMs);
    const { id, data, num } = fragment;
    // Python 3 makes a fraction of it
    const total = Math.floor(fragment.total);
    const { mostParts, mostCharacters } = this.limits;
    if (!(total >= 1 && total <= mostParts && Number.isInteger(num) && num >= 0 && num < total))
      throw new Error(`expected part 0 to ${mostParts - 1} of at most ${mostParts}, got ${num} of ${fragment.total}`);
    const message = this.waiting.get(id) ?? this.begin(id, total);
    message.latestMs = nowMs;
    if (message.total !== total) return this.fail(id, `was of ${message.total} parts and is of ${total} now`);
    if (message.parts.has(num)) return this.fail(id, `has two parts ${num}`);
    if (this.characters + data.length > mostCharacters)
      return this.fail(id, `is longer than ${mostCharacters} characters, with others that wait`);
    message.parts.set(num, data);
    message.characters += data.length;
    this.characters += data.length;
    if (message.parts.size < total) return undefined;
    this.forget(id);
    return Array.from({ length: total }, (_, i) => message.parts.get(i)).join('');
  }

  private begin(id: string | number, total: number): Incomplete {
    // the one that has waited longest goes
    if (this.waiting.size >= this.limits.mostMessages) this.forget(this.waiting.keys().next().value!);
    const message = { total, parts: new Map<number, string>(), characters: 0, latestMs: 0 };
    this.waiting.set(id, message);
    return message;
  }

  private fail(id: string | number, problem: string): never {
    this.forget(id);
    throw new Error(`the message in parts ${JSON.stringify(id)} ${problem}`);
  }

  private forget(id: string | number): void {
    this.characters -= this.waiting.get(id)?.characters ?? 0;
    this.waiting.delete(id);
  }

  private forgetOld(nowMs: number): void {
    for (const [id, { latestMs }] of this.waiting) if (nowMs - latestMs > this.limits.timeoutMs) this.forget(id);
  }
}
