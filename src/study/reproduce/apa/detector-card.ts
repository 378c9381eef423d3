/** What the card of the shipped networks says of their detectors, where it is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../node/package-files.ts';

interface Score {
  readonly precision: number;
  readonly recall: number;
}

/** Of pictures of one condition, or of all; shares from 0 to 1, errors in metres. */
export interface DetectorRow {
  readonly group: string;
  readonly pictures: number;
  /** By the published criterion and within 6 cm. */
  readonly points: { readonly published: Score; readonly narrow: Score };
  readonly slots: { readonly published: Score; readonly narrow: Score };
  readonly occupancy: { readonly accuracy: number };
  readonly cornerError: { readonly mean: number; readonly median: number; readonly p99: number };
}

export interface DetectorCard {
  readonly seed: number;
  readonly rows: readonly DetectorRow[];
}

/** Undefined where the networks, or the figures on their card, are missing. */
export function detectorCard(): DetectorCard | undefined {
  const folder = packageFile('networks');
  if (!hasNetworks()) return undefined;
  const cards = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return cards
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<DetectorCard>)
    .find((card): card is DetectorCard => Array.isArray(card.rows));
}

export const hasNetworks = (): boolean =>
  ['surround.net', 'corner.net'].every((file) => existsSync(packageFile(`networks/${file}`)));
