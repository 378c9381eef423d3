/**
 * What a scenario says in terms of its world, said in terms of blocks: where vehicles start on the track. Done after
 * every override, because another track has another start.
 */
import { InputError } from './core/input-error.ts';
import { group, param, parse } from './core/schema.ts';
import { cos, sin } from './math/trig.ts';
import type { WorldDocument } from './world/index.ts';
import { createTrackPoint, pointAt, worldOf, worldParams } from './world/index.ts';

const startSchema = group({
  progress: param(0, 'm', 'distance along the track'),
  lateral: param(0, 'm', 'offset to the left of its centre line'),
  heading: param(0, 'rad', 'angle to its direction, counter-clockwise'),
}, 'where the vehicle starts on the track');

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with every vehicle in its place. */
export function prepareScenario(document: unknown): unknown {
  if (!isTree(document) || !isTree(document.blocks)) return document;
  const blocks = Object.entries(document.blocks).map(([name, entry]) =>
    [name, isTree(entry) && 'start' in entry ? placed(entry, document.world, `blocks.${name}.start`) : entry]);
  return { ...document, blocks: Object.fromEntries(blocks) as Tree };
}

function placed({ start, ...entry }: Tree, world: unknown, path: string): Tree {
  const { progress, lateral, heading } = parse(startSchema, start, path);
  const { track } = worldOf(parse(worldParams, world, 'world') as WorldDocument);
  if (track === undefined) throw new InputError(path, 'expected a track in the world to start on, got none');
  const point = createTrackPoint();
  pointAt(track, progress, point);
  const { x, y, heading: direction } = point;
  const pose = { x: x - lateral * sin(direction), y: y + lateral * cos(direction), yaw: direction + heading };
  return { ...entry, params: { ...(isTree(entry.params) ? entry.params : {}), ...pose } };
}
