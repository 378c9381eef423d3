/**
 * Drives a session in slices of a few milliseconds and tells the page about it. Drawing never slows it: a frame is sent when the page
 * has drawn the last one, and in between the run goes on.
 */
import { Session } from '../../../src/run/session.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { recordSession } from './record-session.ts';
import { formatYaml } from '../../../src/scenario/yaml.ts';

import { HostError } from '../../../src/core/host.ts';
import { InputError } from '../../../src/core/input-error.ts';
import { changesFromStart } from './changes-from-start.ts';
import { viewOf } from '../library/scenario-view.ts';
import type { PlayerState, Problem, RunChange } from '../players/player.ts';
import type { FromWorker, SimulationRequest, RunStatus } from './protocol.ts';
import type { TopicFeed } from './topics.ts';
import { createFeeds } from './topics.ts';

/** Wall time of a slice [ms], and simulated time between two samples for plots [s]. */
const SLICE = 12;
const SAMPLE_PERIOD = 0.02;
/** Metrics and hash are told this often [ms]. */
const RESULT_PERIOD = 500;
/** A run that cannot keep up forgets what it owes beyond this [ms]. */
const MOST_DEBT = 250;

interface OpenOptions {
  readonly source: string;
  readonly isFirstOpen?: boolean;
  readonly threads?: number;
  /** A sentence about how it runs. */
  readonly remark?: string | undefined;
}

export class Runner {
  private session!: Session;
  private feeds: TopicFeed[] = [];
  private watched = new Set<string>();
  private state: PlayerState = 'loading';
  private remark: string | undefined;
  private speed = 1;
  private pageIsReady = true;
  private isJump = true;
  private resultsAt = -Infinity;
  private hasNews = true;
  /** Counts what interrupts a seek or a slice. */
  private generation = 0;
  /** Where pacing began: tick and wall time [ms]. */
  private anchorTick = 0;
  private anchorMs = 0;
  private rate = { tick: 0, ms: 0, factor: 0 };

  constructor(
    private readonly post: (message: FromWorker, transfer?: Transferable[]) => void,
    private readonly later: (work: () => void, delayMs: number) => void,
  ) {}

  async open(scenario: Scenario, { source, isFirstOpen = true, threads, remark }: OpenOptions): Promise<void> {
    this.generation++;
    const earlier = this.session as Session | undefined;
    this.session = await Session.open(scenario, { keepsSnapshots: true, threads });
    await earlier?.close();
    this.remark = remark;
    this.announce(source, isFirstOpen);
    this.state = 'paused';
    this.postFrame();
  }

  /**
   * What was changed so far; undefined before anything is open. What was changed at the end of a run can only be meant for the whole of the
   * next one; `fromStart` says so of what was changed at any other instant.
   */
  changesForNextRun(fromStart = false): readonly RunChange[] | undefined {
    const session = this.session as Session | undefined;
    if (session === undefined) return undefined;
    const changes = session.changes as RunChange[];
    if (!fromStart && !session.isOver) return changes;
    const { solids = [] } = (session.scenario.document.world ?? {}) as { solids?: readonly Record<string, unknown>[] };
    return changesFromStart(changes, session.time, solids);
  }

  private announce(source: string, isFirstOpen: boolean): void {
    const { placed: scenario, loop } = this.session;
    this.feeds = createFeeds(loop.ports);
    const { duration, seed } = scenario.document;
    this.post({
      kind: 'opened',
      scenario: viewOf(scenario),
      topics: this.feeds.map(({ topic }) => topic),
      duration,
      seed,
      source,
      isFirstOpen,
      ...(this.remark !== undefined && { remark: this.remark }),
    });
    this.postChanges(scenario.blocks.map(({ name }) => name));
    this.isJump = true;
    this.hasNews = true;
    this.resultsAt = -Infinity;
  }

  play(): void {
    if (this.state === 'failed' || this.state === 'running') return;
    if (this.session.isOver) return;
    this.state = 'running';
    this.anchor();
    this.generation++;
    this.go(this.generation);
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.state = this.session.isOver ? 'ended' : 'paused';
    this.generation++;
    this.rate.factor = 0;
    this.postFrame(true);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.anchor();
    this.postFrame();
  }

