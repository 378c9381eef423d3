/** What was built beside takes its place by renames, so that whoever starts at that moment finds the old or the new, and both whole. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says what was built, and from which moment on sources are newer. */
export const STAMP = 'build.json';

export function writeStamp(folder, contents, beginMs) {
  const file = join(folder, STAMP);
  writeFileSync(file, JSON.stringify(contents));
  utimesSync(file, beginMs / 1000, beginMs / 1000);
}

/** A folder in place of another, all at once. */
export function replaceFolder(built, target) {
  const old = `${built}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(built, target);
  rmSync(old, { recursive: true, force: true });
}

/**
 * The files of a folder into another that holds more. What files refer to has a hash in its name: it comes first, and the stamp
 * last. A program that began with the build before may still load its parts, so those stay until the build after, unless only
 * this build is wanted.
 */
export function mergeFiles(built, target, { isPart, onlyThis }) {
  const names = readdirSync(built);
  const order = (name) => (isPart(name) ? 0 : name === STAMP ? 2 : 1);
  const before = onlyThis ? [] : filesOf(target);
  for (const name of names.sort((a, b) => order(a) - order(b))) renameSync(join(built, name), join(target, name));
  for (const { name } of readdirSync(target, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (!names.includes(name) && !(isPart(name) && before.includes(name))) rmSync(join(target, name), { force: true });
  rmSync(built, { recursive: true, force: true });
}

/** Files of the build that lies there, as its stamp says. */
function filesOf(folder) {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) ? (JSON.parse(readFileSync(stamp, 'utf8')).files ?? []) : [];
}
