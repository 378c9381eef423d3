/** That a door has broken: told once, at once to whoever asks afterwards. The first problem is the one that counts. */
export class Breakage {
  problem: string | undefined;
  private readonly listeners = new Set<(problem: string) => void>();

  report(problem: string): void {
    if (this.problem !== undefined) return;
    this.problem = problem;
    for (const listener of this.listeners) listener(problem);
    this.listeners.clear();
  }

  readonly onFailure = (listener: (problem: string) => void): (() => void) => {
    if (this.problem === undefined) this.listeners.add(listener);
    else listener(this.problem);
    return () => void this.listeners.delete(listener);
  };
}
