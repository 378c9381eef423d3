/** `npm run bench`: builds the benchmarks and runs them, each in a process of its own. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, ensureStudio, root, run } from './setup.mjs';

ensureDependencies();
ensureBuild();
ensureStudio();
const { build } = await import('esbuild');
const out = join(root, 'node_modules', '.cache', 'bench');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['bench/main.ts', { in: 'src/hosts/worker/worker-main.ts', out: 'worker-main' }].map((entry) =>
    typeof entry === 'string' ? { in: entry, out: 'main' } : entry,
  ),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  outdir: out,
  splitting: true,
  external: ['esbuild', '@techstark/opencv-js', 'playwright-core'],
  define: { SKIDPAD_VERSION: '"bench"' },
  banner: {
    js: "import { createRequire as benchRequire } from 'node:module'; const require = benchRequire(import.meta.url);",
  },
});
run(process.execPath, ['--expose-gc', join(out, 'main.js'), ...process.argv.slice(2)]);
