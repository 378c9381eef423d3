/**
 * The newest image of a topic in a buffer, while somebody looks: asks the player for it, converts each message once, and knows
 * when it was taken and how often images come.
 */
import type { ReadonlySignal } from '@preact/signals';
import { effect, signal, untracked } from '@preact/signals';
import type { Player, Stamped } from '../../players/player.ts';
import { MessageRate } from '../../players/message-rate.ts';
import { ImageBuffer } from './image-buffer.ts';
import type { Levels } from './pixels.ts';
import { levelsOf, needsLevels, imageProblem } from './pixels.ts';

/** As the image is; stretched to all of it, for each image; or as it was stretched last. */
export type LevelMode = 'as-is' | 'auto' | 'hold';

export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
  /** Capture, from the header [s]. */
  readonly stamp: number;
  readonly hertz: number | undefined;
}

export class ImageFeed {
  readonly buffer = new ImageBuffer();
  readonly version = signal(0);
  readonly facts = signal<ImageFacts | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  readonly levelMode = signal<LevelMode>('as-is');
  private readonly rate = new MessageRate();
  private held: Levels | undefined;
  private last: Stamped | undefined;
  private lastMode: LevelMode | undefined;

  constructor(
    private readonly player: Player,
    private readonly topicId: string,
    private readonly isCompressed: boolean,
  ) {}

  /** Until the returned function is called. */
  follow(visible: ReadonlySignal<boolean>): () => void {
    return effect(() => {
      if (!visible.value) return;
      const unwatch = untracked(() => this.player.watch(this.topicId));
      const stop = effect(() => {
        const { messages, isJump = false } = this.player.frame.value;
        this.take(messages.get(this.topicId), this.levelMode.value, isJump);
      });
      return () => {
        stop();
        unwatch();
      };
    });
  }

  private take(stamped: Stamped | undefined, mode: LevelMode, isJump: boolean): void {
    if (stamped === undefined) return;
    const isSame = !isJump && stamped.time === this.last?.time && stamped.sequence === this.last.sequence;
    if (isSame && mode === this.lastMode) return;
    this.rate.note(stamped);
    this.last = stamped;
    this.lastMode = mode;
    if (this.isCompressed) this.buffer.decode(stamped.message, () => this.publish(stamped));
    else {
      this.buffer.show(stamped.message, this.levels(stamped.message, mode));
      this.publish(stamped);
    }
  }

  private levels(image: Stamped['message'], mode: LevelMode): Levels | undefined {
    const isScaled = mode !== 'as-is' || needsLevels(image.encoding);
    if (!isScaled || imageProblem(image) !== undefined) return undefined;
    if (mode !== 'hold' || this.held === undefined) this.held = levelsOf(image);
    return this.held;
  }

  private publish({ message }: Stamped): void {
    const { buffer } = this;
    const { sec = 0, nanosec = 0 } = message.header?.stamp ?? {};
    this.problem.value = buffer.problem;
    this.facts.value = {
      width: buffer.width,
      height: buffer.height,
      encoding: buffer.encoding,
      stamp: sec + nanosec / 1e9,
      hertz: this.rate.hertz,
    };
    this.version.value = this.version.peek() + 1;
  }
}
