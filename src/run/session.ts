/**
 * One run that can be steered: on, back, and otherwise. It owns the loop, its metrics, its snapshots, and the changes made to it.
 *
 * Time runs forwards through what has not been seen yet (the frontier) and can be taken back anywhere behind it, where every host
 * can save its state. Going forwards again repeats what happened, changes included. A change behind the frontier begins another
 * future: what came after is forgotten.
 */
import { buildLoop } from '../core/build.ts';
import type { Clock } from '../core/clock.ts';
import type { Host } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import type { Loop, LostChange } from '../core/loop.ts';
import type { BlockSpec, ParamChange } from '../core/loop-spec.ts';
import type { Tree } from '../core/tree.ts';
import { mergeTrees } from '../core/tree.ts';
import type { ExpectationResult, MetricResult } from '../record/metrics/metrics.ts';
import { evaluateExpectations, LiveMetrics } from '../record/metrics/metrics.ts';
import type { ChangeDocument, Parameters } from '../scenario/changes.ts';
import { tickAt } from '../scenario/changes.ts';
import { checkScenario } from '../scenario/check.ts';
import { WORLD } from '../scenario/references.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { parametersOf } from '../scenario/scenario.ts';
import { placeOnThreads } from '../scenario/threads.ts';
import { TRAFFIC, wireTraffic } from '../scenario/traffic.ts';
import { plainSize } from '../core/plain-size.ts';
import { Checkpoints } from './checkpoints.ts';
import type { RunResult } from './result.ts';
import type { StepTimes } from './timed-host.ts';
import { TimedHost } from './timed-host.ts';
import { version } from './version.ts';

/** Simulated time between two snapshots, to begin with [s]. */
const CHECKPOINT_PERIOD = 1;

export interface SessionOptions {
  /** Keeps snapshots, so that one can go back. Costs time and memory. */
  readonly keepsSnapshots?: boolean;
  /** Takes the time of every step of a block that is not a plant. */
  readonly timesSteps?: boolean;
  /** Threads that share the work, this one included; 1 when absent. They change how long a run takes, and nothing else. */
  readonly threads?: number;
  /** Lines of programs and links, for people. */
  log?(line: string): void;
}

/** A block was lost from one instant on [s], until another or the end. */
export interface LostPeriod {
  readonly block: string;
  readonly from: number;
  readonly to?: number;
}

export class Session {
  loop!: Loop;
  /** The scenario with its blocks on the threads where they run. */
  placed!: Scenario;
  /** The furthest tick reached. */
  frontier = 0;
  changes: readonly ChangeDocument[] = [];
  readonly lost: LostPeriod[] = [];
  private parameters!: Parameters;
  private planned: readonly ParamChange[] = [];
  private metrics!: LiveMetrics;
  private checkpoints: Checkpoints | undefined;
  private timed: TimedHost[] = [];

  private constructor(
    public scenario: Scenario,
    private readonly options: SessionOptions,
  ) {}

  static async open(scenario: Scenario, options: SessionOptions = {}): Promise<Session> {
    const session = new Session(scenario, options);
    await session.build();
    return session;
  }

  private async build(): Promise<void> {
    const { scenario, options } = this;
    const { document, tickNs } = scenario;
    this.parameters = parametersOf(scenario);
    this.changes = document.changes;
    this.planned = scenario.changes;
    for (const [i, change] of this.changes.entries()) this.parameters.change(change, `changes[${i}]`);
    this.timed = [];
    const wrapHost = options.timesSteps ? (spec: BlockSpec, host: Host) => this.withStopwatch(spec, host) : undefined;
    this.placed = placeOnThreads(scenario, options.threads ?? 1);
    this.loop = await buildLoop(this.placed, { wrapHost, log: options.log });
    this.loop.listen({ lost: (change) => this.noteLost(change) });
    this.metrics = new LiveMetrics(document.metrics, this.loop.ports);
    this.checkpoints = this.options.keepsSnapshots
      ? new Checkpoints(Math.max(1, Math.round((CHECKPOINT_PERIOD * 1e9) / tickNs)))
      : undefined;
    this.frontier = 0;
    this.keepCheckpoint();
  }

