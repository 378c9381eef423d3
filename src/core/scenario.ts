/**
 * The scenario: one document that says everything about a run. `parseScenario` turns what a person wrote into a
 * complete, checked scenario with every default filled in, or throws an InputError with the path.
 */
import type { AnyBlock } from './block.ts';
import { portType } from './block.ts';
import type { ChangeableBlock, ParamChange } from './changes.ts';
import { compact, Parameters } from './changes.ts';
import type { Period } from './cadence.ts';
import { periodFromRate, periodFromSeconds } from './cadence.ts';
import type { LatePolicy } from './host.ts';
import { InputError, quote, suggestion } from './input-error.ts';
import { PROGRAM, programBlock, programParams } from './program-block.ts';
import type { HostSpec, ScenarioDocument } from './scenario-schema.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { Schema } from './schema.ts';
import { parse, parseFields, parseUnknown } from './schema.ts';
import type { WireQuality } from './wire.ts';

export interface WireSpec extends WireQuality {
  /** Source block and port. */
  readonly block: string;
  readonly port: string;
}

export interface BlockSpec {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  readonly period: Period;
  readonly offsetNs: number;
  readonly latencyTicks: number;
  readonly publishEvery: number;
  readonly inputs: Readonly<Record<string, WireSpec>>;
  readonly topics: Readonly<Record<string, string>>;
  readonly host: HostSpec & { readonly late: LatePolicy };
}

/** A scenario that can be built: everything resolved and checked. */
export interface Scenario {
  readonly document: ScenarioDocument;
  readonly tickNs: number;
  readonly ticks: number;
  readonly blocks: readonly BlockSpec[];
  /** In order of time. */
  readonly changes: readonly ParamChange[];
}

export type FindBlock = (type: string) => AnyBlock | undefined;

export interface BlockCatalog {
  readonly find: FindBlock;
  /** All types, for suggestions. */
  readonly types: readonly string[];
  /** What the world of a scenario may say. */
  readonly world?: Schema;
}

const LOCAL: BlockSpec['host'] = { kind: 'local', format: 'json', timeLimit: 10, late: 'wait' };
const MAX_TICKS = 0x7ffffff0;

export function parseScenario(value: unknown, catalog: BlockCatalog): Scenario {
  const document = parse(scenarioSchema, value, '');
  const tickNs = Math.round(document.tick * 1e9);
  if (tickNs < 1) throw new InputError('tick', `expected at least 1 ns, got ${document.tick} s`);
  const ticks = Math.round((document.duration * 1e9) / tickNs);
  if (ticks < 1)
    throw new InputError('duration', `expected at least one tick of ${document.tick} s, got ${document.duration} s`);
  if (ticks > MAX_TICKS) throw new InputError('duration', `expected at most ${MAX_TICKS} ticks, got ${ticks}`);
  if (Object.keys(document.blocks).length === 0) throw new InputError('blocks', 'expected at least one block');

  const world = catalog.world === undefined ? undefined : compact(parseUnknown(catalog.world, document.world, 'world'));
  const definitions = new Map(
    Object.entries(document.blocks).map(([name, entry]) => [name, findDefinition(name, entry, catalog)]),
  );
  const blocks = Object.keys(document.blocks).map((name) =>
    resolveBlock(name, document, definitions, { tickNs, world }),
  );
  checkTopics(blocks);
  checkSignals(document, definitions);
  const resolved = withResolvedParams(document, blocks);
  const scenario = {
    document: document.world === undefined ? resolved : { ...resolved, world },
    tickNs,
    ticks,
    blocks,
  };
  return { ...scenario, changes: resolveChanges(document, parametersOf(scenario, catalog, world)) };
}

/** The parameters of a scenario before any change. */
export const parametersOf = (
  { blocks, tickNs }: Pick<Scenario, 'blocks' | 'tickNs'>,
  catalog: BlockCatalog,
  world: unknown,
): Parameters =>
  new Parameters(
    blocks.map((block): ChangeableBlock => ({ ...block, isProgram: block.host.kind === 'process' })),
    tickNs,
    world,
    catalog.world,
  );

