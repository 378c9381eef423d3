/** The commands a controller has sent lately, so that it can predict through its own dead time. */

export interface SentCommands {
  /** Ring of times [ns] and values, and how many there have ever been. */
  ring: Float64Array;
  count: number;
}

const capacity = (sent: SentCommands): number => sent.ring.length / 2;
const capacityFor = (span: number, period: number): number => Math.ceil(span / period) + 4;

/** Room for the commands of `span` [s] when one is sent every `period` [s]. */
export const createSentCommands = (span: number, period: number): SentCommands => ({
  ring: new Float64Array(2 * capacityFor(span, period)),
  count: 0,
});

/** Makes room for those of a longer span; what has been forgotten by then reads as 0. */
export function makeRoom(sent: SentCommands, span: number, period: number): void {
  const [size, grown] = [capacity(sent), capacityFor(span, period)];
  if (grown <= size) return;
  const ring = new Float64Array(2 * grown);
  for (let i = Math.max(0, sent.count - size); i < sent.count; i++) {
    ring[2 * (i % grown)] = sent.ring[2 * (i % size)];
    ring[2 * (i % grown) + 1] = sent.ring[2 * (i % size) + 1];
  }
  sent.ring = ring;
}

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
