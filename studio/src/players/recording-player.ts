/**
 * Plays a recording: a run of Skidpad, or anybody's MCAP with ROS 2 messages.
 *
 * The file is gone through once, in slices between which the page lives: every message is found, and the numbers of all but
 * images and point clouds go into the history. From then on an instant is looked up, so going anywhere costs the same.
 */
import { signal } from '@preact/signals';
import { InputError } from '../../../src/core/input-error.ts';
import type { Decompress } from '../../../src/record/mcap/layout.ts';
import { checkCompression, chunkDecompression } from './chunk-compression.ts';
import { breathe, onNextFrame } from './frame-schedule.ts';
import { RateMeter } from './rate-meter.ts';
import { History } from './history.ts';
import type { Frame, Player, PlayerState, PlayerStatus, ScenarioView, Stamped, Topic } from './player.ts';
import { timeText, unreadRemark } from './player-messages.ts';
import type { RecordedTopic } from './recorded-topic.ts';
import { recordedTopics } from './recorded-topic.ts';
import { RecordingIndex } from './recording-index.ts';
import { readMetadata } from './recording-metadata.ts';
import { Watchers } from './watchers.ts';

/** Work between two breaths [ms]. */
const SLICE_MS = 12;
/** A page that slept does not jump ahead by more than this [s]. */
const LONGEST_FRAME = 0.25;
/** As fast as possible: the whole recording within this many frames. */
const FRAMES_AT_ONCE = 120;

/** Opens at once and fills its history in the background; an InputError says why a file cannot be opened. */
export async function openRecordingPlayer(file: Blob | Uint8Array, title: string): Promise<RecordingPlayer> {
  const index = openIndex(await bytesOf(file, title), title, await chunkDecompression(title));
  if (!(index.end >= index.start))
    throw new InputError(
      title,
      index.problem === undefined ? 'holds no messages' : `holds no whole message: ${index.problem}`,
    );
  const { scenario, status } = await readMetadata(index);
  return new RecordingPlayer(index, scenario, { title, ...status });
}

async function bytesOf(file: Blob | Uint8Array, title: string): Promise<Uint8Array> {
  try {
    return file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new InputError(title, `cannot be read: ${(error as Error).message}`);
  }
}

function openIndex(bytes: Uint8Array, title: string, decompress: Decompress): RecordingIndex {
  const index = new RecordingIndex(bytes, title, decompress);
  for (const name of index.compressions) checkCompression(title, name);
  return index;
}

export class RecordingPlayer implements Player {
  readonly kind = 'recording';
  readonly abilities = { seek: true, setSpeed: true, step: true, change: false };
  readonly status = signal<PlayerStatus>(undefined!);
  readonly topics = signal<readonly Topic[]>([]);
  readonly frame = signal<Frame>({ time: 0, messages: new Map() });
  readonly history = new History();
  readonly scenario = signal<ScenarioView | undefined>(undefined);
  /** Fulfilled when the whole file was gone through. */
  readonly loaded: Promise<void>;

  private readonly recorded: readonly RecordedTopic[];
  // with the next animation frame, because whoever asks is often just being drawn
  private readonly watchers = new Watchers(() =>
    onNextFrame(
      () => this.isClosed || this.status.value.state === 'loading' || this.show(this.status.value.time, false),
    ),
  );
  /** Seconds of the player's time per second of wall time. */
  private readonly pace = new RateMeter(1, 0.5);
  private callOff: (() => void) | undefined;
  private lastMs = 0;
  private wantsToPlay = false;
  private isClosed = false;

  constructor(
    private readonly index: RecordingIndex,
    scenario: ScenarioView | undefined,
    about: Pick<PlayerStatus, 'title' | 'metrics' | 'expectations' | 'seed' | 'hash' | 'tick'>,
  ) {
    const { start, end } = index;
    this.scenario.value = scenario;
    this.status.value = {
      ...about,
      state: 'loading',
      time: start,
      start,
      end,
      speed: 1,
      realTimeFactor: 0,
      remark: 'reading the recording',
    };
    this.recorded = recordedTopics(index.channels);
    this.topics.value = this.recorded.map((topic) => topic.describe());
    this.loaded = this.load();
  }

