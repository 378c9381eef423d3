/** `npm run probe:hil`: how long a release and its answer take, through a bare pipe, to the controller in C, and to emulated firmware. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ensureDependencies, root, run } from './setup.mjs';

ensureDependencies();
// in the project's tree, from where the firmware is found
const folder = join(root, 'dist', `.probe-hil-${process.pid}`);
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'round-trips.mjs');
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/hil-probe/round-trips.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    packages: 'external',
  });
  run(process.execPath, [outfile]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