  /** Plants step so often that the stopwatch would be felt; what stands in for a step takes no time of its own. */
  private withStopwatch({ name, definition, host: { kind } }: BlockSpec, host: Host): Host {
    if (definition.plant || kind.traits.standsIn) return host;
    if (!kind.traits.inThread && host.stepMs === undefined) return host;
    const watched = new TimedHost(name, host);
    this.timed.push(watched);
    return watched;
  }

  private noteLost({ block, tick, isLost }: LostChange): void {
    const at = (tick * this.scenario.tickNs) / 1e9;
    const open = this.lost.findIndex((period) => period.block === block && period.to === undefined);
    if (isLost) this.lost.push({ block, from: at });
    else if (open >= 0) this.lost[open] = { ...this.lost[open], to: at };
  }

  /** [s] */
  get time(): number {
    return this.loop.nowNs / 1e9;
  }

  get isOver(): boolean {
    return this.loop.ended || this.loop.tick >= this.scenario.ticks;
  }

  tickAt(time: number): number {
    return Math.min(this.scenario.ticks, Math.max(0, Math.round((time * 1e9) / this.scenario.tickNs)));
  }

  /** Runs on to a tick, at most; stops in between to take a snapshot. Returns a promise where a host has to be waited for. */
  runTo(limit: number): void | Promise<void> {
    const { loop, checkpoints } = this;
    const isNew = loop.tick >= this.frontier;
    let stop = Math.min(limit, this.scenario.ticks);
    if (checkpoints !== undefined) {
      if (isNew && checkpoints.isDue(loop.tick)) this.keepCheckpoint();
      stop = Math.min(stop, isNew ? Math.max(checkpoints.nextDue(loop.tick), loop.tick + 1) : this.frontier);
    }
    const wait = loop.runUntil(stop);
    this.frontier = Math.max(this.frontier, loop.tick);
    return wait;
  }

  private keepCheckpoint(): void {
    if (this.checkpoints === undefined) return;
    const loop = this.loop.save();
    this.checkpoints.add({ tick: this.loop.tick, loop, metrics: this.metrics.save(), bytes: plainSize(loop) });
  }

  /** Goes to the snapshot from which a tick is reached soonest; nowhere if that is here. */
  restoreBefore(tick: number): void {
    if (this.checkpoints === undefined) throw new InputError('', 'this run keeps no snapshots, so it cannot go back');
    const checkpoint = this.checkpoints.before(tick);
    if (tick >= this.loop.tick && checkpoint.tick <= this.loop.tick) return;
    this.loop.restore(checkpoint.loop);
    this.metrics.restore(checkpoint.metrics);
  }

  /** Goes to a tick behind or ahead, exactly as it was or will be. */
  async seek(tick: number): Promise<void> {
    this.restoreBefore(tick);
    await this.runOn(tick);
  }

  private async runOn(tick: number): Promise<void> {
    while (this.loop.tick < tick && !this.isOver) await this.runTo(tick);
  }

