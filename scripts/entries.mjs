/**
 * What the package exports, once: the bundles, the declarations, `exports` in package.json, the API pages and the checks
 * all follow from this list.
 *
 *   node scripts/entries.mjs      writes `exports` into package.json
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

/** Each entry: the name after `skidpad/`, its source, and whether it needs Node. The others run in browsers too. */
const ENTRIES = [
  { name: 'index', source: 'src/index.ts' },
  { name: 'core', source: 'src/core/index.ts' },
  { name: 'scenario', source: 'src/scenario/index.ts' },
  { name: 'run', source: 'src/run/index.ts' },
  { name: 'record', source: 'src/record/index.ts' },
  { name: 'msgs', source: 'src/msgs/index.ts' },
  { name: 'math', source: 'src/math/index.ts' },
  { name: 'vehicle', source: 'src/vehicle/index.ts' },
  { name: 'world', source: 'src/world/index.ts' },
  { name: 'sensors', source: 'src/sensors/index.ts' },
  { name: 'vision', source: 'src/vision/index.ts' },
  { name: 'control', source: 'src/control/index.ts' },
  { name: 'planning', source: 'src/planning/index.ts' },
  { name: 'slam', source: 'src/slam/index.ts' },
  { name: 'node', source: 'src/node/index.ts', needsNode: true },
];

export const entries = ENTRIES.filter(({ source }) => existsSync(join(root, source)));

/** Programs of the package: they do something when they are loaded, and nobody imports them. */
export const programs = [
  { name: 'worker-main', source: 'src/hosts/worker/worker-main.ts' },
  { name: 'computer-main', source: 'src/hosts/computer/computer-main.ts' },
  { name: 'chunk-thread-main', source: 'src/record/mcap/chunk-thread-main.ts' },
  { name: 'job-worker', source: 'src/study/engine/job-worker.ts' },
].filter(({ source }) => existsSync(join(root, source)));

/** The command line: one script with everything it needs, and the program that starts it. */
export const commands = { name: 'commands', source: 'src/cli/main.ts' };
export const starter = { name: 'cli', source: 'src/cli/start.ts' };

/** A program that may read no other file: everything is in it. */
export const sandbox = { name: 'sandbox-main', source: 'src/node/sandbox-main.ts' };

/** Where the declarations of a source go, below dist. */
export const declarationFile = (source) => source.replace(/^src\//, 'types/').replace(/\.ts$/, '.d.ts');

export const packageExports = () => ({
  ...Object.fromEntries(
    entries.map(({ name, source }) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./dist/${declarationFile(source)}`, default: `./dist/${name}.js` },
    ]),
  ),
  './schema/scenario.schema.json': './schema/scenario.schema.json',
  './package.json': './package.json',
});

/** The only files that do something when they are loaded, for tools that leave out what is not used. */
export const sideEffects = () => [
  ...[starter, ...programs, sandbox].map(({ name }) => `./dist/${name}.js`),
  './studio/**',
];

export function writePackageExports() {
  const file = join(root, 'package.json');
  const described = JSON.parse(readFileSync(file, 'utf8'));
  const own = { sideEffects: sideEffects(), exports: packageExports() };
  writeFileSync(file, `${JSON.stringify({ ...described, ...own }, null, 2)}\n`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) writePackageExports();
