/** What was changed in a run, told briefly: a knob that was turned all the way is one entry, not fifty. */
import type { RunChange } from '../../players/player.ts';
import { textOf } from './parameter-input.ts';

export interface FoldedChange {
  /** First and last time [s]. */
  readonly from: number;
  readonly to: number;
  readonly block: string;
  /** `gains.kp = 2.5`, with the last values. */
  readonly texts: readonly string[];
}

const LONGEST = 60;

/** Consecutive changes of the same parameters of one block become one. */
export function foldChanges(changes: readonly RunChange[]): FoldedChange[] {
  const folded: (FoldedChange & { paths: string })[] = [];
  for (const { at, block, params } of changes) {
    const leaves = leavesOf(params);
    const paths = leaves.map(([path]) => path).join(' ');
    const texts = leaves.map(([path, value]) => `${path} = ${shorten(textOf(value))}`);
    const last = folded.at(-1);
    if (last !== undefined && last.block === block && last.paths === paths)
      folded[folded.length - 1] = { ...last, to: at, texts };
    else folded.push({ from: at, to: at, block, texts, paths });
  }
  return folded.map(({ paths: _paths, ...change }) => change);
}

function leavesOf(params: Readonly<Record<string, unknown>>, below = ''): [path: string, value: unknown][] {
  return Object.entries(params).flatMap(([key, value]): [string, unknown][] => {
    const path = below === '' ? key : `${below}.${key}`;
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? leavesOf(value as Record<string, unknown>, path) : [[path, value]];
  });
}

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
