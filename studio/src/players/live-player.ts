/** A run in this page: the simulator works in a worker, and this is its remote control. */
import { signal } from '@preact/signals';
import { MOST_THREADS } from '../../../src/core/threads.ts';
import type { FromWorker, SimulationRequest, RunStatus, ToWorker } from '../simulation/protocol.ts';
import { ChangingWorld } from './changing-world.ts';
import { History } from './history.ts';
import type { Frame, LivePlayer, PlayerStatus, Problem, RunChange, ScenarioView, Stamped, Topic } from './player.ts';
import type { RunRequest } from './run-request.ts';
import { Watchers } from './watchers.ts';

/**
 * Time between two pings [ms], and how many in a row may stay without a response: a worker that leaves more hangs. Pings are
 * counted, and not time, because a page that stood still itself has not listened either.
 */
const PING_PERIOD = 1000;
const MOST_PINGS = 8;

export interface LiveOptions extends RunRequest {
  readonly speed?: number;
  /** Finds the line of the user's source from the stack of an error. */
  locate?(stack: string): { readonly line: number; readonly column: number; readonly file: string } | undefined;
}

class WorkerPlayer implements LivePlayer {
  readonly kind = 'live';
  readonly abilities = { seek: true, setSpeed: true, step: true, change: true };
  readonly status = signal<PlayerStatus>(initialStatus(''));
  readonly topics = signal<readonly Topic[]>([]);
  readonly frame = signal<Frame>({ time: 0, messages: new Map() });
  readonly history = new History();
  readonly scenario = signal<ScenarioView | undefined>(undefined);
  readonly changes = signal<readonly RunChange[]>([]);
  readonly source = signal('');

  private worker: Worker;
  private readonly world = new ChangingWorld();
  private messages = new Map<string, Stamped>();
  private readonly watchers = new Watchers(() => this.sendWatched());
  private readonly pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private nextId = 1;
  private progress: ((share: number) => void) | undefined;
  /** Whether the worker has been heard of, and how many pings it owes a response. */
  private isLoaded = false;
  private openPings = 0;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private isClosed = false;
  private opened!: (problem?: Error) => void;
  /** Fulfilled once the scenario is loaded, or has failed to. */
  readonly ready = new Promise<void>((resolve) => {
    this.opened = () => resolve();
  });

  constructor(private readonly options: LiveOptions) {
    this.status.value = initialStatus(options.title ?? options.path ?? 'scenario');
    this.worker = this.start();
    const { at, paused = false, speed = 1 } = options;
    if (speed !== 1) this.setSpeed(speed);
    if (at !== undefined) this.seek(at);
    if (!paused) this.play();
  }

  private start(): Worker {
    const worker = new Worker(new URL('../simulation/simulation.worker.ts', import.meta.url), {
      type: 'module',
      name: 'simulation',
    });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => this.fail({ what: event.message || 'the simulator could not be started' });
    const { path, text, seed, changes, modules, byHand, threads = threadsAsked() } = this.options;
    worker.postMessage({ kind: 'open', path, text, seed, changes, modules, byHand, threads } satisfies ToWorker);
    this.isLoaded = false;
    this.openPings = 0;
    this.pinger = setInterval(() => this.ping(), PING_PERIOD);
    return worker;
  }

  private send(message: ToWorker): void {
    if (!this.isClosed && this.status.value.state !== 'failed') this.worker.postMessage(message);
  }

  /** A step that never returns keeps its worker from answering; then it is stopped, and the page lives on. */
  private ping(): void {
    if (!this.isLoaded || this.status.value.state === 'failed') return;
    if (this.openPings === MOST_PINGS) {
      const seconds = (MOST_PINGS * PING_PERIOD) / 1000;
      this.fail({ what: `a block has not returned for ${seconds} s and was stopped; does it loop forever?` });
      return;
    }
    this.openPings++;
    this.worker.postMessage({ kind: 'ping', id: 0 } satisfies ToWorker);
  }

  private receive(message: FromWorker): void {
    this.isLoaded = true;
    this.openPings = 0;
    switch (message.kind) {
      case 'opened':
        return this.open(message);
      case 'frame':
        return this.show(message);
      case 'forget':
        return this.history.forgetFrom(message.time);
      case 'changes':
        return this.applyChanges(message);
      case 'failed':
        return this.fail(this.located(message.problem, message.stack));
      case 'progress':
        return this.progress?.(message.share);
      case 'response':
        return this.resolveRequest(message);
      case 'pong':
    }
  }

  private open({
    scenario,
    topics,
    duration,
    seed,
    source,
    isFirstOpen,
    remark,
  }: Extract<FromWorker, { kind: 'opened' }>): void {
    this.world.base = scenario.document.world;
    this.scenario.value = scenario;
    this.topics.value = topics;
    // from its start; what only got another block in it was what it was
    if (source !== '') this.history.clear();
    if (isFirstOpen || source !== '') this.source.value = source;
    for (const { id, fields } of topics)
      this.history.declare(
        id,
        fields.map(({ path }) => path),
      );
    this.messages = new Map();
    const { problem: _problem, ...rest } = this.status.value;
    const title = this.options.title ?? scenario.name;
    this.status.value = { ...rest, title, state: 'paused', duration, seed, ...(remark !== undefined && { remark }) };
    this.opened();
    this.sendWatched();
  }

