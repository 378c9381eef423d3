/**
 * Where vehicles start, in terms of the track: `start: { progress: 30, lateral: 1.5 }` becomes x, y and yaw among the
 * parameters. Done after every override, because another track has another start.
 */
import { InputError, quote } from '../core/input-error.ts';
import { keepPlaces, placeAt, setPlace } from '../core/places.ts';
import { group, param, parse } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import { cos, sin } from '../math/trig.ts';
import type { World, WorldDocument } from '../world/index.ts';
import { createTrackPoint, pointAt, worldOf, worldParams } from '../world/index.ts';

const startSchema = group(
  {
    progress: param(0, 'm', 'distance along the track'),
    lateral: param(0, 'm', 'offset to the left of its centre line'),
    heading: param(0, 'rad', 'angle to its direction, counter-clockwise'),
  },
  'where the vehicle starts on the track',
);

/** The world of an expanded scenario; throws InputError. */
export const worldOfScenario = (document: Tree): World =>
  worldOf(parse(worldParams, document.world, 'world') as WorldDocument);

/** Whether any block has this key. */
export const isSaid = ({ blocks }: Tree, key: string): boolean =>
  isTree(blocks) && Object.values(blocks).some((entry) => isTree(entry) && key in entry);

/** The document with every vehicle in its place. */
export function placeVehicles(document: Tree, world?: World): Tree {
  if (!isTree(document.blocks) || !isSaid(document, 'start')) return document;
  const { track } = world ?? worldOfScenario(document);
  const blocks = Object.fromEntries(
    Object.entries(document.blocks).map(([name, entry]) => [
      name,
      isTree(entry) && 'start' in entry ? placed(entry, track, `blocks.${name}`) : entry,
    ]),
  );
  return keepPlaces(document, { ...document, blocks: keepPlaces(document.blocks, blocks) });
}

function placed(entry: Tree, track: World['track'], path: string): Tree {
  const { start, ...rest } = entry;
  const { progress, lateral, heading } = parse(startSchema, start, `${path}.start`);
  if (track === undefined) throw new InputError(`${path}.start`, 'expected a track in the world to start on, got none');
  const given = entry.params ?? {};
  if (!isTree(given)) throw new InputError(`${path}.params`, `expected parameters by name, got ${quote(given)}`);
  const point = createTrackPoint();
  pointAt(track, progress, point);
  const { x, y, heading: direction } = point;
  const pose = { x: x - lateral * sin(direction), y: y + lateral * cos(direction), yaw: direction + heading };
  const params = keepPlaces(given, { ...given, ...pose });
  for (const key of Object.keys(pose)) setPlace(params, key, placeAt(entry, 'start'));
  return keepPlaces(entry, { ...rest, params });
}
