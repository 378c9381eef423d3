/** Where scenarios and what they name are read from: a disk, a bundle, or what somebody is typing. */
import { InputError } from '../core/input-error.ts';

export interface Files {
  /** Throws InputError with the file and one sentence when it is absent, a directory, not readable or not text. */
  text(path: string): Promise<string>;
  bytes(path: string): Promise<Uint8Array>;
  /** The path of `to` as the file at `from` names it. */
  resolve(from: string, to: string): string;
}

type Contents = Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>;

/** What is wrong with a whole file. */
export const fileError = (file: string, problem: string): InputError => new InputError('', problem, { file, path: '' });

/** Text as UTF-8 has it. */
export function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fileError(path, 'is not text; expected UTF-8');
  }
}

/** Files by their POSIX path. */
export function memoryFiles(files: Contents): Files {
  const contents = byPath(files);
  const read = (path: string): string | Uint8Array => {
    const found = contents.get(normalPath(path));
    if (found !== undefined) return found;
    const isFolder = [...contents.keys()].some((file) => file.startsWith(`${normalPath(path)}/`));
    throw fileError(path, isFolder ? 'is a directory, expected a file' : 'there is no such file');
  };
  return {
    text: async (path) => asText(read(path), path),
    bytes: async (path) => asBytes(read(path)),
    resolve: (from, to) => normalPath(to.startsWith('/') ? to : `${from.replace(/[^/]*$/, '')}${to}`),
  };
}

/** Some files, such as what somebody typed, in front of others. */
export function overlayFiles(over: Contents, below: Files): Files {
  const contents = byPath(over);
  return {
    async text(path) {
      const found = contents.get(normalPath(path));
      return found === undefined ? below.text(path) : asText(found, path);
    },
    async bytes(path) {
      const found = contents.get(normalPath(path));
      return found === undefined ? below.bytes(path) : asBytes(found);
    },
    resolve: (from, to) => below.resolve(from, to),
  };
}

const byPath = (files: Contents): ReadonlyMap<string, string | Uint8Array> =>
  new Map([...(files instanceof Map ? files : Object.entries(files))].map(([path, file]) => [normalPath(path), file]));

const asText = (file: string | Uint8Array, path: string): string =>
  typeof file === 'string' ? file : decoded(file, path);
const asBytes = (file: string | Uint8Array): Uint8Array =>
  typeof file === 'string' ? new TextEncoder().encode(file) : file;

/** `a/./b/../c` is `a/c`; a way up that leaves the first folder stays. */
function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}
