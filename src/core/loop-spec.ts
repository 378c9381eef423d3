/** A loop before it is built: everything resolved and checked. */
import type { AnyBlock, Assets } from './block.ts';
import type { Period } from './cadence.ts';
import type { HostFault } from './faulty-host.ts';
import type { HostSpec } from './host.ts';
import type { LinkSpec } from './link.ts';
import type { Port } from './ports.ts';
import type { WireQuality } from './wire.ts';

export interface WireSpec extends WireQuality {
  /** Source block and port. */
  readonly block: string;
  readonly port: string;
}

export interface BlockSpec {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  /** Its ports, lists opened. */
  readonly inputPorts: readonly Port[];
  readonly outputPorts: readonly Port[];
  readonly period: Period;
  readonly offsetNs: number;
  readonly latencyTicks: number;
  readonly publishEvery: number;
  /** By input port; those that are absent are not wired. */
  readonly inputs: Readonly<Record<string, WireSpec>>;
  /** By output port. */
  readonly topics: Readonly<Record<string, string>>;
  readonly host: HostSpec;
  /** How what steps it fails; not at all when absent. */
  readonly faults?: readonly HostFault[];
}

/** All parameters of one block from a tick on, checked and complete. */
export interface ParamChange {
  readonly tick: number;
  readonly block: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Ends the loop when a published field is within bounds. */
export interface EndCondition {
  /** `block.port` */
  readonly signal: string;
  read(message: unknown): number;
  readonly min?: number;
  readonly max?: number;
}

export interface LoopSpec {
  readonly tickNs: number;
  readonly seed: number;
  readonly blocks: readonly BlockSpec[];
  readonly links: readonly LinkSpec[];
  readonly assets: Assets;
  /** In order of time. */
  readonly changes: readonly ParamChange[];
  readonly until?: EndCondition;
}

export const NO_ASSETS: Assets = {
  bytes: (name) => missing(name),
  text: (name) => missing(name),
};

function missing(name: string): never {
  throw new Error(`there is no file ${JSON.stringify(name)} among the assets of this run`);
}
