/**
 * Where bundled modules lie for this process and its threads to load: a folder of its own in the temporary folder, that nobody
 * else can enter (mode 700) and whose name nobody can know before it is there. It goes away with the process; what one that
 * was killed has left behind is removed by a later one of the same user.
 */
import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads';

const PREFIX = 'skidpad-modules-';
/** The folder, as threads that are started later know it. */
const SHARED = 'skidpad module folder';
/** Processes that cannot be seen from here, as those of other containers, may still use a younger one [ms]. */
const STALE_MS = 24 * 3600 * 1000;
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Folders that this thread has made: more than one only where one was taken away. */
const made: string[] = [];

/** Writes a file there and returns its path. */
export function keepModule(text: string, name: string): string {
  const file = join(moduleFolder(), name);
  // whole at once: another thread may be loading the same file
  const part = `${file}.${threadId}`;
  writeFileSync(part, text);
  renameSync(part, file);
  return file;
}

function moduleFolder(): string {
  const known = getEnvironmentData(SHARED);
  if (typeof known === 'string' && isOurs(known)) return known;
  removeStale();
  // a signal may come as soon as it is there
  if (made.length === 0) removeAtEnd();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  made.push(folder);
  setEnvironmentData(SHARED, folder);
  return folder;
}

/** A real folder that belongs to this user. */
function isOurs(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() === true && (process.getuid === undefined || status.uid === process.getuid());
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

function removeAtEnd(): void {
  process.once('exit', () => made.forEach(remove));
  // threads get no signals
  if (isMainThread) for (const signal of ENDING) process.on(signal, removeOnSignal);
}

/** A signal that nobody else listens to ends a process without an exit. */
function removeOnSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  made.forEach(remove);
  process.off(signal, removeOnSignal);
  process.kill(process.pid, signal);
}

function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^skidpad-modules-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(tmpdir(), name);
    try {
      if (isOurs(path) && Date.now() - lstatSync(path).mtimeMs > STALE_MS) remove(path);
    } catch {
      // another process has removed it
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