  private show({ status, messages, samples, isJump }: Extract<FromWorker, { kind: 'frame' }>): void {
    if (isJump) this.messages = new Map();
    for (const { id, message, time, sequence, capture } of messages)
      this.messages.set(id, { message, time, sequence, capture });
    for (const { id, rows } of samples) this.takeSamples(id, rows);
    if (samples.length > 0) this.history.touch();
    this.afterPaint(() => {
      // it may have failed in the meantime
      if (this.status.value.state === 'failed') return;
      this.frame.value = { time: status.time, messages: new Map(this.messages), isJump };
      this.showWorld();
      this.status.value = { ...this.status.value, ...defined(status) };
      this.send({ kind: 'frameDrawn' });
    });
  }

  private takeSamples(id: string, rows: Float64Array): void {
    const width = this.history.fieldsOf(id).length + 1;
    for (let i = 0; i < rows.length; i += width) this.history.add(id, rows[i], rows.subarray(i + 1, i + width));
  }

  /** With the page's next animation frame; at once where there is none, as in a tab in the background. */
  private afterPaint(work: () => void): void {
    if (document.hidden) work();
    else requestAnimationFrame(work);
  }

  private applyChanges({ changes, params }: Extract<FromWorker, { kind: 'changes' }>): void {
    this.changes.value = changes;
    const view = this.scenario.value;
    if (view === undefined) return;
    const changed = new Map(params.map(({ block, params: own }) => [block, own as Record<string, unknown>]));
    const blocks = view.blocks.map((block) => {
      const own = changed.get(block.name);
      return own === undefined
        ? block
        : {
            ...block,
            parameters: block.parameters.map((parameter) => ({ ...parameter, value: valueAt(own, parameter.path) })),
          };
    });
    this.scenario.value = { ...view, blocks };
    this.showWorld();
  }

  /** What is put into the world stands there from its own time on. */
  private showWorld(): void {
    const view = this.scenario.value;
    const world = this.world.at(this.frame.value.time, this.changes.value);
    if (view !== undefined && world !== view.document.world)
      this.scenario.value = { ...view, document: { ...view.document, world } };
  }

  private located(problem: Problem, stack: string | undefined): Problem {
    const place = stack === undefined ? undefined : this.options.locate?.(stack);
    return place === undefined
      ? problem
      : { ...problem, line: place.line, column: place.column, where: `${place.file}:${place.line}:${place.column}` };
  }

  private fail(problem: Problem): void {
    clearInterval(this.pinger);
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(new Error(problem.what));
    this.pending.clear();
    this.status.value = { ...this.status.value, state: 'failed', realTimeFactor: 0, problem };
    this.opened();
  }

  private resolveRequest({ id, value, problem }: Extract<FromWorker, { kind: 'response' }>): void {
    const request = this.pending.get(id);
    this.pending.delete(id);
    if (problem === undefined) request?.resolve(value);
    else request?.reject(new Error(problem.what));
  }

  private request<T>(request: SimulationRequest): Promise<T> {
    if (this.status.value.state === 'failed') return Promise.reject(new Error('the run has failed'));
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.send({ kind: 'request', id, ...request });
    });
  }

  play(): void {
    this.send({ kind: 'play' });
  }

  pause(): void {
    this.send({ kind: 'pause' });
  }

  seek(time: number): void {
    this.send({ kind: 'seek', time });
  }

  step(): void {
    this.send({ kind: 'step' });
  }

  setSpeed(speed: number): void {
    this.status.value = { ...this.status.value, speed };
    this.send({ kind: 'speed', speed });
  }

  watch(topicId: string): () => void {
    return this.watchers.watch(topicId);
  }

  private sendWatched(): void {
    this.send({ kind: 'watch', topics: this.watchers.topics });
  }

  reset(options: Parameters<LivePlayer['reset']>[0] = {}): void {
    this.history.clear();
    if (this.status.value.state === 'failed') {
      this.status.value = initialStatus(this.status.value.title);
      this.worker = this.start();
    }
    this.send({ kind: 'reset', ...options });
  }

  change(block: string, path: string, value: unknown): Promise<void> {
    return this.request({ what: 'change', block, path, value });
  }

  addObstacle({
    x,
    y,
    yaw = 0,
    length = 1,
    width = 1,
    height = 1,
    name = `obstacle ${this.nextId}`,
  }: Parameters<LivePlayer['addObstacle']>[0]): Promise<void> {
    return this.request({ what: 'addObstacle', solid: { name, x, y, yaw, length, width, height } });
  }

  removeObstacle(name: string): Promise<void> {
    return this.request({ what: 'removeObstacle', name });
  }

  push(body: string, x: number, y: number): Promise<void> {
    return this.request({ what: 'push', body, x, y });
  }

  exportScenario(): Promise<string> {
    return this.request({ what: 'scenario' });
  }

  exportRecording(progress?: (share: number) => void): Promise<Uint8Array> {
    this.progress = progress;
    return this.request<Uint8Array>({ what: 'recording' }).finally(() => (this.progress = undefined));
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.pinger);
    this.worker.terminate();
  }
}

/** `?threads=2` in the address of the page. */
const threadsAsked = (): number => {
  const threads = Number(new URLSearchParams(location.search).get('threads') ?? 1);
  return Number.isInteger(threads) ? Math.min(MOST_THREADS, Math.max(1, threads)) : 1;
};

const initialStatus = (title: string): PlayerStatus => ({
  state: 'loading',
  title,
  time: 0,
  start: 0,
  end: 0,
  speed: 1,
  realTimeFactor: 0,
  metrics: [],
  expectations: [],
});

const defined = (status: RunStatus): Partial<PlayerStatus> =>
  Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined));

const valueAt = (params: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], params);

/** Opens a run; it begins to play at once unless it is to stand still. */
export async function openLivePlayer(options: LiveOptions): Promise<LivePlayer> {
  const player = new WorkerPlayer(options);
  await player.ready;
  return player;
}