function resolveChanges({ changes }: ScenarioDocument, parameters: Parameters): ParamChange[] {
  changes.forEach(({ at }, i) => {
    if (i > 0 && at < changes[i - 1].at)
      throw new InputError(
        `changes[${i}].at`,
        `expected at least ${changes[i - 1].at} s, when the change before it happens, got ${at}`,
      );
  });
  return changes.flatMap((change, i) => parameters.change(change, `changes[${i}]`));
}

type BlockEntry = ScenarioDocument['blocks'][string];

function findDefinition(name: string, { type, ports, host }: BlockEntry, catalog: BlockCatalog): AnyBlock {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) {
    throw new InputError(`blocks.${name}`, 'expected a name of letters, digits, _ and -, beginning with a letter');
  }
  if (type === undefined) throw new InputError(`blocks.${name}.type`, 'expected a block type, got nothing');
  if (type === PROGRAM) {
    if (ports === undefined)
      throw new InputError(`blocks.${name}.ports`, 'expected the inputs and outputs of the program, got nothing');
    if (host?.kind !== 'process' && host?.kind !== 'replay')
      throw new InputError(`blocks.${name}.host`, 'expected a process host, because a program has no step of its own');
    return programBlock(ports, `blocks.${name}`);
  }
  if (ports !== undefined)
    throw new InputError(`blocks.${name}.ports`, `only a ${PROGRAM} declares its ports; ${type} has its own`);
  const definition = catalog.find(type);
  if (definition !== undefined) return definition;
  throw new InputError(
    `blocks.${name}.type`,
    `unknown block type ${quote(type)}${suggestion(type, [...catalog.types, PROGRAM])}`,
  );
}

/** What all blocks of a scenario share. */
interface Surroundings {
  readonly tickNs: number;
  readonly world: unknown;
}

function resolveBlock(
  name: string,
  document: ScenarioDocument,
  definitions: ReadonlyMap<string, AnyBlock>,
  { tickNs, world }: Surroundings,
): BlockSpec {
  const entry = document.blocks[name];
  const path = `blocks.${name}`;
  const definition = definitions.get(name)!;
  if (Object.keys(definition.outputs).length > 31)
    throw new InputError(path, `${definition.type} has more than 31 outputs`);
  const params = definition.openParams
    ? programParams(entry.params, `${path}.params`)
    : inWorld(definition, entry.params, world, compact(parseFields(definition.params, entry.params, `${path}.params`)));
  const contradiction = definition.check?.(params);
  if (contradiction !== undefined) throw new InputError(`${path}.params.${contradiction[0]}`, contradiction[1]);
  for (const key of ['start', 'sensors', 'body'] as const) {
    if (entry[key] !== undefined)
      throw new InputError(`${path}.${key}`, 'is only understood in scenario files, where it is expanded');
  }
  const period = resolvePeriod(entry, definition, path, tickNs);
  const host = entry.host ?? LOCAL;
  if (host.kind === 'process' && host.command === undefined)
    throw new InputError(`${path}.host.command`, 'expected the program to run, got nothing');
  return {
    name,
    definition,
    params,
    period,
    offsetNs: Math.round(entry.offset * 1e9),
    latencyTicks:
      entry.latency === undefined
        ? defaultLatency(definition, period, tickNs)
        : Math.max(1, Math.ceil((entry.latency * 1e9) / tickNs - 1e-6)),
    publishEvery: entry.publishEvery,
    inputs: resolveInputs(name, document, definitions),
    topics: resolveTopics(name, entry.topics, definition),
    host,
  };
}

/** A block with a `world` parameter of which nothing is said gets the scenario's: one object for all, so that they share what they derive from it. */
const inWorld = (
  definition: AnyBlock,
  given: unknown,
  world: unknown,
  params: Record<string, unknown>,
): Record<string, unknown> => (readsWorld(definition, given) && world !== undefined ? { ...params, world } : params);

const readsWorld = (definition: AnyBlock, given: unknown): boolean =>
  Object.hasOwn(definition.params, 'world') &&
  (given as Record<string, unknown> | null | undefined)?.world === undefined;

