/**
 * A player: something that tells the studio what happens, from a run in this page (live), a file (recording) or another
 * machine (remote). Panels know players only by this interface.
 *
 * Everything that changes is a signal (@preact/signals): reading `.value` in a component or an effect follows it.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { History } from './history.ts';

/** One stream of messages. */
export interface Topic {
  /** Unique among the topics of a player: the ROS topic's name, and `name@block` where several blocks write to it. */
  readonly id: string;
  /** ROS topic name, such as /car/odom. */
  readonly name: string;
  /** `block.port` where the topic is a signal of a scenario. */
  readonly signal?: string;
  /** ROS 2 message type, such as nav_msgs/msg/Odometry. */
  readonly type: string;
  /** Scalar fields that can be plotted, in order, such as { path: 'pose.pose.position.x', unit: 'm' }. */
  readonly fields: readonly { readonly path: string; readonly unit: string }[];
  /** Images and point clouds: sent only while somebody watches them. */
  readonly bulky: boolean;
}

/** The newest message of a topic at the time of a frame. Messages are plain objects shaped like their ROS type. */
export interface Stamped<T = any> {
  readonly message: T;
  /** Publication [s of simulated or recorded time]. */
  readonly time: number;
  /** Counts the messages of the topic, where the player knows. */
  readonly sequence: number;
  /** When the data behind it was true, by the block where it begins [s]; NaN while nothing of it has come through. */
  readonly capture?: Readonly<Record<string, number>>;
}

/** All that is known at one instant. A new object for every instant; at most one per animation frame. */
export interface Frame {
  readonly time: number;
  readonly messages: ReadonlyMap<string, Stamped>;
  /** Whether time has jumped since the frame before. */
  readonly isJump?: boolean;
}

export type PlayerState = 'loading' | 'paused' | 'running' | 'ended' | 'failed';

/** One sentence for a person; `where` is a path in the scenario or a file position such as controller.ts:12:5. */
export interface Problem {
  readonly what: string;
  readonly where?: string;
  readonly line?: number;
  readonly column?: number;
}

export const sentence = ({ where, what }: Problem): string => (where === undefined ? what : `${where}: ${what}`);

export interface MetricOutcome {
  readonly name: string;
  readonly doc: string;
  readonly unit: string;
  readonly value: number | null;
}
export interface ExpectationOutcome {
  readonly doc: string;
  readonly metric: string;
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly pass: boolean;
  /** Why it is not met; absent when it is. */
  readonly problem?: string;
}

export interface PlayerStatus {
  readonly state: PlayerState;
  /** Name of the scenario, file or machine. */
  readonly title: string;
  readonly time: number;
  /** What can be reached: from `start` to `end` [s]. For a live run `end` is the furthest instant simulated so far. */
  readonly start: number;
  readonly end: number;
  /** Planned length of a live run [s]. */
  readonly duration?: number;
  /** Wanted simulated seconds per second; Infinity for as fast as possible. */
  readonly speed: number;
  /** Reached lately; 0 while paused. */
  readonly realTimeFactor: number;
  readonly seed?: number;
  readonly tick?: number;
  /** Hash over everything published, of a live run at this instant, as `skidpad run` prints it. */
  readonly hash?: string;
  /** Metrics up to now; expectations are judged on them. */
  readonly metrics: readonly MetricOutcome[];
  readonly expectations: readonly ExpectationOutcome[];
  readonly problem?: Problem;
  /** A passing remark, such as that a recording is cut. */
  readonly remark?: string;
}

/** What this player can do; controls of the rest are hidden. */
interface Abilities {
  readonly seek: boolean;
  readonly setSpeed: boolean;
  readonly step: boolean;
  /** Parameters can be turned, obstacles dropped, cars pushed and driven. */
  readonly change: boolean;
}

export interface Player {
  readonly kind: 'live' | 'recording' | 'remote';
  readonly abilities: Abilities;
  readonly status: ReadonlySignal<PlayerStatus>;
  readonly topics: ReadonlySignal<readonly Topic[]>;
  readonly frame: ReadonlySignal<Frame>;
  readonly history: History;
  /** The scenario behind it, with every default written out; undefined for somebody else's data. */
  readonly scenario: ReadonlySignal<ScenarioView | undefined>;

