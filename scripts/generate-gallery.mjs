/** Writes the data of the studio's gallery again: `node scripts/generate-gallery.mjs`, after a scenario or its hash has changed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

const bundle = join(root, 'node_modules', '.cache', 'write-gallery.mjs');
mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
mkdirSync(join(root, 'studio', 'public'), { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/gallery/write-gallery.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  // the course imports the library by its name
  alias: { skidpad: './src/index.ts' },
  external: ['yaml', 'fast-png', 'esbuild', '@techstark/opencv-js'],
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [bundle], { cwd: root, stdio: 'inherit' });
rmSync(bundle);
process.exitCode = status ?? 1;
