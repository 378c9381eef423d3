/**
 * A host: where the steps of one block happen. It is given the latched inputs at a release and must have the
 * outputs ready at release + latency. The loop asks; what a host hears in between, it keeps until it is asked.
 *
 * Kinds of hosts are declared like blocks: parameters, and traits by which the loop and everything around it know them.
 * Nothing asks a host for its name.
 */
import type { FrameMemory } from '../math/frame-memory.ts';
import { oneLine } from './one-line.ts';
import type { AnyBlock, Assets, StepTime } from './block.ts';
import type { Links, WantedLink } from './link.ts';
import type { FieldValues, Fields } from './schema.ts';
import type { OutputPort, Signal } from './signal.ts';

export interface Host {
  /**
   * At a release. Inputs are latched only during this call. Returns true when the outputs already hold the
   * answer (the step ran here and now), false when it must be fetched later with `finish`.
   */
  start(time: StepTime): boolean;
  /** Whether `finish` would return at once. */
  ready(): boolean;
  /**
   * At publication: puts the oldest outstanding answer into the outputs' drafts. Returns a promise when it has
   * to be waited for; call again is not needed after it resolves. Rejects with HostError when there is none.
   */
  finish(): void | Promise<void>;
  /**
   * When the answer that was just put into the outputs was true, by the host's own clock, mapped to simulated time [ns]; NaN
   * when it does not say. Only hosts whose kind says `ownStamps`; where data begins at the block, its age is counted from here.
   */
  readonly truthNs?: number;
  /** What that may be wrong by at most, where the host knows [ns]. */
  readonly truthBoundNs?: number;
  /**
   * Only where an earlier run is played again: the tick at which the activation of this release was published
   * then, undefined when it never was. Everywhere else publication is at release + latency.
   */
  publicationTick?(releaseTick: number): number | undefined;
  /** Where steps run in another thread: how long the one took whose answer was fetched last [ms of wall time]. For people only. */
  readonly stepMs?: number;
  /** From the next release on the block steps with these. Absent where nothing steps. */
  setParams?(params: Readonly<Record<string, unknown>>): void;
  /**
   * From the next release on the block begins anew, as at the start of the run; nothing is under way when it is called. A host that needs
   * time for it keeps what it is asked meanwhile. Absent where restoring the state of the beginning does it, or nothing can.
   */
  restart?(): void;
  /** A fault keeps it from stepping: it answers with nothing, and its block grows old. */
  readonly isSilent?: boolean;
  /** What runs by itself between releases is stopped, and goes on. Absent where nothing does. */
  stall?(): void;
  resume?(): void;
  /** The block's state as plain data, and back. */
  save(): unknown;
  restore(saved: unknown): void;
  close(): void | Promise<void>;
}

/** What the loop, recordings and tools need to know about a kind of host. */
export interface HostTraits {
  /** The same inputs give the same outputs in every run: its answers need not be recorded to be had again. */
  readonly deterministic: boolean;
  /** Its state can be saved and restored. */
  readonly savable: boolean;
  /** It is told when parameters change. */
  readonly takesChanges: boolean;
  /** It does not run the block's own step but something that stands in for it. */
  readonly standsIn?: boolean;
  /** Steps run during `start`, in the loop's own thread. */
  readonly inThread?: boolean;
  /** Its parameter `thread` is the number of a thread that blocks can share. */
  readonly numberedThreads?: boolean;
  /** It decides itself when an activation is published. */
  readonly ownTiming?: boolean;
  /** It says when its answers were true. */
  readonly ownStamps?: boolean;
}

