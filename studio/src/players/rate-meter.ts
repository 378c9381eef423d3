/**
 * How fast something counts up:
 *
 *   rate = Δcount / Δtime      between the oldest and the newest note within a window
 */
export class RateMeter {
  private readonly times: number[] = [];
  private readonly counts: number[] = [];

  /** `settled` is how much time must lie between the notes before there is a rate; in the unit of the window. */
  constructor(
    private readonly window: number,
    private readonly settled = 0,
  ) {}

  /** A time or a count that goes back starts again. */
  note(time: number, count: number): void {
    const { times, counts } = this;
    if (time < this.lastTime || count < this.lastCount) this.reset();
    times.push(time);
    counts.push(count);
    // at least two are kept, so that what is slower than the window has a rate, too
    while (times.length > 2 && time - times[0] > this.window) {
      times.shift();
      counts.shift();
    }
  }

  reset(): void {
    this.times.length = 0;
    this.counts.length = 0;
  }

  /** −Infinity before the first note. */
  get lastTime(): number {
    return this.times.at(-1) ?? -Infinity;
  }

  get lastCount(): number {
    return this.counts.at(-1) ?? -Infinity;
  }

  /** Undefined before the second note, and before it has settled. */
  get rate(): number | undefined {
    const span = this.lastTime - this.times[0];
    return span > 0 && span >= this.settled ? (this.lastCount - this.counts[0]) / span : undefined;
  }
}
