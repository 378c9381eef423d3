/**
 * Links that hold a run: everything is behind the #, so no server sees it.
 *
 *   #scenario=scenarios/monosim/mpc.yaml&seed=3&t=12.5     a scenario of the library, at an instant [s]
 *   #scenario=…&text=<packed>&changes=<packed>             a text in its place, and what was changed during the run
 *   #scenario=…&drive=yes                                 the same with somebody at the wheel
 *   #connect=ws://host:8765                                a run on another machine
 */
import type { RunChange } from '../../players/player.ts';
import type { RunRequest } from '../../players/run-request.ts';
import { packText, unpackText } from './packed-text.ts';

export interface LinkContent extends Pick<RunRequest, 'path' | 'text' | 'seed' | 'changes' | 'at' | 'byHand'> {
  readonly connect?: string;
}

/** The part from # on; empty when there is nothing to say. */
export async function encodeLink({
  path,
  text,
  seed,
  changes = [],
  at,
  connect,
  byHand = false,
}: LinkContent): Promise<string> {
  const parts: string[] = [];
  const add = (key: string, value: string) =>
    parts.push(`${key}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')}`);
  if (connect !== undefined) add('connect', connect);
  if (path !== undefined) add('scenario', path);
  if (text !== undefined) add('text', await packText(text));
  if (seed !== undefined) add('seed', String(seed));
  if (byHand) add('drive', 'yes');
  if (changes.length > 0) add('changes', await packText(JSON.stringify(changes)));
  if (at !== undefined) add('t', String(Math.round(at * 1e3) / 1e3));
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

/** What a link holds; undefined when it holds nothing. Rejects with one sentence for what cannot be understood. */
export async function decodeLink(fragment: string): Promise<LinkContent | undefined> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (key: string) => fields.get(key) ?? undefined;
  const content: LinkContent = {
    ...given('connect', read('connect'), address),
    ...given('path', read('scenario'), scenarioPath),
    ...given('seed', read('seed'), seedNumber),
    ...given('at', read('t'), instant),
    ...(fields.has('drive') && { byHand: true }),
    ...(fields.has('text') && { text: await unpacked(read('text')!, 'scenario') }),
    ...(fields.has('changes') && { changes: runChanges(await unpacked(read('changes')!, 'list of changes')) }),
  };
  return Object.keys(content).length === 0 ? undefined : content;
}

const given = <K extends string, T>(key: K, text: string | undefined, parse: (text: string) => T): { [P in K]?: T } =>
  (text === undefined ? {} : { [key]: parse(text) }) as { [P in K]?: T };

const refuse = (what: string): never => {
  throw new Error(`This link cannot be opened: ${what}.`);
};

function address(text: string): string {
  const isGood = URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol);
  return isGood ? text : refuse('it should name a machine as ws://host:port');
}

const scenarioPath = (text: string): string =>
  /^[\w-][\w./-]*\.ya?ml$/.test(text) && !text.includes('..') ? text : refuse('it does not name a scenario file');

function seedNumber(text: string): number {
  const seed = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(seed) ? seed : refuse('its seed is not a whole number');
}

function instant(text: string): number {
  const time = Number(text);
  return text.trim() !== '' && Number.isFinite(time) && time >= 0
    ? time
    : refuse('its instant is not a number of seconds');
}

const unpacked = (text: string, what: string): Promise<string> =>
  unpackText(text).catch(() => refuse(`the ${what} in it is damaged or cut off`));

function runChanges(text: string): RunChange[] {
  let changes: unknown;
  try {
    changes = JSON.parse(text);
  } catch {
    refuse('the list of changes in it is damaged or cut off');
  }
  return Array.isArray(changes) && changes.every(isChange)
    ? changes
    : refuse('the changes in it are not changes of a run');
}

function isChange(value: unknown): value is RunChange {
  if (typeof value !== 'object' || value === null) return false;
  const { at, block, params } = value as Partial<RunChange>;
  return (
    Number.isFinite(at) &&
    at! >= 0 &&
    typeof block === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    !Array.isArray(params)
  );
}
