/**
 * Vehicles that have a body meet: where there are several of them, or solids in the world, a `world/traffic` block is
 * added and wired, so that they collide and that sensors see them.
 *
 *   car1: { type: vehicle/four-wheel, body: { front: 3.7, … } }    →    traffic: { inputs: { vehicles: [car1.state, …] } }
 *
 * Mass, inertia and centre of mass follow from the vehicle's own parameters. A sensor of a vehicle does not see its
 * own body. What the scenario says itself stays.
 */
import { findBlock } from '../catalog.ts';
import { InputError, quote } from '../core/input-error.ts';
import type { Place } from '../core/places.ts';
import { keepPlaces, placeAt, setOwnPlace, setPlace } from '../core/places.ts';
import { parseQuantity } from '../core/quantity.ts';
import type { AnyBlock } from '../core/block.ts';
import { parse } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { SpawnedBody, World } from '../world/index.ts';
import { overlappingBodies, spawnConflict } from '../world/index.ts';
import { bodySchema } from '../world/traffic/params.ts';
import { isSaid, worldOfScenario } from './placement.ts';
import { located } from './places.ts';

export const TRAFFIC = 'traffic';
/** Contacts are looked for at 200 Hz, which lets vehicles step on alone in between, and bodies are published at 100 Hz. */
const PERIOD = 0.005;
const PUBLISH_EVERY = 2;

/** What the traffic block reads, and what it writes for the i-th vehicle. */
function vehicleWires(vehicles: readonly Vehicle[]): Tree {
  const wires = vehicles.map(({ name }) => `${name}.state`);
  vehicles.forEach(({ place }, i) => setPlace(wires, i, place));
  return { vehicles: wires };
}
const contactOf = (i: number): string => `${TRAFFIC}.contacts[${i}]`;

type FindBlock = (type: string) => AnyBlock | undefined;

/** A block that has a body. */
interface Vehicle {
  readonly name: string;
  readonly body: Tree;
  /** Where it is said that it has a body. */
  readonly place: Place | undefined;
}

/** The document with its vehicles able to meet. `find` knows the blocks that may read of the traffic. */
export function wireTraffic(document: Tree, world?: World, find: FindBlock = findBlock): Tree {
  if (!isTree(document.blocks) || !isSaid(document, 'body')) return document;
  const given = document.blocks;
  const { scene } = world ?? worldOfScenario(document);
  const vehicles = Object.entries(given).flatMap(([name, entry]) =>
    isTree(entry) && (entry.body ?? null) !== null ? [vehicleOf(name, entry)] : [],
  );
  checkSpawn(vehicles, given, scene);
  const meets = vehicles.length > 1 || (vehicles.length > 0 && (scene.solids.length > 0 || TRAFFIC in given));
  const wired = Object.fromEntries(
    Object.entries(given).map(([name, entry]) => [name, meets ? connected(name, entry, vehicles, find) : entry]),
  );
  const own = mapping(given[TRAFFIC], `blocks.${TRAFFIC}`);
  const blocks = keepPlaces(given, meets ? { ...wired, [TRAFFIC]: trafficBlock(own, vehicles) } : wired);
  if (meets && !(TRAFFIC in given)) setPlace(blocks, TRAFFIC, vehicles[0].place);
  return keepPlaces(document, { ...document, blocks });
}

function vehicleOf(name: string, entry: Tree): Vehicle {
  const { body } = entry;
  const place = placeAt(entry, 'body');
  if (!isTree(body))
    throw new InputError(`blocks.${name}.body`, `expected the outline of a vehicle as a mapping, got ${quote(body)}`);
  return { name, body: withInertia(name, body, isTree(entry.params) ? entry.params : {}, place), place };
}

/** The body with what follows from the parameters of its vehicle; each knows where it was written. */
function withInertia(name: string, body: Tree, params: Tree, place: Place | undefined): Tree {
  const wheelBase = quantity(params.wheelBase, 'm');
  const cgToFrontAxle = quantity(params.cgToFrontAxle, 'm');
  const result: Tree = {
    name,
    ...(quantity(params.mass, 'kg') !== undefined && { mass: params.mass }),
    ...(quantity(params.yawInertia, 'kg m²') !== undefined && { inertia: params.yawInertia }),
    ...(wheelBase !== undefined && cgToFrontAxle !== undefined && { comX: wheelBase - cgToFrontAxle }),
    ...body,
  };
  if (place !== undefined) setOwnPlace(result, place);
  setPlace(result, 'mass', placeAt(params, 'mass'));
  setPlace(result, 'inertia', placeAt(params, 'yawInertia'));
  setPlace(result, 'comX', placeAt(params, 'cgToFrontAxle'));
  return keepPlaces(body, result);
}