  /** One release of the fastest block that is no plant. */
  async step(): Promise<void> {
    this.pause();
    const { scenario, loop } = this.session;
    const periods = scenario.blocks
      .filter(({ definition }) => !definition.plant)
      .map(({ period }) => period.ns / period.divisor / scenario.tickNs);
    const ticks = Math.max(1, Math.round(Math.min(...periods, 1e9 / scenario.tickNs)));
    await this.runTo(loop.tick + ticks, ++this.generation);
    this.updateState();
  }

  async seek(time: number): Promise<void> {
    const wasRunning = this.state === 'running';
    const generation = ++this.generation;
    const tick = this.session.tickAt(time);
    this.session.restoreBefore(tick);
    for (const feed of this.feeds) feed.forgetSent();
    this.isJump = true;
    if (!(await this.runTo(tick, generation))) return;
    if (wasRunning && !this.session.isOver) {
      this.anchor();
      this.state = 'running';
      this.go(generation);
    }
    this.updateState();
  }

  watch(topics: readonly string[]): void {
    const added = topics.filter((id) => !this.watched.has(id));
    this.watched = new Set(topics);
    for (const feed of this.feeds) if (added.includes(feed.topic.id)) feed.forgetSent();
    if (added.length > 0) this.postFrame(true);
  }

  /** The page can take another frame. */
  frameDrawn(): void {
    this.pageIsReady = true;
    if (this.hasNews && this.state !== 'running') this.postFrame();
  }

  private anchor(): void {
    this.anchorTick = this.session.loop.tick;
    this.anchorMs = performance.now();
    this.rate = { tick: this.anchorTick, ms: this.anchorMs, factor: this.rate.factor };
  }

  private updateState(): void {
    if (this.state !== 'running') this.state = this.session.isOver ? 'ended' : 'paused';
    this.postFrame(true);
  }

