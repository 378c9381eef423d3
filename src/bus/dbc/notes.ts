/** Sentences about what was passed over in a file, and no more of them than somebody reads. */
const MOST = 100;

export class NoteList {
  readonly sentences: string[] = [];
  private count = 0;

  add(line: number, sentence: string): void {
    this.count++;
    if (this.count <= MOST) this.sentences.push(`line ${line}: ${sentence}`);
    else this.sentences[MOST] = `and ${this.count - MOST} more`;
  }
}
