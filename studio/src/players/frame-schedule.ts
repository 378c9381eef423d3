/** When the page draws next: the pace of players that are not paced by somebody else. */

/** Calls back with the wall time [ms] at the next animation frame; the returned function calls it off. */
export function onNextFrame(callback: (nowMs: number) => void): () => void {
  if (typeof requestAnimationFrame === 'undefined') {
    const timer = setTimeout(() => callback(performance.now()), 16);
    return () => clearTimeout(timer);
  }
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
}

/** Lets the page breathe: input, drawing and network come first. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** How fast recorded or remote time goes, measured over half a second of wall time. */
export class RateMeter {
  /** Seconds per second. */
  rate = 0;
  private wallMs = NaN;
  private time = NaN;

  update(nowMs: number, time: number): void {
    const wall = (nowMs - this.wallMs) / 1000;
    if (wall >= 0 && wall < 0.5) return;
    // the first one, and after a long sleep or a jump, only sets the marks
    if (wall < 2 && time >= this.time) this.rate = (time - this.time) / wall;
    this.wallMs = nowMs;
    this.time = time;
  }

  reset(): void {
    this.rate = 0;
    this.wallMs = NaN;
    this.time = NaN;
  }
}
