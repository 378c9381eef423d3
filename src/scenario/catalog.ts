/** What scenarios may name: block types, kinds of hosts, clocks and links, and what a world may say. */
import type { AnyBlock } from '../core/block.ts';
import type { AnyClockKind } from '../core/clock.ts';
import type { AnyHostKind } from '../core/host.ts';
import type { AnyLinkKind } from '../core/link.ts';
import type { Schema } from '../core/schema.ts';

export interface Catalog {
  readonly blocks: ReadonlyMap<string, AnyBlock>;
  readonly hosts: ReadonlyMap<string, AnyHostKind>;
  readonly clocks: ReadonlyMap<string, AnyClockKind>;
  readonly links: ReadonlyMap<string, AnyLinkKind>;
  readonly world?: Schema;
}

/** More of the same, by the names that scenarios give them. */
export type CatalogAdditions = Partial<{
  readonly blocks: ReadonlyMap<string, AnyBlock>;
  readonly hosts: ReadonlyMap<string, AnyHostKind>;
  readonly clocks: ReadonlyMap<string, AnyClockKind>;
  readonly links: ReadonlyMap<string, AnyLinkKind>;
}>;

export const extendCatalog = (catalog: Catalog, { blocks, hosts, clocks, links }: CatalogAdditions): Catalog => ({
  ...catalog,
  blocks: joined(catalog.blocks, blocks),
  hosts: joined(catalog.hosts, hosts),
  clocks: joined(catalog.clocks, clocks),
  links: joined(catalog.links, links),
});

const joined = <T>(base: ReadonlyMap<string, T>, more: ReadonlyMap<string, T> | undefined): ReadonlyMap<string, T> =>
  more === undefined || more.size === 0 ? base : new Map([...base, ...more]);

export const byType = (blocks: readonly AnyBlock[]): Map<string, AnyBlock> =>
  new Map(blocks.map((block) => [block.type, block]));

export const byKind = <K extends { readonly kind: string }>(kinds: readonly K[]): Map<string, K> =>
  new Map(kinds.map((kind) => [kind.kind, kind]));
