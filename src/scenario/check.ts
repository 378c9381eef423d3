/**
 * From an expanded document to a scenario that can be run: every default filled in, every name resolved, or an InputError
 * with the path to what is wrong.
 */
import type { AnyBlock } from '../core/block.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { LinkSpec } from '../core/link.ts';
import type { BlockSpec, ParamChange } from '../core/loop-spec.ts';
import { inputPorts, outputPorts } from '../core/ports.ts';
import type { ValueOf } from '../core/schema.ts';
import { parse, parseFields, parseUnknown } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { AssetFile } from './assets.ts';
import { assetsOf } from './assets.ts';
import type { Catalog } from './catalog.ts';
import { normaliseShape } from './changes.ts';
import { checkRecordedImages } from './check-recorded-images.ts';
import { checkSignals, resolveEnd } from './check-signals.ts';
import { EXTERNAL, externalBlock, externalParams, PROGRAM } from './external-block.ts';
import { findNotes } from './notes.ts';
import type { Reference, Target } from './references.ts';
import { substitute, valueAt, WORLD, withReferences } from './references.ts';
import type { BlockEntry, Known } from './resolve-block.ts';
import { checkTopics, resolveFaults, resolveInputs, resolveTiming, resolveTopics } from './resolve-block.ts';
import {
  hostDocument,
  kindDocument,
  linkDocument,
  resolveClock,
  resolveHost,
  resolveLinks,
  usedLinks,
} from './resolve-kinds.ts';
import type { Scenario } from './scenario.ts';
import { parametersOf } from './scenario.ts';
import type { ScenarioDocument } from './schema.ts';
import { scenarioSchema } from './schema.ts';

type Document = ValueOf<typeof scenarioSchema>;

const MAX_TICKS = 0x7ffffff0;

/** What the document names in other files, already read. */
export interface NamedFiles {
  readonly files: readonly AssetFile[];
  /** Users' modules as the document names them, and their names among the files. */
  readonly moduleNames: ReadonlyMap<string, string>;
}

const NONE: NamedFiles = { files: [], moduleNames: new Map() };

export function checkScenario(value: unknown, catalog: Catalog, { files, moduleNames }: NamedFiles = NONE): Scenario {
  const document = parse(scenarioSchema, value, '');
  const { tickNs, ticks } = resolveTime(document);
  if (document.faults !== undefined)
    throw new InputError('faults', 'is only understood in scenario files, where it is expanded');
  if (Object.keys(document.blocks).length === 0) throw new InputError('blocks', 'expected at least one block');
  const world =
    catalog.world === undefined ? undefined : normaliseShape(parseUnknown(catalog.world, document.world, WORLD));

  const { known, references } = resolveParams(document, catalog, world);
  const links = resolveLinks(document.links, catalog);
  const clock = resolveClock(document.clock, catalog);
  const blocks = [...known.values()].map((block) => resolveBlock(block, document, known, { tickNs, catalog, links }));
  checkTopics(blocks);
  checkPreparations(blocks, files);
  checkSignals(document, known);
  checkRecordedImages(document, blocks);
  const until = resolveEnd(document, known);
  const unchanged = {
    document: resolvedDocument(document, { blocks, references, links, clock, world }),
    tickNs,
    ticks,
    seed: document.seed,
    blocks: blocks.map(inItsPlace),
    links: usedLinks(links, [...blocks.map(({ host }) => host), clock]),
    clock,
    catalog,
    world,
    references,
    files,
    moduleNames,
    assets: assetsOf(files),
    ...(until !== undefined && { until }),
  };
  const scenario: Scenario = { ...unchanged, changes: [], notes: findNotes(document, blocks) };
  return { ...scenario, changes: resolveChanges(scenario) };
}

/** What only the files show that parameters name. Where no files are known, nothing is. */
function checkPreparations(blocks: readonly BlockSpec[], files: readonly AssetFile[]): void {
  if (files.length === 0) return;
  const assets = assetsOf(files);
  for (const { name, definition, params } of blocks) {
    if (definition.preparesInCheck !== true) continue;
    try {
      definition.prepare?.(params, assets);
    } catch (error) {
      // a mistake in the file itself has its place there
      if (!(error instanceof InputError) || error.place !== undefined) throw error;
      throw new InputError(`blocks.${name}.params.${error.path}`, error.problem);
    }
  }
}

function resolveTime(document: Document): { tickNs: number; ticks: number } {
  const { tick, duration } = document;
  const tickNs = Math.round(tick * 1e9);
  if (tickNs < 1) throw new InputError('tick', `expected at least 1 ns, got ${tick} s`);
  const ticks = Math.round((duration * 1e9) / tickNs);
  if (ticks < 1) throw new InputError('duration', `expected at least one tick of ${tick} s, got ${duration} s`);
  if (ticks > MAX_TICKS) throw new InputError('duration', `expected at most ${MAX_TICKS} ticks, got ${ticks}`);
  return { tickNs, ticks };
}

function resolveChanges(scenario: Scenario): ParamChange[] {
  const { changes } = scenario.document;
  const parameters = parametersOf(scenario);
  changes.forEach(({ at }, i) => {
    if (i > 0 && at < changes[i - 1].at) {
      const earliest = `expected at least ${changes[i - 1].at} s, when the change before it happens, got ${at}`;
      throw new InputError(`changes[${i}].at`, earliest);
    }
  });
  return changes.flatMap((change, i) => parameters.change(change, `changes[${i}]`));
}

