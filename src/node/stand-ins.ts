/**
 * Stand-ins for the modules that a recorded run names: blocks, hosts and links with the ports, parameters and traits that the recording
 * says they have, and nothing that could be run. What only reads a run needs no more.
 */
import type { AnyBlock, InputPorts, OutputPorts } from '../core/block.ts';
import { occasionalOutput, optionalInput, portList, portMap, queuedInput } from '../core/block.ts';
import type { AnyHostKind } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import type { AnyLinkKind } from '../core/link.ts';
import type { Fields } from '../core/schema.ts';
import { anything, optional } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import { findMessageType } from '../msgs/message-catalog.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import type { BlockFacts, ModuleFacts, PortFacts } from '../record/module-facts.ts';
import { readModuleFacts } from '../record/module-facts.ts';
import type { LoadModule } from '../scenario/modules.ts';
import { hostFields } from '../scenario/schema.ts';

/** `document` is the scenario that the recording holds. */
export function standInModules(recording: Recording, document: Tree): LoadModule {
  const facts = readModuleFacts(recording);
  return async (files, file, { name, path, what }) => {
    const exported =
      what === 'block'
        ? blockStandIn(name, path, document, facts)
        : what === 'host'
          ? hostStandIn(name, document, facts)
          : linkStandIn(name, document);
    return { exported, url: '', text: await files.text(file) };
  };
}

const notLoaded = (name: string) => (): never => {
  throw new Error(`${name} has not been loaded: this run was opened to be read, not to be run`);
};

const entriesOf = (value: unknown): [string, Tree][] =>
  Object.entries(isTree(value) ? value : {}).filter((entry): entry is [string, Tree] => isTree(entry[1]));

/** One block of the document that the module is the type of. */
interface Use {
  readonly params: Tree;
  readonly facts: BlockFacts;
}

function blockStandIn(type: string, path: string, document: Tree, { blocks }: ModuleFacts): AnyBlock {
  const named = entriesOf(document.blocks).filter(([, entry]) => entry.type === type);
  const uses = named.map(([name, { params }]): Use => {
    if (!Object.hasOwn(blocks, name))
      throw new InputError(path, `the recording does not say which ports ${type} has, so it cannot be read`);
    return { params: isTree(params) ? params : {}, facts: blocks[name] };
  });
  if (uses.length === 0) throw new InputError(path, `${type} is not among the modules of the recording`);
  const changed = Object.values(Array.isArray(document.changes) ? document.changes : [])
    .filter((change): change is Tree => isTree(change) && named.some(([name]) => name === change.block))
    .map(({ params }) => params);
  return {
    type,
    doc: '',
    plant: uses[0].facts.plant,
    params: anyFields([...uses.map(({ params }) => params), ...changed]),
    inputs: declaredPorts(uses, 'inputs', path) as InputPorts,
    outputs: declaredPorts(uses, 'outputs', path) as OutputPorts,
    init: notLoaded(type),
    step: notLoaded(type),
  };
}

/** Whatever is said in any of these. */
const anyFields = (said: readonly unknown[], besides: Fields = {}): Fields =>
  Object.fromEntries(
    said
      .flatMap((values) => Object.keys(isTree(values) ? values : {}))
      .filter((key) => key !== 'kind' && !Object.hasOwn(besides, key))
      .map((key) => [key, optional(anything(''))]),
  );

function declaredPorts(uses: readonly Use[], direction: 'inputs' | 'outputs', path: string) {
  // as it was where the parameters were these
  const factsFor = (params: Tree) =>
    (uses.find((candidate) => isSaidIn(candidate.params, params)) ?? uses[0]).facts[direction];
  const mapped = (params: Tree) =>
    Object.fromEntries(
      Object.entries(factsFor(params))
        .filter(([, facts]) => facts.mapped)
        .map(([name, facts]) => [name, declaredPort(facts, direction, path)]),
    );
  const declared = new Map<string, unknown>();
  for (const [name, facts] of uses.flatMap((use) => Object.entries(use.facts[direction]))) {
    if (facts.mapped) declared.set(MAPPED, portMap(mapped));
    else if (declared.has(name)) continue;
    else if (facts.length === undefined) declared.set(name, declaredPort(facts, direction, path));
    else
      declared.set(
        name,
        portList(declaredPort(facts, direction, path), (params) => factsFor(params)[name]?.length ?? 0),
      );
  }
  return Object.fromEntries(declared);
}

/** Stands for all that parameters gave names to; no port can be called so. */
const MAPPED = '*';

function declaredPort({ type: name, queued, optional: isOptional }: PortFacts, direction: string, path: string) {
  const type = messageType(name, path);
  if (queued) return queuedInput(type) as never;
  if (!isOptional) return type;
  return direction === 'inputs' ? optionalInput(type) : occasionalOutput(type);
}

function messageType(name: string, path: string) {
  try {
    return findMessageType(name);
  } catch (error) {
    throw new InputError(path, (error as Error).message);
  }
}

const isSaidIn = (said: Tree, params: Tree): boolean =>
  Object.entries(said).every(([key, value]) => JSON.stringify(value) === JSON.stringify(params[key]));

function hostStandIn(kind: string, document: Tree, { hosts }: ModuleFacts): AnyHostKind {
  const said = entriesOf(document.blocks)
    .map(([, { host }]) => host)
    .filter((host) => isTree(host) && host.kind === kind);
  const outside = { deterministic: false, savable: false, takesChanges: true, standsIn: true };
  return {
    kind,
    doc: '',
    params: anyFields(said, hostFields),
    traits: Object.hasOwn(hosts, kind) ? hosts[kind] : outside,
    open: notLoaded(kind),
  };
}

const linkStandIn = (kind: string, document: Tree): AnyLinkKind => ({
  kind,
  doc: '',
  params: anyFields(
    entriesOf(document.links)
      .map(([, link]) => link)
      .filter((link) => link.kind === kind),
  ),
  open: notLoaded(kind),
});