  /** Changes parameters from now on. What was ahead is forgotten. Throws InputError, and then nothing has changed. */
  change(block: string, params: Tree): { isFork: boolean; params: readonly ParamChange[] } {
    const at = this.time;
    const { tick } = this.loop;
    const isFork = tick < this.frontier;
    const isKept = (change: ChangeDocument) => this.tickOf(change) < tick || (!isFork && this.tickOf(change) === tick);
    const kept = this.changes.filter(isKept);
    const before = { parameters: this.parameters, changes: this.changes, planned: this.planned };
    if (kept.length < this.changes.length) this.replan(kept);
    let changed: ParamChange[];
    try {
      changed = this.parameters.change({ at, block, params }, 'changes');
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
    this.changes = withChange(this.changes, { at, block, params });
    const isReplaced = (plan: ParamChange) =>
      plan.tick === changed[0]?.tick && changed.some((other) => other.block === plan.block);
    this.planned = [...this.planned.filter((plan) => !isReplaced(plan)), ...changed];
    this.loop.setChanges(this.planned);
    if (isFork) {
      this.checkpoints?.forgetAfter(tick);
      this.frontier = tick;
    }
    return { isFork, params: changed };
  }

  private tickOf({ at }: ChangeDocument): number {
    return tickAt(at, this.scenario.tickNs);
  }

  private replan(changes: readonly ChangeDocument[]): void {
    this.parameters = parametersOf(this.scenario);
    this.changes = changes;
    this.planned = changes.flatMap((change, i) => this.parameters.change(change, `changes[${i}]`));
  }

  /** Parameters as they are after every change so far. */
  paramsOf(block: string): Readonly<Tree> | undefined {
    return this.parameters.of(block);
  }

  /** The world at this instant: what was changed later on is still to come. */
  get world(): Tree | undefined {
    const reader = this.scenario.blocks.find(({ definition }) => Object.hasOwn(definition.params, WORLD));
    if (reader === undefined) return this.scenario.document.world as Tree | undefined;
    return this.parametersNow().of(reader.name)!.world as Tree;
  }

  private parametersNow(): Parameters {
    const past = this.changes.filter((change) => this.tickOf(change) <= this.loop.tick);
    if (past.length === this.changes.length) return this.parameters;
    const parameters = parametersOf(this.scenario);
    for (const [i, change] of past.entries()) parameters.change(change, `changes[${i}]`);
    return parameters;
  }

  /**
   * Lets vehicles meet solids that are yet to come: adds the traffic block where there is none. Returns whether it had to. Another block makes
   * another run, which `replay` brings to this tick from its start.
   */
  async ensureTraffic(replay: (tick: number) => Promise<unknown> = (tick) => this.runOn(tick)): Promise<boolean> {
    const { document, blocks, catalog } = this.scenario;
    if (blocks.some(({ name }) => name === TRAFFIC)) return false;
    const hasBody = Object.values(document.blocks).some(({ body }) => body !== undefined);
    if (!hasBody) throw new InputError('', 'no vehicle of this scenario has a body; obstacles and pushes need one');
    const { tick } = this.loop;
    const changes = this.changes.filter((change) => this.tickOf(change) <= tick);
    const withTraffic = wireTraffic({ ...document, changes, blocks: { ...document.blocks, [TRAFFIC]: {} } });
    this.scenario = checkScenario(withTraffic, catalog, this.scenario);
    await this.loop.close();
    await this.build();
    await replay(tick);
    return true;
  }

  results(): { metrics: MetricResult[]; expectations: ExpectationResult[] } {
    const metrics = this.metrics.results();
    return { metrics, expectations: evaluateExpectations(this.scenario.document.expect, metrics) };
  }

  /** Everything there is to say about the run so far; `wall` is the wall time it took [s]. */
  result(wall: number, clock?: Clock): RunResult {
    const { loop, scenario } = this;
    const { document, tickNs } = scenario;
    const { metrics, expectations } = this.results();
    const duration = (loop.tick * tickNs) / 1e9;
    const lateness = clock?.report?.();
    return {
      scenario: document.name,
      version,
      seed: scenario.seed,
      ticks: loop.tick,
      duration,
      wall,
      realTimeFactor: duration / wall,
      hash: loop.hash(),
      clock: scenario.clock.kind.label?.(scenario.clock.params) ?? scenario.clock.kind.kind,
      metrics,
      expectations,
      passed: expectations.every(({ pass }) => pass),
      deadlineMisses: loop.deadlineMisses,
      lost: this.lost,
      ...(lateness !== undefined && { lateness }),
      stepTimes: this.timed.map((host): StepTimes => host.times(wall)),
      interrupted: !this.isOver && clock?.ended !== true,
    };
  }

  /** The scenario with everything said and changed so far: runs the same anywhere. */
  exportScenario(): Scenario {
    const { document, catalog } = this.scenario;
    const changes = this.changes.filter((change) => this.tickOf(change) <= this.frontier);
    return checkScenario({ ...document, changes }, catalog, this.scenario);
  }

  async close(): Promise<void> {
    await this.loop.close();
  }
}

/** The list with one more; two changes of a block at one instant are one. */
function withChange(changes: readonly ChangeDocument[], change: ChangeDocument): ChangeDocument[] {
  const last = changes.at(-1);
  if (last === undefined || last.block !== change.block || last.at !== change.at) return [...changes, change];
  return [...changes.slice(0, -1), { ...change, params: mergeTrees(last.params as Tree, change.params as Tree) }];
}
