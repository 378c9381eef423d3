/**
 * Bundles the command line, the worker entries and the library into dist/.
 *
 *   node scripts/build.mjs [--types]      with the declarations, as they are published
 *
 * Everything is one build, so that entries share chunks: a message type is the same object wherever it is imported from.
 * Chunks lie beside the entries, so that `new URL('./worker-main.js', import.meta.url)` means the same in all of them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { entries, programs, sandbox } from './entries.mjs';
import { root, version } from './setup.mjs';
import { thirdPartyNotices } from './third-party.mjs';

const out = join(root, 'dist');
const uplot = (file) => join(root, 'node_modules', 'uplot', 'dist', file);
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

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

async function buildBundles() {
  const { metafile } = await build({
    ...common,
    entryPoints: Object.fromEntries([...entries, ...programs].map(({ name, source }) => [name, source])),
    outdir: out,
    // nothing is for Node alone: packages give what also runs in browsers, and Node's own modules are named with node:
    platform: 'neutral',
    external: ['node:*', ...Object.keys(dependencies)],
    splitting: true,
    metafile: true,
    chunkNames: 'chunk-[hash]',
    plugins: [assets],
  });
  await build({
    ...common,
    entryPoints: { [sandbox.name]: sandbox.source },
    outdir: out,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
  });
  // the texts of reports are of a package too
  const notices = thirdPartyNotices([...Object.keys(metafile.inputs), 'node_modules/uplot/dist']);
  writeFileSync(join(out, 'THIRD-PARTY.txt'), notices);
  writeFileSync(join(out, 'build.json'), JSON.stringify({ version: version() }));
}

async function buildTypes() {
  const { declarations } = await import('./declarations.mjs');
  rmSync(join(out, 'types'), { recursive: true, force: true });
  const sources = entries.map(({ source }) => source);
  for (const [path, text] of declarations(sources, '.js')) {
    const file = join(out, 'types', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(out, 'types', 'build.json'), JSON.stringify({ version: version() }));
}

/** What has a build of its own. */
const APART = ['studio', 'types', 'api'];
mkdirSync(out, { recursive: true });
for (const name of readdirSync(out))
  if (!APART.includes(name)) rmSync(join(out, name), { recursive: true, force: true });
await buildBundles();
if (process.argv.includes('--types')) await buildTypes();
