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
import type { Host, HostTraits, LatePolicy, LostReaction } from './host.ts';
import { HostError } from './host.ts';
import type { Deviation, OutputPort, Signal } from './signal.ts';
import { QueueSignal } from './signal.ts';

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
  /** Outputs that are not occasional rest in this step: the block publishes less often than it steps. */
  resting: boolean;
  /** It publishes what every step of the block publishes, one message each; `messages` is then not filled in. */
  isRegular: boolean;
  /** How many messages each output publishes: none or one, any number where it is queued. */
  readonly messages: number[];
  /** How many that are in all. */
  published: number;
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
  /** Outputs that are not occasional publish in every so many steps at most. */
  readonly publishEvery: number;
  /** Shared with the outputs. */
  readonly deviation: Deviation;
  /** Whether what it writes is checked: the code does not come with Skidpad. */
  readonly untrusted: boolean;
  /** Ticks after which it counts as lost; NEVER when there is no limit. */
  readonly maxAgeTicks: number;
  readonly lostReaction: LostReaction;
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
  /** Steps happen during a release, in this thread. */
  stepsInThread = false;
  /** Tick of the next release. */
  nextRelease: number;
  /** Whether it has been silent, or told old news, for longer than its age limit. */
  isLost = false;
  readonly maxAgeTicks: number;
  readonly lostReaction: LostReaction;

  private openedHost!: Host;
  private hasOwnStamps = false;
  private hasOwnTiming = false;
  /** Outputs that publish in every step, unless it says otherwise or rests. */
  readonly regularOutputs: readonly OutputPort[];
  private readonly deviation: Deviation;
  /** Whether the outputs are set for a step that rests. */
  private isSetToRest = false;
  /** Inputs of which every message counts. */
  private readonly queues: readonly QueueSignal[];
  private readonly publishEvery: number;
  private readonly untrusted: boolean;
  /** When its latest answer was true. */
  private freshTick = 0;
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
    this.regularOutputs = this.outputs.filter((output) => !output.occasional);
    this.deviation = setup.deviation;
    this.queues = this.inputs.filter((input) => input instanceof QueueSignal);
    this.publishEvery = setup.publishEvery;
    this.untrusted = setup.untrusted;
    this.maxAgeTicks = setup.maxAgeTicks;
    this.lostReaction = setup.lostReaction;
    this.latencyTicks = setup.latencyTicks;
    this.tickNs = setup.tickNs;
    this.cadence = setup.cadence;
    this.nextRelease = releaseTick(setup.cadence);
    // born as fractions, so that engines keep room for doubles
    this.time = { now: 0.5, nowNs: 0.5, tick: 0, dt: 0.5, elapsed: 0.5, activation: 0 };
    Object.assign(this.time, { now: 0, nowNs: 0, dt: setup.period, elapsed: setup.period });
    this.activations = Array.from({ length: setup.depth }, () => createActivation(setup));
  }

  get host(): Host {
    return this.openedHost;
  }

  /** Where its steps happen from now on; `traits` are those of its kind. */
  setHost(host: Host, traits: HostTraits): void {
    this.openedHost = host;
    this.hasOwnStamps = traits.ownStamps === true;
    this.hasOwnTiming = traits.ownTiming === true;
    this.stepsInThread = traits.inThread === true;
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

    const dueTick = this.hasOwnTiming ? this.host.publicationTick!(tick) : tick + this.latencyTicks;
    if (dueTick === undefined) {
      this.clearQueues();
      return true;
    }
    const resting = this.publishEvery > 1 && this.releases % this.publishEvery !== 0;
    if (resting !== this.isSetToRest) this.expectOutputs(resting);
    const answered = this.openedHost.start(this.time);
    if (this.queues.length > 0) this.clearQueues();
    const activation = this.activations[this.nextIndex];
    activation.releaseTick = tick;
    activation.resting = resting;
    activation.answered = activation.abandoned = activation.missed = false;
    // where nothing will be published there is nothing to remember
    if (answered && this.commit(activation, tick) === 0) return true;
    this.nextIndex = this.nextIndex === this.activations.length - 1 ? 0 : this.nextIndex + 1;
    this.open++;
    activation.dueTick = dueTick;
    this.stampFromInputs(activation);
    if (answered && this.hasOwnStamps) this.takeOwnStamp(activation, tick);
    return true;
  }

  /** What came since the previous release has been seen. */
  private clearQueues(): void {
    for (let i = 0; i < this.queues.length; i++) this.queues[i].clear();
  }

  /** Sets which outputs publish unless the step says otherwise. */
  private expectOutputs(resting: boolean): void {
    for (let i = 0; i < this.outputs.length; i++) {
      const output = this.outputs[i];
      output.expect(!resting && !output.occasional);
    }
    this.isSetToRest = resting;
    this.deviation.isThere = false;
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

  /** Asks for the answer to the oldest activation; a promise where it has to be waited for. */
  finish(activation: Activation): void | Promise<void> {
    this.expectOutputs(activation.resting);
    return this.openedHost.finish();
  }

  /** Takes the answer to an activation that was open. */
  accept(activation: Activation, tick: number): void {
    this.commit(activation, tick);
    if (this.hasOwnStamps) this.takeOwnStamp(activation, tick);
  }

  /** Takes the answer from the drafts; returns how many messages there are. */
  private commit(activation: Activation, tick: number): number {
    this.freshTick = tick;
    activation.answered = true;
    activation.isRegular = !this.deviation.isThere && !this.untrusted && !activation.abandoned;
    activation.published = activation.isRegular ? this.commitRegular(activation) : this.commitEach(activation);
    return activation.published;
  }

  /** As expected, which is nearly always. */
  private commitRegular({ resting }: Activation): number {
    if (resting) return 0;
    const { regularOutputs } = this;
    for (let i = 0; i < regularOutputs.length; i++) regularOutputs[i].commit();
    return regularOutputs.length;
  }

  private commitEach(activation: Activation): number {
    if (this.untrusted && !activation.abandoned) this.rejectNaN(activation);
    const { messages, resting } = activation;
    let published = 0;
    for (let i = 0; i < this.outputs.length; i++) {
      const output = this.outputs[i];
      const count = output.queued ? this.commitQueue(output, activation) : this.commitDraft(output, activation);
      messages[i] = count;
      published += count;
    }
    this.expectOutputs(resting);
    return published;
  }

  private commitDraft(output: OutputPort, { abandoned, resting }: Activation): number {
    if (!output.publish || abandoned || (resting && !output.occasional)) return 0;
    output.commit();
    return 1;
  }

  private commitQueue(output: OutputPort, { abandoned }: Activation): number {
    const { sent } = output;
    output.sent = 0;
    if (!abandoned) return sent;
    output.takeBack(sent);
    return 0;
  }

  /** Where data begins at this block, it is as old as its host says. */
  private takeOwnStamp(activation: Activation, tick: number): void {
    const { truthNs = NaN } = this.openedHost;
    if (Number.isNaN(truthNs)) return;
    this.freshTick = Math.min(tick, Math.floor(truthNs / this.tickNs));
    // data from before the run counts from its beginning
    if (this.captureRule.kind !== 'inherit') activation.captureTicks[0] = Math.max(0, this.freshTick);
  }

  /** How old its latest answer is [ticks]. */
  age(tick: number): number {
    return tick - this.freshTick;
  }

  /** Throws the answer of an activation away, there or yet to come. */
  discard(activation: Activation): void {
    for (let i = 0; i < this.outputs.length; i++) {
      if (activation.answered) this.outputs[i].takeBack(messagesOf(activation, this.outputs[i], i));
      activation.messages[i] = 0;
    }
    activation.isRegular = false;
    activation.published = 0;
    activation.abandoned = true;
  }

  /** Publishes a zero message on every latched output, in place of an answer that was discarded. */
  publishZeros(activation: Activation, tick: number): void {
    for (let i = 0; i < this.outputs.length; i++) {
      const output = this.outputs[i];
      activation.messages[i] = output.queued ? 0 : 1;
      if (output.queued) continue;
      output.type.copy(output.value, output.type.create());
      output.commit();
      this.stamp(output, activation, tick);
      output.latch();
    }
  }

  private rejectNaN({ resting, releaseTick }: Activation): void {
    for (const output of this.outputs) {
      const field = publishesNow(output, resting) ? findNaN(output.type, output.value) : undefined;
      if (field === undefined) continue;
      const time = (releaseTick * this.tickNs) / 1e9;
      throw new HostError(this.name, `wrote NaN into ${output.name}.${field} at ${time} s; expected a number`);
    }
  }

  /** Publishes the oldest activation and closes it. Messages of queued outputs are latched as they are announced. */
  publish(tick: number): Activation {
    const activation = this.oldest;
    if (activation.isRegular) this.publishRegular(activation, tick);
    else if (activation.published > 0) this.publishEach(activation, tick);
    this.oldestIndex = this.oldestIndex === this.activations.length - 1 ? 0 : this.oldestIndex + 1;
    this.open--;
    return activation;
  }

  private publishRegular(activation: Activation, tick: number): void {
    const { regularOutputs } = this;
    for (let i = 0; i < regularOutputs.length; i++) {
      this.stamp(regularOutputs[i], activation, tick);
      regularOutputs[i].latch();
    }
  }

  private publishEach(activation: Activation, tick: number): void {
    for (let i = 0; i < this.outputs.length; i++) {
      if (activation.messages[i] === 0) continue;
      const output = this.outputs[i];
      this.stamp(output, activation, tick);
      if (!output.queued) output.latch();
    }
  }

  private stamp({ signal }: OutputPort, { captureTicks }: Activation, tick: number): void {
    signal.publishedNs = tick * this.tickNs;
    const stamps = signal.captureTicks;
    for (let j = 0; j < stamps.length; j++) stamps[j] = captureTicks[j];
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
      freshTick,
      isLost,
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
      freshTick,
      isLost,
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
  resting: false,
  isRegular: false,
  messages: Object.keys(setup.outputs).map(() => 0),
  published: 0,
  inputSequences: Object.keys(setup.inputs).map(() => 0),
  captureTicks: Array.from({ length: originCount(setup) }, () => -1),
});

/** How many messages of an activation the i-th output publishes. */
export const messagesOf = ({ isRegular, messages }: Activation, output: OutputPort, i: number): number =>
  isRegular ? (output.occasional ? 0 : 1) : messages[i];

/** Whether an output publishes something of the step that just ended. */
const publishesNow = (output: OutputPort, resting: boolean): boolean =>
  output.queued ? output.sent > 0 : output.publish && (!resting || output.occasional);

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