/** A number in SI units, if it is one. */
function quantity(value: unknown, unit: string): number | undefined {
  const number = typeof value === 'string' ? parseQuantity(value, unit) : value;
  return typeof number === 'number' ? number : undefined;
}

/** Nobody begins inside anybody else. */
function checkSpawn(vehicles: readonly Vehicle[], blocks: Tree, scene: World['scene']): void {
  const bodies = vehicles.map(({ name, body }): SpawnedBody => {
    const path = `blocks.${name}.body`;
    const outline = located({ blocks: { [name]: { body } } }, () => parse(bodySchema, body, path));
    return { ...outline, name, ...poseOf(blocks[name] as Tree) };
  });
  const conflict = spawnConflict(bodies, scene);
  if (conflict === undefined) return;
  const [first] = overlappingBodies(bodies, scene)!;
  throw new InputError(`blocks.${first}`, conflict);
}

const poseOf = ({ params }: Tree): { x: number; y: number; yaw: number } => {
  const { x, y, yaw } = isTree(params) ? params : {};
  return { x: quantity(x, 'm') ?? 0, y: quantity(y, 'm') ?? 0, yaw: quantity(yaw, 'rad') ?? 0 };
};

function trafficBlock(own: Tree, vehicles: readonly Vehicle[]): Tree {
  const path = `blocks.${TRAFFIC}`;
  const given = mapping(own.params, `${path}.params`);
  const params = hasBodiesOf(vehicles, given.bodies) ? given : laid(given, { bodies: bodiesOf(vehicles) });
  setPlace(params, 'bodies', vehicles[0].place);
  return keepPlaces(own, {
    type: 'world/traffic',
    period: PERIOD,
    publishEvery: PUBLISH_EVERY,
    ...own,
    params,
    inputs: laid(vehicleWires(vehicles), mapping(own.inputs, `${path}.inputs`)),
  });
}

function bodiesOf(vehicles: readonly Vehicle[]): Tree[] {
  const bodies = vehicles.map(({ body }) => body);
  vehicles.forEach(({ place }, i) => setPlace(bodies, i, place));
  return bodies;
}

/** A saved scenario says them already, with every default written out. */
const hasBodiesOf = (vehicles: readonly Vehicle[], bodies: unknown): boolean =>
  Array.isArray(bodies) &&
  bodies.length === vehicles.length &&
  vehicles.every(({ name }, i) => isTree(bodies[i]) && bodies[i].name === name);

/** One mapping over another, with the places of both. */
const laid = (base: Tree, over: Tree): Tree => keepPlaces(over, keepPlaces(base, { ...base, ...over }));

function mapping(value: unknown, path: string): Tree {
  if (!isTree(value ?? {})) throw new InputError(path, `expected a mapping, got ${quote(value)}`);
  return (value ?? {}) as Tree;
}

/** A block with what it reads of the traffic. */
function connected(name: string, entry: unknown, vehicles: readonly Vehicle[], find: FindBlock): unknown {
  if (!isTree(entry) || typeof entry.type !== 'string') return entry;
  const definition = find(entry.type);
  if (definition === undefined || entry.type === 'world/traffic') return entry;
  const inputs = laid(mapping(entry.inputs, `blocks.${name}.inputs`), {});
  const params = laid(mapping(entry.params, `blocks.${name}.params`), {});
  const i = vehicles.findIndex((vehicle) => vehicle.name === name);
  if (i >= 0 && 'contact' in definition.inputs && inputs.contact === undefined) {
    inputs.contact = contactOf(i);
    setPlace(inputs, 'contact', vehicles[i].place);
  }
  if ('bodies' in definition.inputs) {
    inputs.bodies ??= `${TRAFFIC}.bodies`;
    const [owner] = String(isTree(inputs.state) ? inputs.state.from : inputs.state).split('.');
    if ('ownBody' in definition.params && vehicles.some((vehicle) => vehicle.name === owner)) params.ownBody ??= owner;
  }
  return keepPlaces(entry, { ...entry, inputs, params });
}
