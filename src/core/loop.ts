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
 * that nobody watches run on alone between the events of the others (solo.ts).
 */
import type { Hash64 } from '../math/hash.ts';
import { createHash, crossMix, foldString, foldWords, hashToHex } from '../math/hash.ts';
import type { ParamChange } from './changes.ts';
import type { Host, LatePolicy } from './host.ts';
import type { OutputPort } from './signal.ts';
import { planSolo } from './solo.ts';
import type { Activation, Task } from './task.ts';
import { NEVER } from './task.ts';
import type { Wire } from './wire.ts';

/** Watches a loop from outside. Nothing it does can reach a block. */
export interface LoopListener {
  /** An activation of a block was published. The record is reused: read it now. */
  published?(task: Task, index: number, activation: Activation, tick: number): void;
  /** A host was not ready when its outputs were due. */
  missed?(miss: DeadlineMissed): void;
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

export class Loop {
  tick = 0;
  deadlineMisses = 0;
  /** Set by whoever drives the loop: whether a late host is late for someone, and the wall time [s]. */
  realTime = false;
  wallTime: () => number = () => 0;
  readonly ports: readonly OutputPort[];

  private readonly nextDue: Int32Array;
  private readonly nextRelease: Int32Array;
  private readonly listeners: LoopListener[] = [];
  /** Whether the condition of `endWhen` was met: the loop runs no further. */
  ended = false;
  private ending: { readonly periodTicks: number; readonly isReached: () => boolean } | undefined;
  private changes: readonly ParamChange[] = [];
  /** The change that comes next, and its tick. */
  private nextChange = 0;
  private nextChangeTick = NEVER;
  private solo: Uint8Array = new Uint8Array(0);
  private followed = -1;
  /** How many listened when it was planned who can be left alone. */
  private listening = -1;

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
    this.ending = { periodTicks, isReached };
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

  /**
   * Runs every tick before `limit`. Returns a promise when a host has to be waited for in between: await it and
   * call again.
   */
  runUntil(limit: number): void | Promise<void> {
    this.planSolo();
    while (this.tick < limit && !this.ended) {
      if (this.tick === this.nextChangeTick) this.applyChanges();
      const wait = this.exchange();
      if (wait !== undefined) return wait;
      this.advance();
      this.leaveAlone(limit);
    }
  }

  /** Anew only when somebody has begun to listen. */
  private planSolo(): void {
    let listening = this.listeners.length;
    for (let i = 0; i < this.ports.length; i++) listening += this.ports[i].listeners.length;
    if (listening === this.listening) return;
    this.listening = listening;
    ({ solo: this.solo, followed: this.followed } = planSolo(this.tasks, this.wires, this.listeners.length > 0));
  }

  /** Goes on to the next tick at which blocks need each other; those that do not, run on alone until then. */
  private leaveAlone(limit: number): void {
    const { tasks, solo } = this;
    const next = this.nextMeeting(limit);
    for (let i = 0; i < solo.length; i++) if (solo[i]) this.runAlone(tasks[i], i, next);
    this.tick = next;
    if (this.ending !== undefined && next % this.ending.periodTicks === 0) this.ended = this.ending.isReached();
  }

  /** The next tick at which a block that is not alone, a wire or a hash link has something to do. */
  private nextMeeting(limit: number): number {
    const { wires, nextDue, nextRelease, linkTicks, solo, ending } = this;
    const soonest = this.tick + 1;
    let next = Math.min(limit, this.nextChangeTick);
    if (this.listeners.length > 0) next = Math.min(next, Math.ceil(soonest / linkTicks) * linkTicks);
    if (ending !== undefined) next = Math.min(next, Math.ceil(soonest / ending.periodTicks) * ending.periodTicks);
    for (let i = 0; i < solo.length && next > soonest; i++) {
      if (!solo[i]) next = Math.min(next, nextDue[i], nextRelease[i]);
    }
    for (let i = 0; i < wires.length; i++) next = Math.min(next, wires[i].nextArrival);
    return Math.max(next, soonest);
  }

  /** Every tick of one task from now until, and not including, `limit`, as far as it has not happened yet. */
  private runAlone(task: Task, index: number, limit: number): void {
    const heard = index === this.followed;
    for (let tick = this.tick; tick < limit; tick++) {
      if (task.nextDue === tick) {
        const activation = task.publish(tick);
        if (heard) this.announce(task, index, activation, tick);
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
      // look again next tick
      if (this.isLate(task, activation)) return void (this.nextDue[index] = tick + 1);
      const wait = this.collect(task, activation);
      if (wait !== undefined) return wait;
    }
    task.publish(tick);
    this.nextDue[index] = Math.max(task.nextDue, tick + 1);
    this.announce(task, index, activation, tick);
  }

  /** Tells whoever listens to these outputs, or to everything. */
  private announce(task: Task, index: number, activation: Activation, tick: number): void {
    for (let i = 0, rest = activation.publishes; rest !== 0; i++, rest >>>= 1) {
      if ((rest & 1) !== 0 && task.outputs[i].listeners.length > 0) task.outputs[i].announce(tick);
    }
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i].published?.(task, index, activation, tick);
  }

  /** Applies the policy for an answer that is not there, where the clock does not wait. */
  private isLate(task: Task, activation: Activation): boolean {
    if (!this.realTime || task.late === 'wait' || task.host.ready()) return false;
    if (!activation.missed) this.miss(task, activation, 0, task.late);
    activation.missed = true;
    activation.abandoned = task.late === 'drop';
    return true;
  }

  private collect(task: Task, activation: Activation): void | Promise<void> {
    const early = !this.realTime || activation.missed || task.host.ready();
    const asked = this.wallTime();
    task.expectOutputs(activation);
    const wait = task.host.finish();
    const done = () => {
      if (!early) this.miss(task, activation, this.wallTime() - asked, 'wait');
      task.commit(activation);
    };
    if (wait === undefined) return done();
    return wait.then(done);
  }

  private miss(task: Task, activation: Activation, lateness: number, policy: DeadlineMissed['policy']): void {
    this.deadlineMisses++;
    const { releaseTick, dueTick } = activation;
    for (const listener of this.listeners)
      listener.missed?.({ block: task.name, releaseTick, dueTick, lateness, policy });
  }

  private advance(): void {
    const { tick, nextRelease, nextDue, tasks, solo } = this;
    for (let i = 0; i < nextRelease.length; i++) {
      // the steps of those who can be left alone come after
      if (nextRelease[i] !== tick || solo[i]) continue;
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
    const hosts: Host[] = this.tasks.map((task) => task.host);
    await Promise.allSettled(hosts.map((host) => host.close()));
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
