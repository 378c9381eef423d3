/**
 * The stages of a detector for the newest picture, ten times per second at most, while somebody looks. Turning a knob of the
 * detector makes its pipeline anew and shows the last picture through it.
 */
import type { ReadonlySignal } from '@preact/signals';
import { effect, signal, untracked } from '@preact/signals';
import type { Player, Stamped } from '../../players/player.ts';
import type { Detector } from './detectors.ts';
import type { Stage } from './lane-stages.ts';
import { LaneStages } from './lane-stages.ts';
import { LinePictures } from './line-stages.ts';
import { PictureBuffer } from './picture-buffer.ts';

/** Between two pictures [ms]; and as a multiple of what one takes, lest a slow machine does nothing else. */
const PERIOD = 100;
const SHARE = 4;

export interface StageView {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  readonly buffer: PictureBuffer;
}

type Pipeline = (image: Stamped['message'], result: Stamped['message'], info: Stamped['message']) => Stage[];

export class StageFeed {
  /** Changes when there are other stages or other remarks. */
  readonly stages = signal<readonly StageView[]>([]);
  readonly version = signal(0);
  readonly problem = signal<string | undefined>(undefined);
  private readonly buffers = new Map<string, PictureBuffer>();
  private pipeline: Pipeline | undefined;
  private paramsText = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextAt = -Infinity;

  constructor(
    private readonly player: Player,
    private readonly detector: ReadonlySignal<Detector | undefined>,
  ) {}

  /** Until the returned function is called. */
  follow(visible: ReadonlySignal<boolean>): () => void {
    return effect(() => {
      const detector = this.detector.value;
      if (!visible.value || detector === undefined) return;
      const unwatch = untracked(() => this.player.watch(detector.image));
      let last: Stamped | undefined;
      const stop = effect(() => {
        const image = this.player.frame.value.messages.get(detector.image);
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
    const detector = this.detector.peek();
    if (detector === undefined) return;
    const { messages } = this.player.frame.peek();
    const message = (id: string | undefined) => (id === undefined ? undefined : messages.get(id)?.message);
    const image = message(detector.image);
    if (image === undefined) return;
    try {
      this.show(this.pipelineOf(detector)(image, message(detector.result), message(detector.info)));
      this.problem.value = undefined;
    } catch (error) {
      this.problem.value = `The stages cannot be computed: ${(error as Error).message}`;
    }
    this.nextAt = begin + Math.max(PERIOD, SHARE * (performance.now() - begin));
  }

  private pipelineOf(detector: Detector): Pipeline {
    const text = JSON.stringify(detector.params);
    if (this.pipeline === undefined || text !== this.paramsText) {
      this.paramsText = text;
      if (detector.kind === 'lane') {
        const stages = new LaneStages(detector.params);
        this.pipeline = (image, lane, info) => stages.of(image, lane, info);
      } else {
        const stages = new LinePictures(detector.params);
        this.pipeline = (image, line) => stages.of(image, line);
      }
    }
    return this.pipeline;
  }

  private show(stages: readonly Stage[]): void {
    const views = stages.map(({ id, title, doc, picture }) => {
      const buffer = this.buffers.get(id) ?? new PictureBuffer();
      this.buffers.set(id, buffer);
      buffer.show(picture, undefined);
      return { id, title, doc, buffer };
    });
    const before = this.stages.peek();
    const isSame =
      views.length === before.length && views.every(({ id, doc }, i) => id === before[i].id && doc === before[i].doc);
    if (!isSame) this.stages.value = views;
    this.version.value = this.version.peek() + 1;
  }
}
