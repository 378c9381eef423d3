/** Timetables: constant commands one after the other, each until its time. */

interface Segment {
  /** End of the segment [s]. */
  readonly until: number;
}

/** Half a nanosecond: two times this close are the same instant. */
const SAME_INSTANT = 0.5e-9;

/** For `check`: the first segment that does not end after the one before it. */
export function segmentOutOfOrder(segments: readonly Segment[]): readonly [path: string, problem: string] | undefined {
  const late = segments.findIndex((segment, i) => i > 0 && segment.until <= segments[i - 1].until);
  return late < 0
    ? undefined
    : [`segments[${late}].until`, `expected more than ${segments[late - 1].until} s, the end of the segment before`];
}

/** The first segment from `index` on that is not over at `now`; the number of segments when all are. */
export function segmentAt(segments: readonly Segment[], index: number, now: number): number {
  let current = index;
  while (current < segments.length && now >= segments[current].until - SAME_INSTANT) current++;
  return current;
}
