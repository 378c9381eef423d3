/**
 * The instant that is drawn. Frames come unevenly, from a worker in batches or over a network; between them time runs on with the wall
 * clock, and the difference is taken up gently:
 *
 *   t ← t + rate Δw + GAIN (t_frame − t)            while |t_frame − t| is small; t_frame itself otherwise
 *
 * Paused, sought or far off, it is the time of the frame exactly, so that what is looked at is what was computed.
 */
const GAIN = 0.15;
/** Wall time by which the drawing may be ahead of or behind the frames [s]. */
const LEEWAY = 0.2;

export class DisplayClock {
  /** [s of simulated or recorded time] */
  time = 0;
  /** Whether the latest update went by a jump instead of running on. */
  jumped = true;
  private wall = NaN;

  /** `wall` in seconds; `rate` in simulated seconds per second, 0 when it stands still. */
  update(frameTime: number, wall: number, rate: number): number {
    const step = wall - this.wall;
    this.wall = wall;
    const runsOn = this.time + rate * step;
    const error = frameTime - runsOn;
    this.jumped = !(rate > 0 && step >= 0 && step < LEEWAY && Math.abs(error) < LEEWAY * Math.max(1, rate));
    this.time = this.jumped ? frameTime : runsOn + GAIN * error;
    return this.time;
  }
}
