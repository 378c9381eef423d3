/**
 * A task: one block in one loop, with its ports, its host and its place in time. Each release opens an activation; its
 * publication closes it.
 */
import type { Activation, CaptureRule } from './activation.ts';
import { createActivation, NO_HANDOVERS, stampFromInputs } from './activation.ts';
import type { AnyBlock, StepTime } from './block.ts';
import type { Cadence } from './cadence.ts';
import { NEVER } from './calendar.ts';
import { nextReleaseTick, releaseTick, wholePeriod } from './cadence.ts';
import { findNaN } from './finite-check.ts';
import type { Host, HostTraits, LatePolicy, LostReaction } from './host.ts';
import { HostError } from './host.ts';
import type { OutputPort, PublishMask, Signal } from './signal.ts';
import { OTHERS, ownBits, QueueSignal } from './signal.ts';
import { Silence } from './silence.ts';
import type { Handover } from './trace.ts';
import { tracedPlace, UNTRACED } from './trace.ts';

export interface TaskSetup {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  readonly cadence: Cadence;
  /** Nominal period [s]. */
  readonly period: number;
  readonly latencyTicks: number;
  readonly late: LatePolicy;
  /** How long an answer may take [s of wall time]. */
  readonly timeLimit: number;
  /** Outputs that are not occasional publish in every so many steps at most. */
  readonly publishEvery: number;
  /** Shared with the outputs. */
  readonly mask: PublishMask;
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
  readonly timeLimit: number;
  /** For how long its oldest question has been overdue; of this wall, and no part of its state. */
  readonly silence: Silence;
  readonly inputs: readonly Signal[];
  readonly outputs: readonly OutputPort[];
  captureRule: CaptureRule = { kind: 'release' };
  /** Bits of the outputs that are to be announced: somebody listens, or the reader of a queue waits. */
  heard = 0;
  /** Steps happen during a release, in this thread. */
  stepsInThread = false;
  /** Tick of the next release. */
  nextRelease: number;
  /** Tick at which the oldest open activation publishes; NEVER where none is open. */
  nextDue = NEVER;
  /** Whether it has been silent, or told old news, for longer than its age limit. */
  isLost = false;
  readonly maxAgeTicks: number;
  readonly lostReaction: LostReaction;

