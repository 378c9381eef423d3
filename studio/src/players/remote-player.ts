/**
 * Watches another machine: a run of `skidpad run --serve`, or a robot with foxglove_bridge. Everything but images and point
 * clouds is subscribed to; those come while somebody looks. A connection that is lost is sought again, forever, and another
 * run at the same address begins with an empty history.
 */
import { signal } from '@preact/signals';
import { SCENARIO_TOPIC, StatusLevel } from '../../../src/serve/protocol-constants.ts';
import { StringMessage } from '../../../src/msgs/index.ts';
import type { ConnectionEvents, RemoteChannel, ServerInfo, SocketFactory } from './foxglove-connection.ts';
import { FoxgloveConnection } from './foxglove-connection.ts';
import { onNextFrame } from './frame-schedule.ts';
import { RateMeter } from './rate-meter.ts';
import { History } from './history.ts';
import { addressProblem, hostOf, unreadRemark } from './player-messages.ts';
import type { Frame, Player, PlayerStatus, ScenarioView, Stamped, Topic } from './player.ts';
import { viewOfText } from './recording-metadata.ts';
import { RemoteTopic } from './remote-topic.ts';
import { Watchers } from './watchers.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
/** Time that goes back by more than this is another run [s]. */
const LONGEST_STEP_BACK = 1;

export interface RemoteOptions {
  readonly createSocket?: SocketFactory;
}

export const openRemotePlayer = (url: string, options: RemoteOptions = {}): RemotePlayer =>
  new RemotePlayer(url, options.createSocket ?? ((address, protocols) => new WebSocket(address, protocols)));

export class RemotePlayer implements Player {
  readonly kind = 'remote';
  readonly abilities = { seek: false, setSpeed: false, step: false, change: false };
  readonly status = signal<PlayerStatus>(undefined!);
  readonly topics = signal<readonly Topic[]>([]);
  readonly frame = signal<Frame>({ time: 0, messages: new Map() });
  readonly history = new History();
  readonly scenario = signal<ScenarioView | undefined>(undefined);

