/**
 * The loop: integer ticks in two phases.
 *
 *   for tick = 0, 1, 2 …
 *     exchange   publish every activation that is due now; deliver what arrives on delayed wires
 *     advance    release every block that is due now: it reads its latched inputs, and what it writes
 *                appears at tick + latency, with latency ≥ 1
 *
 * All publications of a tick happen before all releases of it, and no release can publish in its own tick, so the
 * order of blocks within a tick cannot matter, nor can it matter where or how fast a block runs. That also lets blocks
 * whose publications are not observed run ahead between the events of the others (independent-tasks.ts).
 */
import type { Hash64 } from '../math/hash.ts';
import { createHash, crossMix, foldString, foldWords, hashToHex } from '../math/hash.ts';
import { Calendar, NEVER } from './calendar.ts';
import { Links } from './link.ts';
import type { Host, LatePolicy } from './host.ts';
import { HostError } from './host.ts';
import type { OutputPort } from './signal.ts';
import { OTHERS, ownBits } from './signal.ts';
import type { ParamChange } from './loop-spec.ts';
import { planIndependentTasks } from './independent-tasks.ts';
import type { Activation } from './activation.ts';
import type { Task } from './task.ts';
import type { Wire } from './wire.ts';

/** Watches a loop from outside. Nothing it does can reach a block. */
export interface LoopListener {
  /** An activation of a block was published. The record is reused: read it now. */
  published?(task: Task, index: number, activation: Activation, tick: number): void;
  /** A host was not ready when its outputs were due. */
  missed?(miss: DeadlineMissed): void;
  /** A block became lost, or came back. */
  lost?(change: LostChange): void;
  /** All signals' hashes, once per link period of simulated time. */
  linked?(tick: number): void;
}

export interface DeadlineMissed {
  readonly block: string;
  readonly releaseTick: number;
  readonly dueTick: number;
  /** How long the loop waited for the answer [s of wall time]; 0 when it did not wait. */
  readonly lateness: number;
  readonly policy: LatePolicy | 'overrun';
}

/** A block has been silent, or told old news, for longer than its age limit; or no longer. */
export interface LostChange {
  readonly block: string;
  readonly tick: number;
  /** How old its latest answer is [s]. */
  readonly age: number;
  readonly isLost: boolean;
}

export class Loop {
  tick = 0;
  deadlineMisses = 0;
  /** Set by whoever drives the loop: whether a late host is late for someone, and the wall time [s]. */
  realTime = false;
  wallTime: () => number = () => 0;
  readonly ports: readonly OutputPort[];
  /** What is open towards the outside. */
  links = new Links();

  /** Of all tasks but those that run on alone. */
  private readonly calendar: Calendar;
  private readonly listeners: LoopListener[] = [];
  /** Whether somebody follows every publication, and the links of the chain. */
  private isWatched = false;
  private isLinked = false;
  /** Whether the condition of `endWhen` was met: the loop runs no further. */
  ended = false;
  private readonly periodic: { readonly periodTicks: number; readonly call: () => void }[] = [];
  private changes: readonly ParamChange[] = [];
  /** The change that comes next, and its tick. */
  private nextChange = 0;
  private nextChangeTick = NEVER;
  /** The tasks that can run ahead of the others, by their index. */
  private independent: readonly number[] = [];
  /** Those that step elsewhere are released first, so that they work while those that step here do. */
  private elsewhere: readonly number[] = [];
  /** Whether that is so for those who listen now. */
  private isPlanned = false;
  private readonly closers: (() => void | Promise<void>)[] = [];

  constructor(
    readonly tickNs: number,
    readonly tasks: readonly Task[],
    readonly wires: readonly Wire[],
    /** Ticks between two hash links. */
    readonly linkTicks: number,
  ) {
    this.ports = tasks.flatMap((task) => task.outputs);
    this.calendar = new Calendar(tasks.length);
    for (const port of this.ports) port.onListenersChanged = () => (this.isPlanned = false);
  }

  get nowNs(): number {
    return this.tick * this.tickNs;
  }

  /** Ends the loop at the first multiple of `periodTicks` at which `isReached` says so of the published signals. */
  endWhen(periodTicks: number, isReached: () => boolean): void {
    this.every(periodTicks, () => {
      this.ended ||= isReached();
    });
  }