function findDefinition(name: string, { type, ports }: BlockEntry, { blocks }: Catalog): AnyBlock {
  const path = `blocks.${name}`;
  if (!/^[A-Za-z_][\w-]*$/.test(name)) {
    throw new InputError(path, 'expected a name of letters, digits, _ and -, beginning with a letter');
  }
  if (type === undefined) throw new InputError(`${path}.type`, 'expected a block type, got none');
  if (type === EXTERNAL || type === PROGRAM) {
    if (ports === undefined)
      throw new InputError(`${path}.ports`, 'expected the inputs and outputs of the block, got none');
    return externalBlock(ports, path);
  }
  if (ports !== undefined) {
    throw new InputError(`${path}.ports`, `only an ${EXTERNAL} block declares its ports; ${type} has its own`);
  }
  const definition = blocks.get(type);
  if (definition !== undefined) return definition;
  const near = suggestion(type, [...blocks.keys(), EXTERNAL]);
  throw new InputError(`${path}.type`, `unknown block type ${quote(type)}${near}`);
}

/** The parameters of every block, each after those that it refers to; and with them its ports. */
function resolveParams(document: Document, catalog: Catalog, world: unknown) {
  const references: Reference[] = [];
  const known = new Map<string, Known>();
  const underway = new Set<string>();
  const definitions = new Map(
    Object.entries(document.blocks).map(([name, entry]) => [name, findDefinition(name, entry, catalog)]),
  );
  const valueOf = (target: Target, path: string): unknown => {
    if (target.block === WORLD) return valueAt(world, target, path);
    if (!definitions.has(target.block)) {
      throw new InputError(
        path,
        `there is no block ${quote(target.block)}${suggestion(target.block, definitions.keys())}`,
      );
    }
    if (underway.has(target.block)) throw new InputError(path, 'refers to itself, directly or through others');
    return valueAt(resolve(target.block).params, target, path);
  };
  const resolve = (name: string): Known => {
    const done = known.get(name);
    if (done !== undefined) return done;
    underway.add(name);
    const definition = definitions.get(name)!;
    const given = substitute(document.blocks[name].params, name, valueOf, references);
    const params = parseParams(definition, given, world, `blocks.${name}.params`);
    underway.delete(name);
    const block = {
      name,
      definition,
      params,
      inputPorts: inputPorts(definition, params),
      outputPorts: outputPorts(definition, params),
    };
    known.set(name, block);
    return block;
  };
  for (const name of definitions.keys()) resolve(name);
  // in the order of the document, whoever was resolved first
  return { known: new Map([...definitions.keys()].map((name) => [name, known.get(name)!])), references };
}

function parseParams(definition: AnyBlock, given: unknown, world: unknown, path: string): Record<string, unknown> {
  const params =
    definition.type === EXTERNAL
      ? externalParams(given, path)
      : inSharedWorld(definition, given, world, normaliseShape(parseFields(definition.params, given, path)));
  const contradiction = definition.check?.(params);
  if (contradiction !== undefined) throw new InputError(`${path}.${contradiction[0]}`, contradiction[1]);
  return params;
}

/** A block with a `world` parameter of which nothing is said gets the scenario's: one object for all, so that they share what they derive from it. */
const inSharedWorld = (definition: AnyBlock, given: unknown, world: unknown, params: Tree): Tree =>
  readsSharedWorld(definition, given) && world !== undefined ? { ...params, world } : params;

const readsSharedWorld = (definition: AnyBlock, given: unknown): boolean =>
  Object.hasOwn(definition.params, WORLD) && !(isTree(given) && given.world !== undefined);

interface BlockContext {
  readonly tickNs: number;
  readonly catalog: Catalog;
  readonly links: readonly LinkSpec[];
}

function resolveBlock(
  block: Known,
  document: Document,
  known: ReadonlyMap<string, Known>,
  { tickNs, catalog, links }: BlockContext,
): BlockSpec {
  const entry = document.blocks[block.name];
  const path = `blocks.${block.name}`;
  for (const key of ['start', 'sensors'] as const) {
    if (entry[key] !== undefined) {
      throw new InputError(`${path}.${key}`, 'is only understood in scenario files, where it is expanded');
    }
  }
  return {
    ...block,
    ...resolveTiming(entry, block.definition, tickNs, path),
    inputs: resolveInputs(entry.inputs, block, known),
    topics: resolveTopics(entry.topics, block),
    host: resolveHost(entry.host, block.definition, catalog, links, `${path}.host`),
    ...(entry.faults !== undefined && { faults: resolveFaults(entry, path) }),
  };
}

/** A block whose code is not loaded here runs where it is, unless something stands in for it. */
const inItsPlace = (block: BlockSpec): BlockSpec =>
  block.definition.host === undefined || block.host.kind.traits.standsIn
    ? block
    : { ...block, host: { ...block.host, kind: block.definition.host, params: {} } };

/** The document with every default written out, to be saved with the result. */
function resolvedDocument(
  document: Document,
  { blocks, references, links, clock, world }: Pick<Scenario, 'blocks' | 'references' | 'links' | 'clock' | 'world'>,
): ScenarioDocument {
  const entries = blocks.map((block) => {
    const { from: _from, host: _host, ...entry } = document.blocks[block.name];
    const period = entry.rateHz === undefined ? { period: block.period.ns / block.period.divisor / 1e9 } : {};
    const { world: own, ...rest } = block.params;
    const params = own === undefined || readsSharedWorld(block.definition, entry.params) ? rest : block.params;
    const host = hostDocument(block.host);
    const type = block.definition.type === EXTERNAL ? EXTERNAL : entry.type;
    const resolved = {
      ...entry,
      type,
      ...period,
      params: withReferences(params, block.name, references),
      topics: block.topics,
    };
    return [block.name, host === undefined ? resolved : { ...resolved, host }];
  });
  return {
    ...document,
    clock: kindDocument(clock),
    links: Object.fromEntries(links.map((link) => [link.name, linkDocument(link)])),
    ...(document.world !== undefined && { world }),
    blocks: Object.fromEntries(entries),
  };
}
