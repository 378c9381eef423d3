/** Bundles the command line, the worker entry, the library and the browser runner into dist/. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root, version } from './setup.mjs';

const out = join(root, 'dist');
const uplot = (file) => join(root, 'node_modules', 'uplot', 'dist', file);

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2023',
  sourcemap: true,
  logLevel: 'warning',
  legalComments: 'none',
  define: { SKIDPAD_VERSION: JSON.stringify(version()) },
};

/** `import text from 'asset:uplot.js'`: files that go into reports as text. */
const assets = {
  name: 'assets',
  setup(builder) {
    builder.onResolve({ filter: /^asset:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'asset' }));
    builder.onLoad({ filter: /.*/, namespace: 'asset' }, ({ path }) => ({
      contents: readFileSync(uplot(path === 'uplot.css' ? 'uPlot.min.css' : 'uPlot.iife.min.js'), 'utf8'),
      loader: 'text',
    }));
  },
};

// the studio beside it has its own build
mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) if (name !== 'studio') rmSync(join(out, name), { recursive: true, force: true });

await Promise.all([
  build({
    ...common,
    entryPoints: {
      cli: 'src/cli/main.ts',
      'worker-main': 'src/hosts/worker/worker-main.ts',
      'job-worker': 'src/study/engine/job-worker.ts',
      index: 'src/index.ts',
    },
    outdir: out,
    platform: 'node',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [assets],
    // programs and large libraries that only some commands load
    external: ['esbuild', '@techstark/opencv-js'],
    // some dependencies are CommonJS and require Node's own modules
    banner: {
      js: "import { createRequire as skidpadRequire } from 'node:module'; const require = skidpadRequire(import.meta.url);",
    },
  }),
  build({
    ...common,
    entryPoints: { runner: 'src/browser/runner.ts' },
    outdir: join(out, 'browser'),
    platform: 'browser',
    sourcemap: false,
  }),
]);

writeFileSync(join(out, 'build.json'), JSON.stringify({ version: version() }));
