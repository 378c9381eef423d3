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
import { InputError, quote } from './input-error.ts';

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the block that a sensor becomes. */
export const sensorBlock = (vehicle: string, sensor: string): string => `${vehicle}-${sensor}`;

export function expandSensors(document: unknown): unknown {
  if (!isTree(document) || !isTree(document.blocks)) return document;
  const blocks: Tree = {};
  for (const [name, entry] of Object.entries(document.blocks)) {
    if (!isTree(entry) || !('sensors' in entry)) {
      addBlock(blocks, name, entry);
      continue;
    }
    const { sensors, ...vehicle } = entry;
    addBlock(blocks, name, vehicle);
    if (!isTree(sensors ?? {}))
      throw new InputError(`blocks.${name}.sensors`, `expected a mapping of sensors by name, got ${quote(sensors)}`);
    for (const [sensor, spec] of Object.entries((sensors ?? {}) as Tree)) {
      if (spec === false || spec === null) continue;
      if (!isTree(spec))
        throw new InputError(`blocks.${name}.sensors.${sensor}`, `expected a block entry or false, got ${quote(spec)}`);
      addBlock(blocks, sensorBlock(name, sensor), mounted(spec, name));
    }
  }
  return { ...document, blocks };
}

function addBlock(blocks: Tree, name: string, entry: unknown): void {
  if (Object.hasOwn(blocks, name))
    throw new InputError(`blocks.${name}`, 'there are two blocks of this name: one of them is the sensor of a vehicle');
  blocks[name] = entry;
}

function mounted(spec: Tree, vehicle: string): Tree {
  const inputs = isTree(spec.inputs)
    ? mapValues(spec.inputs, (source) => ofVehicle(source, vehicle))
    : { state: `${vehicle}.state` };
  const topics = isTree(spec.topics)
    ? {
        topics: mapValues(spec.topics, (topic) =>
          typeof topic === 'string' && !topic.startsWith('/') ? `/${vehicle}/${topic}` : topic,
        ),
      }
    : {};
  return { ...spec, inputs, ...topics };
}

/** `.port`, alone or as the source of a wire with delay. */
function ofVehicle(source: unknown, vehicle: string): unknown {
  if (isTree(source)) return { ...source, from: ofVehicle(source.from, vehicle) };
  return typeof source === 'string' && source.startsWith('.') ? `${vehicle}${source}` : source;
}

const mapValues = (tree: Tree, change: (value: unknown) => unknown): Tree =>
  Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, change(value)]));
