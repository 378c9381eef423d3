/**
 * The declarations of the library as one file, for the editor of the studio: completion and type errors for
 * `import … from 'skidpad'` without a server.
 *
 *   node scripts/generate-studio-types.mjs [file]      default: studio/public/skidpad-types.json
 *
 * The file is { "index.d.ts": text, "core/block.d.ts": text, … }: what can be reached from src/index.ts through its own
 * declarations, comments kept, with names of modules as a declaration file has them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const RELATIVE_IMPORT = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+?)\.ts(['"])/g;

/** Every declaration file that the compiler writes for the library, by its path below src. */
function emitDeclarations() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // what is checked elsewhere is not checked again: only the texts are wanted
  const program = ts.createProgram([join(source, 'index.ts')], {
    ...options,
    noEmit: false,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: source,
    types: [],
    lib: ['lib.es2023.d.ts'],
  });
  const files = new Map();
  program.emit(
    undefined,
    (name, text) => files.set(relative(source, resolve(name)).replaceAll('\\', '/'), text),
    undefined,
    true,
  );
  return files;
}

/** What `entry` needs, it included, in the order in which it is found. */
function closure(files, entry) {
  const reached = new Map();
  const waiting = [entry];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    const text = files.get(name);
    if (text === undefined) throw new Error(`${name} is imported and was not emitted`);
    reached.set(name, text.replace(RELATIVE_IMPORT, '$1$2$3'));
    for (const [, , module] of text.matchAll(RELATIVE_IMPORT))
      waiting.push(posix.join(posix.dirname(name), `${module}.d.ts`));
  }
  return reached;
}

export function studioTypes() {
  return Object.fromEntries([...closure(emitDeclarations(), 'index.d.ts')].sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? join(root, 'studio/public/skidpad-types.json'));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, JSON.stringify(studioTypes()));
}
