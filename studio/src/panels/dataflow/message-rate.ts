/**
 * How often messages come, from the newest message of each frame: messages counted by their sequence, over the publication
 * times of the first and the last one within a window. Where the sequence stands still although time goes on (a player that
 * does not count), every new time is one message.
 */
const WINDOW = 2;
const KEPT = 64;

export class MessageRate {
  private readonly times: number[] = [];
  private readonly counts: number[] = [];
  private sequence = 0;

  /** Notes the newest message; true if it is a new one. Times going back start afresh. */
  note(time: number, sequence: number): boolean {
    const { times, counts } = this;
    const last = times.length - 1;
    if (last >= 0 && time === times[last]) return false;
    if (last >= 0 && time < times[last]) {
      times.length = 0;
      counts.length = 0;
    }
    const messages = times.length === 0 ? 0 : counts[counts.length - 1] + Math.max(1, sequence - this.sequence || 0);
    this.sequence = sequence;
    times.push(time);
    counts.push(messages);
    // at least two are kept, so that slow topics have a rate, too
    while (times.length > KEPT || (times.length > 2 && time - times[0] > WINDOW)) {
      times.shift();
      counts.shift();
    }
    return true;
  }

  /** [Hz]; undefined before the second message. */
  get hertz(): number | undefined {
    const { times, counts } = this;
    const last = times.length - 1;
    return last < 1 ? undefined : (counts[last] - counts[0]) / (times[last] - times[0]);
  }
}
