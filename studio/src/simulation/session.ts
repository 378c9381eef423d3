/**
 * One run that can be steered: on, back, and otherwise. It owns the loop, its snapshots, and the changes made to it.
 *
 * Time runs forwards through what has not been seen yet (the frontier) and can be taken back anywhere behind it. Going forwards
 * again repeats what happened, changes included. A change behind the frontier begins another future: what came after is forgotten.
 */
import { catalog as shipped } from '../../../src/catalog.ts';
import { buildLoop } from '../../../src/core/build.ts';
import type { ChangeDocument, Parameters, ParamChange } from '../../../src/core/changes.ts';
import { WORLD } from '../../../src/core/changes.ts';
import { InputError } from '../../../src/core/input-error.ts';
import type { Loop } from '../../../src/core/loop.ts';
import type { BlockCatalog, Scenario } from '../../../src/core/scenario.ts';
import { parametersOf, parseScenario } from '../../../src/core/scenario.ts';
import { formatYaml, mergeTrees } from '../../../src/core/scenario-text.ts';
import { McapWriter } from '../../../src/record/mcap/writer.ts';
import type { ExpectationResult, MetricResult } from '../../../src/record/metrics/metrics.ts';
import { judge, LiveMetrics } from '../../../src/record/metrics/metrics.ts';
import { RunRecorder } from '../../../src/record/run-recorder.ts';
import { prepareScenario } from '../../../src/scenario-preparation.ts';
import { TRAFFIC } from '../../../src/traffic-wiring.ts';
import { Checkpoints, sizeOf } from './checkpoints.ts';

type Tree = Record<string, any>;

/** Simulated time between two snapshots, to begin with [s]. */
const CHECKPOINT_PERIOD = 1;

export interface SessionOptions {
  /** With fragments expanded, before it is prepared. */
  readonly document: Tree;
  readonly seed?: number;
  readonly changes?: readonly ChangeDocument[];
  readonly catalog?: BlockCatalog;
}

export class Session {
  private document: Tree;
  private readonly catalog: BlockCatalog;
  private parameters!: Parameters;
  private planned: ParamChange[] = [];
  private checkpoints!: Checkpoints;
  scenario!: Scenario;
  loop!: Loop;
  private metrics!: LiveMetrics;
  changes: ChangeDocument[] = [];
  /** The furthest tick reached. */
  frontier = 0;

