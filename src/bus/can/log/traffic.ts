/**
 * What was on a bus, identifier by identifier: how often, how regularly, and where something is missing.
 *
 *   Δᵢ = tᵢ₊₁ − tᵢ          intervals between frames of one identifier [s]
 *   cycle                   as a database declares it, else the median of Δ
 *   jitter = √(Σ (Δᵢ − Δ̄)² / n)
 *   gap                     Δᵢ > 2 cycle
 */
import { maximum, mean, median, minimum, variance } from '../../../math/statistics.ts';
import type { CanFrame } from '../../../msgs/index.ts';

interface Gap {
  /** When the frame before it came, and how long the next one took [s]. */
  readonly at: number;
  readonly duration: number;
}

interface Cycle {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly jitter: number;
  readonly gaps: readonly Gap[];
}

export interface IdentifierTraffic {
  readonly bus: string;
  readonly id: number;
  readonly isExtended: boolean;
  readonly count: number;
  /** Of one frame there is none. */
  readonly cycle?: Cycle;
}

/** Beyond every identifier of 29 bits. */
const EXTENDED = 0x2000_0000;

/** The same identifier with 11 and with 29 bits are two. */
const keyOf = ({ id, is_extended: isExtended }: CanFrame): number => id + (isExtended ? EXTENDED : 0);

interface Times {
  readonly bus: string;
  readonly key: number;
  readonly times: number[];
}

export class Traffic {
  frames = 0;
  errorFrames = 0;
  private readonly byIdentifier = new Map<string, Times>();

  add(frame: CanFrame, bus: string): void {
    if (frame.is_error) {
      this.errorFrames++;
      return;
    }
    this.frames++;
    const key = keyOf(frame);
    const name = `${key} ${bus}`;
    let entry = this.byIdentifier.get(name);
    if (entry === undefined) this.byIdentifier.set(name, (entry = { bus, key, times: [] }));
    entry.times.push(frame.stamp.sec + frame.stamp.nanosec / 1e9);
  }

  /** By bus, then in the order in which they win arbitration, those of 11 bits first. `cycleOf` says what a database declares [s]. */
  identifiers(cycleOf: (id: number, isExtended: boolean) => number | undefined = () => undefined): IdentifierTraffic[] {
    return [...this.byIdentifier.values()]
      .sort((a, b) => (a.bus === b.bus ? a.key - b.key : a.bus < b.bus ? -1 : 1))
      .map(({ bus, key, times }) => {
        const [id, isExtended] = [key % EXTENDED, key >= EXTENDED];
        return { bus, id, isExtended, count: times.length, cycle: cycleStatistics(times, cycleOf(id, isExtended)) };
      });
  }
}

function cycleStatistics(times: readonly number[], declared: number | undefined): Cycle | undefined {
  if (times.length < 2) return undefined;
  const intervals = times.slice(1).map((time, i) => time - times[i]);
  const longest = 2 * (declared ?? median(intervals));
  // stamps to the microsecond make no gaps
  const gaps = intervals.flatMap((duration, i) => (duration > longest + 1e-6 ? [{ at: times[i], duration }] : []));
  return {
    mean: mean(intervals),
    min: minimum(intervals),
    max: maximum(intervals),
    jitter: Math.sqrt(variance(intervals, 0)),
    gaps,
  };
}
