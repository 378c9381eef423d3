/**
 * The seal of a run: HMAC-SHA-256 under the user's own key over everything in it that a repetition executes or reads, the scenario and
 * every file that is kept with it. A run that came from elsewhere, or in which one byte of these was changed, has none that fits.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCENARIO_ATTACHMENT, RUN_METADATA } from '../record/mcap/format.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import type { Carried } from '../record/run-recorder.ts';
import { ownKey, readOwnKey } from './own-key.ts';

/** The seal, as hexadecimal digits; `note` says what stood in the way, or what happened to the key. */
export function sealRun(carried: Carried): { seal?: string; note?: string } {
  const { key, note } = ownKey();
  return { ...(key !== undefined && { seal: hmac(key, carried).toString('hex') }), note };
}

/** Whether this user made this run here; `note` says why that cannot be known. */
export function isSealed(recording: Recording): { sealed: boolean; note?: string } {
  const { key, note } = readOwnKey();
  const given = Buffer.from(recording.metadata.get(RUN_METADATA)?.seal ?? '', 'hex');
  const { scenarioYaml = '', attachments } = recording;
  if (key === undefined || given.length === 0) return { sealed: false, note };
  const files = [...attachments]
    .filter(([name]) => name !== SCENARIO_ATTACHMENT)
    .map(([name, bytes]) => ({ name, bytes }));
  const expected = hmac(key, { scenarioYaml, files });
  return { sealed: given.length === expected.length && timingSafeEqual(given, expected) };
}

/** Every part with its length before it, so that no byte can move from one to the next. */
function hmac(key: Buffer, { scenarioYaml, files }: Carried): Buffer {
  const mac = createHmac('sha256', key);
  const fold = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(bytes.length));
    mac.update(length).update(bytes);
  };
  fold('skidpad run 1');
  fold(scenarioYaml);
  // a file that two blocks name is kept once
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const name of [...byName.keys()].sort()) {
    fold(name);
    fold(byName.get(name)!);
  }
  return mac.digest();
}
