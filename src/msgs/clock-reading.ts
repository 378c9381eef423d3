/**
 * What a clock says at another instant than that of its last reading:
 *
 *   C(t) = t + x + (rate − 1) (t − t₀)        x, rate  offset and rate of the reading at t₀
 */
import type { ClockReading } from './generated/index.ts';
import { timeToNs } from './time.ts';

/** Rounded to whole nanoseconds. */
export const clockSaysNs = ({ stamp, offset, rate }: ClockReading, trueNs: number): number =>
  Math.round(trueNs + offset * 1e9 + (rate - 1) * (trueNs - timeToNs(stamp)));
