/**
 * The computer's clock in UTC, finer than the milliseconds of `Date.now`: the monotonic clock, laid beside the instants at which the milliseconds change. It
 * does not follow when somebody sets the computer's clock afterwards.
 */
export interface SystemClock {
  /** Unix time of the whole second that times count from [s]. */
  readonly epoch: number;
  /** How wrong it was laid at most [ns]. */
  readonly errorNs: number;
  nowNs(): number;
}

/** Changes of the millisecond that are looked at; the one that was seen most sharply counts. */
const LOOKS = 5;

export function openSystemClock(): SystemClock {
  let best = { widthMs: Infinity, differenceMs: 0 };
  for (let i = 0; i < LOOKS; i++) {
    const edge = nextMillisecond();
    if (edge.widthMs < best.widthMs) best = edge;
  }
  const epoch = Math.floor(Date.now() / 1000);
  const { differenceMs } = best;
  return {
    epoch,
    errorNs: best.widthMs * 1e6,
    nowNs: () => (performance.now() + differenceMs - epoch * 1000) * 1e6,
  };
}

/** Waits for the next change: UTC minus the monotonic clock [ms], and how long the change went unseen at most. */
function nextMillisecond(): { widthMs: number; differenceMs: number } {
  const start = Date.now();
  let before = performance.now();
  for (;;) {
    const utc = Date.now();
    const after = performance.now();
    if (utc !== start) return { widthMs: after - before, differenceMs: utc - (before + after) / 2 };
    before = after;
  }
}
