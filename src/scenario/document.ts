/**
 * From files to one document of plain blocks, in which every value still knows where it was written:
 *
 *   yaml → fragments → overrides → vehicle sensors → faults → placement → traffic
 *
 * Overrides come before sensors, so that a sensor can be taken off a vehicle, except for what they say about the blocks that
 * sensors become. Vehicles are placed after them, because another track has another start.
 */
import { InputError, quote } from '../core/input-error.ts';
import { keepPlaces, ownPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree, mergeTrees } from '../core/tree.ts';
import { handOutFaults } from './faults.ts';
import type { Files } from './files.ts';
import { fileError } from './files.ts';
import { expandFragments, withWorldFrom } from './fragments.ts';
import type { Overrides } from './overrides.ts';
import { applyOverrides, splitOverrides } from './overrides.ts';
import { isSaid, placeVehicles, worldOfScenario } from './placement.ts';
import { locate, located, writtenIn } from './places.ts';
import { wireTraffic } from './traffic.ts';
import { expandSensors, isSensorBlock } from './vehicle-sensors.ts';
import { parseYaml } from './yaml.ts';

export type { Overrides } from './overrides.ts';

/** A scenario file, or a document with the path at which it would lie. */
export type ScenarioSource = string | { readonly document: Tree; readonly path: string };

/** All stages in their order. Every InputError that leaves it is located. */
export async function expandScenario(files: Files, source: ScenarioSource, overrides: Overrides = {}): Promise<Tree> {
  const { document, path } = typeof source === 'string' ? await readScenario(files, source) : made(source);
  const { world: worldFile, over = {}, edit = (given) => given, ...said } = overrides;
  const whole = mergeTrees(withWorldFrom(document), withWorldFrom(known(over)));
  const complete = await expandFragments(files, whole, path);
  const world = worldFile === undefined ? {} : { world: await loadWorld(files, worldFile) };
  const [first, later] = splitOverrides({ ...said, ...world }, (block) => isSensorBlock(complete, block));
  const equipped = stage(applyOverrides(complete, first), expandSensors);
  const edited = stage(applyOverrides(equipped, later), (given) => stillPlaced(given, edit(given)));
  return meeting(stage(edited, handOutFaults));
}

/** The world of a world file, or of a scenario. */
export async function loadWorld(files: Files, path: string): Promise<Tree> {
  const given = parseYaml(await files.text(path), path);
  if (!isTree(given)) throw fileError(path, `expected a world, got ${quote(given)}`);
  const document = await expandFragments(files, given, path);
  if (!('world' in document) && 'blocks' in document) throw fileError(path, 'this scenario has no world');
  const world = 'world' in document ? document.world : document;
  if (!isTree(world)) throw locate(new InputError('world', `expected a mapping, got ${quote(world)}`), document);
  return world;
}

async function readScenario(files: Files, path: string): Promise<{ document: Tree; path: string }> {
  const document = parseYaml(await files.text(path), path);
  if (!isTree(document))
    throw fileError(path, `expected a scenario: a mapping with name, duration and blocks, got ${quote(document)}`);
  if ('sim_node' in document)
    throw fileError(path, 'this is a ROS parameter file, not a scenario; run it with --params');
  return { document, path };
}

function made({ document, path }: Exclude<ScenarioSource, string>): { document: Tree; path: string } {
  if (!isTree(document)) throw new InputError('', `expected a scenario, got ${quote(document)}`);
  return { document: known(document), path };
}

/** A document that no file holds is its own place, so that sentences name what it says and not what becomes of it. */
const known = (document: Tree): Tree => (ownPlace(document) === undefined ? writtenIn(document, '') : document);

const stage = <T>(document: Tree, run: (document: Tree) => T): T => located(document, () => run(document));

/** What an edit has copied is still where it was written: the document, its blocks and each of these. */
function stillPlaced(before: Tree, after: Tree): Tree {
  if (after === before) return after;
  keepPlaces(before, after);
  if (!isTree(before.blocks) || !isTree(after.blocks) || before.blocks === after.blocks) return after;
  keepPlaces(before.blocks, after.blocks);
  for (const [name, entry] of Object.entries(after.blocks)) {
    const earlier = before.blocks[name];
    if (isTree(entry) && isTree(earlier) && entry !== earlier) keepPlaces(earlier, entry);
  }
  return after;
}

/** Vehicles in their places, and able to meet. A world is made wherever there is one, so that its mistakes are its own. */
function meeting(document: Tree): Tree {
  if (document.world === undefined && !isSaid(document, 'start') && !isSaid(document, 'body')) return document;
  const world = stage(document, worldOfScenario);
  const placed = stage(document, (given) => placeVehicles(given, world));
  return stage(placed, (given) => wireTraffic(given, world));
}
