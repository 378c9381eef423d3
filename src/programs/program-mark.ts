/**
 * A mark in the environment of a program, by which everything that it has started is found again: a descendant that begins a session of
 * its own (setsid) leaves the process group and, once its parents have ended, the tree of processes, but keeps the environment.
 *
 * Found in /proc/PID/environ, of this user's processes, so on Linux only; elsewhere process groups have to do. A descendant that
 * starts a program with another environment, on purpose, is not found.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const VARIABLE = 'SKIDPAD_PROGRAM';
/** Who starts processes faster than they are ended is left after so many rounds. */
const MOST_ROUNDS = 100;

/** Of every program of this process. */
export const processMark = (): string => (ownMark ??= randomBytes(12).toString('hex'));
let ownMark: string | undefined;
let programs = 0;

/** A mark that no other program has. */
export const createMark = (): string => `${processMark()}.${++programs}.`;

/** The variable with this mark, after those of whoever has started us. */
export const markedEnvironment = (mark: string): Record<string, string> => ({
  [VARIABLE]: [process.env[VARIABLE], mark].filter((part) => part !== undefined).join(' '),
});

/** Kills every process that carries the mark, until there is none. */
export function killMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && carries(name, mark));
    if (pids.length === 0) return;
    for (const pid of pids) kill(Number(pid));
  }
}

/** Not of other users' processes, nor of those that have ended. */
function carries(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}
