/**
 * A program as a child process: started in a process group of its own and with a mark, its standard error read line by line,
 * and ended with everything it has started.
 */
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Duplex, Readable, Writable } from 'node:stream';
import { printedLines } from './printed-lines.ts';
import { guardGroup, releaseGroup } from './orphan-guard.ts';
import { createMark, killMarked, markedEnvironment } from './program-mark.ts';

/** How long a program may take to end after it was told to, and again after SIGTERM [ms]. */
const GRACE_MS = 1000;
/** How long output may still come after a program has ended [ms]: a descendant can hold the pipe open. */
const DRAIN_MS = 200;

export interface ProgramOptions {
  readonly words: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it gets a further pipe, for both directions, as its file descriptor 3. */
  readonly hasChannel?: boolean;
  /** One line of standard error. */
  log(line: string): void;
}

export class ChildProgram {
  /** The line on standard error that came last; programs say there why they die. */
  lastStderrLine = '';
  /** What became of it, once it ended. */
  exitReason: string | undefined;
  /** Settles when it has ended and all its output has been read. */
  readonly ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, Readable>,
    private readonly mark: string,
    log: (line: string) => void,
  ) {
    this.ended = this.watchEnd();
    child.stdin.on('error', () => {}); // it ended: `exitReason` will say so
    printedLines(child.stderr, (line) => {
      if (line.trim() !== '') this.lastStderrLine = line.trim();
      log(line);
    });
  }

  /** Starts it; rejects with a sentence when there is no such program. */
  static start(options: ProgramOptions): Promise<ChildProgram> {
    const { words, cwd, env, hasChannel, log } = options;
    const [file, ...args] = words;
    if (cwd !== undefined && !existsSync(cwd))
      return Promise.reject(new Error(`cannot start ${JSON.stringify(file)}: there is no directory ${cwd}`));
    const mark = createMark();
    return new Promise((resolve, reject) => {
      const child = spawn(file, args, {
        cwd,
        // Python keeps its answers in a buffer otherwise, unless every print says flush=True
        env: { PYTHONUNBUFFERED: '1', ...process.env, ...env, ...markedEnvironment(mark) },
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe', ...(hasChannel ? (['pipe'] as const) : [])],
      }) as ChildProcessByStdio<Writable, Readable, Readable>;
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(new Error(`cannot start ${JSON.stringify(file)}: ${startProblem(error)}`)),
      );
      child.once('spawn', () => {
        guardGroup(child.pid!);
        resolve(new ChildProgram(child, mark, log));
      });
    });
  }

  onOutput(listener: (chunk: Uint8Array) => void): void {
    this.child.stdout.on('data', listener);
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  /** How much was written that it has not read, beyond what the operating system holds [bytes]. */
  get unread(): number {
    return this.child.stdin.writableLength;
  }

  /** The further pipe that was asked for. */
  get channel(): Duplex {
    return (this.child as ChildProcess).stdio[3] as Duplex;
  }

  /** Ends it: closes its input, waits, asks with SIGTERM, waits, and kills. */
  async end(farewell: string | Uint8Array): Promise<void> {
    this.child.stdin.end(farewell);
    if (!(await this.endsWithin(GRACE_MS))) this.signal('SIGTERM');
    if (!(await this.endsWithin(GRACE_MS))) this.signal('SIGKILL');
    await this.ended;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  private async endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([this.ended, late]);
    clearTimeout(timer);
    return this.exitReason !== undefined;
  }

  /** To the program and everything it has started. */
  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    try {
      if (process.platform === 'win32') this.child.kill(signal);
      else process.kill(-pid!, signal);
    } catch {
      // the group has ended already
    }
  }

  private watchEnd(): Promise<void> {
    const { child } = this;
    return new Promise((resolve) => {
      const settle = () => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve();
      };
      child.once('exit', (code, signal) => {
        this.exitReason =
          signal === null ? `its program ended with exit code ${code}` : `its program was killed by ${signal}`;
        // whatever it has started goes with it
        this.signal('SIGKILL');
        killMarked(this.mark);
        releaseGroup(child.pid!);
        // at the earliest after the pipes have been read once more, however long we ourselves stood still
        const timer = setTimeout(() => setImmediate(settle), DRAIN_MS);
        child.once('close', () => {
          clearTimeout(timer);
          settle();
        });
      });
    });
  }
}

const startProblem = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'there is no such program' : code === 'EACCES' ? 'it may not be run' : message;
