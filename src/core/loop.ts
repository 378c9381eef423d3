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
import { Links } from './link.ts';
import type { Host, LatePolicy } from './host.ts';
import { HostError } from './host.ts';
import type { OutputPort } from './signal.ts';
import { OTHERS, ownBits } from './signal.ts';
import type { ParamChange } from './loop-spec.ts';
import { planIndependentTasks } from './independent-tasks.ts';
import type { Activation } from './activation.ts';
import type { Task } from './task.ts';
import { NEVER } from './task.ts';
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

  private readonly nextDue: Int32Array;
  private readonly nextRelease: Int32Array;
  private readonly listeners: LoopListener[] = [];
  /** Whether the condition of `endWhen` was met: the loop runs no further. */
  ended = false;
  private readonly periodic: { readonly periodTicks: number; readonly call: () => void }[] = [];
  private changes: readonly ParamChange[] = [];
  /** The change that comes next, and its tick. */
  private nextChange = 0;
  private nextChangeTick = NEVER;
  /** 1 where a task can run ahead of the others, by its index, and the one among them that is observed. */
  private independent: Uint8Array = new Uint8Array(0);
  private observedTask = -1;
  /** The listeners that the plan was made for: how often they had changed. */
  private plannedListenerChanges = -1;
  private readonly closers: (() => void | Promise<void>)[] = [];

  constructor(
    readonly tickNs: number,
    readonly tasks: readonly Task[],
    readonly wires: readonly Wire[],
    /** Ticks between two hash links. */
    readonly linkTicks: number,
  ) {
    this.ports = tasks.flatMap((task) => task.outputs);
    this.nextDue = Int32Array.from(tasks, (task) => task.nextDue);
    this.nextRelease = Int32Array.from(tasks, (task) => task.nextRelease);
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
    this.planIndependentTasks();
    while (this.tick < limit && !this.ended) {
      if (this.tick === this.nextChangeTick) this.applyChanges();
      const wait = this.exchange();
      if (wait !== undefined) return wait;
      this.advance();
      this.runIndependentTasks(limit);
    }
  }

  /** Again only when somebody has begun or ceased to listen. */
  private planIndependentTasks(): void {
    let changes = this.listeners.length;
    for (let i = 0; i < this.ports.length; i++) changes += this.ports[i].listenerChanges;
    if (changes === this.plannedListenerChanges) return;
    this.plannedListenerChanges = changes;
    const plan = planIndependentTasks(this.tasks, this.wires, this.listeners.length > 0);
    this.independent = plan.independent;
    this.observedTask = plan.observedTask;
  }

  /** Goes on to the next tick at which blocks need each other; those that do not, run up to it one after the other. */
  private runIndependentTasks(limit: number): void {
    const { tasks, independent } = this;
    const next = this.nextSyncTick(limit);
    for (let i = 0; i < independent.length; i++) if (independent[i]) this.runTaskUntil(tasks[i], i, next);
    this.tick = next;
    if (this.periodic.length > 0) this.callPeriodic();
  }

  private callPeriodic(): void {
    for (const { periodTicks, call } of this.periodic) if (this.tick % periodTicks === 0) call();
  }

  /** The next tick at which a block that is not independent, a wire or a hash link has something to do. */
  private nextSyncTick(limit: number): number {
    const { wires, nextDue, nextRelease, linkTicks, independent, periodic } = this;
    const soonest = this.tick + 1;
    let next = Math.min(limit, this.nextChangeTick);
    if (this.listeners.length > 0) next = Math.min(next, Math.ceil(soonest / linkTicks) * linkTicks);
    for (let i = 0; i < periodic.length; i++) {
      next = Math.min(next, Math.ceil(soonest / periodic[i].periodTicks) * periodic[i].periodTicks);
    }
    for (let i = 0; i < independent.length && next > soonest; i++) {
      if (!independent[i]) next = Math.min(next, nextDue[i], nextRelease[i]);
    }
    for (let i = 0; i < wires.length; i++) next = Math.min(next, wires[i].nextArrival);
    return Math.max(next, soonest);
  }

  /** Every tick of one task from now until, and not including, `limit`, as far as it has not happened yet. */
  private runTaskUntil(task: Task, index: number, limit: number): void {
    const isObserved = index === this.observedTask;
    for (let tick = this.tick; tick < limit; tick++) {
      if (task.nextDue === tick) {
        const activation = task.publish(tick);
        if (isObserved) this.announce(task, index, activation, tick);
      }
      if (task.nextRelease === tick) task.release(tick);
    }
    this.nextDue[index] = task.nextDue;
    this.nextRelease[index] = task.nextRelease;
  }

  /** Runs to `limit`, however often hosts have to be waited for. */
  async run(limit: number): Promise<void> {
    while (this.tick < limit && !this.ended) await this.runUntil(limit);
  }

  /** Publishes what is due. After a wait it is entered again at the same tick and goes on where it stopped. */
  private exchange(): void | Promise<void> {
    const { tick, nextDue, tasks, wires } = this;
    for (let i = 0; i < nextDue.length; i++) {
      if (nextDue[i] > tick) continue;
      const wait = this.publishDue(tasks[i], i);
      if (wait !== undefined) return wait;
    }
    for (let i = 0; i < wires.length; i++) {
      if (wires[i].nextArrival <= tick) wires[i].deliver(tick, tick * this.tickNs);
    }
    if (this.listeners.length > 0 && tick > 0 && tick % this.linkTicks === 0) this.announceLink();
  }

  /** Publishes the oldest activation of a task; one per tick, so that a late one is seen before the next. */
  private publishDue(task: Task, index: number): void | Promise<void> {
    const { tick } = this;
    const activation = task.oldest;
    if (!activation.answered) {
      if (this.isLate(task, activation)) {
        // look again next tick
        this.nextDue[index] = tick + 1;
        this.judgeAge(task, index, activation);
        this.judgeSilence(task);
        return;
      }
      const wait = this.collect(task, index, activation);
      if (wait !== undefined) return wait;
    }
    task.publish(tick);
    this.nextDue[index] = Math.max(task.nextDue, tick + 1);
    this.announce(task, index, activation, tick);
  }

  /** Tells the listeners of these outputs, and those of everything. */
  private announce(task: Task, index: number, activation: Activation, tick: number): void {
    const { outputs } = task;
    for (let i = 0, rest = ownBits(activation.publishes); rest !== 0; i++, rest >>>= 1) {
      if (rest & 1 && outputs[i].isObserved) outputs[i].announce(tick);
    }
    if ((activation.publishes & OTHERS) !== 0) announceOthers(task, activation, tick);
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
    const { tick, nextRelease, nextDue, tasks, independent } = this;
    for (let i = 0; i < nextRelease.length; i++) {
      // the steps of independent tasks come after
      if (nextRelease[i] !== tick || independent[i]) continue;
      const task = tasks[i];
      if (!task.release(tick)) this.miss(task, task.oldest, 0, 'overrun');
      nextRelease[i] = task.nextRelease;
      if (nextDue[i] === NEVER) nextDue[i] = task.nextDue;
    }
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
    this.nextDue.set(this.tasks.map((task) => task.nextDue));
    this.nextRelease.set(this.tasks.map((task) => task.nextRelease));
    this.findNextChange();
  }
}

function announceOthers({ otherOutputs }: Task, { otherMessages }: Activation, tick: number): void {
  otherOutputs.forEach((output, i) => {
    for (let k = 0; k < otherMessages[i]; k++) {
      if (output.queued) output.latch();
      output.announce(tick);
    }
  });
}
