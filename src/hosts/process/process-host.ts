/**
 * The process host: a block is any program in any language that speaks the process protocol on its standard input
 * and output (docs/process-protocol.md), in lockstep with the loop.
 *
 * Every release is written to the program at once and its answers come back in order, so several may be under way.
 * Whatever the program does wrong becomes one HostError with the last thing it said on standard error.
 */
import type { StepTime } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { CdrProtocol } from './cdr-protocol.ts';
import { ChildProgram } from '../../programs/child-program.ts';
import { commandWords } from '../../programs/command-words.ts';
import { confinement } from './confinement.ts';
import { JsonProtocol } from './json-protocol.ts';
import type { ProgramProtocol } from './program-protocol.ts';
import { ProtocolError, excerpt, plain } from './program-protocol.ts';

/** Of a program's last words, so many are told [characters]. */
const LONGEST_LAST_LINE = 150;

export interface ProcessHostOptions {
  /** Program and arguments. */
  readonly command: string | readonly string[];
  readonly format?: 'json' | 'cdr';
  /** Takes away what rights the machine can. */
  readonly confined?: boolean;
  /** How long an answer may take [s]. */
  readonly timeLimit?: number;
  readonly cwd?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gets every line of the program's standard error, after the block's name. */
  log?(line: string): void;
}

/** Starts the program and waits until it says that it is ready. */
export async function openProcessHost(block: HostedBlock, options: ProcessHostOptions): Promise<Host> {
  const { command, format = 'json', timeLimit = 10, cwd, env, log } = options;
  const protocol = format === 'cdr' ? new CdrProtocol(block) : new JsonProtocol(block);
  const words = [...(options.confined ? confinement().words : []), ...commandWords(command)];
  const startProgram = async (): Promise<ChildProgram> => {
    try {
      return await ChildProgram.start({ words, cwd, env, log: (line) => log?.(`${block.name}: ${line}`) });
    } catch (error) {
      throw new HostError(block.name, (error as Error).message);
    }
  };
  // whoever is confined is not trusted: its words do not become part of ours
  const settings = { timeLimit, quotesStderr: options.confined !== true };
  const host = new ProcessHost(block.name, await startProgram(), protocol, settings, startProgram);
  try {
    await host.initialise();
  } catch (error) {
    await host.close();
    throw error;
  }
  return host;
}

/** Somebody waits for the next answer. */
interface Waiter {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

class ProcessHost implements Host {
  /** Questions asked whose answers have not been taken, and the answers that are there. */
  private asked = 0;
  private readonly answers: Uint8Array[] = [];
  private waiter: Waiter | undefined;
  private failure: string | undefined;
  private closing: Promise<void> | undefined;
  /** False while a program that took another's place has not said that it is ready. */
  private isReady = true;
  /** While one program ends and the next begins: what was asked meanwhile. */
  private held: (string | Uint8Array)[] | undefined;
  private restarting: Promise<void> = Promise.resolve();

  constructor(
    private readonly block: string,
    private program: ChildProgram,
    private readonly protocol: ProgramProtocol,
    private readonly settings: { readonly timeLimit: number; readonly quotesStderr: boolean },
    private readonly startProgram: () => Promise<ChildProgram>,
  ) {
    this.attend(program);
  }

  private attend(program: ChildProgram): void {
    const isCurrent = () => this.program === program;
    program.onOutput((chunk) => isCurrent() && this.receive(chunk));
    void program.ended.then(() => isCurrent() && this.fail(`${program.exitReason} before the run ended`));
  }

  async initialise(): Promise<void> {
    this.ask(this.protocol.init());
    this.read(await this.nextAnswer(), (answer) => this.protocol.readReady(answer));
  }

  get truthNs(): number {
    return this.protocol.truthNs;
  }

  start(time: StepTime): boolean {
    this.ask(this.protocol.step(time));
    return false;
  }

  ready(): boolean {
    return this.answers.length > 0 || this.failure !== undefined;
  }

