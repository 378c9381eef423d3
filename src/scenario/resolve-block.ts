/** One block of a document, resolved: when it runs, what it reads, where it publishes. */
import type { AnyBlock } from '../core/block.ts';
import { portType } from '../core/block.ts';
import type { Period } from '../core/cadence.ts';
import { periodFromRate, periodFromSeconds, periodSeconds } from '../core/cadence.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { HostFault } from '../core/faulty-host.ts';
import type { BlockSpec, WireSpec } from '../core/loop-spec.ts';
import type { Port } from '../core/ports.ts';
import { mappedNames, topicName } from '../core/ports.ts';
import type { ValueOf } from '../core/schema.ts';
import { parse } from '../core/schema.ts';
import type { scenarioSchema } from './schema.ts';
import { wireSchema } from './schema.ts';

export type BlockEntry = ValueOf<typeof scenarioSchema>['blocks'][string];

/** A block as others see it: what it is, and which outputs it has. */
export type Known = Pick<BlockSpec, 'name' | 'definition' | 'params' | 'inputPorts' | 'outputPorts'>;

export function resolveTiming(
  entry: BlockEntry,
  definition: AnyBlock,
  tickNs: number,
  path: string,
): Pick<BlockSpec, 'period' | 'offsetNs' | 'latencyTicks' | 'publishEvery'> {
  const period = resolvePeriod(entry, definition, path, tickNs);
  return {
    period,
    offsetNs: Math.round(entry.offset * 1e9),
    latencyTicks: resolveLatency(entry, definition, period, tickNs, path),
    publishEvery: entry.publishEvery,
  };
}

/** Steps of a block that may be under way at once: the values of each are kept until they are published. */
const MOST_UNDER_WAY = 1000;

function resolveLatency(
  { latency }: BlockEntry,
  definition: AnyBlock,
  period: Period,
  tickNs: number,
  path: string,
): number {
  if (latency === undefined) return defaultLatency(definition, period, tickNs);
  const longest = MOST_UNDER_WAY * periodSeconds(period);
  if (latency > longest) {
    const problem = `expected at most ${MOST_UNDER_WAY} periods of the block (${Number(longest.toPrecision(6))} s), got ${latency} s`;
    throw new InputError(`${path}.latency`, problem);
  }
  return Math.max(1, Math.ceil((latency * 1e9) / tickNs - 1e-6));
}

/** One tick; a plant publishes what is true a period later, so not before. */
const defaultLatency = (definition: AnyBlock, period: Period, tickNs: number): number =>
  definition.plant ? Math.max(1, Math.ceil(period.ns / period.divisor / tickNs - 1e-6)) : 1;

function resolvePeriod(entry: BlockEntry, definition: AnyBlock, path: string, tickNs: number): Period {
  if (entry.rateHz !== undefined && entry.period !== undefined) {
    throw new InputError(`${path}.period`, 'expected either rateHz or period, got both');
  }
  const seconds = entry.period ?? definition.defaultPeriod;
  if (entry.rateHz === undefined && seconds === undefined) {
    throw new InputError(`${path}.period`, `expected a period or rateHz: ${definition.type} has no default`);
  }
  const period = entry.rateHz !== undefined ? periodFromRate(entry.rateHz) : periodFromSeconds(seconds!);
  if (period.ns / period.divisor < tickNs) {
    const key = entry.rateHz !== undefined ? 'rateHz' : 'period';
    const got = period.ns / period.divisor / 1e9;
    throw new InputError(`${path}.${key}`, `expected a period of at least one tick (${tickNs / 1e9} s), got ${got} s`);
  }
  return period;
}

/** How the controller fails, in simulated time. */
export function resolveFaults({ faults = [] }: BlockEntry, path: string): HostFault[] {
  return faults.map(({ kind, at, for: duration }, i) => {
    if (kind === 'reset' && duration !== undefined)
      throw new InputError(`${path}.faults[${i}].for`, 'a reset takes no time; brown-out is silent for some');
    const fromNs = Math.round(at * 1e9);
    return { kind, fromNs, toNs: duration === undefined ? Infinity : fromNs + Math.round(duration * 1e9) };
  });
}