export interface HostKind<P extends Fields = Fields> {
  /** As scenarios write it. */
  readonly kind: string;
  /** One sentence for tables and completion. */
  readonly doc: string;
  readonly params: P;
  readonly traits: HostTraits;
  /** Parameters that name a link of the scenario, and what it must be. */
  readonly links?: Readonly<Record<string, WantedLink>>;
  /** The parameter that `--host block=kind:TEXT` sets. */
  readonly shorthand?: keyof P & string;
  /** A sentence when parameters contradict each other: `[path below host, problem]`. */
  check?(params: FieldValues<P>): readonly [path: string, problem: string] | undefined;
  /** What tables show, such as `process (python3 controller.py)`; the kind when absent. */
  label?(params: FieldValues<P>): string;
  /** Throws HostError when it cannot be opened. */
  open(block: HostedBlock, params: FieldValues<P>, context: HostContext): Host | Promise<Host>;
  /** Where blocks can share something: opens all of a run at once, a host for each in order. `open` is for one alone. */
  openTogether?(requests: readonly HostRequest<FieldValues<P>>[]): Promise<readonly Host[]>;
}

/** One block to be opened. */
export interface HostRequest<P = any> {
  readonly block: HostedBlock;
  readonly params: P;
  readonly context: HostContext;
}

/** A kind of any shape, as registries hold it. */
export interface AnyHostKind extends Pick<HostKind, 'kind' | 'doc' | 'params' | 'traits' | 'links' | 'shorthand'> {
  check?(params: any): readonly [path: string, problem: string] | undefined;
  label?(params: any): string;
  open(block: HostedBlock, params: any, context: HostContext): Host | Promise<Host>;
  openTogether?(requests: readonly HostRequest[]): Promise<readonly Host[]>;
}

/** Declares a kind of host; exists only for type inference. */
export const defineHost = <const P extends Fields>(kind: HostKind<P>): HostKind<P> => kind;

/** What a host may use besides its block. */
export interface HostContext {
  readonly links: Links;
  readonly assets: Assets;
  /** Where all frames of the run live. */
  readonly frames: FrameMemory;
  /** How long an answer may take [s of wall time] before the host has failed. */
  readonly timeLimit: number;
  /** A line for people. */
  log(line: string): void;
}

/** Where one block of a scenario runs, and what happens when it does not answer. */
export interface HostSpec {
  readonly kind: AnyHostKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** [s of wall time] */
  readonly timeLimit: number;
  readonly late: LatePolicy;
  /** Simulated time [s] after which a block that is silent, or tells old news, counts as lost; never when absent. */
  readonly maxAge?: number;
  readonly lost: LostReaction;
}

/** What a host needs to know about the block it runs. */
export interface HostedBlock {
  readonly name: string;
  readonly definition: AnyBlock;
  /** Checked and complete. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** Nominal period [s]. */
  readonly period: number;
  /** The signals it reads, by port; optional unwired ports are there too, at sequence 0. Lists are opened: `cameras[0]`. */
  readonly inputs: Readonly<Record<string, Signal>>;
  readonly outputs: Readonly<Record<string, OutputPort>>;
  /**
   * By input: where the block that it reads has this one in a list of its own inputs, as a bus has its nodes; nothing where it does not read
   * this one so.
   */
  readonly placesAtSources?: Readonly<Record<string, number | undefined>>;
}

/** Something went wrong where a block runs. The command line turns it into exit code 3. */
export class HostError extends Error {
  override readonly name = 'HostError';

  constructor(
    readonly block: string,
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`blocks.${block}: ${oneLine(problem, 700)}`, { cause });
  }
}

/** What to do when an answer is not there at its publication and the clock does not wait. */
export const latePolicies = ['wait', 'hold', 'drop'] as const;
export type LatePolicy =
  /** Stop time until it is there: a slow host slows the run and never changes it. */
  | 'wait'
  /** Publish nothing now; publish the answer at the first exchange after it arrives. */
  | 'hold'
  /** Publish nothing now, and throw the answer away when it arrives. */
  | 'drop';

/** What to do when a block is lost: it has been silent for longer than its age limit, or what it says is older. */
export const lostReactions = ['hold', 'zero', 'end'] as const;
export type LostReaction =
  /** Its outputs stay what they were. */
  | 'hold'
  /** Its outputs become zero messages at its next publication: a vehicle commanded by it stops. */
  | 'zero'
  /** The run ends with an error. */
  | 'end';
