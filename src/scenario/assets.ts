/**
 * Files that a scenario names (tables, weights, users' modules): read once while it is loaded, known from then on by their
 * contents, and kept with the run, so that a run can be repeated where those files are not.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Assets } from '../core/block.ts';
import { InputError } from '../core/input-error.ts';

/** Folder of a run in which they lie. */
export const ASSET_FOLDER = 'assets';

export interface AssetFile {
  /** `assets/0123456789abcdef-lap.csv`: follows from the contents and the last part of the file's name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The contents under the name that follows from them. */
export function assetFile(file: string, bytes: Uint8Array): AssetFile {
  const digest = Array.from(sha256(bytes).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base = file
    .split('/')
    .at(-1)!
    .replace(/^[0-9a-f]{16}-/, '');
  return { name: `${ASSET_FOLDER}/${digest}-${base}`, bytes };
}

/** What the blocks of a run may read. */
export function assetsOf(files: readonly AssetFile[]): Assets {
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const bytes = (name: string): Uint8Array => {
    const found = byName.get(name);
    if (found === undefined) throw new InputError(name, 'is not among the files of this run');
    return found;
  };
  return { bytes, text: (name) => new TextDecoder().decode(bytes(name)) };
}
