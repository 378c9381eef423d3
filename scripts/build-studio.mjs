/** Builds the studio into dist/studio: the page, the library that blocks written in it import, and its types. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build } from 'vite';
import { root, version } from './setup.mjs';

const out = join(root, 'dist', 'studio');

await build({ configFile: join(root, 'studio', 'vite.config.ts'), logLevel: 'warn' });
await bundle({
  absWorkingDir: root,
  entryPoints: { skidpad: 'src/index.ts' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  logLevel: 'warning',
  define: { SKIDPAD_VERSION: JSON.stringify(version()) },
});
const types = join(root, 'scripts', 'generate-studio-types.mjs');
if (existsSync(types)) await import(types);
writeFileSync(join(out, 'build.json'), JSON.stringify({ version: version() }));
