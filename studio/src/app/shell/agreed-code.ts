/** Code of others that the person has agreed to run, known by the SHA-256 of its text: what was agreed to once is not asked about again. */
import type { SharedCode } from './shared-run.ts';
import { loadSetting, saveSetting } from './storage.ts';

const KEY = 'agreed-code';
const MOST = 200;

/** In hexadecimal; undefined where the browser gives no digests, as to pages that came without encryption from another machine. */
export async function digestOf({ source }: SharedCode): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(source)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const agreed = (): readonly string[] => {
  const known = loadSetting<unknown>(KEY);
  return Array.isArray(known) ? known.filter((digest) => typeof digest === 'string') : [];
};

export async function isAgreed(code: readonly SharedCode[]): Promise<boolean> {
  const known = agreed();
  const digests = await Promise.all(code.map(digestOf));
  return digests.every((digest) => digest !== undefined && known.includes(digest));
}

export async function agreeTo(code: readonly SharedCode[]): Promise<void> {
  const digests = (await Promise.all(code.map(digestOf))).filter((digest) => digest !== undefined);
  saveSetting(KEY, [...new Set([...agreed(), ...digests])].slice(-MOST));
}
