/**
 * A task: one block in one loop, with its ports, its host and its place in time.
 *
 * Each release opens an activation; its publication, `latency` ticks later, closes it. What the activation was
 * computed from (the sequence of every input, and when the data behind it was true) travels with it.
 */
import type { AnyBlock, StepTime } from './block.ts';
import type { Cadence } from './cadence.ts';
import { nextRelease, releaseTick } from './cadence.ts';
import { findNaN } from './finite-check.ts';
import type { Host, LatePolicy } from './host.ts';
import { HostError } from './host.ts';
import type { OutputPort, PublishMask, Signal } from './signal.ts';

/** No such tick; fits the Int32Arrays the loop scans. */
export const NEVER = 0x7fffffff;

/** Where the capture stamps of a task's outputs come from. */
export type CaptureRule =
  /** The plant: data is true at its publication. */
  | { readonly kind: 'publication' }
  /** A source without inputs: data is made at its release. */
  | { readonly kind: 'release' }
  /** Everything else: the oldest stamp among the inputs. `slots[i][j]`: where origin j of input i goes, −1 to ignore. */
  | { readonly kind: 'inherit'; readonly slots: readonly Int32Array[] };

export interface Activation {
  releaseTick: number;
  dueTick: number;
  /** The outputs are committed: the answer is there. */
  answered: boolean;
  /** Its publication was missed and its answer is to be thrown away. */
  abandoned: boolean;
  /** Its publication was missed, and said so. */
  missed: boolean;
  /** Which outputs may publish, and which do, one bit each. */
  allowed: number;
  publishes: number;
  // whole numbers in plain arrays are the most compact an engine has
  readonly inputSequences: number[];
  readonly captureTicks: number[];
}

export interface TaskSetup {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  readonly cadence: Cadence;
  /** Nominal period [s]. */
  readonly period: number;
  readonly latencyTicks: number;
  readonly late: LatePolicy;
  /** Shared with the output ports, and its bits at the start of a step. */
  readonly mask: PublishMask;
  readonly everyStep: number;
  /** Outputs that are not occasional publish in every so many steps at most. */
  readonly publishEvery: number;
  /** Whether what it writes is to be looked at: the code is somebody else's. */
  readonly suspect: boolean;
  /** How many activations can be under way at once. */
  readonly depth: number;
  readonly inputs: Readonly<Record<string, Signal>>;
  readonly outputs: Readonly<Record<string, OutputPort>>;
  readonly tickNs: number;
}

export class Task {
  readonly name: string;
  readonly definition: AnyBlock;
  /** As they are now; complete and never written to. */
  params: Readonly<Record<string, unknown>>;
  readonly late: LatePolicy;
  readonly inputs: readonly Signal[];
  readonly outputs: readonly OutputPort[];
  captureRule: CaptureRule = { kind: 'release' };
  host!: Host;
  /** Tick of the next release. */
  nextRelease: number;

  private readonly mask: PublishMask;
  private readonly everyStep: number;
  private readonly publishEvery: number;
  private readonly suspect: boolean;
  private readonly time: StepTime;
  private readonly latencyTicks: number;
  private readonly tickNs: number;
  private cadence: Cadence;
  private readonly activations: Activation[];
  /** Open activations: how many, the oldest, and where the next one goes. */
  private open = 0;
  private oldestIndex = 0;
  private nextIndex = 0;
  private releases = 0;
  private previousTick = -1;
  /** Ticks that `time.dt` and `time.elapsed` stand for, so that they are computed only when they change. */
  private dtTicks = -1;
  private elapsedTicks = -1;

  constructor(setup: TaskSetup) {
    this.name = setup.name;
    this.definition = setup.definition;
    this.params = setup.params;
    this.late = setup.late;
    this.inputs = Object.values(setup.inputs);
    this.outputs = Object.values(setup.outputs);
    this.mask = setup.mask;
    this.everyStep = setup.everyStep;
    this.publishEvery = setup.publishEvery;
    this.suspect = setup.suspect;
    this.latencyTicks = setup.latencyTicks;
    this.tickNs = setup.tickNs;
    this.cadence = setup.cadence;
    this.nextRelease = releaseTick(setup.cadence);
    // born as fractions, so that engines keep room for doubles
    this.time = { now: 0.5, nowNs: 0.5, tick: 0, dt: 0.5, elapsed: 0.5, activation: 0 };
    Object.assign(this.time, { now: 0, nowNs: 0, dt: setup.period, elapsed: setup.period });
    this.activations = Array.from({ length: setup.depth }, () => createActivation(setup));
  }

  /** Tick at which the oldest open activation publishes. */
  get nextDue(): number {
    return this.open === 0 ? NEVER : this.oldest.dueTick;
  }

  get oldest(): Activation {
    return this.activations[this.oldestIndex];
  }

  setParams(params: Readonly<Record<string, unknown>>): void {
    this.params = params;
    this.host.setParams?.(params);
  }

  /** Releases the block: latched inputs are read now. Returns false when the host is still busy with all it can hold. */
  release(tick: number): boolean {
    nextRelease(this.cadence);
    this.nextRelease = releaseTick(this.cadence);
    this.setTime(tick);
    if (this.open === this.activations.length) return false;

    const dueTick =
      this.host.publicationTick === undefined ? tick + this.latencyTicks : this.host.publicationTick(tick);
    if (dueTick === undefined) return true;
    const allowed = this.publishEvery > 1 && this.releases % this.publishEvery !== 0 ? ~this.everyStep : ~0;
    this.mask.bits = this.everyStep & allowed;
    const answered = this.host.start(this.time);
    // where nothing will be published there is nothing to remember
    if (answered && (this.mask.bits & allowed) === 0) return true;
    const activation = this.activations[this.nextIndex];
    this.nextIndex = this.nextIndex === this.activations.length - 1 ? 0 : this.nextIndex + 1;
    this.open++;
    activation.releaseTick = tick;
    activation.dueTick = dueTick;
    activation.allowed = allowed;
    activation.answered = activation.abandoned = activation.missed = false;
    this.stampFromInputs(activation);
    if (answered) this.commit(activation);
    return true;
  }

