/** The commands a controller has sent lately, so that it can predict through its own dead time. */

export interface SentCommands {
  /** Ring of times [ns] and values, and how many there have ever been. */
  readonly ring: Float64Array;
  count: number;
}

/** Room for the commands of `span` [s] when one is sent every `period` [s]. */
export const createSentCommands = (span: number, period: number): SentCommands => ({
  ring: new Float64Array(2 * (Math.ceil(span / period) + 4)),
  count: 0,
});

const capacity = (sent: SentCommands): number => sent.ring.length / 2;

export function noteSent(sent: SentCommands, ns: number, value: number): void {
  const at = 2 * (sent.count % capacity(sent));
  sent.ring[at] = ns;
  sent.ring[at + 1] = value;
  sent.count++;
}

/** The last command; 0 before the first. */
export const latestSent = (sent: SentCommands): number =>
  sent.count === 0 ? 0 : sent.ring[2 * ((sent.count - 1) % capacity(sent)) + 1];

/** The command that was the last at a time, to within a microsecond; 0 before the first that is remembered. */
export function sentAt(sent: SentCommands, ns: number): number {
  const size = capacity(sent);
  const oldest = Math.max(0, sent.count - size);
  for (let i = sent.count - 1; i >= oldest; i--) {
    const at = 2 * (i % size);
    if (sent.ring[at] <= ns + 1000) return sent.ring[at + 1];
  }
  return 0;
}
