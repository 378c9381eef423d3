/** Who watches which topics: a topic is wanted while at least one panel asks for it. */
export class Watchers {
  private readonly counts = new Map<string, number>();

  /** `changed` is called when somebody begins or ends to watch. */
  constructor(private readonly changed: () => void) {}

  /** Until the returned function is called. */
  watch(topicId: string): () => void {
    this.add(topicId, 1);
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      this.add(topicId, -1);
    };
  }

  private add(topicId: string, one: number): void {
    const count = (this.counts.get(topicId) ?? 0) + one;
    if (count > 0) this.counts.set(topicId, count);
    else this.counts.delete(topicId);
    this.changed();
  }

  has(topicId: string): boolean {
    return this.counts.has(topicId);
  }

  get topics(): string[] {
    return [...this.counts.keys()];
  }
}
