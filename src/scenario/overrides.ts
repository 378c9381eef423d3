/**
 * What is said on the command line, or by a study, over what the files say. Nothing is written to: each of these gives the
 * document with one thing changed, and what was changed knows the option that changed it.
 */
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { Place } from '../core/places.ts';
import { keepPlaces, ownPlace, placeAt, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import { hostKindsAnywhere as hostKinds } from '../hosts/kinds.ts';
import { writtenIn } from './places.ts';
import { parseYaml } from './yaml.ts';

export interface Overrides {
  /** A world file, or a scenario with a world, in place of the scenario's world. */
  readonly world?: string;
  /** Assignments `path=value`: the value is YAML, the path is dotted with [i] for lists. */
  readonly set?: readonly string[];
  /** `block=worker`, or `block=process:python3 controller.py` where the kind has a parameter for what follows the colon. */
  readonly host?: readonly string[];
  readonly seed?: number;
  readonly duration?: number;
  readonly clock?: string;
  readonly speed?: number;
  /** Laid over the document before anything is expanded from it, as a scenario `from` it would. */
  readonly over?: Tree;
  /** Changes the document when its files have been read and every other override is in it. */
  edit?(document: Tree): Tree;
}

/** Overrides of a document whose files have been read. */
export type DocumentOverrides = Omit<Overrides, 'world' | 'over' | 'edit'> & { readonly world?: Tree };

export function applyOverrides(document: Tree, overrides: DocumentOverrides): Tree {
  const { world, set = [], host = [], seed, duration, clock, speed } = overrides;
  let result = document;
  if (world !== undefined) result = withKey(result, 'world', world, ownPlace(world) ?? option('--world'));
  for (const assignment of set) result = assigned(result, assignment);
  for (const assignment of host) result = hosted(result, assignment);
  if (seed !== undefined) result = withKey(result, 'seed', seed, option('--seed'));
  if (duration !== undefined) result = withKey(result, 'duration', duration, option('--duration'));
  if (clock !== undefined) result = clocked(result, 'kind', clock, '--clock');
  if (speed !== undefined) {
    result = clocked(result, 'speed', speed, '--speed');
    if (clock === undefined && clockOf(result).kind !== 'external')
      result = clocked(result, 'kind', 'paced', '--speed');
  }
  return result;
}

/** Assignments to blocks for which `isLater` holds, and the rest of the overrides. */
export function splitOverrides(
  overrides: DocumentOverrides,
  isLater: (block: string) => boolean,
): readonly [first: DocumentOverrides, later: DocumentOverrides] {
  const { set = [], host = [], ...rest } = overrides;
  const setsLater = (text: string): boolean => isLater(/^blocks\.([^.=[]+)/.exec(text)?.[1] ?? '');
  const hostsLater = (text: string): boolean => isLater(text.split('=')[0]);
  const not =
    (test: (text: string) => boolean) =>
    (text: string): boolean =>
      !test(text);
  return [
    { ...rest, set: set.filter(not(setsLater)), host: host.filter(not(hostsLater)) },
    { set: set.filter(setsLater), host: host.filter(hostsLater) },
  ];
}

const option = (name: string): Place => ({ file: name, path: '' });

function withKey<T extends object>(holder: T, key: string, value: unknown, place: Place | undefined): T {
  const copy = Array.isArray(holder) ? [...holder] : { ...holder };
  Object.assign(keepPlaces(holder, copy), { [key]: value });
  setPlace(copy, key, place);
  return copy as T;
}

const clockOf = ({ clock }: Tree): Tree => (typeof clock === 'string' ? { kind: clock } : isTree(clock) ? clock : {});

const clocked = (document: Tree, key: string, value: unknown, name: string): Tree =>
  withKey(
    document,
    'clock',
    withKey(clockOf(document), key, value, option(name)),
    placeAt(document, 'clock') ?? option(name),
  );

/** The document with `path=value` in it. */
function assigned(document: Tree, assignment: string): Tree {
  const equals = assignment.indexOf('=');
  if (equals <= 0) throw new InputError('', `expected path=value, got ${quote(assignment)}`, option('--set'));
  const path = assignment.slice(0, equals).trim();
  const name = `--set ${path}`;
  const value = writtenIn(parseYaml(assignment.slice(equals + 1), name), name);
  return withValue(document, path.replaceAll(/\[(\d+)\]/g, '.$1').split('.'), 0, { value, name }) as Tree;
}

/** A value on its way, and the option that it comes from. */
interface Assignment {
  readonly value: unknown;
  readonly name: string;
}

/** `node` with the value at `keys` from the i-th on. */
function withValue(node: unknown, keys: readonly string[], i: number, { value, name }: Assignment): unknown {
  if (i === keys.length) return value;
  const refusal = (problem: string): InputError => new InputError('', problem, option(name));
  const where = keys.slice(0, i).join('.') || 'the scenario';
  const key = keys[i];
  if (typeof node !== 'object' || node === null) throw refusal(`${where} is ${quote(node)}, not a mapping`);
  if (key === '' || key === '__proto__' || key === 'constructor') throw refusal('expected names between the dots');
  if (Array.isArray(node) && !(/^\d+$/.test(key) && Number(key) <= node.length))
    throw refusal(`${where} is a list of ${node.length}; expected a number in [ ] of at most ${node.length}`);
  const inside = Object.hasOwn(node, key) ? (node as Tree)[key] : undefined;
  const isLast = i === keys.length - 1;
  if (!isLast && inside === undefined && where === 'blocks')
    throw refusal(`there is no block ${quote(key)}${suggestion(key, Object.keys(node))}`);
  const below = isLast ? value : withValue(longhand(inside, key, keys[i - 1]), keys, i + 1, { value, name });
  const isNew = isLast || inside === undefined || inside === null;
  return withKey(node, key, below, isNew ? option(name) : placeAt(node, key));
}

/** A wire, a host or a clock that is written as a plain text becomes a mapping when something inside it is set. */
function longhand(value: unknown, key: string, parent: string | undefined): unknown {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') return value;
  if (parent === 'inputs') return { from: value };
  if (parent === 'record') return { signal: value };
  return key === 'host' || key === 'clock' ? { kind: value } : value;
}

/** The document with a block on another host. */
function hosted(document: Tree, assignment: string): Tree {
  const name = '--host';
  const [, block, kind, text] = /^([^=]+)=([^:]+)(?::(.+))?$/.exec(assignment) ?? [];
  if (block === undefined)
    throw new InputError('', `expected block=kind, such as controller=worker, got ${quote(assignment)}`, option(name));
  const { blocks } = document;
  const entry = isTree(blocks) && Object.hasOwn(blocks, block) ? blocks[block] : undefined;
  if (!isTree(blocks) || !isTree(entry)) {
    const near = isTree(blocks) ? suggestion(block, Object.keys(blocks)) : '';
    throw new InputError('', `there is no block ${quote(block)}${near}`, option(name));
  }
  const given = typeof entry.host === 'string' ? { kind: entry.host } : isTree(entry.host) ? entry.host : {};
  const changes = hostChanges(kind, text, option(`${name} ${assignment}`));
  const host = keepPlaces(given, { ...given, ...changes });
  for (const key of Object.keys(changes)) setPlace(host, key, option(`${name} ${assignment}`));
  const changed = withKey(entry, 'host', host, option(`${name} ${assignment}`));
  return withKey(
    document,
    'blocks',
    withKey(blocks, block, changed, placeAt(blocks, block)),
    placeAt(document, 'blocks'),
  );
}

/** `process-cdr:` is `process` with binary messages. */
function hostChanges(kind: string, text: string | undefined, place: Place): Tree {
  const isBinary = kind === 'process-cdr';
  const known = hostKinds.find((candidate) => candidate.kind === (isBinary ? 'process' : kind));
  if (text !== undefined && known?.shorthand === undefined) {
    throw new InputError('', `a ${kind} host takes nothing after the colon, got ${quote(text)}`, place);
  }
  return {
    kind: isBinary ? 'process' : kind,
    ...(isBinary && { format: 'cdr' }),
    ...(text !== undefined && { [known!.shorthand!]: text }),
  };
}
