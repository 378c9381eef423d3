/**
 * A conversation with a sandbox: questions are answered in order, each within a time limit. Whatever goes wrong in there, a lie
 * included, becomes one HostError.
 */
import { HostError } from '../../core/host.ts';
import { decodeFrame, encodeFrame } from './sandbox-frame.ts';
import { SandboxLie } from './sandbox-messages.ts';
import type { SandboxQuestion } from './sandbox-service.ts';

/** The way to a sandbox and back. */
export interface SandboxWay {
  send(frame: Uint8Array): void;
  /** Calls back with every frame that comes out, and once with a sentence when nothing more will come. */
  listen(frame: (bytes: Uint8Array) => void, ended: (reason: string) => void): void;
  close(): Promise<void>;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

type Read<T> = (head: unknown, body: Uint8Array) => T;

export class SandboxTalk {
  private readonly answers: Uint8Array[] = [];
  /** Answers that nobody reads: only a failure in them counts. */
  private readonly unread: boolean[] = [];
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
  async ask<T>(question: SandboxQuestion, body?: Uint8Array, read: Read<T> = () => undefined as T): Promise<T> {
    this.post(question, body);
    if (!this.isAnswered) await this.arrival();
    return this.take(read);
  }

  /** Asks; the answer is taken later. */
  post(question: SandboxQuestion, body?: Uint8Array): void {
    this.unread.push(false);
    this.way.send(encodeFrame(question, body));
  }

  /** Says something to which only a failure would matter. */
  tell(question: SandboxQuestion): void {
    this.unread.push(true);
    this.way.send(encodeFrame(question));
  }

  /** Whether `take` would do something at once. */
  get isAnswered(): boolean {
    return this.answers.length > 0 || this.failure !== undefined;
  }

  /** Settles when the next answer is there. */
  arrival(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      // after everything that has come was read once more: when we ourselves stood still, the answer may lie there
      const late = () => this.fail(new HostError(this.block, `did not answer within ${this.timeLimit} s`));
      const timer = setTimeout(() => setTimeout(late, 0), this.timeLimit * 1000);
      const settle = (then: () => void) => () => {
        clearTimeout(timer);
        this.waiter = undefined;
        then();
      };
      this.waiter = { resolve: settle(resolve), reject: (error) => settle(() => reject(error))() };
      if (this.isAnswered) this.waiter.resolve();
    });
  }

  take<T>(read: Read<T>): T {
    const answer = this.answers.shift();
    if (answer === undefined) throw this.failure!;
    try {
      const { head, body } = decodeFrame(answer);
      this.throwFailureIn(head);
      return read(head, body);
    } catch (error) {
      if (error instanceof HostError) throw error;
      const known = error instanceof SandboxLie || error instanceof RangeError || error instanceof SyntaxError;
      throw known ? new HostError(this.block, error.message) : error;
    }
  }

  close(): Promise<void> {
    return this.way.close();
  }

  private throwFailureIn(head: unknown): void {
    const { failure, stack } = (typeof head === 'object' && head !== null ? head : {}) as Record<string, unknown>;
    if (typeof failure !== 'string') return;
    const cause = new Error(failure);
    if (typeof stack === 'string') cause.stack = stack;
    throw new HostError(this.block, failure, cause);
  }

  private receive(bytes: Uint8Array): void {
    const isUnread = this.unread.shift();
    if (isUnread === undefined) return this.fail(new HostError(this.block, 'answered without being asked'));
    this.answers.push(bytes);
    if (isUnread) return this.dropUnread();
    this.waiter?.resolve();
  }

  private dropUnread(): void {
    const last = this.answers.pop()!;
    try {
      this.throwFailureIn(decodeFrame(last).head);
    } catch (error) {
      this.fail(error instanceof HostError ? error : new HostError(this.block, (error as Error).message));
    }
  }

  private fail(error: HostError): void {
    this.failure ??= error;
    this.waiter?.reject(this.failure);
  }
}
