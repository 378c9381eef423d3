/** `npm run bench`: builds the benchmarks and runs them, each in a process of its own. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConstants } from './constant-bindings.mjs';
import { ensureBuild, ensureDependencies, ensureStudio, root, run, version } from './setup.mjs';

ensureDependencies();
ensureBuild();
const args = process.argv.slice(2);
// building the page takes longer than most of what can be asked for
const isPart = args.some((arg) => ['--only', '--list', '--help'].includes(arg.split('=')[0]));
if (!isPart || args.includes('studio')) ensureStudio();
const { build } = await import('esbuild');
// one for each, so that two at once do not build over each other
const out = join(root, 'node_modules', '.cache', 'bench', `program-${process.pid}`);
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
mkdirSync(out, { recursive: true });
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [
    { in: 'bench/main.ts', out: 'main' },
    { in: 'src/hosts/worker/worker-main.ts', out: 'worker-main' },
    { in: 'src/record/mcap/chunk-thread-main.ts', out: 'chunk-thread-main' },
  ],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  outdir: out,
  splitting: true,
  write: false,
  external: ['esbuild', '@techstark/opencv-js', 'playwright-core'],
  define: { SKIDPAD_VERSION: JSON.stringify(version()) },
  banner: {
    js: "import { createRequire as benchRequire } from 'node:module'; const require = benchRequire(import.meta.url);",
  },
});
// as the command line has them
for (const { path, text } of outputFiles) writeFileSync(path, withConstants(text));
run(process.execPath, ['--expose-gc', join(out, 'main.js'), ...args]);
