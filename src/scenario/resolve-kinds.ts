/** From what a scenario says of hosts, clocks and links to their kinds and checked parameters. */
import type { AnyBlock } from '../core/block.ts';
import type { AnyClockKind, ClockSpec } from '../core/clock.ts';
import { freeClock } from '../core/clock.ts';
import type { HostSpec, LatePolicy, LostReaction } from '../core/host.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { DoorFault } from '../core/door-faults.ts';
import type { AnyLinkKind, LinkSpec, WantedLink } from '../core/link.ts';
import { linkProblem } from '../core/link.ts';
import { LOCAL } from '../core/local-host.ts';
import { withMasterTime } from '../core/master-time.ts';
import type { Fields } from '../core/schema.ts';
import { parseFields, text } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { Catalog } from './catalog.ts';
import { hostFields, linkFields } from './schema.ts';

interface Kind {
  readonly kind: string;
  readonly params: Fields;
  check?(params: any): readonly [path: string, problem: string] | undefined;
}

interface Found<K> {
  readonly kind: K;
  readonly params: Tree;
}

/** The kind that an entry names, and its parameters with every default filled in. A plain string is the kind alone. */
function resolveKind<K extends Kind>(
  given: unknown,
  kinds: ReadonlyMap<string, K>,
  common: Fields,
  path: string,
): Found<K> {
  const entry = typeof given === 'string' ? { kind: given } : given;
  if (!isTree(entry)) throw new InputError(path, `expected a kind or a mapping with one, got ${quote(given)}`);
  if (typeof entry.kind !== 'string') {
    throw new InputError(`${path}.kind`, `expected one of ${[...kinds.keys()].join(', ')}, got ${quote(entry.kind)}`);
  }
  const kind = kinds.get(entry.kind);
  if (kind === undefined) {
    const near = suggestion(entry.kind, kinds.keys());
    const known = [...kinds.keys()].join(', ') || 'none';
    throw new InputError(`${path}.kind`, `there is no kind ${quote(entry.kind)}${near}; there is ${known}`);
  }
  const params = parseFields({ kind: text(undefined, ''), ...common, ...kind.params }, entry, path);
  const contradiction = kind.check?.(params);
  if (contradiction !== undefined) throw new InputError(`${path}.${contradiction[0]}`, contradiction[1]);
  return { kind, params };
}

export function resolveHost(
  given: unknown,
  definition: AnyBlock,
  catalog: Catalog,
  links: readonly LinkSpec[],
  path: string,
): HostSpec {
  if (given === undefined) {
    if (definition.external)
      throw new InputError(path, 'expected a host, because an external block has no step of its own');
    return LOCAL;
  }
  const { kind: named, params: all } = resolveKind(given, catalog.hosts, hostFields, path);
  const kind = all.clock === undefined ? named : withMasterTime(named);
  if (definition.external && kind.traits.standsIn !== true) {
    const standIns = [...catalog.hosts.values()].filter(({ traits }) => traits.standsIn).map((known) => known.kind);
    const problem = `expected a host that stands in for the block, such as ${standIns.join(' or ')}, because it has no step of its own`;
    throw new InputError(path, problem);
  }
  for (const [param, wanted] of Object.entries(kind.links ?? {}))
    checkLink(all[param], wanted, links, `${path}.${param}`);
  const { kind: _kind, timeLimit, late, maxAge, lost, ...params } = all;
  return {
    kind,
    params,
    timeLimit: timeLimit as number,
    late: late as LatePolicy,
    ...(maxAge !== undefined && { maxAge: maxAge as number }),
    lost: lost as LostReaction,
  };
}

function checkLink(name: unknown, wanted: WantedLink, links: readonly LinkSpec[], path: string): void {
  const link = links.find((candidate) => candidate.name === name);
  if (link === undefined) {
    const known = links.map((candidate) => candidate.name);
    const near = typeof name === 'string' ? suggestion(name, known) : '';
    throw new InputError(path, `there is no link ${quote(name)}${near}; links are declared under links:`);
  }
  const problem = linkProblem(link.name, link.kind, wanted);
  if (problem !== undefined) throw new InputError(path, problem);
}

export function resolveClock(given: unknown, { clocks }: Catalog): ClockSpec {
  if (given === undefined) return { kind: freeClock, params: {} };
  const { kind, params } = resolveKind<AnyClockKind>(given, clocks, {}, 'clock');
  const { kind: _kind, ...own } = params;
  return { kind, params: own };
}

export const resolveLinks = (given: Readonly<Record<string, unknown>>, { links }: Catalog): LinkSpec[] =>
  Object.entries(given).map(([name, entry]) => {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) {
      throw new InputError(`links.${name}`, 'expected a name of letters, digits, _ and -, beginning with a letter');
    }
    const { kind, params } = resolveKind(entry, links, linkFields, `links.${name}`);
    const { kind: _kind, faults, ...own } = params;
    const doorFaults = faults as readonly DoorFault[] | undefined;
    if (doorFaults === undefined || doorFaults.length === 0) return { name, kind, params: own };
    checkDoorFaults(doorFaults, kind, `links.${name}.faults`);
    return { name, kind, params: own, faults: doorFaults };
  });

function checkDoorFaults(faults: readonly DoorFault[], { kind, carries }: AnyLinkKind, path: string): void {
  if (carries === undefined)
    throw new InputError(
      path,
      `expected a link that carries CAN frames or bytes, but one of kind ${kind} carries neither`,
    );
  const stray = faults.findIndex(({ ids }) => ids !== undefined && carries !== 'can');
  if (stray >= 0)
    throw new InputError(`${path}[${stray}].ids`, `a link of kind ${kind} carries bytes, which have no identifiers`);
}

/** Those that some host or clock names: a door that nobody uses stays closed, and what lies behind it need not be there. */
export const usedLinks = (
  links: readonly LinkSpec[],
  users: readonly { readonly params: Readonly<Record<string, unknown>> }[],
): LinkSpec[] => links.filter(({ name }) => users.some(({ params }) => Object.values(params).includes(name)));

/** As a scenario would say it, with every default written out. */
export const kindDocument = ({
  kind,
  params,
}: {
  readonly kind: { readonly kind: string };
  readonly params: Tree;
}) => ({
  kind: kind.kind,
  ...params,
});

export const linkDocument = ({ faults, ...link }: LinkSpec) => ({
  ...kindDocument(link),
  ...(faults !== undefined && { faults }),
});

export const hostDocument = (host: HostSpec): Tree | undefined => {
  if (host === LOCAL) return undefined;
  const { kind, params, ...common } = host;
  return { kind: kind.kind, ...common, ...params };
};