/** One tick; a plant publishes what is true a period later, so not before. */
const defaultLatency = (definition: AnyBlock, period: Period, tickNs: number): number =>
  definition.plant ? Math.max(1, Math.ceil(period.ns / period.divisor / tickNs - 1e-6)) : 1;

function resolvePeriod(entry: BlockEntry, definition: AnyBlock, path: string, tickNs: number): Period {
  if (entry.rateHz !== undefined && entry.period !== undefined)
    throw new InputError(`${path}.period`, 'expected either rateHz or period, got both');
  const seconds = entry.period ?? definition.defaultPeriod;
  if (entry.rateHz === undefined && seconds === undefined)
    throw new InputError(`${path}.period`, `expected a period or rateHz: ${definition.type} has no default`);
  const period = entry.rateHz !== undefined ? periodFromRate(entry.rateHz) : periodFromSeconds(seconds!);
  if (period.ns / period.divisor < tickNs) {
    const key = entry.rateHz !== undefined ? 'rateHz' : 'period';
    throw new InputError(
      `${path}.${key}`,
      `expected a period of at least one tick (${tickNs / 1e9} s), got ${period.ns / period.divisor / 1e9} s`,
    );
  }
  return period;
}

function resolveInputs(
  name: string,
  document: ScenarioDocument,
  definitions: ReadonlyMap<string, AnyBlock>,
): Record<string, WireSpec> {
  const definition = definitions.get(name)!;
  const given = document.blocks[name].inputs;
  for (const port of Object.keys(given)) {
    if (!Object.hasOwn(definition.inputs, port)) {
      const known = Object.keys(definition.inputs);
      throw new InputError(
        `blocks.${name}.inputs.${port}`,
        `${definition.type} has no such input${suggestion(port, known)}; it has ${known.join(', ') || 'none'}`,
      );
    }
  }
  const wires: Record<string, WireSpec> = {};
  for (const [port, declared] of Object.entries(definition.inputs)) {
    const wire = given[port];
    const path = `blocks.${name}.inputs.${port}`;
    const wanted = portType(declared);
    if (wire === undefined) {
      if ('optional' in declared) continue;
      throw new InputError(path, `is not wired; expected the block.port of a ${wanted.name}`);
    }
    const source = resolveSignal(wire.from, definitions, path);
    const type = portType(definitions.get(source.block)!.outputs[source.port]);
    if (type.name !== wanted.name)
      throw new InputError(path, `expected a ${wanted.name}, but ${wire.from} is a ${type.name}`);
    wires[port] = { ...source, delay: wire.delay, jitter: wire.jitter, loss: wire.loss, reorder: wire.reorder };
  }
  return wires;
}

/** Splits and checks `block.port`. */
function resolveSignal(
  signal: string,
  definitions: ReadonlyMap<string, AnyBlock>,
  path: string,
): { block: string; port: string } {
  const [block, port, ...rest] = signal.split('.');
  const definition = definitions.get(block);
  if (port === undefined || rest.length > 0) throw new InputError(path, `expected block.port, got ${quote(signal)}`);
  if (definition === undefined)
    throw new InputError(path, `there is no block ${quote(block)}${suggestion(block, definitions.keys())}`);
  if (!Object.hasOwn(definition.outputs, port)) {
    const known = Object.keys(definition.outputs);
    throw new InputError(
      path,
      `${block} has no output ${quote(port)}${suggestion(port, known)}; it has ${known.join(', ') || 'none'}`,
    );
  }
  return { block, port };
}

function resolveTopics(
  name: string,
  given: Readonly<Record<string, string>>,
  definition: AnyBlock,
): Record<string, string> {
  for (const [port, topic] of Object.entries(given)) {
    const path = `blocks.${name}.topics.${port}`;
    if (!Object.hasOwn(definition.outputs, port))
      throw new InputError(
        path,
        `${definition.type} has no such output${suggestion(port, Object.keys(definition.outputs))}`,
      );
    if (!/^\/?[A-Za-z_~][\w/]*$/.test(topic))
      throw new InputError(path, `expected a ROS topic name such as /odom, got ${quote(topic)}`);
  }
  return Object.fromEntries(
    Object.keys(definition.outputs).map((port) => [port, given[port] ?? `/${name.replaceAll('-', '_')}/${port}`]),
  );
}

