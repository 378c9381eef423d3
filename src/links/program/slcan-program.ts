/**
 * A program that speaks slcan on its standard input and output, as a link that carries CAN frames: an adapter's bridge, an ECU compiled
 * for this machine, an emulator whose serial line is its standard input and output.
 *
 * The channel is opened with `C`, `O`, and is open once both were answered. From then on whatever is not slcan, a frame that is refused,
 * silence where nothing is read, and the end of the program are failures, each with one sentence.
 */
import type { CanLink } from '../../bus/can/can-link.ts';
import { LONGEST_SLCAN, SlcanParser, writeSlcanFrame } from '../../bus/can/slcan.ts';
import type { LinkContext } from '../../core/link.ts';
import type { CanFrame } from '../../msgs/index.ts';
import type { ProgramOptions } from '../../programs/child-program.ts';
import { ChildProgram } from '../../programs/child-program.ts';

/** Bytes that may wait for a program which does not read, and that may come without the end of a line. */
const MOST_UNREAD = 1 << 20;
const MOST_WITHOUT_LINE = 1 << 16;
/** Answers that nobody asked for. */
const MOST_UNASKED = 1000;

export interface SlcanProgramOptions extends Omit<ProgramOptions, 'log'> {
  /** Until the channel is open [s of wall time]: emulators on a busy machine take seconds. */
  readonly timeLimit: number;
}

type FrameListener = (frame: CanFrame, arrivalNs: number) => void;

export class SlcanProgram implements CanLink {
  private readonly listeners = new Set<FrameListener>();
  private readonly failureListeners = new Set<(problem: string) => void>();
  private failure: string | undefined;
  private readonly line = new Uint8Array(LONGEST_SLCAN);
  /** Commands that have not been answered; negative where more was answered than asked. */
  private unanswered = 0;
  private bytesWithoutLine = 0;
  private opening: { readonly done: () => void; readonly failed: (error: Error) => void } | undefined;
  private isOpen = false;
  private isClosing = false;
  private readonly parser: SlcanParser;

  private constructor(
    readonly program: ChildProgram,
    private readonly nowNs: () => number,
    private readonly timeLimit: number,
  ) {
    this.parser = new SlcanParser({
      frame: (frame) => this.hear(frame),
      reply: () => this.answered(),
      refused: () => (this.isOpen ? this.fail('refused a frame') : this.answered()),
      garbage: (text) => this.hearGarbage(text),
    });
    program.onOutput((chunk) => this.receive(chunk));
    void program.ended.then(() => this.fail(program.exitReason!));
  }

  /** Starts the program and opens its channel; rejects with a sentence. */
  static async start(options: SlcanProgramOptions, { name, nowNs, log }: LinkContext): Promise<SlcanProgram> {
    const program = await ChildProgram.start({ ...options, log: (line) => log(`links.${name}: ${line}`) });
    const link = new SlcanProgram(program, nowNs, options.timeLimit);
    try {
      await link.openChannel();
    } catch (error) {
      await program.kill();
      throw error;
    }
    return link;
  }

  /** Closes the channel and opens it; resolves when both were answered. */
  openChannel(): Promise<void> {
    this.isOpen = false;
    this.unanswered = 2;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.fail(`did not answer slcan's O within ${this.timeLimit} s`);
      const timer = setTimeout(giveUp, this.timeLimit * 1000);
      const settle = (action: () => void) => {
        clearTimeout(timer);
        this.opening = undefined;
        action();
      };
      this.opening = {
        done: () => settle(resolve),
        failed: (error) => settle(() => reject(error)),
      };
      if (this.failure !== undefined) this.opening.failed(new Error(this.failure));
      else this.program.write('C\rO\r');
    });
  }

  send(frame: CanFrame): void {
    if (this.failure !== undefined) return;
    this.unanswered++;
    this.program.write(this.line.slice(0, writeSlcanFrame(frame, this.line, 0)));
    if (this.program.unread > MOST_UNREAD)
      this.fail(`does not read what it is sent: ${this.program.unread} bytes wait`);
  }

  listen(listener: FrameListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  onFailure(listener: (problem: string) => void): () => void {
    this.failureListeners.add(listener);
    if (this.failure !== undefined) listener(this.failure);
    return () => void this.failureListeners.delete(listener);
  }

  close(): Promise<void> {
    this.isClosing = true;
    return this.failure === undefined ? this.program.end('C\r') : this.program.kill();
  }

  /** Without asking: an emulator does not end with its input. */
  kill(): Promise<void> {
    this.isClosing = true;
    return this.program.kill();
  }

  private receive(chunk: Uint8Array): void {
    if (this.failure !== undefined) return;
    this.bytesWithoutLine += chunk.length;
    this.parser.push(chunk);
    if (this.bytesWithoutLine > MOST_WITHOUT_LINE) this.fail('writes without end of line, which is not slcan');
  }

  private hear(frame: CanFrame): void {
    this.bytesWithoutLine = 0;
    if (!this.isOpen || this.failure !== undefined) return;
    const arrivalNs = this.nowNs();
    for (const listener of this.listeners) listener(frame, arrivalNs);
  }

  private answered(): void {
    this.bytesWithoutLine = 0;
    this.unanswered--;
    if (this.opening !== undefined && this.unanswered === 0) {
      this.isOpen = true;
      this.opening.done();
    }
    if (this.unanswered < -MOST_UNASKED) this.fail('answers without being asked');
  }

  private hearGarbage(text: string): void {
    // what was under way when the channel was opened
    if (this.isOpen) this.fail(`wrote ${JSON.stringify(text)}, which is not slcan`);
  }

  private fail(problem: string): void {
    if (this.failure !== undefined || this.isClosing) return;
    const { lastStderrLine } = this.program;
    this.failure =
      lastStderrLine === ''
        ? problem
        : `${problem}; the last line on its stderr is ${JSON.stringify(lastStderrLine.slice(0, 150))}`;
    this.opening?.failed(new Error(this.failure));
    for (const listener of this.failureListeners) listener(this.failure);
  }
}
