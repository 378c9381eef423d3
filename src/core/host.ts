/**
 * A host: where the steps of one block happen. It is given the latched inputs at a release and must have the
 * outputs ready at release + latency. The loop asks; the host never pushes.
 */
import type { AnyBlock, StepTime } from './block.ts';
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
   * Only where an earlier run is played again: the tick at which the activation of this release was published
   * then, undefined when it never was. Everywhere else publication is at release + latency.
   */
  publicationTick?(releaseTick: number): number | undefined;
  /** From the next release on the block steps with these. Absent where nothing steps. */
  setParams?(params: Readonly<Record<string, unknown>>): void;
  /** The block's state as plain data, and back. */
  save(): unknown;
  restore(saved: unknown): void;
  close(): void | Promise<void>;
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
  /** The signals it reads, by port; optional unwired ports are there too, at sequence 0. */
  readonly inputs: Readonly<Record<string, Signal>>;
  readonly outputs: Readonly<Record<string, OutputPort>>;
}

/** Something went wrong where a block runs. The command line turns it into exit code 3. */
export class HostError extends Error {
  override readonly name = 'HostError';

  constructor(
    readonly block: string,
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`blocks.${block}: ${problem}`, { cause });
  }
}

/** What to do when an answer is not there at its publication and the clock does not wait. */
export type LatePolicy =
  /** Stop time until it is there: a slow host slows the run and never changes it. */
  | 'wait'
  /** Publish nothing now; publish the answer at the first exchange after it arrives. */
  | 'hold'
  /** Publish nothing now, and throw the answer away when it arrives. */
  | 'drop';