/** The wires of a block by port, lists opened. */
export function resolveInputs(
  given: Readonly<Record<string, unknown>>,
  block: Known,
  blocks: ReadonlyMap<string, Known>,
): Record<string, WireSpec> {
  const path = `blocks.${block.name}.inputs`;
  const wires: Record<string, WireSpec> = {};
  const wire = (port: Port, value: unknown, at: string) => {
    if (value === undefined || value === null) {
      if (!port.optional) throw new InputError(at, `is not wired; expected the block.port of a ${port.type.name}`);
      return;
    }
    const { from, ...quality } = parse(wireSchema, value, at);
    const source = resolveSignal(from, blocks, at);
    if (source.type.name !== port.type.name) {
      throw new InputError(at, `expected a ${port.type.name}, but ${from} is a ${source.type.name}`);
    }
    wires[port.name] = { block: source.block, port: source.port, ...quality };
  };
  const portNamed = (name: string) => block.inputPorts.find((port) => port.name === name)!;
  checkNames(given, block, path);
  for (const [name, declared] of Object.entries(block.definition.inputs)) {
    if ('list' in declared) {
      const ports = block.inputPorts.filter((port) => port.name.startsWith(`${name}[`));
      const values = wireList(given[name], ports.length, portType(declared).name, `${path}.${name}`);
      ports.forEach((port, i) => wire(port, values[i], `${path}.${name}[${i}]`));
    } else if (!('map' in declared)) wire(portNamed(name), given[name], `${path}.${name}`);
  }
  for (const name of mappedInputs(block)) wire(portNamed(name), given[name], `${path}.${name}`);
  return wires;
}

const mappedInputs = ({ definition: { inputs }, inputPorts }: Known): string[] =>
  mappedNames(
    inputs,
    inputPorts.map(({ name }) => name),
  );

function checkNames(given: Readonly<Record<string, unknown>>, block: Known, path: string): void {
  const { definition } = block;
  const declared = Object.keys(definition.inputs).filter((name) => !('map' in definition.inputs[name]));
  const known = [...declared, ...mappedInputs(block)];
  for (const port of Object.keys(given)) {
    if (known.includes(port)) continue;
    const near = suggestion(port, known);
    throw new InputError(
      `${path}.${port}`,
      `${definition.type} has no such input${near}; it has ${known.join(', ') || 'none'}`,
    );
  }
}

function wireList(given: unknown, length: number, type: string, path: string): readonly unknown[] {
  const values = given ?? [];
  if (!Array.isArray(values)) throw new InputError(path, `expected a list of ${length} wires, got ${quote(given)}`);
  if (values.length !== length) {
    throw new InputError(
      path,
      `expected a list of ${length} signals of type ${type}, as its parameters say, got ${values.length}`,
    );
  }
  return values;
}

/** Splits and checks `block.port`. */
export function resolveSignal(
  signal: string,
  blocks: ReadonlyMap<string, Known>,
  path: string,
): { block: string; port: string; type: Port['type'] } {
  const [name, port, ...rest] = signal.split('.');
  if (port === undefined || rest.length > 0) throw new InputError(path, `expected block.port, got ${quote(signal)}`);
  const block = blocks.get(name);
  if (block === undefined) {
    throw new InputError(path, `there is no block ${quote(name)}${suggestion(name, blocks.keys())}`);
  }
  const found = block.outputPorts.find((candidate) => candidate.name === port);
  if (found === undefined) {
    const known = block.outputPorts.map((candidate) => candidate.name);
    const near = suggestion(port, known);
    throw new InputError(path, `${name} has no output ${quote(port)}${near}; it has ${known.join(', ') || 'none'}`);
  }
  return { block: name, port, type: found.type };
}

export function resolveTopics(given: Readonly<Record<string, string>>, { name, definition, outputPorts }: Known) {
  const known = outputPorts.map((port) => port.name);
  for (const [port, topic] of Object.entries(given)) {
    const path = `blocks.${name}.topics.${port}`;
    if (!known.includes(port)) {
      throw new InputError(path, `${definition.type} has no such output${suggestion(port, known)}`);
    }
    if (!/^\/?[A-Za-z_~][\w/]*$/.test(topic)) {
      throw new InputError(path, `expected a ROS topic name such as /odom, got ${quote(topic)}`);
    }
  }
  const absent = (port: string) => `/${name.replaceAll('-', '_')}/${topicName(port)}`;
  return Object.fromEntries(known.map((port) => [port, given[port] ?? absent(port)]));
}

/** Types that ROS itself lets many nodes write to one topic. */
const SHARED_TOPIC_TYPES = new Set(['tf2_msgs/msg/TFMessage', 'diagnostic_msgs/msg/DiagnosticArray']);

/** One writer per topic. */
export function checkTopics(blocks: readonly BlockSpec[]): void {
  const writers = new Map<string, string>();
  for (const { name, topics, outputPorts } of blocks) {
    for (const { name: port, type } of outputPorts) {
      const topic = topics[port];
      const other = writers.get(topic);
      if (other !== undefined && !SHARED_TOPIC_TYPES.has(type.name)) {
        throw new InputError(`blocks.${name}.topics.${port}`, `${topic} has a writer already: ${other}`);
      }
      writers.set(topic, `${name}.${port}`);
    }
  }
}
