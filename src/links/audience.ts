/** Everybody who listens to what comes in through a door, with the simulated time at which it came. */
export class Audience<T> {
  private readonly listeners = new Set<(item: T, arrivalNs: number) => void>();

  tell(item: T, arrivalNs: number): void {
    for (const listener of this.listeners) listener(item, arrivalNs);
  }

  readonly listen = (listener: (item: T, arrivalNs: number) => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}
