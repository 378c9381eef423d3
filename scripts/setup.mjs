/** What both commands need from a bare clone: dependencies and a build, each only when absent or out of date. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program in the project; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) {
    console.error(`skidpad: cannot run ${command}: ${result.error.message}`);
    process.exit(2);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** Newest modification below a folder or of a file. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

export function ensureDependencies() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (modified(installed) >= modified(join(root, 'package-lock.json'))) return;
  console.error('skidpad: installing dependencies…');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Whether what was built is newer than all it was built from. */
function isCurrent(stamp, sources) {
  const built = modified(join(root, 'dist', stamp));
  return built > 0 && sources.every((path) => newest(join(root, path)) <= built);
}

const SOURCES = ['src', 'package.json'];
const BUILDERS = ['scripts/build.mjs', 'scripts/entries.mjs'];

/** Of the command line and the library. */
export const isBuildCurrent = () => isCurrent('build.json', [...SOURCES, ...BUILDERS]);

export function ensureBuild() {
  if (isBuildCurrent()) return;
  console.error('skidpad: building…');
  run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
}

/** As it is published, with declarations; they take longer than the bundles, and only others need them. */
export function ensurePackage() {
  if (isBuildCurrent() && isCurrent('types/build.json', [...SOURCES, ...BUILDERS, 'scripts/declarations.mjs'])) return;
  console.error('skidpad: building the package…');
  run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--types']);
}

/** The page; it also holds scenarios and the course. */
export function ensureStudio() {
  if (
    isCurrent('studio/build.json', [
      ...SOURCES,
      'scripts',
      'studio',
      'scenarios',
      'worlds',
      'vehicles',
      'docs/course',
      'examples',
    ])
  )
    return;
  console.error('skidpad: building the studio…');
  run(process.execPath, [join(root, 'scripts', 'build-studio.mjs')]);
}

export const version = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
