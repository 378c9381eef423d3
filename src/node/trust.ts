/**
 * The one gate before anything that came with a run is executed: modules, programs, and links to what is real.
 *
 * A run that this user made on this machine is known by its seal and passes. Any other asks for `--trust`, in a sentence that says
 * exactly what would be executed.
 */
import { createHash } from 'node:crypto';
import type { BlockSpec } from '../core/loop-spec.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isSealed } from './seal.ts';
import { UntrustedRunError } from './untrusted-run-error.ts';

/** Something that a repetition of a run would execute or open. */
export interface ForeignCode {
  /** Such as `blocks.controller.type`. */
  readonly path: string;
  /** What it is, for a person to judge: a file with its hash, or a command line. */
  readonly what: string;
  /** The module as the scenario names it; absent for programs and links. */
  readonly module?: string;
}

export interface RepeatedParts {
  /** Blocks whose answers come from the recording: neither they nor their hosts are executed. */
  readonly replayed?: readonly string[];
  /** Blocks that whoever asks has placed on a host of their own choice. */
  readonly placed?: readonly string[];
  /** Whether links are opened. */
  readonly links: boolean;
}

/** What a repetition would execute of all that the run carries. */
export function foreignCode(scenario: Scenario, { replayed = [], placed = [], links }: RepeatedParts): ForeignCode[] {
  const stepping = scenario.blocks.filter(({ name }) => !replayed.includes(name));
  return [
    ...stepping.flatMap(({ name, definition }) => moduleNamed(scenario, definition.type, `blocks.${name}.type`)),
    ...stepping.filter(({ name }) => !placed.includes(name)).flatMap((block) => hostOf(scenario, block)),
    ...(links ? scenario.links : []).flatMap(({ name, kind, params }) => {
      const [module] = moduleNamed(scenario, kind.kind, `links.${name}.kind`);
      return module ?? { path: `links.${name}`, what: `${kind.kind} ${plain(JSON.stringify(params))}` };
    }),
  ];
}

function hostOf(scenario: Scenario, { name, host: { kind, params } }: BlockSpec): ForeignCode[] {
  const path = `blocks.${name}.host`;
  const module = moduleNamed(scenario, kind.kind, `${path}.kind`);
  if (module.length > 0 || kind.traits.standsIn !== true) return module;
  return [{ path, what: plain(kind.label?.(params) ?? kind.kind) }];
}

/** With the hash of its text, so that it can be compared with what one knows. */
function moduleNamed({ moduleNames, assets }: Scenario, name: string, path: string): ForeignCode[] {
  const kept = moduleNames.get(name);
  if (kept === undefined) return [];
  const digest = createHash('sha256').update(assets.bytes(kept)).digest('hex');
  return [{ path, what: `${plain(name)} (sha256 ${digest})`, module: name }];
}

/** Text of strangers, without what would move the cursor, hide or reorder it. */
const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);

export interface TrustQuestion {
  /** The run, as it was named. */
  readonly path: string;
  readonly recording: Recording;
  readonly foreign: readonly ForeignCode[];
  /** Whether the person has said that it may. */
  readonly trust: boolean;
}

/** Returns when all of it may be executed; throws UntrustedRunError when that has to be asked. */
export function requireTrust({ path, recording, foreign, trust }: TrustQuestion): void {
  if (trust || foreign.length === 0) return;
  const { sealed, note } = isSealed(recording);
  if (sealed) return;
  const list = foreign.map(({ path: at, what }) => `${at}: ${what}`).join('; ');
  const why = note === undefined ? '' : ` (${note})`;
  throw new UntrustedRunError(
    `${path}: this run was not made here, or was changed since${why}; it would execute ${list}; add --trust if you know where it comes from`,
  );
}