/** Types that ROS itself lets many nodes write to one topic. */
const SHARED_TOPIC_TYPES = new Set(['tf2_msgs/msg/TFMessage', 'diagnostic_msgs/msg/DiagnosticArray']);

/** One writer per topic. */
function checkTopics(blocks: readonly BlockSpec[]): void {
  const writers = new Map<string, string>();
  for (const { name, topics, definition } of blocks) {
    for (const [port, topic] of Object.entries(topics)) {
      const other = writers.get(topic);
      if (other !== undefined && !SHARED_TOPIC_TYPES.has(portType(definition.outputs[port]).name)) {
        throw new InputError(`blocks.${name}.topics.${port}`, `${topic} has a writer already: ${other}`);
      }
      writers.set(topic, `${name}.${port}`);
    }
  }
}

/** What records, metrics and expectations name must exist. Fields are checked where they are read. */
function checkSignals(document: ScenarioDocument, definitions: ReadonlyMap<string, AnyBlock>): void {
  const checkField = (field: string, path: string) =>
    resolveSignal(field.split('.').slice(0, 2).join('.'), definitions, path);
  document.record?.forEach(({ signal }, i) => resolveSignal(signal, definitions, `record[${i}]`));
  document.images.forEach(({ of }, i) => checkPicture(of, definitions, `images[${i}].of`));
  if (document.until !== undefined) checkField(document.until.of, 'until.of');
  if (document.until?.min === undefined && document.until?.max === undefined && document.until !== undefined)
    throw new InputError('until', 'expected min, max or both');
  document.csv.columns?.forEach((field, i) => checkField(field, `csv.columns[${i}]`));
  document.plots.forEach((plot, i) => {
    plot.y.forEach((field, j) => checkField(field, `plots[${i}].y[${j}]`));
    if (plot.x !== undefined) checkField(plot.x, `plots[${i}].x`);
  });
  for (const [name, metric] of Object.entries(document.metrics)) {
    checkField(metric.of, `metrics.${name}.of`);
    if (metric.minus !== undefined && typeof metric.minus !== 'number' && typeof metric.minus !== 'string') {
      throw new InputError(
        `metrics.${name}.minus`,
        `expected a number or block.port.field, got ${quote(metric.minus)}`,
      );
    }
    if (typeof metric.minus === 'string') checkField(metric.minus, `metrics.${name}.minus`);
    if (metric.to !== undefined && metric.to <= metric.from)
      throw new InputError(`metrics.${name}.to`, `expected more than from (${metric.from} s), got ${metric.to}`);
  }
  document.expect.forEach((expectation, i) => {
    if (!Object.hasOwn(document.metrics, expectation.metric)) {
      throw new InputError(
        `expect[${i}].metric`,
        `there is no metric ${quote(expectation.metric)}${suggestion(expectation.metric, Object.keys(document.metrics))}`,
      );
    }
    if (expectation.min === undefined && expectation.max === undefined)
      throw new InputError(`expect[${i}]`, 'expected min, max or both');
  });
}

function checkPicture(signal: string, definitions: ReadonlyMap<string, AnyBlock>, path: string): void {
  const { block, port } = resolveSignal(signal, definitions, path);
  const { name } = portType(definitions.get(block)!.outputs[port]);
  if (name !== 'sensor_msgs/msg/Image')
    throw new InputError(path, `expected a sensor_msgs/msg/Image, but ${signal} is a ${name}`);
}

/** The document with every default of every block written out, to be saved with the result. */
function withResolvedParams(document: ScenarioDocument, blocks: readonly BlockSpec[]): ScenarioDocument {
  const resolved = Object.fromEntries(
    blocks.map((block) => {
      const { from: _from, ...entry } = document.blocks[block.name];
      const period = entry.rateHz === undefined ? { period: block.period.ns / block.period.divisor / 1e9 } : {};
      const { world, ...own } = block.params;
      const params = world === undefined || readsWorld(block.definition, entry.params) ? own : block.params;
      return [block.name, { ...entry, ...period, params, topics: block.topics }];
    }),
  );
  return { ...document, blocks: resolved };
}
