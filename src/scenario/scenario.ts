/** A scenario that can be run: one document that says everything about a run, resolved and checked. */
import type { ClockSpec } from '../core/clock.ts';
import type { LoopSpec } from '../core/loop-spec.ts';
import type { AssetFile } from './assets.ts';
import type { Catalog } from './catalog.ts';
import { Parameters } from './changes.ts';
import type { Reference } from './references.ts';
import type { ScenarioDocument } from './schema.ts';

export interface Scenario extends LoopSpec {
  /** With every default written out. */
  readonly document: ScenarioDocument;
  readonly ticks: number;
  readonly clock: ClockSpec;
  /** What its names mean. */
  readonly catalog: Catalog;
  /** The world that blocks share; undefined when no block has one. */
  readonly world: unknown;
  readonly references: readonly Reference[];
  /** Files that it names, to be kept with a run. */
  readonly files: readonly AssetFile[];
  /** Users' modules as the document names them, and as the files above do. */
  readonly moduleNames: ReadonlyMap<string, string>;
  /** What is allowed, and yet probably not meant: one sentence each, with its path. */
  readonly notes: readonly string[];
}

/** The parameters of a scenario before any change. */
export const parametersOf = ({ blocks, references, tickNs, world, catalog }: Scenario): Parameters =>
  new Parameters({ blocks, references, tickNs, world, worldSchema: catalog.world });
