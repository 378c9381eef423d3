/**
 * Snapshots of a run, so that one can go back: the nearest one before an instant is restored and the rest is run again, to the
 * same bits. They are bounded in number and bytes; when there are too many every second one is dropped, and from then on they are
 * taken half as often. The first stays.
 */
export interface Checkpoint {
  readonly tick: number;
  readonly loop: unknown;
  readonly metrics: readonly unknown[];
  readonly bytes: number;
}

export const MOST_CHECKPOINTS = 128;
const MOST_BYTES = 256 * 1024 * 1024;

export class Checkpoints {
  private kept: Checkpoint[] = [];
  private bytes = 0;

  /** Ticks from one to the next, to begin with. */
  constructor(private interval: number) {}

  /** Whether one is due at this tick. */
  isDue(tick: number): boolean {
    const last = this.kept.at(-1);
    return last === undefined || tick >= last.tick + this.interval;
  }

  /** How far the loop may go until the next one is due. */
  nextDue(tick: number): number {
    const last = this.kept.at(-1);
    return last === undefined ? tick : Math.max(tick, last.tick + this.interval);
  }

  add(checkpoint: Checkpoint): void {
    this.kept.push(checkpoint);
    this.bytes += checkpoint.bytes;
    while ((this.kept.length > MOST_CHECKPOINTS || this.bytes > MOST_BYTES) && this.kept.length > 2) this.thin();
  }

  private thin(): void {
    this.kept = this.kept.filter((_, i) => i % 2 === 0);
    this.bytes = this.kept.reduce((sum, { bytes }) => sum + bytes, 0);
    this.interval *= 2;
  }

  /** The last one at or before a tick. */
  before(tick: number): Checkpoint {
    for (let i = this.kept.length - 1; i > 0; i--) if (this.kept[i].tick <= tick) return this.kept[i];
    return this.kept[0];
  }

  forgetAfter(tick: number): void {
    this.kept = this.kept.filter((checkpoint, i) => i === 0 || checkpoint.tick <= tick);
    this.bytes = this.kept.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get count(): number {
    return this.kept.length;
  }
}