  /** Calls back between ticks, before every multiple of `periodTicks` but 0. */
  every(periodTicks: number, call: () => void): void {
    this.periodic.push({ periodTicks, call });
  }

  /** What changes from now on, in order of time; replaces what was planned before. */
  setChanges(changes: readonly ParamChange[]): void {
    this.changes = changes;
    this.findNextChange();
  }

  private findNextChange(): void {
    this.nextChange = this.changes.findIndex(({ tick }) => tick >= this.tick);
    this.nextChangeTick = this.changes[this.nextChange]?.tick ?? NEVER;
  }

  private applyChanges(): void {
    for (; this.changes[this.nextChange]?.tick === this.tick; this.nextChange++) {
      const { block, params } = this.changes[this.nextChange];
      this.tasks.find(({ name }) => name === block)!.setParams(params);
    }
    this.nextChangeTick = this.changes[this.nextChange]?.tick ?? NEVER;
  }

  listen(listener: LoopListener): void {
    this.listeners.push(listener);
    this.isWatched ||= listener.published !== undefined;
    this.isLinked ||= listener.linked !== undefined;
    this.isPlanned = false;
  }

  /** Called when the loop is closed, after its hosts. */
  onClose(closer: () => void | Promise<void>): void {
    this.closers.push(closer);
  }

  /**
   * Runs every tick before `limit`. Returns a promise when a host has to be waited for in between: await it and
   * call again.
   */
  runUntil(limit: number): void | Promise<void> {
    if (!this.isPlanned) this.plan();
    while (this.tick < limit && !this.ended) {
      if (this.tick === this.nextChangeTick) this.applyChanges();
      const wait = this.exchange();
      if (wait !== undefined) return wait;
      this.advance();
      this.runIndependentTasks(limit);
    }
  }

  /** Who can run ahead, and what everybody does next; again when somebody has begun or ceased to listen. */
  private plan(): void {
    const { calendar, tasks, tick } = this;
    this.independent = planIndependentTasks(tasks, this.wires, this.isWatched);
    this.elsewhere = [...tasks.keys()].filter((i) => !tasks[i].stepsInThread);
    tasks.forEach((task, i) => {
      const runsAlone = this.independent.includes(i);
      calendar.nextDue[i] = runsAlone ? NEVER : Math.max(task.nextDue, tick);
      calendar.nextRelease[i] = runsAlone ? NEVER : task.nextRelease;
      task.noteListeners();
    });
    calendar.settleAll();
    this.isPlanned = true;
  }

  /** Goes on to the next tick at which blocks need each other; those that do not, run up to it one after the other. */
  private runIndependentTasks(limit: number): void {
    const { independent } = this;
    const next = this.nextSyncTick(limit);
    for (let i = 0; i < independent.length; i++) this.runAlone(independent[i], next);
    this.tick = next;
    if (this.periodic.length > 0) this.callPeriodic();
  }

  private callPeriodic(): void {
    for (const { periodTicks, call } of this.periodic) if (this.tick % periodTicks === 0) call();
  }

  /** The next tick at which a block that is not independent, a wire or a hash link has something to do. */
  private nextSyncTick(limit: number): number {
    const { wires, linkTicks, periodic } = this;
    const soonest = this.tick + 1;
    let next = this.calendar.next(Math.min(limit, this.nextChangeTick));
    if (next <= soonest) return soonest;
    if (this.isLinked) next = Math.min(next, Math.ceil(soonest / linkTicks) * linkTicks);
    for (let i = 0; i < periodic.length; i++) {
      next = Math.min(next, Math.ceil(soonest / periodic[i].periodTicks) * periodic[i].periodTicks);
    }
    for (let i = 0; i < wires.length; i++) next = Math.min(next, wires[i].nextArrival);
    return Math.max(next, soonest);
  }

  /** What one task does before `limit`, as far as it has not happened yet. */
  private runAlone(index: number, limit: number): void {
    const task = this.tasks[index];
    for (;;) {
      const { nextDue, nextRelease } = task;
      const tick = nextDue < nextRelease ? nextDue : nextRelease;
      if (tick >= limit) return;
      if (nextDue === tick) this.announce(task, index, task.publish(tick), tick);
      if (nextRelease === tick) task.release(tick);
    }
  }

  /** Runs to `limit`, however often hosts have to be waited for. */
  async run(limit: number): Promise<void> {
    while (this.tick < limit && !this.ended) await this.runUntil(limit);
  }

