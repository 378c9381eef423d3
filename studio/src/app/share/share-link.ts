/**
 * Links that hold a run: everything is behind the #, so no server sees it.
 *
 *   #scenario=scenarios/monosim/mpc.yaml&seed=3&t=12.5     a scenario of the library, at an instant [s]
 *   #scenario=…&text=<packed>&changes=<packed>             a text in its place, and what was changed during the run
 *   #text=<packed>&code=<packed>&layout=<packed>           with blocks of somebody's own, and the panels as they were arranged
 *   #scenario=…&drive=yes                                 the same with somebody at the wheel
 *   #connect=ws://host:8765                                a run on another machine
 */
import type { SharedRun } from '../shell/shared-run.ts';
import { checkedChanges, checkedCode, checkedInstant, checkedPath, checkedSeed } from '../shell/shared-run.ts';
import { sharedLayout } from '../shell/shared-layout.ts';
import { packText, unpackText } from './packed-text.ts';

export interface LinkContent extends SharedRun {
  readonly connect?: string;
}

/** Longer ones are cut by mail programs, chats and browsers [characters]. */
export const LONGEST_LINK = 30_000;

/** The part from # on; empty when there is nothing to say. */
export async function encodeLink({
  path,
  text,
  seed,
  changes = [],
  code = [],
  layout,
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
  if (code.length > 0) add('code', await packText(JSON.stringify(code)));
  if (seed !== undefined) add('seed', String(seed));
  if (byHand) add('drive', 'yes');
  if (changes.length > 0) add('changes', await packText(JSON.stringify(changes)));
  if (layout !== undefined) add('layout', await packText(JSON.stringify(layout)));
  if (at !== undefined) add('t', String(Math.round(at * 1e3) / 1e3));
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

const KEYS = ['connect', 'scenario', 'text', 'code', 'seed', 'drive', 'changes', 'layout', 't'];

/** What a link holds; undefined when there is nothing behind the #. Rejects with one sentence for what cannot be understood. */
export async function decodeLink(fragment: string): Promise<LinkContent | undefined> {
  const behind = fragment.replace(/^#/, '');
  if (behind === '') return undefined;
  try {
    return await contentOf(new URLSearchParams(behind));
  } catch (error) {
    throw new Error(`This link cannot be opened: ${(error as Error).message}.`, { cause: error });
  }
}

async function contentOf(fields: URLSearchParams): Promise<LinkContent> {
  const read = (key: string) => fields.get(key) ?? undefined;
  if (!KEYS.some((key) => fields.has(key))) throw new Error('it names no scenario, no text and no machine');
  return {
    ...given('connect', read('connect'), address),
    ...given('path', read('scenario'), checkedPath),
    ...given('seed', read('seed'), (text) => checkedSeed(/^\d+$/.test(text) ? Number(text) : NaN)),
    ...given('at', read('t'), (text) => checkedInstant(text.trim() === '' ? NaN : Number(text))),
    ...(fields.has('drive') && { byHand: true }),
    ...(fields.has('text') && { text: await unpacked(read('text')!, 'scenario') }),
    ...(fields.has('code') && { code: checkedCode(await unpackedList(read('code')!, 'code')) }),
    ...(fields.has('changes') && { changes: checkedChanges(await unpackedList(read('changes')!, 'list of changes')) }),
    ...(fields.has('layout') && { layout: sharedLayout(await unpackedList(read('layout')!, 'arrangement of panels')) }),
  };
}

const given = <K extends string, T>(key: K, text: string | undefined, parse: (text: string) => T): { [P in K]?: T } =>
  (text === undefined ? {} : { [key]: parse(text) }) as { [P in K]?: T };

function address(text: string): string {
  if (URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)) return text;
  throw new Error('it should name a machine as ws://host:port');
}

async function unpacked(text: string, what: string): Promise<string> {
  try {
    return await unpackText(text);
  } catch {
    throw new Error(`the ${what} in it is damaged or cut off`);
  }
}

async function unpackedList(text: string, what: string): Promise<unknown> {
  const json = await unpacked(text, what);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new Error(`the ${what} in it is damaged or cut off`);
  }
}
