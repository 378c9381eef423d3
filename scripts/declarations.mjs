/**
 * The declarations of the library: what the compiler writes for some entries and for all that they can be reached to need,
 * comments kept.
 */
import { join, posix, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './setup.mjs';

const source = join(root, 'src');
const RELATIVE_IMPORT = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+?)\.ts(['"])/g;

/**
 * Declaration files by their path below src, sorted. `entries` are paths from the project's folder; `extension` is what
 * names of modules end in: '.js' in a package, '' for an editor that resolves as bundlers do.
 */
export function declarations(entries, extension) {
  const files = emitted(entries);
  const reached = new Map();
  const waiting = entries.map((entry) => relative('src', entry).replace(/\.ts$/, '.d.ts'));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    const text = files.get(name);
    if (text === undefined) throw new Error(`${name} is imported and was not emitted`);
    reached.set(name, text.replace(RELATIVE_IMPORT, `$1$2${extension}$3`));
    for (const [, , module] of text.matchAll(RELATIVE_IMPORT))
      waiting.push(posix.join(posix.dirname(name), `${module}.d.ts`));
  }
  return [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Everything that the compiler writes, by its path below src. */
function emitted(entries) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // what is checked elsewhere is not checked again: only the texts are wanted
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, rootDir: source },
  );
  const files = new Map();
  const keep = (name, text) => files.set(relative(source, resolve(name)).replaceAll('\\', '/'), text);
  program.emit(undefined, keep, undefined, true);
  return files;
}
