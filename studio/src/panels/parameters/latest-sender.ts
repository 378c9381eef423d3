/**
 * Sends the latest of many values, at most once per interval: at once when it has been quiet, else when the interval is over.
 * The last value always goes out.
 */
export class LatestSender<T> {
  private latest: T | undefined;
  private isWaiting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly deliver: (value: T) => void,
    private readonly interval = 50,
  ) {}

  send(value: T): void {
    if (this.timer !== undefined) {
      this.latest = value;
      this.isWaiting = true;
      return;
    }
    this.deliver(value);
    this.timer = setTimeout(this.continue, this.interval);
  }

  /** Sends what waits, now; for the end of a gesture and of a panel. */
  flush(): void {
    clearTimeout(this.timer);
    this.continue();
  }

  private readonly continue = (): void => {
    this.timer = undefined;
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.send(this.latest as T);
  };
}
