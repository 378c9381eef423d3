/**
 * Questions to one sandbox and its answers, in order. What makes no sense, comes unasked or does not come in time is a HostError of
 * its block.
 */
import { HostError } from '../../core/host.ts';
import { decodeFrame, encodeFrame } from './sandbox-frame.ts';
import type { SandboxQuestion } from './sandbox-service.ts';
import { isStepFrame, SandboxLie } from './step-frame.ts';

/** The way to a sandbox and back. */
export interface SandboxWay {
  /** The bytes hold only during the call. */
  send(frame: Uint8Array): void;
  /** Calls back with every frame that comes out, and once with a sentence when nothing more will come. */
  listen(frame: (bytes: Uint8Array) => void, ended: (reason: string) => void): void;
  close(): Promise<void>;
}

/** The answer to one question, once it has come. */
export interface Answer {
  bytes?: Uint8Array;
}

interface Waiter {
  readonly answer: Answer;
  settle(): void;
}

const unread: Answer = {};

export class SandboxTalk {
  /** Those that have not come, oldest first. */
  private readonly expected: Answer[] = [];
  private waiter: Waiter | undefined;
  private failure: HostError | undefined;

  constructor(
    private readonly block: string,
    private readonly way: SandboxWay,
    /** How long an answer may take [s]. */
    private readonly timeLimit: number,
  ) {
    way.listen(
      (bytes) => this.receive(bytes),
      (reason) => this.fail(new HostError(block, reason)),
    );
  }

  /** Asks, and reads the answer. */
  async ask<T>(
    question: SandboxQuestion,
    body?: Uint8Array,
    read: (head: unknown) => T = () => undefined as T,
  ): Promise<T> {
    const answer = this.post(encodeFrame(question, body));
    await this.arrival(answer);
    return this.take(answer, (bytes) => read(decodeFrame(bytes).head));
  }

  /** Asks; the answer is taken later. */
  post(frame: Uint8Array): Answer {
    const answer: Answer = {};
    this.send(frame, answer);
    return answer;
  }

  /** Says something to which only a failure would matter. */
  tell(question: SandboxQuestion): void {
    this.send(encodeFrame(question), unread);
  }

  /** Whether `take` would do something at once. */
  isThere(answer: Answer): boolean {
    return answer.bytes !== undefined || this.failure !== undefined;
  }

  /** Settles when the answer is there, or will not be. */
  arrival(answer: Answer): Promise<void> {
    if (this.isThere(answer)) return Promise.resolve();
    return new Promise<void>((resolve) => {
      // after everything that has come was read once more: when we ourselves stood still, the answer may lie there
      const late = () => this.fail(new HostError(this.block, `did not answer within ${this.timeLimit} s`));
      const timer = setTimeout(() => setTimeout(late, 0), this.timeLimit * 1000);
      const settle = () => {
        clearTimeout(timer);
        this.waiter = undefined;
        resolve();
      };
      this.waiter = { answer, settle };
    });
  }

  take<T>({ bytes }: Answer, read: (bytes: Uint8Array) => T): T {
    if (bytes === undefined) throw this.failure!;
    try {
      if (!isStepFrame(bytes)) this.throwFailureIn(decodeFrame(bytes).head);
      return read(bytes);
    } catch (error) {
      if (error instanceof HostError) throw error;
      const known = error instanceof SandboxLie || error instanceof RangeError || error instanceof SyntaxError;
      throw known ? new HostError(this.block, error.message) : error;
    }
  }

  close(): Promise<void> {
    return this.way.close();
  }

  private send(frame: Uint8Array, answer: Answer): void {
    this.expected.push(answer);
    this.way.send(frame);
  }

  private throwFailureIn(head: unknown): void {
    const { failure, stack } = (typeof head === 'object' && head !== null ? head : {}) as Record<string, unknown>;
    if (typeof failure !== 'string') return;
    const cause = new Error(failure);
    if (typeof stack === 'string') cause.stack = stack;
    throw new HostError(this.block, failure, cause);
  }

  private receive(bytes: Uint8Array): void {
    const answer = this.expected.shift();
    if (answer === undefined) return this.fail(new HostError(this.block, 'answered without being asked'));
    if (answer === unread) return this.dropUnread(bytes);
    answer.bytes = bytes;
    if (this.waiter?.answer === answer) this.waiter.settle();
  }

  private dropUnread(bytes: Uint8Array): void {
    try {
      this.throwFailureIn(decodeFrame(bytes).head);
    } catch (error) {
      this.fail(error instanceof HostError ? error : new HostError(this.block, (error as Error).message));
    }
  }

  private fail(error: HostError): void {
    this.failure ??= error;
    this.waiter?.settle();
  }
}
