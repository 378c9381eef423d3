/**
 * The stages of a detector for the newest image, ten times per second at most, while somebody looks. Turning a knob of the
 * detector makes its pipeline again and shows the last image through it.
 */
import type { ReadonlySignal } from '@preact/signals';
import { effect, signal, untracked } from '@preact/signals';
import type { ImageStage } from '../../../../src/core/inspection.ts';
import type { Player, Stamped } from '../../players/player.ts';
import type { InspectedBlock } from './inspected-blocks.ts';
import { portMessages } from './inspected-blocks.ts';
import { ImageBuffer } from './image-buffer.ts';

/** Between two images [ms]; and as a multiple of what one takes, so that a slow machine has time for the rest. */
const PERIOD = 100;
const SHARE = 4;

export interface StageView {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  readonly buffer: ImageBuffer;
}

export class StageFeed {
  /** Changes when there are other stages or other remarks. */
  readonly stages = signal<readonly StageView[]>([]);
  readonly version = signal(0);
  readonly problem = signal<string | undefined>(undefined);
  private readonly buffers = new Map<string, ImageBuffer>();
  private params: { readonly text: string; readonly value: unknown } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextAt = -Infinity;

  constructor(
    private readonly player: Player,
    private readonly block: ReadonlySignal<InspectedBlock | undefined>,
  ) {}

  /** Until the returned function is called. */
  follow(visible: ReadonlySignal<boolean>): () => void {
    return effect(() => {
      const block = this.block.value;
      if (!visible.value || block === undefined) return;
      const unwatch = untracked(() => this.player.watch(block.image));
      let last: Stamped | undefined;
      const stop = effect(() => {
        const image = this.player.frame.value.messages.get(block.image);
        if (image === undefined || image.message === last?.message) return;
        last = image;
        this.plan();
      });
      return () => {
        stop();
        unwatch();
        clearTimeout(this.timer);
        this.timer = undefined;
      };
    });
  }

  private plan(): void {
    const wait = this.nextAt - performance.now();
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.work();
      },
      Math.max(0, wait),
    );
  }

  private work(): void {
    const begin = performance.now();
    const block = this.block.peek();
    const { messages } = this.player.frame.peek();
    if (block === undefined || !messages.has(block.image)) return;
    try {
      this.show(block.inspection.stages(this.paramsOf(block), portMessages(block, messages)));
      this.problem.value = undefined;
    } catch (error) {
      this.problem.value = `The stages cannot be computed: ${(error as Error).message}`;
    }
    this.nextAt = begin + Math.max(PERIOD, SHARE * (performance.now() - begin));
  }

  /** The same object for the same parameters, so that what follows from them is made once. */
  private paramsOf({ name, params }: InspectedBlock): unknown {
    const text = `${name} ${JSON.stringify(params)}`;
    if (this.params?.text !== text) this.params = { text, value: params };
    return this.params.value;
  }

  private show(stages: readonly ImageStage[]): void {
    const views = stages.map(({ id, title, doc, image }) => {
      const buffer = this.buffers.get(id) ?? new ImageBuffer();
      this.buffers.set(id, buffer);
      buffer.show(image, undefined);
      return { id, title, doc, buffer };
    });
    const before = this.stages.peek();
    const isSame =
      views.length === before.length && views.every(({ id, doc }, i) => id === before[i].id && doc === before[i].doc);
    if (!isSame) this.stages.value = views;
    this.version.value = this.version.peek() + 1;
  }
}
