/**
 * Bundles the command line, the worker entries and the library into dist/.
 *
 *   node scripts/build.mjs [--types] [--if-needed]      with the declarations, as they are published; only what is not current
 *
 * Everything is one build, so that entries share chunks: a message type is the same object wherever it is imported from.
 * Chunks lie beside the entries, so that `new URL('./worker-main.js', import.meta.url)` means the same in all of them.
 * The command line is one script beside them, whose compiled code its starter keeps; engines do that for scripts only.
 *
 * One process builds at a time, beside dist/, and what is complete takes its place: others may start, run and build meanwhile.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { withConstants } from './constant-bindings.mjs';
import { commands, entries, programs, sandbox, starter } from './entries.mjs';
import { lazyBuiltins } from './lazy-builtins.mjs';
import { mergeFiles, replaceFolder, writeStamp } from './put-in-place.mjs';
import { isBuildCurrent, isPackageCurrent, oneBuilder, root, version } from './setup.mjs';
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

/** One file, with the packages it needs in it. */
const alone = {
  ...common,
  outdir: out,
  write: false,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  external: ['node:*'],
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

async function buildBundles(newFolder, onlyThis) {
  const beginMs = Date.now();
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints: Object.fromEntries([...entries, ...programs].map(({ name, source }) => [name, source])),
    outdir: out,
    write: false,
    // nothing is for Node alone: packages give what also runs in browsers, and Node's own modules are named with node:
    platform: 'neutral',
    external: ['node:*', ...Object.keys(dependencies)],
    splitting: true,
    metafile: true,
    chunkNames: 'chunk-[hash]',
    plugins: [assets],
  });
  const apart = await build({ ...alone, entryPoints: { [sandbox.name]: sandbox.source } });
  const commandLine = await buildCommandLine();
  const built = newFolder('bundles');
  const files = [...outputFiles, ...apart.outputFiles, ...commandLine.outputFiles];
  for (const { path, contents } of files) writeFileSync(join(built, basename(path)), contents);
  // the texts of reports are of a package too
  const notices = thirdPartyNotices([
    ...Object.keys(metafile.inputs),
    ...commandLine.inputs,
    'node_modules/uplot/dist',
  ]);
  writeFileSync(join(built, 'THIRD-PARTY.txt'), notices);
  writeStamp(built, { version: version(), files: files.map(({ path }) => basename(path)) }, beginMs);
  mergeFiles(built, out, { isPart: (name) => name.startsWith('chunk-'), onlyThis });
  // of scripts before this one
  rmSync(join(out, 'code-cache'), { recursive: true, force: true });
}

/**
 * A script is a function of `require`, its own address, what imports modules (compiled code that was kept cannot do that itself), and
 * the compiled code that is kept.
 * It is ASCII, so that it is read as it is.
 */
async function buildCommandLine() {
  const script = await build({
    ...alone,
    entryPoints: { [commands.name]: commands.source },
    entryNames: 'chunk-[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // packages that are scripts stay packages; those that are modules cannot be loaded by one
    external: ['node:*', ...Object.keys(dependencies).filter((name) => !name.startsWith('@noble/'))],
    sourcemap: false,
    minifyWhitespace: true,
    metafile: true,
    define: { ...common.define, 'import.meta.url': 'commandsUrl' },
    banner: { js: '(function (require, commandsUrl, importModule, keptCode) {' },
    footer: { js: '})' },
    plugins: [assets, lazyBuiltins],
  });
  const [{ path, text }] = script.outputFiles;
  // other letters are left in regular expressions only
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const contents = withConstants(text.replaceAll(/\bimport\(/g, 'importModule(').replaceAll(/[^\0-\x7f]/g, escaped));
  const name = basename(path);
  const start = await build({
    ...alone,
    entryPoints: { [starter.name]: starter.source },
    define: { ...common.define, SKIDPAD_COMMANDS: JSON.stringify(name) },
  });
  return { outputFiles: [{ path, contents }, ...start.outputFiles], inputs: Object.keys(script.metafile.inputs) };
}

async function buildTypes(newFolder) {
  const beginMs = Date.now();
  const { declarations } = await import('./declarations.mjs');
  const built = newFolder('types');
  const sources = entries.map(({ source }) => source);
  for (const [path, text] of declarations(sources, '.js')) {
    const file = join(built, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeStamp(built, { version: version() }, beginMs);
  replaceFolder(built, join(out, 'types'));
}

const withTypes = process.argv.includes('--types');
const isCurrent = withTypes ? isPackageCurrent : isBuildCurrent;
await oneBuilder('build', async (newFolder) => {
  if (process.argv.includes('--if-needed') && isCurrent()) return;
  await buildBundles(newFolder, withTypes);
  if (withTypes) await buildTypes(newFolder);
});
