/**
 * A run that somebody shares, by a link or as a file: everything it takes to see the same. What comes in was written by anybody, so every
 * part is checked before it is believed; a check throws what is wrong, as the end of a sentence.
 */
import type { RunChange } from '../../players/player.ts';
import type { RunRequest } from '../../players/run-request.ts';
import type { SharedLayout } from './shared-layout.ts';
import { sharedLayout } from './shared-layout.ts';

/** A block as it was written. It is compiled where it is opened: what is shown of it is what runs. */
export interface SharedCode {
  /** The block type that the scenario names it by, such as ./cruise-control.ts. */
  readonly file: string;
  readonly source: string;
}

export interface SharedRun extends Pick<RunRequest, 'path' | 'text' | 'seed' | 'changes' | 'at' | 'byHand'> {
  readonly code?: readonly SharedCode[];
  readonly layout?: SharedLayout;
}

const MOST_FILES = 32;

const refuse = (what: string): never => {
  throw new Error(what);
};

export const checkedPath = (path: unknown): string =>
  typeof path === 'string' && /^[\w-][\w./-]*\.ya?ml$/.test(path) && !path.includes('..')
    ? path
    : refuse('it does not name a scenario file');

const checkedText = (text: unknown): string =>
  typeof text === 'string' ? text : refuse('the scenario in it is not a text');

export const checkedSeed = (seed: unknown): number =>
  Number.isSafeInteger(seed) && (seed as number) >= 0 ? (seed as number) : refuse('its seed is not a whole number');

export const checkedInstant = (at: unknown): number =>
  Number.isFinite(at) && (at as number) >= 0 ? (at as number) : refuse('its instant is not a number of seconds');

export const checkedChanges = (changes: unknown): RunChange[] =>
  Array.isArray(changes) && changes.every(isChange) ? changes : refuse('the changes in it are not changes of a run');

export const checkedCode = (code: unknown): SharedCode[] =>
  Array.isArray(code) && code.length <= MOST_FILES && code.every(isCode)
    ? code.map(({ file, source }) => ({ file, source }))
    : refuse('the code in it is not a list of blocks');

function isChange(value: unknown): value is RunChange {
  if (!isRecord(value)) return false;
  const { at, block, params } = value;
  return Number.isFinite(at) && (at as number) >= 0 && typeof block === 'string' && isRecord(params);
}

const isCode = (value: unknown): value is SharedCode =>
  isRecord(value) && /^\.\/[\w.-]+\.m?ts$/.test(String(value.file)) && typeof value.source === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The format of a file, by its number. */
const FORMAT = 1;

export const runFile = (run: SharedRun): string => `${JSON.stringify({ skidpadRun: FORMAT, ...run }, undefined, 1)}\n`;

export function readRunFile(text: string): SharedRun {
  const raw = parsed(text);
  if (raw.skidpadRun !== FORMAT) refuse('it is not a run that this studio saved');
  return {
    ...('path' in raw && { path: checkedPath(raw.path) }),
    ...('text' in raw && { text: checkedText(raw.text) }),
    ...('seed' in raw && { seed: checkedSeed(raw.seed) }),
    ...('at' in raw && { at: checkedInstant(raw.at) }),
    ...(raw.byHand === true && { byHand: true }),
    ...('changes' in raw && { changes: checkedChanges(raw.changes) }),
    ...('code' in raw && { code: checkedCode(raw.code) }),
    ...('layout' in raw && { layout: sharedLayout(raw.layout) }),
  };
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse('it is damaged or cut off');
  }
  return isRecord(value) ? value : refuse('it is not a run that this studio saved');
}
