/** Files on disk, with the rules and sentences of the command line. */
import type { Stats } from 'node:fs';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { InputError } from '../core/input-error.ts';
import type { Files } from '../scenario/files.ts';
import { decoded, fileError } from '../scenario/files.ts';

const SCENARIO = 'scenario.yaml';

/** A run directory stands for its scenario. */
export const nodeFiles: Files = {
  text: async (path) => decoded(await read(scenarioOf(path), path), path),
  bytes: async (path) => new Uint8Array(await read(path, path)),
  resolve: (from, to) => (isAbsolute(to) ? to : join(isFolder(from) ? from : dirname(from), to)),
};

const isFolder = (path: string): boolean => entryAt(path)?.isDirectory() ?? false;

const scenarioOf = (path: string): string =>
  isFolder(path) && entryAt(join(path, SCENARIO))?.isFile() ? join(path, SCENARIO) : path;

/** What is there; undefined where nothing is, or nothing that may be seen. */
function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** No scenario, controller or table of numbers is larger; what never ends, such as a device, is no file at all [bytes]. */
const LARGEST = 1 << 28;

/** Refuses what is no file, before anything is read of it: a pipe would be waited for, a device never ends. */
function refuseOdd(file: string, path: string): void {
  const entry = entryAt(file);
  if (entry !== undefined && !entry.isFile() && !entry.isDirectory())
    throw fileError(path, 'is a device or a pipe, expected a file');
  if (entry !== undefined && entry.size > LARGEST)
    throw fileError(path, `is ${Math.ceil(entry.size / 2 ** 20)} MiB large, expected at most ${LARGEST / 2 ** 20} MiB`);
}

async function read(file: string, path: string): Promise<Uint8Array> {
  refuseOdd(file, path);
  try {
    return await readFile(file);
  } catch (error) {
    throw readError(error as NodeJS.ErrnoException, path);
  }
}

/** A file that somebody brings, with the bounds and sentences of `nodeFiles`. */
export function readBytes(file: string): Buffer {
  refuseOdd(file, file);
  try {
    return readFileSync(file);
  } catch (error) {
    throw readError(error as NodeJS.ErrnoException, file);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file, and its name is too long',
  EISDIR: 'is a directory, expected a file',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
};

const readError = ({ code, message }: NodeJS.ErrnoException, path: string): InputError =>
  fileError(path, REASONS[code ?? ''] ?? `cannot be read: ${message}`);

/** A file as it is shown to a person: from the working directory where that is shorter. */
export function shortPath(file: string): string {
  if (!isAbsolute(file)) return file;
  const near = relative(process.cwd(), file);
  return near !== '' && near.length < file.length ? near : file;
}