  finish(): void | Promise<void> {
    if (this.asked === 0) throw this.error('was asked for an answer without a step');
    if (this.answers.length > 0) return this.takeOutputs(this.takeAnswer());
    return this.nextAnswer().then((answer) => this.takeOutputs(answer));
  }

  /** Another program of the same kind takes its place. */
  restart(): void {
    this.held = [];
    this.restarting = this.replaceProgram().catch((error: Error) => {
      this.fail(error instanceof HostError ? error.problem : error.message);
    });
  }

  private async replaceProgram(): Promise<void> {
    const before = this.program;
    const next = await this.startProgram();
    this.program = next;
    this.attend(next);
    await before.end(this.protocol.end());
    const questions = this.held!;
    this.held = undefined;
    // its own answer comes first
    this.isReady = false;
    next.write(this.protocol.init());
    for (const question of questions) next.write(question);
  }

  save(): unknown {
    throw this.error('the state of a program cannot be saved; replay the recording of its run instead');
  }

  restore(): void {
    throw this.error('the state of a program cannot be restored; replay the recording of its run instead');
  }

  close(): Promise<void> {
    this.closing ??= this.restarting.then(() => this.endProgram());
    return this.closing;
  }

  /** A program that broke the protocol is not asked politely. */
  private endProgram(): Promise<void> {
    return this.failure === undefined ? this.program.end(this.protocol.end()) : this.program.kill();
  }

  private ask(question: string | Uint8Array): void {
    this.asked++;
    if (this.held === undefined) this.program.write(question);
    else this.held.push(question);
  }

  private takeOutputs(answer: Uint8Array): void {
    this.read(answer, (bytes) => this.protocol.readOutputs(bytes));
  }

  private read(answer: Uint8Array, reader: (answer: Uint8Array) => void): void {
    try {
      reader(answer);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.fail(error.message);
      throw this.error(this.failure!);
    }
  }

  private takeAnswer(): Uint8Array {
    this.asked--;
    return this.answers.shift()!;
  }

  private nextAnswer(): Promise<Uint8Array> {
    if (this.answers.length > 0) return Promise.resolve(this.takeAnswer());
    if (this.failure !== undefined) return Promise.reject(this.error(this.failure));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => setImmediate(() => this.giveUpOn(waiter)), this.settings.timeLimit * 1000);
      const waiter: Waiter = { resolve, reject, timer };
      this.waiter = waiter;
    });
  }

  /** After pipes have been read once more: when we ourselves stood still, the answer may lie there. */
  private giveUpOn(waiter: Waiter): void {
    if (this.waiter === waiter) this.fail(`did not answer within ${this.settings.timeLimit} s`);
  }

  private receive(chunk: Uint8Array): void {
    if (this.failure !== undefined) return;
    try {
      for (const answer of this.protocol.splitter.push(chunk)) this.accept(answer);
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  private accept(answer: Uint8Array): void {
    if (!this.isReady) {
      this.isReady = true;
      return this.protocol.readReady(answer);
    }
    if (this.answers.length === this.asked) throw new ProtocolError(`answered ${excerpt(answer)} without being asked`);
    this.answers.push(answer);
    const { waiter } = this;
    if (waiter === undefined) return;
    this.waiter = undefined;
    clearTimeout(waiter.timer);
    waiter.resolve(this.takeAnswer());
  }

  /** Notes what went wrong first, and tells whoever waits. */
  private fail(problem: string): void {
    const { lastStderrLine } = this.program;
    this.failure ??=
      lastStderrLine === '' || !this.settings.quotesStderr
        ? problem
        : `${problem}; the last line on its stderr is ${JSON.stringify(plain(lastStderrLine, LONGEST_LAST_LINE))}`;
    const { waiter } = this;
    if (waiter === undefined) return;
    this.waiter = undefined;
    clearTimeout(waiter.timer);
    waiter.reject(this.error(this.failure));
  }

  private error(problem: string): HostError {
    return new HostError(this.block, problem);
  }
}
