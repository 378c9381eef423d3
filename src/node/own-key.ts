/**
 * The key by which runs that were made here, by this user, are known again: 32 random bytes in the user's own state folder
 * (`$XDG_STATE_HOME/skidpad/key`, else `~/.local/state/skidpad/key`), made when it is first needed, for nobody else to read.
 *
 * A key that others could have read is worth nothing and is replaced; one that belongs to somebody else is not used.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const LENGTH = 32;

/** Everything but what the owner may do. */
const OTHERS = 0o077;

export function keyFile(): string {
  const { XDG_STATE_HOME: state = '' } = process.env;
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'skidpad', 'key');
}

/** A key, or one sentence that says why there is none; `note` is what a person should hear of it. */
export interface OwnKey {
  readonly key?: Buffer;
  readonly note?: string;
}

/** The key as it is there; nothing is written. */
export function readOwnKey(): OwnKey {
  const file = keyFile();
  try {
    return readKey(file);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isAbsent ? {} : { note: `${file} cannot be read: ${(error as Error).message}` };
  }
}

/** The key, made where there is none and made anew where others could have read it. */
export function ownKey(): OwnKey {
  const file = keyFile();
  const found = readOwnKey();
  if (found.key !== undefined || (found.note !== undefined && !isExposed(found))) return found;
  try {
    if (found.note !== undefined) rmSync(file);
    makeKey(file);
    const made = readKey(file);
    return found.note === undefined ? made : { ...made, note: `${found.note}; a new one takes its place` };
  } catch (error) {
    return { note: `${file} cannot be made: ${(error as Error).message}` };
  }
}

const EXPOSED = 'may be read by others';

const isExposed = ({ note = '' }: OwnKey): boolean => note.includes(EXPOSED);

function readKey(file: string): OwnKey {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { mode, uid, size } = fstatSync(descriptor);
    if (process.getuid !== undefined && uid !== process.getuid())
      return { note: `${file} belongs to another user and is not used` };
    if (process.getuid !== undefined && (mode & OTHERS) !== 0)
      return { note: `${file} ${EXPOSED} (mode ${(mode & 0o777).toString(8)}, expected 600)` };
    if (size !== LENGTH) return { note: `${file} is no key: expected ${LENGTH} bytes, got ${size}` };
    const key = Buffer.alloc(LENGTH);
    readSync(descriptor, key, 0, LENGTH, 0);
    return { key };
  } finally {
    closeSync(descriptor);
  }
}

/** Whole at once, and never over one that another process made meanwhile. */
function makeKey(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const part = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(part, randomBytes(LENGTH), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