  private async load(): Promise<void> {
    const byChannel = new Map(this.recorded.map((topic) => [topic.channel, topic]));
    const scan = this.index.scan((channel, message) => byChannel.get(channel)?.sample(message, this.history));
    for (let sliceEnd = performance.now() + SLICE_MS, step = scan.next(); step.done !== true; step = scan.next()) {
      if (performance.now() < sliceEnd) continue;
      this.update({ remark: `reading the recording: ${Math.floor(step.value * 100)} %` });
      this.history.touch();
      await breathe();
      if (this.isClosed) return;
      sliceEnd = performance.now() + SLICE_MS;
    }
    for (const topic of this.recorded) topic.resample(this.index, this.history);
    this.history.touch();
    // JSON has told its fields by now
    this.topics.value = this.recorded.map((topic) => topic.describe());
    this.update({ state: 'paused', remark: this.remark() });
    this.show(this.status.value.time, true);
    if (this.wantsToPlay) this.play();
  }

  /** What a person should know about the file, in one sentence. */
  private remark(): string | undefined {
    const { problem, end } = this.index;
    const cut = problem === undefined ? [] : [`the recording is cut or damaged: it can be read up to ${timeText(end)}`];
    return [...cut, ...unreadRemark(this.recorded)].join('; ') || undefined;
  }

  play(): void {
    const { state, time, start, end } = this.status.value;
    this.wantsToPlay = true;
    if (state === 'loading' || state === 'running') return;
    if (time >= end) this.show(start, true);
    this.update({ state: 'running' });
    this.pace.reset();
    this.lastMs = performance.now();
    this.callOff = onNextFrame((nowMs) => this.advance(nowMs));
  }

  pause(): void {
    this.wantsToPlay = false;
    if (this.status.value.state === 'running') this.halt('paused');
  }

  seek(time: number): void {
    const { state, start, end } = this.status.value;
    const at = Math.min(Math.max(Number.isFinite(time) ? time : start, start), end);
    if (state === 'loading') return this.update({ time: at });
    this.pace.reset();
    this.show(at, true);
    if (state === 'ended' && at < end) this.update({ state: 'paused' });
  }

  step(): void {
    if (this.status.value.state === 'loading') return;
    this.pause();
    const { time, end } = this.status.value;
    const next = this.recorded.reduce((least, { channel }) => {
      const i = channel.countUntil(time);
      return i < channel.length ? Math.min(least, channel.times[i]) : least;
    }, end);
    this.show(next, false);
  }

  setSpeed(speed: number): void {
    if (!(speed > 0)) return;
    this.pace.reset();
    this.update({ speed });
  }

  watch(topicId: string): () => void {
    return this.watchers.watch(topicId);
  }

  close(): void {
    this.isClosed = true;
    this.callOff?.();
  }

  private advance(nowMs: number): void {
    const { time, start, end, speed } = this.status.value;
    const elapsed = Math.min(Math.max((nowMs - this.lastMs) / 1000, 0), LONGEST_FRAME);
    this.lastMs = nowMs;
    const next = Math.min(time + (speed === Infinity ? (end - start) / FRAMES_AT_ONCE : elapsed * speed), end);
    this.show(next, false);
    this.pace.note(nowMs / 1000, next);
    if (next >= end) return this.halt('ended');
    this.callOff = onNextFrame((soonMs) => this.advance(soonMs));
  }

  private halt(state: PlayerState): void {
    this.callOff?.();
    this.callOff = undefined;
    this.pace.reset();
    this.update({ state });
  }

  /** Everything that is known at an instant. */
  private show(time: number, isJump: boolean): void {
    const messages = new Map<string, Stamped>();
    for (const topic of this.recorded) {
      if (topic.bulky && !this.watchers.has(topic.id)) continue;
      const newest = topic.at(time, this.index);
      if (newest !== undefined) messages.set(topic.id, newest);
    }
    this.frame.value = { time, messages, isJump };
    this.update({ time });
  }

  private update(change: Partial<PlayerStatus>): void {
    this.status.value = { ...this.status.value, ...change, realTimeFactor: this.pace.rate ?? 0 };
  }
}
