/**
 * Changes that were made at an instant, as if they had been made before the run began. What was changed later on of the same parameters gives
 * way, since one value is to hold throughout; obstacles that were put down are there from the beginning, beside those that come in their time.
 */
import type { Tree } from '../../../src/core/tree.ts';
import { mergeTrees } from '../../../src/core/tree.ts';
import type { RunChange } from '../players/player.ts';

/** Rounding of instants [s]. */
const SAME = 1e-9;

type Params = RunChange['params'];
type Solids = readonly { readonly name?: unknown }[];

export function changesFromStart(changes: readonly RunChange[], at: number, solids: Solids): RunChange[] {
  const isMoved = (change: RunChange) => change.at >= at - SAME;
  const moved = changes.filter(isMoved);
  if (moved.length === 0) return [...changes];
  const kept = changes.filter((change) => !isMoved(change));
  const added = addedSolids(kept, moved, solids);
  const settled = new Map<string, Params>();
  for (const { block, params } of moved)
    settled.set(block, mergeTrees((settled.get(block) ?? {}) as Tree, withoutSolids(block, params) as Tree));
  if (added.length > 0) settled.set('world', { ...settled.get('world'), solids: [...solids, ...added] });
  const begin = [...settled].filter(([, params]) => Object.keys(params).length > 0);
  const later = kept.flatMap(({ params, ...change }) => {
    const rest = without(
      withSolids(change.block, params, added),
      withoutSolids(change.block, settled.get(change.block)),
    );
    return Object.keys(rest).length === 0 ? [] : [{ ...change, params: rest }];
  });
  return [...begin.map(([block, params]) => ({ at: 0, block, params })), ...later];
}

/** What was put down at last and was not there before. */
function addedSolids(kept: readonly RunChange[], moved: readonly RunChange[], solids: Solids): Solids {
  const listed = (changes: readonly RunChange[]) =>
    changes.flatMap(({ block, params }) => solidsOf(block, params) ?? []);
  const before = new Set([...solids, ...listed(kept)].map(({ name }) => name));
  const last = moved.map(({ block, params }) => solidsOf(block, params)).findLast((list) => list !== undefined) ?? [];
  return last.filter(({ name }) => !before.has(name));
}

const solidsOf = (block: string, { solids }: Params): Solids | undefined =>
  block === 'world' && Array.isArray(solids) ? (solids as Solids) : undefined;

const withSolids = (block: string, params: Params, added: Solids): Params => {
  const own = solidsOf(block, params);
  return own === undefined || added.length === 0 ? params : { ...params, solids: [...own, ...added] };
};

function withoutSolids(block: string, params: Params = {}): Params {
  if (block !== 'world') return params;
  const { solids: _solids, ...rest } = params;
  return rest;
}

/** A record without the leaves that another has. */
function without(params: Params, taken: Params): Params {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]): [string, unknown][] => {
      if (!(key in taken)) return [[key, value]];
      if (!isGroup(value) || !isGroup(taken[key])) return [];
      const rest = without(value, taken[key]);
      return Object.keys(rest).length === 0 ? [] : [[key, rest]];
    }),
  );
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
