/**
 * Which test files a source file matters to, by what they import: those of its layer (`src/vehicle`), and those of
 * test/conformance that import the layer themselves; nearest first.
 * The slow suites (golden hashes, browsers, the built command line) are left to `npm test`.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Everything that a file imports from the project, directly or not. */
function closureOf(file, known) {
  const seen = new Set([file]);
  for (const next of seen) {
    if (!known.has(next)) {
      const text = existsSync(next) && /\.m?[jt]sx?$/.test(next) ? readFileSync(next, 'utf8') : '';
      known.set(
        next,
        Array.from(text.matchAll(IMPORT), ([, path]) => resolve(dirname(next), path)),
      );
    }
    for (const path of known.get(next)) seen.add(path);
  }
  return seen;
}

/** Files under `folder` whose names pass. */
export const filesUnder = (folder, passes) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && passes(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** The layer of a file: `src/vehicle` of `src/vehicle/tyres/linear.ts`; its own folder outside src. */
function layerOf(root, file) {
  const [top, layer] = relative(root, file).split(sep);
  return top === 'src' ? join(root, top, layer) : dirname(file);
}

/** How near a test is to a source: its own test, those beside it, those of the layer, others. */
function distance(file, test, layer) {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 0;
  if (dirname(test) === dirname(file)) return 1;
  return test.startsWith(layer + sep) ? 2 : 3;
}

/** A function from source file to its tests, nearest first; `others` are further folders to look in. */
export function relatedTests(root, others = []) {
  const known = new Map();
  const isIn = (path, folders) => folders.some((folder) => path.startsWith(folder + sep));
  return (file) => {
    const layer = layerOf(root, file);
    const conformance = join(root, 'test', 'conformance');
    const folders = [layer, conformance, ...others];
    return folders
      .flatMap((folder) => filesUnder(folder, (name) => name.endsWith('.test.ts')))
      .filter((test) => closureOf(test, known).has(file))
      .filter((test) => isIn(test, [layer, ...others]) || known.get(test).some((path) => isIn(path, [layer])))
      .sort((a, b) => distance(file, a, layer) - distance(file, b, layer) || (a < b ? -1 : 1));
  };
}