  play(): void;
  pause(): void;
  /** To an instant [s]; a live run goes back to a snapshot and runs on from there, so the instant is exact. */
  seek(time: number): void;
  /** Onwards by one release of the fastest controller that is not a plant; recordings: to the next message. */
  step(): void;
  setSpeed(speed: number): void;
  /** Asks for bulky topics until the returned function is called. */
  watch(topicId: string): () => void;
  close(): void;
}

/** What can be done to a run in this page, beyond watching it. */
export interface LivePlayer extends Player {
  readonly kind: 'live';
  /**
   * Back to the beginning, with another seed if given; changes are kept unless `forgetChanges`. Those that were made at this instant hold from
   * the beginning where `fromStart` says so, and always where the run is over.
   */
  reset(options?: { seed?: number; forgetChanges?: boolean; fromStart?: boolean }): void;
  /** From the next tick on. `path` is below the block's params, such as gains.kp; '' with a record changes several at once. Rejects with the sentence for a bad value. */
  change(block: string, path: string, value: unknown): Promise<void>;
  /** Puts an obstacle into the world, or takes away one that was put there. */
  addObstacle(obstacle: {
    x: number;
    y: number;
    yaw?: number;
    length?: number;
    width?: number;
    height?: number;
    name?: string;
  }): Promise<void>;
  removeObstacle(name: string): Promise<void>;
  /** Pushes a body: an impulse [N s] in map axes at its centre of mass. */
  push(body: string, impulseX: number, impulseY: number): Promise<void>;
  /** Everything changed so far, in order of time. */
  readonly changes: ReadonlySignal<readonly RunChange[]>;
  /** A scenario file with the seed and the changes of this run, everything resolved: runs the same anywhere. */
  exportScenario(): Promise<string>;
  /** The text of the scenario as it was opened. */
  readonly source: ReadonlySignal<string>;
  /** Runs from the start to this instant again, recording; the bytes of an MCAP file. */
  exportRecording(progress?: (share: number) => void): Promise<Uint8Array>;
}

/** Whether it can be changed and reset. Placeholders cannot, although they say live. */
export const isLive = (player: Player): player is LivePlayer => player.kind === 'live' && 'reset' in player;

export interface RunChange {
  /** [s] */
  readonly at: number;
  readonly block: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A block's parameter as its own declaration describes it. */
export interface ParameterView {
  /** Below params, such as gains.kp. */
  readonly path: string;
  readonly kind: 'number' | 'integer' | 'boolean' | 'text' | 'choice' | 'other';
  readonly unit: string;
  readonly doc: string;
  readonly value: unknown;
  readonly initial: unknown;
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound. */
  readonly above?: number;
  readonly options?: readonly string[];
  /** A run begins with it and keeps it. */
  readonly fixed: boolean;
}

/** What a wire does to messages. */
export interface WireQuality {
  /** [s] */
  readonly delay: number;
  /** Width of the random extra delay [s]. */
  readonly jitter: number;
  /** Probability that a message is lost. */
  readonly loss: number;
  /** Later messages may overtake earlier ones. */
  readonly reorder: boolean;
}

export interface BlockView {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly host: string;
  /** [s] */
  readonly period: number;
  readonly publishEvery: number;
  readonly latency: number;
  readonly plant: boolean;
  readonly inputs: readonly {
    readonly port: string;
    readonly from?: string;
    readonly type: string;
    /** Every message counts, and none comes at a fixed rate. */
    readonly queued?: boolean;
    /** What the wire does to messages; with `from`. */
    readonly wire?: WireQuality;
  }[];
  readonly outputs: readonly { readonly port: string; readonly topic: string; readonly type: string }[];
  readonly parameters: readonly ParameterView[];
}

/** A scenario as panels and the scene need it. */
export interface ScenarioView {
  readonly name: string;
  readonly description: string;
  readonly seed: number;
  /** Fully resolved: blocks with params, inputs, topics; world. */
  readonly document: any;
  readonly blocks: readonly BlockView[];
  readonly plots: readonly {
    readonly title: string;
    readonly x?: string;
    readonly y: readonly string[];
    readonly equal: boolean;
    readonly track: boolean;
    readonly doc: string;
  }[];
}
