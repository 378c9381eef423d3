/**
 * Figures of a step response from its samples.
 *
 *   rise time        from 10 % to 90 % of the step, the first time each
 *   overshoot        beyond the target, as a share of the step; 0 when there is none
 *   settling time    from the step until the response stays within a band about the target
 *   steady error     target minus mean of the last part of the record
 *   ripple           largest distance from that mean in the same part
 *
 * Between samples the response is a straight line. Reference: K. Ogata, Modern Control Engineering, 5th ed., section 5-3.
 * Checked against: second-order systems in closed form, and scipy's step responses measured on a fine grid.
 */
export interface StepRecord {
  /** Instants [s], rising, and the response. The step happens at the first of them. */
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** Where the response comes from and where it shall go. */
  readonly from: number;
  readonly to: number;
  /** Share of the record, at its end, that counts as steady; 0.1 when absent. */
  readonly steadyShare?: number;
}

export interface StepFigures {
  /** [s]; NaN when 90 % is never reached. */
  readonly riseTime: number;
  readonly overshoot: number;
  /** Instant of the largest value in the direction of the step [s]. */
  readonly peakTime: number;
  /** [s]; NaN when the response does not stay in the band. */
  readonly settlingTime2: number;
  readonly settlingTime5: number;
  readonly steadyError: number;
  readonly ripple: number;
}

export function stepFigures(record: StepRecord): StepFigures {
  const { times, values, from, to, steadyShare = 0.1 } = record;
  const n = Math.min(times.length, values.length);
  const span = to - from;
  if (n < 2 || span === 0)
    return {
      riseTime: NaN,
      overshoot: NaN,
      peakTime: NaN,
      settlingTime2: NaN,
      settlingTime5: NaN,
      steadyError: NaN,
      ripple: NaN,
    };
  let peak = 0;
  for (let i = 1; i < n; i++) if ((values[i] - values[peak]) * span > 0) peak = i;
  const steady = steadyPart(times, values, n, steadyShare);
  return {
    riseTime: firstCrossing(record, n, 0.9) - firstCrossing(record, n, 0.1),
    overshoot: Math.max(0, (values[peak] - to) / span),
    peakTime: times[peak] - times[0],
    settlingTime2: settling(record, n, 0.02),
    settlingTime5: settling(record, n, 0.05),
    steadyError: to - steady.mean,
    ripple: steady.ripple,
  };
}

/** When the response first has this share of the step behind it; NaN when never. */
function firstCrossing({ times, values, from, to }: StepRecord, n: number, share: number): number {
  let before = (values[0] - from) / (to - from);
  if (before >= share) return times[0];
  for (let i = 1; i < n; i++) {
    const now = (values[i] - from) / (to - from);
    if (now >= share) return times[i - 1] + ((times[i] - times[i - 1]) * (share - before)) / (now - before);
    before = now;
  }
  return NaN;
}

/** How long after the step the response last enters the band. */
function settling({ times, values, from, to }: StepRecord, n: number, band: number): number {
  const width = band * Math.abs(to - from);
  let last = n - 1;
  if (Math.abs(values[last] - to) > width) return NaN;
  while (last >= 0 && Math.abs(values[last] - to) <= width) last--;
  if (last < 0) return 0;
  // the edge of the band lies between the last sample outside and the next
  const edge = values[last] > to ? to + width : to - width;
  const part = (edge - values[last]) / (values[last + 1] - values[last]);
  return times[last] + part * (times[last + 1] - times[last]) - times[0];
}

function steadyPart(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  n: number,
  share: number,
): { mean: number; ripple: number } {
  const begin = times[n - 1] - share * (times[n - 1] - times[0]);
  let first = n - 1;
  while (first > 0 && times[first - 1] >= begin) first--;
  let mean = 0;
  for (let i = first; i < n; i++) mean += values[i] / (n - first);
  let ripple = 0;
  for (let i = first; i < n; i++) ripple = Math.max(ripple, Math.abs(values[i] - mean));
  return { mean, ripple };
}