  /** Slice after slice, until paused or over. */
  private go(generation: number): void {
    if (generation !== this.generation || this.state !== 'running') return;
    void this.slice(generation).then(
      () => {
        if (generation !== this.generation || this.state !== 'running') return;
        this.measureRate();
        if (this.session.isOver) {
          this.state = 'ended';
          this.rate.factor = 0;
          this.postFrame(true);
          return;
        }
        this.postFrame();
        this.later(() => this.go(generation), this.delay());
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** As far as the clock allows, for a slice at most. */
  private async slice(generation: number): Promise<void> {
    const begin = performance.now();
    let limit = Infinity;
    if (this.speed !== Infinity) {
      const perMs = (1e6 * this.speed) / this.session.scenario.tickNs;
      const debt = (begin - this.anchorMs) * perMs - (this.session.loop.tick - this.anchorTick);
      if (debt > MOST_DEBT * perMs) this.anchor();
      limit = Math.floor(this.anchorTick + (begin - this.anchorMs) * perMs);
    }
    await this.runTo(limit, generation, begin + SLICE);
  }

  private delay(): number {
    return this.speed === Infinity ? 0 : 4;
  }

  /** Runs on in pieces, sampling after each; gives way after `deadline`, or every slice while it goes far. Whether it got there. */
  private async runTo(limit: number, generation: number, deadline = Infinity): Promise<boolean> {
    const { session } = this;
    const piece = Math.max(1, Math.round((SAMPLE_PERIOD * 1e9) / session.scenario.tickNs));
    let breath = performance.now();
    while (session.loop.tick < limit && !session.isOver) {
      const isNew = session.loop.tick >= session.frontier;
      const wait = session.runTo(Math.min(limit, (Math.floor(session.loop.tick / piece) + 1) * piece));
      if (wait !== undefined) await wait;
      this.hasNews = true;
      if (isNew) for (const feed of this.feeds) feed.sample();
      const now = performance.now();
      if (now > deadline) return false;
      if (deadline === Infinity && now - breath > 3 * SLICE) {
        await new Promise<void>((resolve) => this.later(resolve, 0));
        if (generation !== this.generation) return false;
        breath = performance.now();
      }
    }
    return true;
  }

  private measureRate(): void {
    const now = performance.now();
    const { tick } = this.session.loop;
    if (now - this.rate.ms < 400) return;
    const factor = ((tick - this.rate.tick) * this.session.scenario.tickNs) / 1e6 / (now - this.rate.ms);
    this.rate = { tick, ms: now, factor };
  }

  /** Sends a frame if the page can take one, or must. */
  private postFrame(withResults = false): void {
    if (!this.pageIsReady && !withResults) return;
    this.pageIsReady = false;
    this.hasNews = false;
    const { session } = this;
    const messages = this.feeds
      .filter(({ topic }) => !topic.bulky || this.watched.has(topic.id))
      .flatMap((feed) => feed.takeMessage(session.scenario.tickNs) ?? []);
    const frames = messages.flatMap(({ frames: own }) => own);
    const samples = this.feeds.flatMap((feed) => feed.takeSamples() ?? []);
    const now = performance.now();
    const results = withResults || now - this.resultsAt > RESULT_PERIOD ? this.results(now) : {};
    const status: RunStatus = {
      state: this.state,
      time: session.time,
      end: (session.frontier * session.scenario.tickNs) / 1e9,
      tick: session.loop.tick,
      speed: this.speed,
      realTimeFactor: this.rate.factor,
      ...results,
    };
    this.post(
      { kind: 'frame', status, messages: messages.map(({ message }) => message), samples, isJump: this.isJump },
      [...samples.map(({ rows }) => rows.buffer as ArrayBuffer), ...frames],
    );
    this.isJump = false;
  }

  private results(now: number): Partial<RunStatus> {
    this.resultsAt = now;
    const { metrics, expectations } = this.session.results();
    return {
      hash: this.session.loop.hash(),
      metrics: metrics.map(({ name, doc, unit, value }) => ({ name, doc, unit, value })),
      expectations: expectations.map(({ name, unit: _unit, ...verdict }) => ({ ...verdict, doc: name })),
    };
  }

  fail(error: unknown): void {
    this.state = 'failed';
    this.generation++;
    const stack = error instanceof HostError && error.cause instanceof Error ? error.cause.stack : undefined;
    this.post({ kind: 'failed', problem: problemOf(error), ...(stack !== undefined && { stack }) });
  }

  async respond(request: SimulationRequest, progress: (share: number) => void): Promise<unknown> {
    switch (request.what) {
      case 'change':
        return this.change(request.block, nested(request.path, request.value));
      case 'addObstacle':
        return this.changeSolids((solids) => [...solids, request.solid]);
      case 'removeObstacle':
        return this.changeSolids((solids) => solids.filter(({ name }) => name !== request.name));
      case 'push':
        return this.push(request.body, request.x, request.y);
      case 'scenario':
        return formatYaml(this.session.exportScenario().document);
      case 'recording':
        return recordSession(this.session, progress);
    }
  }

  private change(block: string, params: Record<string, unknown>): void {
    const { isFork, params: changed } = this.session.change(block, params);
    if (isFork) this.post({ kind: 'forget', time: this.session.time });
    this.postChanges(changed.map(({ block: name }) => name));
    if (this.state === 'ended' && !this.session.isOver) this.state = 'paused';
    this.postFrame();
  }

  private postChanges(blocks: readonly string[]): void {
    const { session } = this;
    const params = blocks.map((block) => {
      const { world: _world, ...own } = session.paramsOf(block) ?? {};
      return { block, params: own };
    });
    this.post({ kind: 'changes', changes: session.changes as RunChange[], params });
  }

  /** What was plotted so far is sampled again, from the run that now has traffic in it. */
  private async withTraffic(): Promise<void> {
    const generation = ++this.generation;
    await this.session.ensureTraffic((tick) => {
      this.announce('', false);
      return this.runTo(tick, generation);
    });
    if (this.state !== 'running') return;
    this.anchor();
    this.go(generation);
  }

  private async changeSolids(
    edit: (solids: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[],
  ): Promise<void> {
    await this.withTraffic();
    this.change('world', { solids: edit((this.session.world?.solids ?? []) as Record<string, unknown>[]) });
  }

  private async push(body: string, x: number, y: number): Promise<void> {
    await this.withTraffic();
    const { time } = this.session;
    const pushes = (this.session.paramsOf('traffic')?.pushes ?? []) as readonly { readonly at: number }[];
    const past = pushes.filter(({ at }) => at <= time);
    this.change('traffic', { pushes: [...past, { at: time, body, x, y }] });
  }
}

/** `a.b` and 3 make { a: { b: 3 } }; without a path the value is all parameters that change. */
const nested = (path: string, value: unknown): Record<string, unknown> =>
  (path === '' ? [] : path.split('.')).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<
    string,
    unknown
  >;

export function problemOf(error: unknown): Problem {
  if (error instanceof InputError) return { what: error.problem, where: error.path };
  if (error instanceof HostError) return { what: error.problem, where: `blocks.${error.block}` };
  return { what: error instanceof Error ? error.message : String(error) };
}
