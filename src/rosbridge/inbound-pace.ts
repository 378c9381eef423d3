/**
 * How much of a peer is read in one go. A peer that floods would keep the thread of the loop for itself: after so many messages it is not read for as
 * long as reading them took, so that it gets half of the time at most and its own socket fills up. Nothing is lost.
 */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** Messages, and bytes, that are read before somebody else has a turn. */
const MOST_MESSAGES = 128;
const MOST_BYTES = 1 << 20;
/** Longest rest [ms]. */
const LONGEST_REST = 50;

export class InboundPace {
  private messages = 0;
  private bytes = 0;
  private beginMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly socket: Pausable) {}

  /** A message has been read and dealt with. */
  count(bytes: number): void {
    const nowMs = performance.now();
    if (this.messages === 0) {
      this.beginMs = nowMs;
      // a turn that was not full is forgotten
      this.timer ??= setTimeout(() => this.nextTurn(), 1);
    }
    this.messages++;
    this.bytes += bytes;
    if (this.messages === MOST_MESSAGES || (this.bytes > MOST_BYTES && this.bytes - bytes <= MOST_BYTES)) {
      clearTimeout(this.timer);
      this.socket.pause();
      this.timer = setTimeout(() => this.nextTurn(), Math.min(LONGEST_REST, Math.max(1, nowMs - this.beginMs)));
    }
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private nextTurn(): void {
    this.timer = undefined;
    this.messages = this.bytes = 0;
    // one that is being closed has to be read to its end, too
    this.socket.resume();
  }
}
