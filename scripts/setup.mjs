/** What both commands need from a bare clone: dependencies and a build, each only when absent or out of date. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist, isBuildCurrent, isCurrent, modified, root, SOURCES, BUILDERS } from './build-state.mjs';
import { acquire } from './lock.mjs';

export { isBuildCurrent, root };

/** Runs a program in the project; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) {
    console.error(`skidpad: cannot run ${command}: ${result.error.message}`);
    process.exit(2);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Waits until no other process of this clone does the same kind of work. Returns the function that lets the next one in. */
const alone = (work) =>
  acquire(join(dist, `.lock-${work}`), { onWait: () => console.error('skidpad: another process is at it, waiting…') });

/** Builds while no other does. `newFolder(name)` gives a place beside what is built; what a killed builder left there is removed. */
export async function oneBuilder(work, build) {
  const release = alone(work);
  const place = join(dist, `.building-${work}`);
  rmSync(place, { recursive: true, force: true });
  try {
    await build((name) => {
      mkdirSync(join(place, name), { recursive: true });
      return join(place, name);
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
    release();
  }
}

const areDependenciesCurrent = () =>
  modified(join(root, 'node_modules', '.package-lock.json')) >= modified(join(root, 'package-lock.json'));

export function ensureDependencies() {
  if (areDependenciesCurrent()) return;
  const release = alone('install');
  if (!areDependenciesCurrent()) {
    console.error('skidpad: installing dependencies…');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  release();
}

export function ensureBuild() {
  if (isBuildCurrent()) return;
  console.error('skidpad: building…');
  run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-needed']);
}

/** As it is published, with declarations; they take longer than the bundles, and only others need them. */
export const isPackageCurrent = () =>
  isBuildCurrent() && isCurrent('types/build.json', [...SOURCES, ...BUILDERS, 'scripts/declarations.mjs']);

export function ensurePackage() {
  if (isPackageCurrent()) return;
  console.error('skidpad: building the package…');
  run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--types', '--if-needed']);
}

/** The page; it also holds scenarios and the course. */
export const isStudioCurrent = () =>
  isCurrent('studio/build.json', [
    ...SOURCES,
    'scripts',
    'studio',
    'scenarios',
    'worlds',
    'vehicles',
    'docs/course',
    'examples',
  ]);

export function ensureStudio() {
  if (isStudioCurrent()) return;
  console.error('skidpad: building the studio…');
  run(process.execPath, [join(root, 'scripts', 'build-studio.mjs'), '--if-needed']);
}

export const version = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
