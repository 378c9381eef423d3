/**
 * Vehicles that have a body meet: where there are several of them, or solids in the world, a `world/traffic` block is
 * added and wired, so that they collide and that sensors see them.
 *
 *   car1: { type: vehicle/four-wheel, body: { front: 3.7, … } }    →    traffic: { inputs: { vehicle_0: car1.state, … } }
 *
 * Mass, inertia and centre of mass follow from the vehicle's own parameters. A sensor of a vehicle does not see its
 * own body. What the scenario says itself stays.
 */
import { findBlock } from './catalog.ts';
import { InputError } from './core/input-error.ts';
import type { SpawnedBody, World } from './world/index.ts';
import { BODY_SIZE, spawnConflict } from './world/index.ts';

type Tree = Record<string, any>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

export const TRAFFIC = 'traffic';
/** Contacts are looked for at 200 Hz, which lets vehicles step on alone in between, and bodies are published at 100 Hz. */
const PERIOD = 0.005;
const PUBLISH_EVERY = 2;

export function wireTraffic(blocks: Tree, world: World): Tree {
  const vehicles = Object.keys(blocks).filter((name) => isTree(blocks[name]) && isTree(blocks[name].body));
  if (vehicles.length === 0) return blocks;
  const bodies = vehicles.map((name) => bodyOf(name, blocks[name]));
  const conflict = spawnConflict(
    bodies.map((body, i) => ({ ...BODY_SIZE, ...body, ...poseOf(blocks[vehicles[i]]) })) as SpawnedBody[],
    world.scene,
  );
  if (conflict !== undefined) throw new InputError('blocks', conflict);
  const meets = vehicles.length > 1 || world.scene.solids.length > 0 || TRAFFIC in blocks;
  const wired = Object.fromEntries(
    Object.entries(blocks).map(([name, entry]) => [
      name,
      meets ? connected(name, entry, vehicles) : withoutBody(entry),
    ]),
  );
  return meets ? { ...wired, [TRAFFIC]: trafficBlock(blocks[TRAFFIC], vehicles, bodies) } : wired;
}

function bodyOf(name: string, { body, params = {} }: Tree): Tree {
  const inertia = {
    ...(typeof params.mass === 'number' && { mass: params.mass }),
    ...(typeof params.yaw_inertia === 'number' && { inertia: params.yaw_inertia }),
    ...(typeof params.wheel_base === 'number' &&
      typeof params.cg_to_front_axle === 'number' && { comX: params.wheel_base - params.cg_to_front_axle }),
  };
  return { name, ...inertia, ...body };
}

const poseOf = ({ params = {} }: Tree) => ({
  x: Number(params.x ?? 0),
  y: Number(params.y ?? 0),
  yaw: typeof params.yaw === 'number' ? params.yaw : 0,
});

function trafficBlock(given: unknown, vehicles: readonly string[], bodies: readonly Tree[]): Tree {
  const own = isTree(given) ? given : {};
  const inputs = Object.fromEntries(vehicles.map((name, i) => [`vehicle_${i}`, `${name}.state`]));
  return {
    type: 'world/traffic',
    period: PERIOD,
    publishEvery: PUBLISH_EVERY,
    ...own,
    params: { ...own.params, bodies },
    inputs: { ...inputs, ...own.inputs },
  };
}

const withoutBody = (entry: unknown): unknown => {
  if (!isTree(entry)) return entry;
  const { body: _body, ...rest } = entry;
  return rest;
};

/** A block with what it reads of the traffic. */
function connected(name: string, given: unknown, vehicles: readonly string[]): unknown {
  const entry = withoutBody(given);
  if (!isTree(entry) || typeof entry.type !== 'string') return entry;
  const definition = findBlock(entry.type);
  if (definition === undefined || entry.type === 'world/traffic') return entry;
  const inputs: Tree = { ...entry.inputs };
  const params: Tree = { ...entry.params };
  if (vehicles.includes(name) && 'contact' in definition.inputs)
    inputs.contact ??= `${TRAFFIC}.contact_${vehicles.indexOf(name)}`;
  if ('bodies' in definition.inputs) {
    inputs.bodies ??= `${TRAFFIC}.bodies`;
    const [owner] = String(isTree(inputs.state) ? inputs.state.from : inputs.state).split('.');
    if ('ownBody' in definition.params && vehicles.includes(owner)) params.ownBody ??= owner;
  }
  return { ...entry, inputs, params };
}