  /** Publishes what is due. After a wait it is entered again at the same tick and goes on where it stopped. */
  private exchange(): void | Promise<void> {
    const { tick, wires, independent, tasks } = this;
    const { earliest } = this.calendar;
    for (let group = 0; group < earliest.length; group++) {
      if (earliest[group] > tick) continue;
      const wait = this.publishGroup(group);
      if (wait !== undefined) return wait;
    }
    for (let i = 0; i < independent.length; i++) {
      const task = tasks[independent[i]];
      if (task.nextDue === tick) this.announce(task, independent[i], task.publish(tick), tick);
    }
    for (let i = 0; i < wires.length; i++) {
      if (wires[i].nextArrival <= tick) wires[i].deliver(tick, tick * this.tickNs);
    }
    if (this.isLinked && tick > 0 && tick % this.linkTicks === 0) this.announceLink();
  }

  private publishGroup(group: number): void | Promise<void> {
    const { tick, calendar, tasks } = this;
    const { nextDue } = calendar;
    for (let i = calendar.first(group), end = calendar.end(group); i < end; i++) {
      if (nextDue[i] > tick) continue;
      const wait = this.publishDue(tasks[i], i);
      if (wait !== undefined) return wait;
    }
  }

  /** Publishes the oldest activation of a task; one per tick, so that a late one is seen before the next. */
  private publishDue(task: Task, index: number): void | Promise<void> {
    const { tick } = this;
    const activation = task.oldest;
    if (!activation.answered) {
      if (this.isLate(task, activation)) {
        // look again next tick
        this.calendar.nextDue[index] = tick + 1;
        this.judgeAge(task, index, activation);
        this.judgeSilence(task);
        return;
      }
      const wait = this.collect(task, index, activation);
      if (wait !== undefined) return wait;
    } else if (task.maxAgeTicks !== NEVER) this.judgeAge(task, index, activation);
    task.publish(tick);
    this.calendar.nextDue[index] = Math.max(task.nextDue, tick + 1);
    this.announce(task, index, activation, tick);
  }

