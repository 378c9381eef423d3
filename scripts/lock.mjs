/**
 * One process at a time, over all processes of this machine: a file that exists while somebody works, and says who.
 *
 * The file appears with its contents (a link to one that is complete), so nobody reads half of it. An owner that died is found by
 * its process id. Its lock is taken away by one process alone: the one that creates the file named after that very lock, and then
 * sees it still there. Nobody waits forever: an owner that neither ends nor dies is named in a sentence.
 */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

/** [ms] */
const LOOK_EVERY = 50;
const PATIENCE = 20 * 60_000;

/** Waits for the lock and returns the function that gives it back; the end of the process does so too. */
export function acquire(file, { patience = PATIENCE, onWait = () => {} } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const token = `${process.pid} ${randomUUID()}`;
  const begin = performance.now();
  for (let turns = 0; !tryToLock(file, token); turns++) {
    if (takeFromTheDead(file)) continue;
    if (turns === 0) onWait();
    if (performance.now() - begin > patience)
      throw new Error(`${file} is held by process ${ownerOf(file)}; delete it if that process does something else`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY);
  }
  const release = () => {
    process.off('exit', release);
    if (read(file) === token) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

function tryToLock(file, token) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, token);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Whether the lock may be free now. */
function takeFromTheDead(file) {
  const token = read(file);
  if (token === undefined) return true;
  if (isAlive(Number.parseInt(token, 10))) return false;
  const turn = `${file}.${token.split(' ')[1]}`;
  try {
    writeFileSync(turn, '', { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  if (read(file) === token) rmSync(file);
  rmSync(turn);
  return true;
}

const ownerOf = (file) => Number.parseInt(read(file) ?? '0', 10);

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
