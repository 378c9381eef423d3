/**
 * How finely to draw: on machines that cannot keep up, fewer pixels and no shadows are better than few pictures.
 *
 * The time between pictures that follow each other at once is averaged over about SPAN of them; when it stays above SLOW, the next
 * coarser level is taken. It never goes back by itself, so that the picture does not flicker between two looks.
 */
export interface Quality {
  /** Pixels drawn per pixel of the page, at most. */
  readonly pixelRatio: number;
  readonly shadows: boolean;
}

const LEVELS: readonly Quality[] = [
  { pixelRatio: 2, shadows: true },
  { pixelRatio: 1, shadows: true },
  { pixelRatio: 1, shadows: false },
  { pixelRatio: 0.75, shadows: false },
];

/** [s] */
const SLOW = 1 / 22;
/** A longer pause is not the fault of drawing: the tab was away, or the computer asleep [s]. */
const PAUSE = 1;
const SPAN = 30;

export class DrawQuality {
  private level = 0;
  private mean = 0;
  private count = 0;

  get quality(): Quality {
    return LEVELS[this.level];
  }

  /** Takes the time since the picture before, when it was asked for at once; says whether the level has changed. */
  note(step: number): boolean {
    if (!(step > 0 && step < PAUSE)) return false;
    this.count++;
    this.mean += (step - this.mean) / Math.min(this.count, SPAN);
    if (this.count < SPAN || this.mean < SLOW || this.level === LEVELS.length - 1) return false;
    this.level++;
    this.count = 0;
    return true;
  }
}
