/**
 * The directory that a command writes: of a run, of a report. It belongs to one process alone, however many begin at once, and never
 * holds a mixture of two.
 *
 * A process owns a directory while the file `.writing` in it says so. That file is created exclusively, and what else lies there is
 * looked at only afterwards, so of several processes exactly one finds the directory empty and its own. Where nobody asked for a
 * name, the next free one is taken: `runs/NAME`, `runs/NAME-2` …
 *
 * An earlier directory is replaced only with --force: the new one begins beside it, and takes its place by `settle`, once it is
 * known that it can be written.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../core/input-error.ts';
import { writeFailure } from '../record/mcap/file-sink.ts';
import { readBytes } from './files.ts';
import { wholeName, writeWholeFile } from './whole-file.ts';

/** Names the process that writes here. */
const MARK = '.writing';

/** What lies in a directory of some kind; nothing else is ever replaced. */
export interface DirectoryKind {
  /** `run`, `report` */
  readonly name: string;
  has(file: string): boolean;
}

export interface OutputRequest {
  readonly kind: DirectoryKind;
  /** The directory that was asked for … */
  readonly out?: string;
  /** … or, where none was, this one or the next that is free; `runs/KIND` unless said. */
  readonly usual?: string;
  /** Whether an earlier directory may be replaced. */
  readonly force?: boolean;
  /** The option that `out` comes from. */
  readonly option?: string;
}

/** The report of several runs. */
export const reportDirectory: DirectoryKind = {
  name: 'report',
  has: (file) => file === 'report.html' || file === 'tables.json',
};

export class OutputDirectory {
  private constructor(
    /** Where to write. */
    public path: string,
    private readonly option: string,
    /** Whether it was not there before. */
    private readonly isNew: boolean,
    /** The earlier directory whose place it will take. */
    private replaced?: string,
  ) {}

  /** Makes it and owns it, or says in a sentence why that cannot be. */
  static claim({
    kind,
    out,
    usual = join('runs', kind.name),
    force = false,
    option = '--out',
  }: OutputRequest): OutputDirectory {
    if (out === undefined) return new OutputDirectory(claimNext(usual), option, true);
    if (existsSync(out) && !statSync(out).isDirectory())
      throw new InputError(option, `${out} is a file, expected the name of a directory`);
    const isNew = makeDirectory(out);
    if (isNew ? markNew(out) : mark(out)) return new OutputDirectory(out, option, isNew);
    refuseToReplace(out, kind, option, force);
    return new OutputDirectory(claimNext(beside(out, 'new')), option, true, out);
  }

  /** Takes the place of the earlier directory, if there was one. */
  settle(): void {
    const { path, replaced } = this;
    if (replaced === undefined) return;
    const old = beside(replaced, `old-${process.pid}`);
    try {
      this.requireNobodyWrites(replaced);
      renameSync(replaced, old);
      // another may have taken the place in between
      this.requireNobodyWrites(old);
      renameSync(path, replaced);
    } catch (error) {
      if (existsSync(old) && !existsSync(replaced)) renameSync(old, replaced);
      throw error instanceof InputError ? error : writeFailure(replaced, error);
    }
    this.path = replaced;
    this.replaced = undefined;
    rmSync(old, { recursive: true, force: true });
  }

  private requireNobodyWrites(directory: string): void {
    const owner = livingOwner(directory);
    if (owner !== undefined) throw beingWritten(this.option, this.replaced!, owner);
  }

  /** Writes these files, and nothing more. */
  fill(files: Iterable<readonly [name: string, content: string | Uint8Array]>): void {
    try {
      for (const [name, content] of files) writeWholeFile(join(this.path, name), content);
      this.settle();
      this.release();
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Nothing more is written here. */
  release(): void {
    rmSync(join(this.path, MARK), { force: true });
  }

  /** Nothing came of it: all is as it was before. */
  discard(): void {
    if (this.isNew) return rmSync(this.path, { recursive: true, force: true });
    for (const name of readdirSync(this.path)) rmSync(join(this.path, name), { recursive: true, force: true });
  }
}

/** The first of `path`, `path-2`, `path-3` … that nobody has. */
function claimNext(path: string): string {
  makeDirectory(dirname(path));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (makeNew(candidate) && markNew(candidate)) return candidate;
  }
}

/** Whether it is now this process's: it was nobody's, and is empty. */
function mark(directory: string): boolean {
  const file = join(directory, MARK);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw writeFailure(directory, error);
  }
  if (readdirSync(directory).length === 1) return true;
  rmSync(file);
  return false;
}

/** The same for one just made, which goes again where it cannot be written to. */
function markNew(directory: string): boolean {
  try {
    return mark(directory);
  } catch (error) {
    rmdirSync(directory);
    throw error;
  }
}

/** Who writes here now is asked first: what lies there meanwhile, half files too, is theirs. */
function refuseToReplace(directory: string, kind: DirectoryKind, option: string, force: boolean): void {
  const owner = livingOwner(directory);
  if (owner !== undefined) throw beingWritten(option, directory, owner);
  const foreign = readdirSync(directory).find((name) => name !== MARK && !kind.has(wholeName(name)));
  if (foreign !== undefined)
    throw new InputError(
      option,
      `${directory} holds ${foreign}, which is not of a ${kind.name}; choose another directory`,
    );
  if (!force)
    throw new InputError(
      option,
      `${directory} holds an earlier ${kind.name}; choose another directory, or add --force to replace it`,
    );
}

const beingWritten = (option: string, directory: string, owner: number): InputError =>
  new InputError(option, `${directory} is being written by process ${owner}; choose another directory`);

/** The process that writes here now. One that was killed left its mark, but is no longer there. */
function livingOwner(directory: string): number | undefined {
  const file = join(directory, MARK);
  const owner = existsSync(file) ? Number(readBytes(file).toString('utf8')) : 0;
  return Number.isInteger(owner) && owner > 0 && isAlive(owner) ? owner : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A hidden name in the same folder, so that a rename leads from one to the other. */
function beside(directory: string, suffix: string): string {
  const path = resolve(directory);
  return join(dirname(path), `.${basename(path)}-${suffix}`);
}

/**
 * Whether it was not there before. Level by level: Node's own recursion never returns where the system refuses in odd ways, as
 * below /proc.
 */
export function makeDirectory(directory: string): boolean {
  if (existsSync(directory)) return false;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  return makeNew(directory);
}

/** Whether it was not there before. */
function makeNew(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeFailure(directory, error);
  }
}