  private connection: FoxgloveConnection | undefined;
  /** By channel, which is also the id of the subscription. */
  private readonly remote = new Map<number, RemoteTopic>();
  private readonly subscribed = new Set<number>();
  private readonly watchers = new Watchers(() => this.subscribe());
  /** Seconds of the player's time per second of wall time. */
  private readonly pace = new RateMeter(1, 0.5);
  private readonly notices = new Map<string, string>();
  private scenarioChannel: number | undefined;
  private sessionId: string | undefined;
  private time = NaN;
  private start = NaN;
  private isHeld = false;
  private isJump = true;
  private pauseMs = FIRST_PAUSE_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private callOff: (() => void) | undefined;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly createSocket: SocketFactory,
  ) {
    this.status.value = {
      state: 'loading',
      title: hostOf(url),
      time: 0,
      start: 0,
      end: 0,
      speed: 1,
      realTimeFactor: 0,
      metrics: [],
      expectations: [],
      remark: `connecting to ${hostOf(url)}`,
    };
    this.connect();
  }

  private connect(): void {
    try {
      this.connection = new FoxgloveConnection(this.url, this.events, this.createSocket);
    } catch (error) {
      this.update({ state: 'failed', remark: undefined, problem: { what: addressProblem(this.url, error) } });
    }
  }

  private readonly events: ConnectionEvents = {
    info: (info) => this.greet(info),
    advertised: (channels) => this.advertised(channels),
    unadvertised: (ids) => this.unadvertised(ids),
    message: (id, time, data) => this.receive(id, time, data),
    time: (time) => {
      if (time < this.time - LONGEST_STEP_BACK) this.begin();
      this.advance(time);
    },
    status: (level, text, id) => {
      if (level > StatusLevel.info) this.notices.set(id ?? text, text);
      this.update({});
    },
    statusRemoved: (ids) => {
      for (const id of ids) this.notices.delete(id);
      this.update({});
    },
    closed: (wasOpen, isFarewell) => this.lost(wasOpen, isFarewell),
  };

  private greet({ name, sessionId, metadata }: ServerInfo): void {
    this.pauseMs = FIRST_PAUSE_MS;
    this.notices.clear();
    if (sessionId !== this.sessionId) {
      this.begin();
      this.remote.clear();
      this.scenario.value = undefined;
    }
    this.sessionId = sessionId;
    const { duration, seed } = metadata;
    this.update({
      state: this.isHeld ? 'paused' : 'running',
      title: name || hostOf(this.url),
      problem: undefined,
      ...(isNumber(duration) && { duration: Number(duration) }),
      ...(isNumber(seed) && { seed: Number(seed) }),
    });
  }

  /** Time begins again: nothing of before holds. */
  private begin(): void {
    this.history.clear();
    this.time = NaN;
    this.start = NaN;
    this.isJump = true;
    this.pace.reset();
  }

  private advertised(channels: readonly RemoteChannel[]): void {
    const names = [
      ...[...this.remote.values()]
        .map(({ channel }) => channel)
        .filter(({ id }) => !channels.some((other) => other.id === id)),
      ...channels,
    ].map(({ topic }) => topic);
    for (const channel of channels) {
      const { id, topic, metadata } = channel;
      if (topic === SCENARIO_TOPIC) this.scenarioChannel = id;
      // after a reconnection most are as they were, and so is their history
      if (topic.startsWith('/skidpad/') || this.remote.get(id)?.isOf(channel)) continue;
      const isAlone = names.filter((name) => name === topic).length === 1;
      const added = new RemoteTopic(channel, isAlone ? topic : `${topic}@${metadata?.block ?? id}`);
      added.declare(this.history);
      this.remote.set(id, added);
    }
    this.describe();
    this.subscribe();
    this.update({});
  }

  /** What was shown stays; nothing more comes. */
  private unadvertised(ids: readonly number[]): void {
    for (const id of ids) this.subscribed.delete(id);
    this.update({});
  }

  private describe(): void {
    this.topics.value = Array.from(this.remote.values(), (topic) => topic.describe());
  }

  private subscribe(): void {
    const isWanted = (topic: RemoteTopic) =>
      topic.problem === undefined && (!topic.bulky || this.watchers.has(topic.id));
    const wanted = new Set([...this.remote].filter(([, topic]) => isWanted(topic)).map(([id]) => id));
    if (this.scenarioChannel !== undefined) wanted.add(this.scenarioChannel);
    const added = [...wanted].filter((id) => !this.subscribed.has(id));
    const left = [...this.subscribed].filter((id) => !wanted.has(id));
    this.connection?.unsubscribe(left);
    this.connection?.subscribe(added.map((id) => ({ id, channelId: id })));
    for (const id of left) this.subscribed.delete(id);
    for (const id of added) this.subscribed.add(id);
  }

  private receive(id: number, time: number, data: DataView): void {
    if (id === this.scenarioChannel) return void this.readScenario(data);
    const topic = this.remote.get(id);
    if (topic === undefined) return;
    if (topic.receive(data, time, this.history)) this.describe();
    this.advance(time);
  }

  private async readScenario(data: DataView): Promise<void> {
    const message = StringMessage.create();
    try {
      StringMessage.decode(data, 0, data.byteLength, message);
    } catch {
      return;
    }
    const { sessionId } = this;
    const view = await viewOfText(message.data);
    if (sessionId === this.sessionId && !this.isClosed) this.scenario.value = view;
  }

  private advance(time: number): void {
    // who comes late is told of latched messages from long ago, which do not set the clock back
    if (!(time <= this.time)) this.time = time;
    this.callOff ??= onNextFrame((nowMs) => this.show(nowMs));
  }

  private show(nowMs: number): void {
    this.callOff = undefined;
    if (Number.isNaN(this.start)) this.start = this.time;
    this.pace.note(nowMs / 1000, this.time);
    this.history.touch();
    if (!this.isHeld) {
      const messages = new Map<string, Stamped>();
      for (const topic of this.remote.values()) {
        if (topic.bulky && !this.watchers.has(topic.id)) continue;
        const newest = topic.newest();
        if (newest !== undefined) messages.set(topic.id, newest);
      }
      this.frame.value = { time: this.time, messages, isJump: this.isJump };
      this.isJump = false;
    }
    this.update({ ...(!this.isHeld && { time: this.time }), start: this.start, end: this.time });
  }

  private lost(wasOpen: boolean, isFarewell: boolean): void {
    this.connection = undefined;
    this.subscribed.clear();
    this.scenarioChannel = undefined;
    this.pace.reset();
    const again = `trying again in ${Number((this.pauseMs / 1000).toPrecision(2))} s`;
    if (isFarewell)
      this.update({ state: 'ended', remark: 'the run has ended; the next one at this address will be shown' });
    else if (wasOpen || (this.remote.size > 0 && this.status.value.state !== 'ended'))
      this.update({ state: 'loading', remark: `the connection to ${hostOf(this.url)} is lost; ${again}` });
    else if (this.remote.size === 0)
      this.update({
        state: 'failed',
        remark: again,
        problem: {
          what: `nobody answers at ${hostOf(this.url)}; start skidpad run SCENARIO --serve there, and check address and token`,
        },
      });
    this.retry = setTimeout(() => this.connect(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Follows again what happens there. */
  play(): void {
    this.isHeld = false;
    if (this.status.value.state === 'paused') this.update({ state: 'running' });
    if (!Number.isNaN(this.time)) this.callOff ??= onNextFrame((nowMs) => this.show(nowMs));
  }

  /** Holds what is shown; the run goes on there. */
  pause(): void {
    this.isHeld = true;
    if (this.status.value.state === 'running') this.update({ state: 'paused' });
  }

  seek(): void {}
  step(): void {}
  setSpeed(): void {}

  watch(topicId: string): () => void {
    return this.watchers.watch(topicId);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.callOff?.();
    this.connection?.close();
  }

  private update(change: Partial<PlayerStatus>): void {
    const status = { ...this.status.value, ...change, realTimeFactor: this.pace.rate ?? 0 };
    const isConnected = status.state === 'running' || status.state === 'paused';
    this.status.value = isConnected ? { ...status, remark: this.remark() } : status;
  }

  /** What the server warns of, and what cannot be read. */
  private remark(): string | undefined {
    return [...this.notices.values(), ...unreadRemark(this.remote.values())].join('; ') || undefined;
  }
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
