/** Whether what was built is newer than all it was built from. Every start in a clone asks this first, so it loads nothing else. */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/.$/, '');
export const dist = `${root}/dist`;

export const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Tests and texts for people go into no build. */
const isIgnored = (name) => name.endsWith('.test.ts') || name.endsWith('.md');

/** Whether anything below a folder, or a file, was modified after `time`; files may come and go meanwhile. */
function isNewerThan(time, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  return stat.isDirectory() ? holdsNewerThan(time, path) : stat.mtimeMs > time;
}

const holdsNewerThan = (time, folder) =>
  readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (isIgnored(entry.name)) return false;
    const path = `${folder}/${entry.name}`;
    return entry.isFile() ? modified(path) > time : isNewerThan(time, path);
  });

/** `stamp` is a file in dist. */
export function isCurrent(stamp, sources) {
  const built = modified(`${dist}/${stamp}`);
  return built > 0 && !sources.some((path) => isNewerThan(built, `${root}/${path}`));
}

export const SOURCES = ['src', 'package.json'];
export const BUILDERS = ['build', 'constant-bindings', 'entries', 'lazy-builtins', 'put-in-place'].map(
  (name) => `scripts/${name}.mjs`,
);

/** Of the command line and the library. */
export const isBuildCurrent = () => isCurrent('build.json', [...SOURCES, ...BUILDERS]);
