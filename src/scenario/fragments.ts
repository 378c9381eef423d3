/**
 * Files that a scenario is made of: a scenario `from` another one, its world, its blocks, the sensors of a vehicle and each
 * of them may be completed from a file, and what the nearer file says wins, mapping by mapping.
 *
 *   from: pid.yaml                                          a scenario that says only what is different
 *   world: { from: ../worlds/track.yaml, sky: [0, 0, 0] }   or world: ../worlds/track.yaml
 *   blocks:
 *     car: { from: ../vehicles/prius.yaml, sensors: { from: sonars.yaml, rear: false } }
 *
 * A name is relative to the file in which it is written.
 */
import { InputError, quote } from '../core/input-error.ts';
import { keepPlaces, ownPlace, placeAt, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree, mergeTrees } from '../core/tree.ts';
import type { Files } from './files.ts';
import { errorAt, joined } from './places.ts';
import { parseYaml } from './yaml.ts';

/** How many files may stand on each other's shoulders. */
const DEEPEST = 8;

/** Where a mapping is that may say `from`. */
interface Position {
  readonly files: Files;
  /** The file that a document was said to be written in, and where it really lies. */
  readonly label: string;
  readonly home: string;
  /** Files on the way here, the outermost first. */
  readonly trail: readonly string[];
  /** Dotted path, for sentences. */
  readonly path: string;
}

/** What has to be done to a mapping of some kind before it is laid over the one that it is `from`. */
type Within = (tree: Tree, position: Position) => Promise<Tree>;

const asItIs: Within = async (tree) => tree;

/** The scenario with everything that it, its world and its blocks have in other files; `path` is where it lies. */
export async function expandFragments(files: Files, document: Tree, path: string): Promise<Tree> {
  const position: Position = { files, label: ownPlace(document)?.file ?? '', home: path, trail: [path], path: '' };
  const scenario = await completed(document, position, scenarioWithin);
  const at = (key: string): Position => ({ ...position, path: key });
  const blocks = isTree(scenario.blocks)
    ? await mapped(scenario.blocks, (entry, name) => completed(entry, at(`blocks.${name}`), blockWithin))
    : scenario.blocks;
  const world = isTree(scenario.world) ? await completed(scenario.world, at('world'), asItIs) : scenario.world;
  return keepPlaces(scenario, {
    ...scenario,
    ...('blocks' in scenario && { blocks }),
    ...('world' in scenario && { world }),
  });
}

/** A mapping laid over the file that it is `from`, which may be from another one. */
async function completed(tree: Tree, position: Position, within: Within): Promise<Tree> {
  const { from, ...rest } = tree;
  const own = await within(keepPlaces(tree, rest), position);
  if (from === undefined || from === null) return own;
  const refusal = (problem: string): InputError => errorAt(tree, 'from', joined(position.path, 'from'), problem);
  if (typeof from !== 'string' || from === '') throw refusal(`expected the name of a file, got ${quote(from)}`);
  const file = position.files.resolve(homeOf(tree, position), from);
  if (position.trail.includes(file))
    throw refusal(`expected files that do not come from themselves, got ${[...position.trail, file].join(' → ')}`);
  if (position.trail.length > DEEPEST) throw refusal(`expected at most ${DEEPEST} files below each other`);
  const fragment = parseYaml(await readText(position.files, file, refusal, from), file);
  if (!isTree(fragment)) throw refusal(`expected a mapping in ${from}, got ${quote(fragment)}`);
  const below: Position = { ...position, label: file, home: file, trail: [...position.trail, file] };
  return mergeTrees(await completed(fragment, below, within), own);
}

/** The file that names are relative to: the one in which they are written, wherever it has been laid over. */
function homeOf(tree: Tree, { label, home }: Position): string {
  const file = placeAt(tree, 'from')?.file ?? '';
  return file === '' || file === label ? home : file;
}

async function readText(
  files: Files,
  file: string,
  refusal: (problem: string) => InputError,
  name: string,
): Promise<string> {
  try {
    return await files.text(file);
  } catch (error) {
    throw error instanceof InputError ? refusal(`${name}: ${error.problem}`) : error;
  }
}

/** `world: FILE` says `world: { from: FILE }`. */
const scenarioWithin: Within = async (scenario) => withWorldFrom(scenario);

export function withWorldFrom(scenario: Tree): Tree {
  if (typeof scenario.world !== 'string') return scenario;
  const world = { from: scenario.world };
  setPlace(world, 'from', placeAt(scenario, 'world'));
  return keepPlaces(scenario, { ...scenario, world });
}

/** Sensors are put together in each file before one vehicle is laid over another: sets from two files add up. */
const blockWithin: Within = async (entry, position) => {
  if (!isTree(entry.sensors)) return entry;
  const path = joined(position.path, 'sensors');
  const set = await completed(entry.sensors, { ...position, path }, asItIs);
  const sensors = await mapped(set, (sensor, name) =>
    completed(sensor, { ...position, path: joined(path, name) }, asItIs),
  );
  return keepPlaces(entry, { ...entry, sensors });
};

/** Every mapping of a tree changed, and the rest as it is. */
async function mapped(tree: Tree, change: (value: Tree, key: string) => Promise<Tree>): Promise<Tree> {
  const result: Tree = {};
  for (const [key, value] of Object.entries(tree)) result[key] = isTree(value) ? await change(value, key) : value;
  return keepPlaces(tree, result);
}
