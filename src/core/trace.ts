/**
 * Traces: which message of a queued input another one hands on. A bus or a decoder does not answer to what it has read last but to
 * a certain frame, which may have waited for its turn; so that latencies can be followed through it, it says which.
 *
 *   trace = sequence · 2¹⁶ + place of the input        0: none, the message was computed from what was latched at the release
 *
 * A trace is a number, so that blocks can keep it in their state and hosts can carry it. It changes no result and is not hashed.
 */
const PLACES = 65_536;

export const UNTRACED = 0;

export const traceOf = (place: number, sequence: number): number => sequence * PLACES + place;
export const tracedPlace = (trace: number): number => trace % PLACES;
export const tracedSequence = (trace: number): number => Math.floor(trace / PLACES);

/** What one message of a publication hands on. */
export interface Handover {
  /** Place of the output, and of the message among those that it publishes. */
  readonly output: number;
  readonly message: number;
  readonly trace: number;
  /** For each origin of its block, when the data behind that message was true; absent where nobody remembers. */
  readonly captureTicks?: readonly number[];
}
