/** Runs the built command line as a person would. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { projectRoot } from './scenario-files.ts';

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Where the key of whoever runs these tests lies: a user of their own for each file of tests. */
const stateFolder = mkdtempSync(join(tmpdir(), 'skidpad-test-state-'));
afterAll(() => rmSync(stateFolder, { recursive: true, force: true }));

export interface StartOptions {
  /** What it reads from standard input. */
  readonly input?: string;
  /** Of another user, such as whoever a run comes from. */
  readonly stateFolder?: string;
  /** Where it runs; the project's folder otherwise. */
  readonly cwd?: string;
  /** Beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is started; the built command line otherwise. */
  readonly program?: string;
  /** A command of the shell that limits it first, such as `ulimit -f 100`. */
  readonly limit?: string;
}

/** Starts `skidpad …`; ended with the test at the latest. */
export function start(args: readonly string[], options: StartOptions = {}): Running {
  const { cwd = projectRoot, program = join(projectRoot, 'dist/cli.js'), limit } = options;
  const env = { ...process.env, XDG_STATE_HOME: options.stateFolder ?? stateFolder, ...options.env };
  const plain = [process.execPath, program, ...args];
  const [command, ...rest] = limit === undefined ? plain : ['sh', '-c', `${limit} && exec "$@"`, 'sh', ...plain];
  const child = spawn(command, rest, { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  if (options.input !== undefined) child.stdin.end(options.input);
  const finished = new Promise<Finished>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  );
  return { child, finished };
}

export const skidpad = (args: readonly string[], options?: StartOptions): Promise<Finished> =>
  start(args, options).finished;

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50 }));
  return folder;
}
