/**
 * Bounds on how long frames of a CAN bus take from being queued to their end, where every node offers its most urgent frame: response-time
 * analysis of fixed-priority non-preemptive scheduling.
 *
 *   Cₘ    length on the bus with worst-case stuffing and intermission: (55 + 10 n) τ, or (80 + 10 n) τ with 29 bits of identifier
 *   Bₘ    = max Cₖ over less urgent frames: one that has just begun
 *   tₘ    = Bₘ + Σ ⌈(tₘ + Jₖ)/Tₖ⌉ Cₖ over frames as urgent or more: the busy period
 *   Qₘ    = ⌈(tₘ + Jₘ)/Tₘ⌉: instances of the frame in it
 *   w(q)  = Bₘ + q Cₘ + Σ ⌈(w(q) + Jₖ + τ)/Tₖ⌉ Cₖ over more urgent frames: the wait of instance q
 *   Rₘ    = max over q < Qₘ of Jₘ + w(q) − q Tₘ + Cₘ
 *
 * Rₘ includes the three bits of intermission after the frame, as Cₘ does. All times are whole numbers of one unit, such as nanoseconds.
 *
 * Reference: R. I. Davis, A. Burns, R. J. Bril, J. J. Lukkien, Controller Area Network (CAN) schedulability analysis: refuted,
 * revisited and revised, Real-Time Systems 35, 2007. Valid without errors, for queues ordered by priority.
 * Checked against: pyCPA 1.2 (its analysis of static priorities without preemption) on the paper's example of three messages, on the SAE
 * benchmark and on random sets without jitter, all equal; with and without jitter, simulation on the bus: never above a bound, and within one
 * frame of it where all are released at the worst instants.
 */
export interface PeriodicFrame {
  /** Length on the bus, intermission included. */
  readonly length: number;
  readonly period: number;
  /** Largest delay from its release to its being queued. */
  readonly jitter?: number;
}

/** Bits of a classic frame of `bytes` with as much stuffing as there can be, and intermission. */
export const worstLength = (bytes: number, isExtended = false): number => (isExtended ? 80 : 55) + 10 * bytes;

/** Bounds for frames in order of priority, the most urgent first; infinite where the bus is overloaded. `bit` is the length of a bit. */
export function responseTimes(frames: readonly PeriodicFrame[], bit: number): number[] {
  return frames.map((frame, m) => {
    const load = frames.slice(0, m + 1).reduce((sum, { length, period }) => sum + length / period, 0);
    // the busy period of a bus that is never idle may not end
    if (load >= 1) return Infinity;
    const blocking = Math.max(0, ...frames.slice(m + 1).map(({ length }) => length));
    const moreUrgent = frames.slice(0, m);
    const { length, period, jitter = 0 } = frame;
    const busy = fixedPoint(blocking + length, (t) => blocking + demand([...moreUrgent, frame], t));
    const instances = Math.ceil((busy + jitter) / period);
    let longest = 0;
    let wait = blocking;
    for (let q = 0; q < instances; q++) {
      wait = fixedPoint(
        Math.max(wait, blocking + q * length),
        (w) => blocking + q * length + demand(moreUrgent, w + bit),
      );
      longest = Math.max(longest, jitter + wait - q * period + length);
    }
    return longest;
  });
}

/** Time that the instances of frames take which are queued within a time. */
const demand = (frames: readonly PeriodicFrame[], time: number): number =>
  frames.reduce((sum, { length, period, jitter = 0 }) => sum + Math.ceil((time + jitter) / period) * length, 0);

/** Where a function that grows meets its argument, from below. */
function fixedPoint(start: number, next: (value: number) => number): number {
  let value = start;
  for (;;) {
    const after = next(value);
    if (after <= value) return value;
    value = after;
  }
}