  private openedHost!: Host;
  private hasOwnStamps = false;
  private hasOwnTiming = false;
  /** Its answers are there at once and cannot be old, and all of its ports are latched, with bits of their own. */
  private isPlain = false;
  private readonly mask: PublishMask;
  /** Bits of the outputs that publish unless the step says otherwise, or rests. */
  private readonly everyStep: number;
  /** Outputs without a bit of their own, and OTHERS where there are any. */
  readonly otherOutputs: readonly OutputPort[];
  private readonly others: number;
  /** Inputs of which every message counts. */
  private readonly queues: readonly QueueSignal[];
  private readonly publishEvery: number;
  private readonly untrusted: boolean;
  /** When its latest answer was true. */
  private freshTick = 0;
  private readonly time: StepTime;
  private readonly latencyTicks: number;
  /** Born as a fraction: products with it are doubles from the first tick on, also while they would fit 32 bits. */
  private readonly tickNs: number = 0.5;
  private cadence: Cadence;
  private readonly wholePeriod: number;
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
    this.timeLimit = setup.timeLimit;
    this.silence = new Silence(setup.timeLimit);
    this.inputs = Object.values(setup.inputs);
    this.outputs = Object.values(setup.outputs);
    this.mask = setup.mask;
    this.everyStep = this.outputs.reduce(
      (bits, output) => (output.occasional || output.isOther ? bits : bits | output.bit),
      0,
    );
    this.otherOutputs = this.outputs.filter(({ isOther }) => isOther);
    this.others = this.otherOutputs.length > 0 ? OTHERS : 0;
    this.queues = this.inputs.filter((input) => input instanceof QueueSignal);
    for (const queue of this.queues) queue.place = this.inputs.indexOf(queue);
    this.publishEvery = setup.publishEvery;
    this.untrusted = setup.untrusted;
    this.maxAgeTicks = setup.maxAgeTicks;
    this.lostReaction = setup.lostReaction;
    this.latencyTicks = setup.latencyTicks;
    this.tickNs = setup.tickNs;
    this.cadence = setup.cadence;
    this.wholePeriod = wholePeriod(setup.cadence);
    this.nextRelease = releaseTick(setup.cadence);
    // born as fractions, so that engines keep room for doubles
    this.time = { now: 0.5, nowNs: 0.5, tick: 0, dt: 0.5, elapsed: 0.5, activation: 0 };
    Object.assign(this.time, { now: 0, nowNs: 0, dt: setup.period, elapsed: setup.period });
    this.activations = Array.from({ length: setup.depth }, () => createActivation(this.inputs, this.outputs));
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
    const isTimely = this.stepsInThread && !this.hasOwnTiming && !this.hasOwnStamps && this.maxAgeTicks === NEVER;
    this.isPlain = isTimely && !this.untrusted && this.others === 0 && this.queues.length === 0;
  }

  get oldest(): Activation {
    return this.activations[this.oldestIndex];
  }

  /** Somebody may have begun or ceased to listen. */
  noteListeners(): void {
    this.heard = this.outputs.reduce(
      (bits, output) => (output.isObserved && !output.isOther ? bits | output.bit : bits),
      this.others,
    );
  }

  setParams(params: Readonly<Record<string, unknown>>): void {
    this.params = params;
    this.host.setParams?.(params);
  }

  /** Releases the block: latched inputs are read now. Returns false when the host is still busy with all it can hold. */
  release(tick: number): boolean {
    this.nextRelease = this.wholePeriod > 0 ? tick + this.wholePeriod : nextReleaseTick(this.cadence);
    this.setTime(tick);
    if (this.open === this.activations.length) return false;
    if (this.isPlain) this.stepPlainly(tick);
    else this.ask(tick, this.hasOwnTiming ? this.host.publicationTick!(tick) : tick + this.latencyTicks);
    return true;
  }

  /** What `ask` comes to in most steps of most runs. */
  private stepPlainly(tick: number): void {
    const { outputs } = this;
    const allowed = this.allowedOutputs();
    this.mask.bits = this.everyStep & allowed;
    this.openedHost.start(this.time);
    const publishes = this.mask.bits & allowed;
    // where nothing will be published there is nothing to remember
    if (publishes === 0) return;
    const activation = this.activations[this.nextIndex];
    activation.releaseTick = tick;
    activation.dueTick = tick + this.latencyTicks;
    activation.publishes = publishes;
    activation.answered = true;
    for (let i = 0, rest = publishes; rest !== 0; i++, rest >>>= 1) if (rest & 1) outputs[i].commit();
    this.openActivation(activation);
  }

  /** Asks the host for a step; where there is no tick for its publication, never published. */
  private ask(tick: number, dueTick: number | undefined): void {
    if (dueTick === undefined) return this.clearQueues();
    const allowed = this.allowedOutputs();
    this.expectOutputs(allowed);
    const answered = this.openedHost.start(this.time);
    this.clearQueues();
    // what is kept from stepping says nothing, and grows old
    const growsOld = this.openedHost.isSilent === true && this.maxAgeTicks !== NEVER;
    if (answered && !growsOld) this.freshTick = tick;
    if (answered && !growsOld && (this.mask.bits & allowed) === 0) return;
    const activation = this.activations[this.nextIndex];
    activation.releaseTick = tick;
    activation.dueTick = dueTick;
    activation.allowed = allowed;
    activation.answered = activation.abandoned = activation.missed = false;
    if (answered && this.commit(activation) === 0 && !growsOld) return;
    this.openActivation(activation);
    if (answered && this.hasOwnStamps) this.takeOwnStamp(activation, tick);
  }

  private openActivation(activation: Activation): void {
    this.nextIndex = this.nextIndex === this.activations.length - 1 ? 0 : this.nextIndex + 1;
    if (this.open++ === 0) this.nextDue = activation.dueTick;
    stampFromInputs(activation, this.inputs, this.captureRule);
  }

  /** Bits of the outputs that may publish: in a step that rests between publications, only the occasional ones. */
  private allowedOutputs(): number {
    return this.publishEvery > 1 && this.releases % this.publishEvery !== 0 ? ~this.everyStep : ~0;
  }

  /** What came since the previous release has been seen. */
  private clearQueues(): void {
    for (let i = 0; i < this.queues.length; i++) this.queues[i].clear();
  }

  /** Sets which outputs publish unless the step says otherwise. */
  private expectOutputs(allowed: number): void {
    this.mask.bits = (this.everyStep & allowed) | this.others;
    if (this.others !== 0) this.expectOthers(allowed);
  }

  private expectOthers(allowed: number): void {
    for (const output of this.otherOutputs) output.publish = !output.occasional && allowed === ~0;
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

  /** Asks for the answer to the oldest activation; a promise where it has to be waited for. */
  finish(activation: Activation): void | Promise<void> {
    this.expectOutputs(activation.allowed);
    return this.openedHost.finish();
  }

  /** Takes the answer to an activation that was open. */
  accept(activation: Activation, tick: number): void {
    this.silence.end();
    this.freshTick = tick;
    this.commit(activation);
    if (this.hasOwnStamps) this.takeOwnStamp(activation, tick);
  }

  /** Takes the answer from the drafts; returns what publishes. */
  private commit(activation: Activation): number {
    activation.answered = true;
    activation.publishes = activation.abandoned ? 0 : this.mask.bits & activation.allowed;
    if (this.untrusted) this.rejectNaN(activation);
    const { outputs } = this;
    for (let i = 0, rest = ownBits(activation.publishes); rest !== 0; i++, rest >>>= 1)
      if (rest & 1) outputs[i].commit();
    // only messages of which every one counts can be traced
    if (this.queues.length > 0) activation.handovers = this.takeHandovers(activation);
    if (this.others !== 0) this.commitOthers(activation);
    return activation.publishes;
  }

  /** What the messages that are sent on their way hand on. */
  private takeHandovers({ abandoned }: Activation): readonly Handover[] {
    let found: Handover[] | undefined;
    this.outputs.forEach((port, output) => {
      const traces = port.queued ? port.sentTraces : [port.trace];
      traces.forEach((trace, message) => {
        if (trace === UNTRACED || abandoned) return;
        (found ??= []).push({ output, message, trace, captureTicks: this.tracedCaptures(trace) });
      });
      port.trace = UNTRACED;
    });
    return found ?? NO_HANDOVERS;
  }

  private tracedCaptures(trace: number): number[] | undefined {
    const { captureRule, inputs } = this;
    const input = inputs[tracedPlace(trace)];
    const known = input instanceof QueueSignal ? input.captures.get(trace) : undefined;
    if (captureRule.kind !== 'inherit' || known === undefined) return undefined;
    const ticks = this.outputs[0].signal.origins.map(() => -1);
    captureRule[known.isTraced ? 'traced' : 'slots'][tracedPlace(trace)].forEach((slot, j) => {
      if (slot >= 0) ticks[slot] = known.captureTicks[j];
    });
    return ticks;
  }

  private commitOthers(activation: Activation): void {
    const { otherMessages } = activation;
    this.otherOutputs.forEach((output, i) => {
      otherMessages[i] = output.queued ? commitQueue(output, activation) : commitDraft(output, activation);
    });
    if (otherMessages.every((count) => count === 0)) activation.publishes &= ~OTHERS;
  }

  /** Where data begins at this block, it is as old as its host says. */
  private takeOwnStamp(activation: Activation, tick: number): void {
    const { truthNs = NaN, truthBoundNs = 0 } = this.openedHost;
    activation.captureBoundNs = truthBoundNs;
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
    if (activation.answered) this.takeBack(activation);
    activation.publishes = 0;
    activation.abandoned = true;
  }

  private takeBack({ publishes, otherMessages }: Activation): void {
    for (const output of this.outputs) if (!output.isOther && (output.bit & publishes) !== 0) output.takeBack(1);
    if ((publishes & OTHERS) !== 0) this.otherOutputs.forEach((output, i) => output.takeBack(otherMessages[i]));
  }

  /** Publishes a zero message on every latched output, in place of an answer that was discarded. */
  publishZeros(activation: Activation, tick: number): void {
    for (const output of this.outputs) {
      if (output.queued) continue;
      output.type.copy(output.value, output.type.create());
      output.commit();
      this.stampOutput(output, activation, tick);
      output.latch();
      if (!output.isOther) activation.publishes |= output.bit;
    }
    activation.publishes |= this.others;
    this.otherOutputs.forEach(({ queued }, i) => (activation.otherMessages[i] = queued ? 0 : 1));
  }

  private rejectNaN({ abandoned, allowed, releaseTick }: Activation): void {
    if (abandoned) return;
    for (const output of this.outputs) {
      const field = publishesNow(output, allowed) ? findNaN(output.type, output.value) : undefined;
      if (field === undefined) continue;
      const time = (releaseTick * this.tickNs) / 1e9;
      throw new HostError(this.name, `wrote NaN into ${output.name}.${field} at ${time} s; expected a number`);
    }
  }

  /** Publishes the oldest activation and closes it. Messages of queued outputs are latched as they are announced. */
  publish(tick: number): Activation {
    const activation = this.oldest;
    const { outputs } = this;
    for (let i = 0, rest = ownBits(activation.publishes); rest !== 0; i++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      this.stampOutput(outputs[i], activation, tick);
      if (activation.handovers.length > 0) this.stampMessage(outputs[i], activation, 0);
      outputs[i].latch();
    }
    if ((activation.publishes & OTHERS) !== 0) this.publishOthers(activation, tick);
    this.oldestIndex = this.oldestIndex === this.activations.length - 1 ? 0 : this.oldestIndex + 1;
    this.nextDue = --this.open === 0 ? NEVER : this.oldest.dueTick;
    return activation;
  }

  private stampOutput(output: OutputPort, { captureTicks }: Activation, tick: number): void {
    const { signal } = output;
    signal.publishedNs = tick * this.tickNs;
    signal.isTraced = false;
    const stamps = signal.captureTicks;
    for (let j = 0; j < stamps.length; j++) stamps[j] = captureTicks[j];
  }

  /** A message that hands on another has the stamps of that one. */
  stampMessage({ signal }: OutputPort, { handovers, captureTicks }: Activation, message: number): void {
    const own = handovers.find((one) => one.message === message && this.outputs[one.output].signal === signal);
    const stamps = own?.captureTicks ?? captureTicks;
    signal.isTraced = own?.captureTicks !== undefined;
    for (let j = 0; j < signal.captureTicks.length; j++) signal.captureTicks[j] = stamps[j];
  }

  private publishOthers(activation: Activation, tick: number): void {
    this.otherOutputs.forEach((output, i) => {
      if (activation.otherMessages[i] === 0) return;
      this.stampOutput(output, activation, tick);
      if (!output.queued) output.latch();
    });
  }

  save(): unknown {
    const { nextRelease, nextDue, open, oldestIndex, nextIndex, releases, previousTick, isLost } = this;
    const { cadence, activations, freshTick, dtTicks, elapsedTicks, time } = this;
    const counters = { nextRelease, nextDue, open, oldestIndex, nextIndex, releases, previousTick, isLost };
    const saved = { ...counters, cadence, activations, freshTick, dtTicks, elapsedTicks, time };
    // parameters are never written to, and blocks know what they have derived from them by the very object
    return { ...structuredClone(saved), state: this.host.save(), params: this.params };
  }

  restore(saved: any): void {
    const { activations, time, state, params, ...rest } = saved;
    Object.assign(this, structuredClone(rest));
    Object.assign(this.time, time);
    this.activations.splice(0, Infinity, ...(structuredClone(activations) as Activation[]));
    this.host.restore(state);
    this.silence.end();
    if (params !== this.params) this.setParams(params);
  }
}

/** Whether an output publishes something of the step that just ended. */
const publishesNow = (output: OutputPort, allowed: number): boolean =>
  output.queued ? output.sent > 0 : output.publish && (output.occasional || allowed === ~0);

function commitDraft(output: OutputPort, { abandoned, allowed }: Activation): number {
  if (abandoned || !publishesNow(output, allowed)) return 0;
  output.commit();
  return 1;
}

/** A queue has sent its messages on their way already. */
function commitQueue(output: OutputPort, { abandoned }: Activation): number {
  const { sent } = output;
  output.sent = 0;
  output.sentTraces.length = 0;
  if (!abandoned) return sent;
  output.takeBack(sent);
  return 0;
}