  /** Tells the listeners of these outputs, and those of everything. */
  private announce(task: Task, index: number, activation: Activation, tick: number): void {
    const { publishes } = activation;
    if ((publishes & task.heard) !== 0) announceOutputs(task, activation, tick);
    if (!this.isWatched) return;
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i].published?.(task, index, activation, tick);
  }

  /** Applies the policy for an answer that is not there, where the clock does not wait. */
  private isLate(task: Task, activation: Activation): boolean {
    if (!this.realTime || task.late === 'wait' || task.host.ready()) return false;
    if (!activation.missed) this.miss(task, activation, 0, task.late);
    activation.missed = true;
    activation.abandoned ||= task.late === 'drop';
    return true;
  }

  private collect(task: Task, index: number, activation: Activation): void | Promise<void> {
    const early = !this.realTime || activation.missed || task.host.ready();
    const asked = this.wallTime();
    const wait = task.finish(activation);
    const done = () => {
      if (!early) this.miss(task, activation, this.wallTime() - asked, 'wait');
      task.accept(activation, this.tick);
      this.judgeAge(task, index, activation);
    };
    if (wait === undefined) return done();
    return wait.then(done);
  }

  /** Whether a block counts as lost, and what follows from it. */
  private judgeAge(task: Task, index: number, activation: Activation): void {
    if (task.maxAgeTicks === NEVER) return;
    const { tick } = this;
    const isLost = task.age(tick) > task.maxAgeTicks;
    const isNew = isLost !== task.isLost;
    task.isLost = isLost;
    if (isNew) this.announceLost(task);
    if (!isLost || !(isNew || activation.answered)) return;
    // old news, or an answer that is yet to come and will be, counts for nothing
    task.discard(activation);
    if (task.lostReaction !== 'zero') return;
    task.publishZeros(activation, tick);
    this.announce(task, index, activation, tick);
    activation.publishes = 0;
  }

  /** A host that leaves a question unanswered for longer than its time limit has failed, unless zeros stand in for it. */
  private judgeSilence(task: Task): void {
    if (!task.silence.isTooLongAt(this.wallTime())) return;
    if (task.isLost && task.lostReaction === 'zero') return;
    throw new HostError(task.name, `did not answer within ${task.timeLimit} s`);
  }

  private announceLost(task: Task): void {
    const { tick } = this;
    const age = (task.age(tick) * this.tickNs) / 1e9;
    for (const listener of this.listeners) listener.lost?.({ block: task.name, tick, age, isLost: task.isLost });
    if (!task.isLost || task.lostReaction !== 'end') return;
    const limit = (task.maxAgeTicks * this.tickNs) / 1e9;
    throw new HostError(task.name, `is lost: its latest answer is ${age} s old, expected at most ${limit} s`);
  }

  private miss(task: Task, activation: Activation, lateness: number, policy: DeadlineMissed['policy']): void {
    this.deadlineMisses++;
    const { releaseTick, dueTick } = activation;
    for (const listener of this.listeners)
      listener.missed?.({ block: task.name, releaseTick, dueTick, lateness, policy });
  }

  private advance(): void {
    const { tick, calendar, elsewhere } = this;
    const { earliest, nextRelease, nextDue } = calendar;
    for (let i = 0; i < elsewhere.length; i++) if (nextRelease[elsewhere[i]] === tick) this.release(elsewhere[i]);
    for (let group = 0; group < earliest.length; group++) {
      if (earliest[group] > tick) continue;
      // and what the group does next
      let next = NEVER;
      for (let i = calendar.first(group), end = calendar.end(group); i < end; i++) {
        if (nextRelease[i] === tick) this.release(i);
        if (nextDue[i] < next) next = nextDue[i];
        if (nextRelease[i] < next) next = nextRelease[i];
      }
      earliest[group] = next;
    }
  }

  private release(index: number): void {
    const { nextRelease, nextDue } = this.calendar;
    const task = this.tasks[index];
    if (!task.release(this.tick)) this.miss(task, task.oldest, 0, 'overrun');
    nextRelease[index] = task.nextRelease;
    if (nextDue[index] === NEVER) nextDue[index] = task.nextDue;
  }

  private announceLink(): void {
    for (const listener of this.listeners) listener.linked?.(this.tick);
  }

  /** Sixteen hex digits over everything published so far. */
  hash(): string {
    const hash: Hash64 = createHash();
    foldWords(hash, this.tick, this.tickNs);
    const byPath = [...this.ports].sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const port of byPath) {
      foldString(hash, port.path);
      foldWords(hash, port.hash.low, port.hash.high);
      crossMix(hash);
    }
    return hashToHex(hash);
  }

  async close(): Promise<void> {
    // those that could not be opened are not there
    const hosts = this.tasks.map((task): Host | undefined => task.host);
    await Promise.allSettled(hosts.map((host) => host?.close()));
    for (const closer of this.closers.splice(0)) await closer();
  }

  /** Everything that changes, as plain data. Restore and continue equals continue. */
  save(): unknown {
    return {
      tick: this.tick,
      deadlineMisses: this.deadlineMisses,
      ended: this.ended,
      tasks: this.tasks.map((task) => task.save()),
      ports: this.ports.map((port) => port.save()),
      wires: this.wires.map((wire) => wire.save()),
    };
  }

  restore(saved: any): void {
    this.tick = saved.tick;
    this.deadlineMisses = saved.deadlineMisses;
    this.ended = saved.ended;
    this.tasks.forEach((task, i) => task.restore(saved.tasks[i]));
    this.ports.forEach((port, i) => port.restore(saved.ports[i]));
    this.wires.forEach((wire, i) => wire.restore(saved.wires[i]));
    this.isPlanned = false;
    this.findNextChange();
  }
}

function announceOutputs(task: Task, activation: Activation, tick: number): void {
  const { outputs } = task;
  for (let i = 0, rest = ownBits(activation.publishes & task.heard); rest !== 0; i++, rest >>>= 1) {
    if (rest & 1) outputs[i].announce(tick);
  }
  if ((activation.publishes & OTHERS) !== 0) announceOthers(task, activation, tick);
}

function announceOthers(task: Task, activation: Activation, tick: number): void {
  const { otherMessages, handovers } = activation;
  task.otherOutputs.forEach((output, i) => {
    for (let k = 0; k < otherMessages[i]; k++) {
      if (handovers.length > 0) task.stampMessage(output, activation, k);
      if (output.queued) output.latchNext();
      output.announce(tick);
    }
  });
}