  private constructor({ document, seed, changes = document.changes ?? [], catalog = shipped }: SessionOptions) {
    this.document = { ...document, ...(seed !== undefined && { seed }), changes };
    this.catalog = catalog;
  }

  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    await session.build();
    return session;
  }

  private async build(): Promise<void> {
    const scenario = parseScenario(prepareScenario(this.document), this.catalog);
    const elsewhere = scenario.blocks.find(({ host }) => host.kind === 'process' || host.kind === 'replay');
    if (elsewhere !== undefined)
      throw new InputError(
        `blocks.${elsewhere.name}.host`,
        `a ${elsewhere.host.kind} host needs the command line: npx skidpad run`,
      );
    this.scenario = scenario;
    // changes are planned one by one, as they may go on
    const { changes, ...rest } = scenario.document;
    this.parameters = parametersOf(scenario, this.catalog, sharedWorldOf(scenario));
    this.changes = [...changes];
    this.planned = this.changes.flatMap((change, i) => this.parameters.change(change, `changes[${i}]`));
    this.scenario = { ...scenario, document: { ...rest, changes: [] } };
    this.loop = await buildLoop({ ...scenario, changes: this.planned });
    this.metrics = new LiveMetrics(scenario.document.metrics, this.loop.ports);
    this.checkpoints = new Checkpoints(Math.max(1, Math.round((CHECKPOINT_PERIOD * 1e9) / scenario.tickNs)));
    this.frontier = 0;
    this.keepCheckpoint();
  }

  get time(): number {
    return this.loop.nowNs / 1e9;
  }

  get isOver(): boolean {
    return this.loop.ended || this.loop.tick >= this.scenario.ticks;
  }

  tickAt(time: number): number {
    return Math.min(this.scenario.ticks, Math.max(0, Math.round((time * 1e9) / this.scenario.tickNs)));
  }

  /** Runs on to a tick, at most; stops in between to take a snapshot. */
  runTo(limit: number): void | Promise<void> {
    const { loop, checkpoints } = this;
    if (loop.tick >= this.frontier && checkpoints.isDue(loop.tick)) this.keepCheckpoint();
    const due = loop.tick >= this.frontier ? Math.max(checkpoints.nextDue(loop.tick), loop.tick + 1) : this.frontier;
    const wait = loop.runUntil(Math.min(limit, due, this.scenario.ticks));
    this.frontier = Math.max(this.frontier, loop.tick);
    return wait;
  }

  private keepCheckpoint(): void {
    const loop = this.loop.save();
    this.checkpoints.add({ tick: this.loop.tick, loop, metrics: this.metrics.save(), bytes: sizeOf(loop) });
  }

  /** Goes to the snapshot from which a tick is reached soonest; nowhere if that is here. */
  restoreBefore(tick: number): void {
    const checkpoint = this.checkpoints.before(tick);
    if (tick >= this.loop.tick && checkpoint.tick <= this.loop.tick) return;
    this.loop.restore(checkpoint.loop);
    this.metrics.restore(checkpoint.metrics);
  }

  /** Changes parameters from now on. What was ahead is forgotten. Throws InputError, and then nothing has changed. */
  change(block: string, params: Tree): { isFork: boolean; params: readonly ParamChange[] } {
    const at = this.time;
    const isFork = this.loop.tick < this.frontier;
    const kept = this.changes.filter(
      (change) => this.tickOf(change) < this.loop.tick || (!isFork && this.tickOf(change) === this.loop.tick),
    );
    if (kept.length < this.changes.length) this.replan(kept);
    const previous = this.changes.at(-1);
    const changed = this.parameters.change({ at, block, params }, 'changes');
    if (previous !== undefined && previous.block === block && previous.at === at)
      this.changes[this.changes.length - 1] = { at, block, params: mergeTrees(previous.params as Tree, params) };
    else this.changes.push({ at, block, params });
    this.planned = [
      ...this.planned.filter(
        (change) => change.tick !== changed[0]?.tick || !changed.some((other) => other.block === change.block),
      ),
      ...changed,
    ];
    this.loop.setChanges(this.planned);
    if (isFork) {
      this.checkpoints.forgetAfter(this.loop.tick);
      this.frontier = this.loop.tick;
    }
    return { isFork, params: changed };
  }

  private tickOf({ at }: ChangeDocument): number {
    return Math.ceil((at * 1e9) / this.scenario.tickNs - 1e-6);
  }

  private replan(changes: ChangeDocument[]): void {
    this.parameters = parametersOf(this.scenario, this.catalog, sharedWorldOf(this.scenario));
    this.changes = changes;
    this.planned = changes.flatMap((change, i) => this.parameters.change(change, `changes[${i}]`));
  }

  /** Parameters as they are after every change so far. */
  paramsOf(block: string): Readonly<Tree> | undefined {
    return this.parameters.of(block);
  }

  get world(): Tree | undefined {
    const reader = this.scenario.blocks.find(({ definition }) => Object.hasOwn(definition.params, WORLD));
    return reader === undefined
      ? (this.scenario.document.world as Tree | undefined)
      : (this.paramsOf(reader.name)!.world as Tree);
  }

  /** Lets vehicles meet solids that are yet to come: adds the traffic block where there is none. Returns whether it had to. */
  async ensureTraffic(): Promise<boolean> {
    if (this.scenario.blocks.some(({ name }) => name === TRAFFIC)) return false;
    const hasBody = Object.values(this.document.blocks as Tree).some((entry) => entry?.body !== undefined);
    if (!hasBody) throw new InputError('', 'no vehicle of this scenario has a body; obstacles and pushes need one');
    const { tick } = this.loop;
    const changes = this.changes.filter((change) => this.tickOf(change) <= tick);
    this.document = { ...this.document, changes, blocks: { ...this.document.blocks, [TRAFFIC]: {} } };
    await this.build();
    while (this.loop.tick < tick && !this.isOver) await this.runTo(tick);
    return true;
  }

  results(): { metrics: MetricResult[]; expectations: ExpectationResult[] } {
    const metrics = this.metrics.results();
    return { metrics, expectations: judge(this.scenario.document.expect, metrics) };
  }

  /** Outlines of vehicles by block, which preparation takes away where nothing can be met. */
  get bodies(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(this.document.blocks as Tree).flatMap(([name, entry]) =>
        entry?.body === undefined ? [] : [[name, entry.body]],
      ),
    );
  }

  /** The scenario with everything said and changed so far: runs the same anywhere. */
  exportDocument(): Scenario['document'] {
    return {
      ...this.scenario.document,
      changes: this.changes
        .filter((change) => this.tickOf(change) <= this.frontier)
        .map(({ at, block, params }) => ({ at, block, params })),
    };
  }

  /** The run from its beginning to now, as an MCAP file. */
  async record(progress: (share: number) => void | Promise<void>): Promise<Uint8Array> {
    const document = this.exportDocument();
    const scenario = parseScenario(document, this.catalog);
    const pieces: Uint8Array[] = [];
    const writer = new McapWriter({ write: (bytes) => void pieces.push(bytes.slice()) });
    const recorder = new RunRecorder(writer, scenario, formatYaml(document));
    const loop = await buildLoop(scenario);
    const metrics = new LiveMetrics(document.metrics, loop.ports);
    recorder.attach(loop);
    const end = this.loop.tick;
    while (loop.tick < end && !loop.ended) {
      await loop.run(Math.min(end, loop.tick + Math.ceil(end / 100)));
      await progress(loop.tick / end);
    }
    recorder.finish({
      hash: loop.hash(),
      ticks: loop.tick,
      deadlineMisses: loop.deadlineMisses,
      metrics: metrics.results(),
    });
    writer.close();
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let offset = 0;
    for (const piece of pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    return bytes;
  }
}

/** The object that the blocks share, as they are known by it. */
function sharedWorldOf({ blocks, document }: Scenario): unknown {
  if (document.world !== undefined) return document.world;
  return blocks.find(({ definition, params }) => Object.hasOwn(definition.params, WORLD) && params.world !== undefined)
    ?.params.world;
}
