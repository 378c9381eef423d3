/** Pairs of pseudo terminals, joined by socat: what goes into one comes out of the other. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './command-line.ts';
import { until } from './until.ts';

export interface TerminalPair {
  readonly ours: string;
  readonly theirs: string;
  /** Both ends go away, as a device that is pulled out. */
  unplug(): void;
}

const TERMINAL = 'pty,raw,echo=0';

export async function terminalPair(): Promise<TerminalPair> {
  const folder = temporaryFolder();
  const [ours, theirs] = ['ours', 'theirs'].map((name) => join(folder, name));
  const child = joined(`${TERMINAL},link=${ours}`, `${TERMINAL},link=${theirs}`);
  await until(() => existsSync(ours) && existsSync(theirs));
  return { ours, theirs, unplug: () => void child.kill('SIGKILL') };
}

/** A pseudo terminal that is the standard input and output of a command, or nothing's where there is none. */
export async function terminalOf(command = 'cat'): Promise<Omit<TerminalPair, 'theirs'>> {
  const ours = join(temporaryFolder(), 'ours');
  const child = joined(`${TERMINAL},link=${ours}`, `exec:${command}`);
  await until(() => existsSync(ours));
  return { ours, unplug: () => void child.kill('SIGKILL') };
}

function joined(one: string, other: string): ChildProcess {
  const child = spawn('socat', [one, other], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
