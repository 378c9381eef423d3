/** What the page and its simulation worker tell each other. */
import type { UserModule } from '../editor/user-module.ts';
import type {
  ExpectationOutcome,
  MetricOutcome,
  PlayerState,
  Problem,
  RunChange,
  ScenarioView,
  Topic,
} from '../players/player.ts';

export interface OpenRequest {
  /** A scenario that comes with the studio, or a text of somebody's; with both, the text in place of that file's. */
  readonly path?: string;
  readonly text?: string;
  readonly seed?: number;
  readonly changes?: readonly RunChange[];
  /** Blocks of the user's, already compiled. */
  readonly modules?: readonly UserModule[];
  /** Threads that share the work, where the page may share memory; 1 when absent. */
  readonly threads?: number;
  /** Puts pedals and wheel into the hands of whoever watches. */
  readonly byHand?: boolean;
}

export type ToWorker =
  | ({ readonly kind: 'open' } & OpenRequest)
  | { readonly kind: 'play' | 'pause' | 'step' }
  | { readonly kind: 'seek'; readonly time: number }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'watch'; readonly topics: readonly string[] }
  | { readonly kind: 'reset'; readonly seed?: number; readonly forgetChanges?: boolean; readonly fromStart?: boolean }
  /** The page has drawn the last frame and can take another. */
  | { readonly kind: 'frameDrawn' }
  | { readonly kind: 'ping'; readonly id: number }
  | ({ readonly kind: 'request'; readonly id: number } & SimulationRequest);

/** What is answered, with the same id. */
export type SimulationRequest =
  | { readonly what: 'change'; readonly block: string; readonly path: string; readonly value: unknown }
  | { readonly what: 'addObstacle'; readonly solid: Readonly<Record<string, unknown>> }
  | { readonly what: 'removeObstacle'; readonly name: string }
  | { readonly what: 'push'; readonly body: string; readonly x: number; readonly y: number }
  | { readonly what: 'scenario' }
  | { readonly what: 'recording' };

export interface FrameMessage {
  readonly id: string;
  readonly time: number;
  readonly sequence: number;
  readonly message: unknown;
  readonly capture?: Readonly<Record<string, number>>;
}

/** Samples of one topic: rows of time and all its fields. */
export interface SampleBatch {
  readonly id: string;
  readonly rows: Float64Array;
}

/** The state of a run that changes all the time. */
export interface RunStatus {
  readonly state: PlayerState;
  readonly time: number;
  readonly end: number;
  readonly tick: number;
  readonly speed: number;
  readonly realTimeFactor: number;
  readonly hash?: string;
  readonly metrics?: readonly MetricOutcome[];
  readonly expectations?: readonly ExpectationOutcome[];
}

export type FromWorker =
  | {
      readonly kind: 'opened';
      readonly scenario: ScenarioView;
      readonly topics: readonly Topic[];
      readonly duration: number;
      readonly seed: number;
      readonly source: string;
      readonly isFirstOpen: boolean;
      /** A sentence about how it runs. */
      readonly remark?: string;
    }
  | {
      readonly kind: 'frame';
      readonly status: RunStatus;
      readonly messages: readonly FrameMessage[];
      readonly samples: readonly SampleBatch[];
      readonly isJump: boolean;
    }
  /** What was sampled from this time on is no longer so. */
  | { readonly kind: 'forget'; readonly time: number }
  | {
      readonly kind: 'changes';
      readonly changes: readonly RunChange[];
      readonly params: readonly { readonly block: string; readonly params: unknown }[];
    }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly stack?: string }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'pong'; readonly id: number }
  | { readonly kind: 'response'; readonly id: number; readonly value?: unknown; readonly problem?: Problem };
