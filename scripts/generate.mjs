/** `npm run generate`: writes the generated files again: message types, image and drawing kernels, the scenario schema, `exports`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writePackageExports } from './entries.mjs';
import { writeKernels } from './generate-kernels.mjs';
import { ensureBuild, root } from './setup.mjs';
import { spawnSync } from 'node:child_process';

const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const bundle = join(cache, 'generate-messages.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/generate-messages.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: bundle,
  logLevel: 'warning',
});
spawnSync(process.execPath, [bundle], { cwd: root, stdio: 'inherit' });
rmSync(bundle);

await writeKernels();
writePackageExports();
ensureBuild();
const schema = spawnSync(process.execPath, [join(root, 'bin/skidpad.mjs'), 'schema'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
mkdirSync(join(root, 'schema'), { recursive: true });
writeFileSync(join(root, 'schema', 'scenario.schema.json'), schema.stdout);
