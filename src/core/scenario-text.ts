/** Scenario text: YAML in, plain values out, with errors that name the line; fragments and overrides applied. */
import { LineCounter, parseDocument, stringify } from 'yaml';
import { InputError, quote } from './input-error.ts';

/** Parses YAML strictly: no duplicate keys, no unknown tags, no anchors that explode. */
export function parseYaml(text: string, file: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    uniqueKeys: true,
    prettyErrors: false,
    strict: true,
    version: '1.2',
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0]);
    throw new InputError(`${file}:${line}:${col}`, `unreadable YAML: ${problem.message.split('\n')[0]}`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InputError(file, `unreadable YAML: ${(error as Error).message}`);
  }
}

export const formatYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });

/** Reads a fragment file: a block entry such as a vehicle, or a world. */
export type ReadFragment = (file: string, path: string) => unknown;

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Completes the scenario, its world and every block that has a `from` file: what the scenario itself says wins. */
export function expandFragments(given: unknown, read: ReadFragment): unknown {
  const document = expandScenario(given, read, 0);
  if (!isTree(document) || !isTree(document.blocks)) return document;
  const blocks = Object.entries(document.blocks).map(([name, entry]) => [
    name,
    expandFragment(entry, `blocks.${name}.from`, read),
  ]);
  const expanded = { ...document, blocks: Object.fromEntries(blocks) as Tree };
  if (!('world' in document)) return expanded;
  const { from: _from, ...world } = expandFragment(document.world, 'world.from', read) as Tree;
  return { ...expanded, world };
}

/** How many scenarios may stand on each other's shoulders. */
const DEEPEST = 8;

/** A scenario `from` another one: mapping by mapping, and lists as a whole. */
function expandScenario(document: unknown, read: ReadFragment, depth: number): unknown {
  if (!isTree(document) || typeof document.from !== 'string') return document;
  if (depth === DEEPEST)
    throw new InputError(
      'from',
      `expected at most ${DEEPEST} scenarios below each other; does one of them come from itself?`,
    );
  const { from, ...own } = document as Tree & { from: string };
  const base = expandScenario(read(from, 'from'), beside(from, read), depth + 1);
  if (!isTree(base)) throw new InputError('from', `expected a scenario in ${from}, got ${quote(base)}`);
  return mergeTrees(fromFolder(base, folderOf(from)), own);
}

const folderOf = (file: string): string => file.replace(/[^/]*$/, '');
const inFolder = (folder: string, file: string): string => (file.startsWith('/') ? file : `${folder}${file}`);

/** Names in a fragment are relative to it. */
const beside =
  (fragment: string, read: ReadFragment): ReadFragment =>
  (file, where) =>
    read(inFolder(folderOf(fragment), file), where);

/** The document with the files that it names seen from elsewhere. */
function fromFolder(value: unknown, folder: string): Tree {
  const moved = (node: unknown): unknown => {
    if (!isTree(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [
        key,
        key === 'from' && typeof item === 'string' && /\.ya?ml$/.test(item) ? inFolder(folder, item) : moved(item),
      ]),
    );
  };
  return moved(value) as Tree;
}

function expandFragment(entry: unknown, path: string, read: ReadFragment): unknown {
  if (!isTree(entry)) return entry;
  const own =
    'sensors' in entry
      ? { ...entry, sensors: expandSensorSet(entry.sensors, path.replace(/from$/, 'sensors.from'), read) }
      : entry;
  if (typeof own.from !== 'string') return own;
  const fragment = read(own.from, path);
  if (!isTree(fragment)) throw new InputError(path, `expected a mapping in ${own.from}, got ${quote(fragment)}`);
  if ('from' in fragment) throw new InputError(path, `${own.from} may not itself have a from`);
  if (!('sensors' in fragment)) return mergeTrees(fragment, own);
  return mergeTrees(
    { ...fragment, sensors: expandSensorSet(fragment.sensors, `${own.from}: sensors.from`, beside(own.from, read)) },
    own,
  );
}

/** A set of sensors from a file, completed and overridden. */
function expandSensorSet(sensors: unknown, path: string, read: ReadFragment): unknown {
  if (!isTree(sensors) || typeof sensors.from !== 'string') return sensors;
  const { from, ...own } = sensors as Tree & { from: string };
  const set = read(from, path);
  if (!isTree(set)) throw new InputError(path, `expected a mapping of sensors in ${from}, got ${quote(set)}`);
  return mergeTrees(set, own);
}

/** `over` laid onto `base`, mapping by mapping and lists as a whole; null takes away what `base` says. */
export function mergeTrees(base: Readonly<Tree>, over: Readonly<Tree>): Tree {
  const result: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) {
      delete result[key];
      continue;
    }
    const below = result[key];
    result[key] = isTree(below) && isTree(value) ? mergeTrees(below, value) : value;
  }
  return result;
}

/** Applies `--set path=value`; the value is YAML, the path is dotted with [i] for lists. */
export function applyOverride(document: unknown, assignment: string): void {
  const equals = assignment.indexOf('=');
  if (equals <= 0) throw new InputError('--set', `expected path=value, got ${quote(assignment)}`);
  const path = assignment.slice(0, equals);
  const keys = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const value = parseYaml(assignment.slice(equals + 1), `--set ${path}`);
  let node: any = document;
  for (const [i, key] of keys.entries()) {
    const where = keys.slice(0, i).join('.');
    if (typeof node !== 'object' || node === null)
      throw new InputError(`--set ${path}`, `${where || 'the scenario'} is ${quote(node)}, not a mapping`);
    if (key === '' || key === '__proto__' || key === 'constructor')
      throw new InputError(`--set ${path}`, `expected names between the dots`);
    if (i === keys.length - 1) node[key] = value;
    else if (node[key] === undefined && where === 'blocks')
      throw new InputError(`--set ${path}`, `there is no block ${quote(key)}`);
    else node = node[key] = expandShorthand(node[key], keys[i - 1]);
  }
}

/** A wire or host written as a plain text becomes a mapping when something inside it is set. */
function expandShorthand(value: unknown, parent: string | undefined): unknown {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') return value;
  return parent === 'inputs' ? { from: value } : { kind: value };
}
