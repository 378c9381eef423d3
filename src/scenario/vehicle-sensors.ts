/**
 * Sensors of a vehicle: blocks that a block entry brings along, so that a vehicle file can hold its whole equipment.
 *
 *   car1:                                     car1:              { … }
 *     from: prius.yaml                   →    car1-front_sonar:  { type: sensors/sonar, inputs: { state: car1.state },
 *     sensors:                                                     topics: { range: /car1/front_sonar } }
 *       front_sonar: { type: sensors/sonar, topics: { range: front_sonar } }
 *       rear_sonar: false
 *
 * A sensor reads its vehicle's `state` where it names no inputs; `.port` is a port of the vehicle. A topic without a
 * leading slash is below the vehicle's name. `false` removes a sensor that the vehicle file has.
 */
import { InputError, quote } from '../core/input-error.ts';
import { keepPlaces, placeAt, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';

/** The name of the block that a sensor becomes. */
const sensorBlock = (vehicle: string, sensor: string): string => `${vehicle}-${sensor}`;

/** Whether a block of this name comes from the sensors of a vehicle. */
export const isSensorBlock = ({ blocks }: Tree, name: string): boolean =>
  isTree(blocks) &&
  Object.entries(blocks).some(
    ([vehicle, entry]) =>
      isTree(entry) &&
      isTree(entry.sensors) &&
      Object.keys(entry.sensors).some((sensor) => sensorBlock(vehicle, sensor) === name),
  );

export function expandSensors(document: Tree): Tree {
  if (!isTree(document.blocks)) return document;
  const given = document.blocks;
  const blocks: Tree = {};
  for (const [name, entry] of Object.entries(given)) {
    if (!isTree(entry) || !('sensors' in entry)) {
      addBlock(blocks, name, given, name, entry);
      continue;
    }
    const { sensors, ...vehicle } = entry;
    addBlock(blocks, name, given, name, keepPlaces(entry, vehicle));
    if (sensors === null || sensors === undefined) continue;
    if (!isTree(sensors))
      throw new InputError(`blocks.${name}.sensors`, `expected a mapping of sensors by name, got ${quote(sensors)}`);
    for (const [sensor, spec] of Object.entries(sensors)) {
      if (spec === false || spec === null) continue;
      if (!isTree(spec))
        throw new InputError(`blocks.${name}.sensors.${sensor}`, `expected a block entry or false, got ${quote(spec)}`);
      addBlock(blocks, sensorBlock(name, sensor), sensors, sensor, mounted(spec, name));
    }
  }
  return keepPlaces(document, { ...document, blocks });
}

/** Adds a block that was written as `key` of `holder`. */
function addBlock(blocks: Tree, name: string, holder: Tree, key: string, entry: unknown): void {
  if (Object.hasOwn(blocks, name))
    throw new InputError(`blocks.${name}`, 'there are two blocks of this name: one of them is the sensor of a vehicle');
  blocks[name] = entry;
  setPlace(blocks, name, placeAt(holder, key));
}

function mounted(spec: Tree, vehicle: string): Tree {
  const inputs = mapValues(spec.inputs ?? { state: '.state' }, (source) => ofVehicle(source, vehicle));
  const topics = 'topics' in spec && { topics: mapValues(spec.topics, (topic) => belowVehicle(topic, vehicle)) };
  return keepPlaces(spec, { ...spec, inputs, ...topics });
}

const belowVehicle = (topic: unknown, vehicle: string): unknown =>
  typeof topic === 'string' && !topic.startsWith('/') ? `/${vehicle}/${topic}` : topic;

/** `.port`, alone or as the source of a wire with delay. */
function ofVehicle(source: unknown, vehicle: string): unknown {
  if (isTree(source)) return keepPlaces(source, { ...source, from: ofVehicle(source.from, vehicle) });
  return typeof source === 'string' && source.startsWith('.') ? `${vehicle}${source}` : source;
}

/** What is no mapping stays as it is, for whoever checks it. */
const mapValues = (tree: unknown, change: (value: unknown) => unknown): unknown =>
  isTree(tree)
    ? keepPlaces(tree, Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, change(value)])))
    : tree;
