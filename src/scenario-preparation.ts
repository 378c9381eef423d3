/**
 * What a scenario says in terms of its world, said in terms of blocks: where vehicles start on the track, and that they
 * meet. Done after every override, because another track has another start.
 */
import { InputError } from './core/input-error.ts';
import { group, param, parse } from './core/schema.ts';
import { cos, sin } from './math/trig.ts';
import { wireTraffic } from './traffic-wiring.ts';
import type { World, WorldDocument } from './world/index.ts';
import { createTrackPoint, pointAt, worldOf, worldParams } from './world/index.ts';

const startSchema = group(
  {
    progress: param(0, 'm', 'distance along the track'),
    lateral: param(0, 'm', 'offset to the left of its centre line'),
    heading: param(0, 'rad', 'angle to its direction, counter-clockwise'),
  },
  'where the vehicle starts on the track',
);

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with every vehicle in its place, and able to meet the others. */
export function prepareScenario(document: unknown): unknown {
  if (!isTree(document) || !isTree(document.blocks)) return document;
  const needsWorld = Object.values(document.blocks).some(
    (entry) => isTree(entry) && ('start' in entry || 'body' in entry),
  );
  if (!needsWorld) return document;
  const world = worldOf(parse(worldParams, document.world, 'world') as WorldDocument);
  const blocks = Object.fromEntries(
    Object.entries(document.blocks).map(([name, entry]) => [
      name,
      isTree(entry) && 'start' in entry ? placed(entry, world, `blocks.${name}.start`) : entry,
    ]),
  );
  return { ...document, blocks: wireTraffic(blocks, world) };
}

function placed({ start, ...entry }: Tree, { track }: World, path: string): Tree {
  const { progress, lateral, heading } = parse(startSchema, start, path);
  if (track === undefined) throw new InputError(path, 'expected a track in the world to start on, got none');
  const point = createTrackPoint();
  pointAt(track, progress, point);
  const { x, y, heading: direction } = point;
  const pose = { x: x - lateral * sin(direction), y: y + lateral * cos(direction), yaw: direction + heading };
  return { ...entry, params: { ...(isTree(entry.params) ? entry.params : {}), ...pose } };
}
