/**
 * A file that is there whole or not at all: written beside its place, then renamed into it. Where that fails (a full disk), what was
 * there before stays as it was and nothing half is left.
 */
import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFailure } from '../record/mcap/file-sink.ts';

/** All at once, or piece by piece. */
type Content = string | Uint8Array | ((write: (text: string) => void) => void);

export function writeWholeFile(path: string, content: Content): void {
  try {
    const target = targetOf(path);
    if (target === undefined) fill(path, content);
    else replace(target, content);
  } catch (error) {
    throw failureAt(path, error);
  }
}

/** The file that a path leads to; none where it leads to a device or a pipe, which cannot be replaced. */
function targetOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return path;
  return stat.isFile() || stat.isDirectory() ? realpathSync(path) : undefined;
}

/** The name of the file that a process which was killed may have left half. */
export const wholeName = (name: string): string => name.replace(/\.part-\d+$/, '');

function replace(target: string, content: Content): void {
  const part = `${target}.part-${process.pid}`;
  try {
    fill(part, content);
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function fill(path: string, content: Content): void {
  const file = openSync(path, 'w');
  try {
    if (typeof content === 'function') content((text) => writeFileSync(file, text));
    else writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** A sentence for what the system refused; anything else is not about the file. */
const failureAt = (path: string, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).syscall === undefined ? error : writeFailure(path, error);
