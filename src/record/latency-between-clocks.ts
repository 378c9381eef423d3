/**
 * How long something took from one computer to another, by the stamps of their clocks, and how wrong that may be.
 *
 *   latency = t₂ − t₁ ± (b₁ + b₂)        bᵢ = bᵢ⁰ + ρᵢ |tᵢ − τᵢ|
 *
 * tᵢ   stamp by clock i [ns]       bᵢ⁰  how far that clock was from the common time at most when it last knew, τᵢ [s]
 * ρᵢ   how wrong its rate may be meanwhile [s/s]
 *
 * It is in the seconds of the master that both follow, whose rate is its own. Bounds add because nothing is known about how errors go together: both follow one master, and both may be off by it to different sides. Where the latency is
 * surely negative the clocks contradict their own bounds.
 */
export interface ClockStamp {
  readonly stampNs: number;
  /** bᵢ⁰ [s]: `error_bound` of skidpad_msgs/ClockReading. */
  readonly errorBound: number;
  /** τᵢ [ns], by the same clock; the stamp itself when absent. */
  readonly knownNs?: number;
  /** ρᵢ; 0 when absent. */
  readonly rateBound?: number;
}

export interface BoundedLatency {
  /** [s] */
  readonly latency: number;
  readonly bound: number;
  /** Whether it may be positive, as time wants it. */
  readonly isPossible: boolean;
}

export function latencyBetween(sent: ClockStamp, received: ClockStamp): BoundedLatency {
  const latency = (received.stampNs - sent.stampNs) / 1e9;
  const bound = boundOf(sent) + boundOf(received);
  return { latency, bound, isPossible: latency + bound >= 0 };
}

const boundOf = ({ stampNs, errorBound, knownNs = stampNs, rateBound = 0 }: ClockStamp): number =>
  errorBound + (rateBound * Math.abs(stampNs - knownNs)) / 1e9;