  private setTime(tick: number): void {
    const { time, tickNs } = this;
    time.tick = tick;
    time.nowNs = tick * tickNs;
    time.now = time.nowNs / 1e9;
    time.activation = this.releases++;
    const dtTicks = this.nextRelease - tick;
    if (dtTicks !== this.dtTicks) {
      this.dtTicks = dtTicks;
      time.dt = (dtTicks * tickNs) / 1e9;
    }
    const elapsedTicks = tick - this.previousTick;
    if (this.previousTick >= 0 && elapsedTicks !== this.elapsedTicks) {
      this.elapsedTicks = elapsedTicks;
      time.elapsed = (elapsedTicks * tickNs) / 1e9;
    }
    this.previousTick = tick;
  }

  /** Notes what the activation is computed from. */
  private stampFromInputs(activation: Activation): void {
    const { inputs, captureRule: rule } = this;
    const { inputSequences, captureTicks } = activation;
    for (let i = 0; i < inputs.length; i++) inputSequences[i] = inputs[i].sequence;
    if (rule.kind === 'publication') captureTicks[0] = activation.dueTick;
    else if (rule.kind === 'release') captureTicks[0] = activation.releaseTick;
    else inheritStamps(captureTicks, inputs, rule.slots);
  }

  /** Before a step: every output publishes, except the occasional ones. */
  expectOutputs(activation: Activation): void {
    this.mask.bits = this.everyStep & activation.allowed;
  }

  /** Takes the answer from the drafts. */
  commit(activation: Activation): void {
    activation.publishes = activation.abandoned ? 0 : this.mask.bits & activation.allowed;
    if (this.suspect) this.refuseNaN(activation);
    for (let i = 0, rest = activation.publishes; rest !== 0; i++, rest >>>= 1) if (rest & 1) this.outputs[i].commit();
    activation.answered = true;
  }

  private refuseNaN({ publishes, releaseTick }: Activation): void {
    this.outputs.forEach((port, i) => {
      const field = (publishes >>> i) & 1 ? findNaN(port.type, port.value) : undefined;
      if (field !== undefined)
        throw new HostError(
          this.name,
          `wrote NaN into ${port.name}.${field} at ${(releaseTick * this.tickNs) / 1e9} s; expected a number`,
        );
    });
  }

  /** Publishes the oldest activation and closes it. */
  publish(tick: number): Activation {
    const activation = this.oldest;
    for (let i = 0, rest = activation.publishes; rest !== 0; i++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const { signal } = this.outputs[i];
      signal.publishedNs = tick * this.tickNs;
      const stamps = signal.captureTicks;
      for (let j = 0; j < stamps.length; j++) stamps[j] = activation.captureTicks[j];
      this.outputs[i].latch();
    }
    this.oldestIndex = this.oldestIndex === this.activations.length - 1 ? 0 : this.oldestIndex + 1;
    this.open--;
    return activation;
  }

  save(): unknown {
    const {
      cadence,
      nextRelease: next,
      activations,
      open,
      oldestIndex,
      nextIndex,
      releases,
      previousTick,
      dtTicks,
      elapsedTicks,
      time,
    } = this;
    const saved = {
      cadence,
      nextRelease: next,
      activations,
      open,
      oldestIndex,
      nextIndex,
      releases,
      previousTick,
      dtTicks,
      elapsedTicks,
      time,
    };
    // parameters are never written to, and blocks know what they have derived from them by the very object
    return { ...structuredClone(saved), state: this.host.save(), params: this.params };
  }

  restore(saved: any): void {
    const { activations, time, state, params, ...rest } = saved;
    Object.assign(this, structuredClone(rest));
    Object.assign(this.time, time);
    this.activations.splice(0, Infinity, ...(structuredClone(activations) as Activation[]));
    this.host.restore(state);
    if (params !== this.params) this.setParams(params);
  }
}

const createActivation = (setup: TaskSetup): Activation => ({
  releaseTick: 0,
  dueTick: 0,
  answered: false,
  abandoned: false,
  missed: false,
  allowed: ~0,
  publishes: 0,
  inputSequences: Object.keys(setup.inputs).map(() => 0),
  captureTicks: Array.from({ length: originCount(setup) }, () => -1),
});

/** All outputs of a task have the same origins. */
const originCount = (setup: TaskSetup): number =>
  Math.max(1, ...Object.values(setup.outputs).map((port) => port.signal.captureTicks.length));

/** The oldest stamp per origin among the inputs that have one; −1 where none has. */
function inheritStamps(target: number[], inputs: readonly Signal[], slots: readonly Int32Array[]): void {
  target.fill(-1);
  for (let i = 0; i < inputs.length; i++) {
    if (inputs[i].sequence === 0) continue;
    const stamps = inputs[i].captureTicks;
    for (let j = 0; j < stamps.length; j++) {
      const slot = slots[i][j];
      if (slot < 0 || stamps[j] < 0) continue;
      if (target[slot] < 0 || stamps[j] < target[slot]) target[slot] = stamps[j];
    }
  }
}
