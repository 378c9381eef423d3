/** Which segments belong together: those that come close to each other, and what comes close to those. */

/** Segments as x₁, y₁, x₂, y₂ each. */
export interface Segments {
  readonly segments: Int32Array;
  readonly segmentCount: number;
  /** Row of the picture that is row 0 of the segments. */
  readonly firstRow: number;
  /** Width of the picture. */
  readonly columns: number;
}

/** More segments than these are not looked at. */
const MOST_GROUPED = 256;

/** The groups of the segments looked at last. One object, reused: read it, do not keep it. */
const result = { groups: new Int16Array(MOST_GROUPED), count: 0, longest: 0 };
const lengths = new Float64Array(MOST_GROUPED);

/** Gives each of the first `count` segments the number of its group, and says which group is the longest in sum. */
export function groupSegments({ segments, segmentCount }: Segments, linkDistance: number): typeof result {
  const { groups } = result;
  const count = Math.min(segmentCount, MOST_GROUPED);
  for (let a = 0; a < count; a++) groups[a] = a;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      if (groups[a] !== groups[b] && areClose(segments, 4 * a, 4 * b, linkDistance))
        join(groups, a, groups[b], groups[a]);
    }
  }
  lengths.fill(0, 0, count);
  for (let a = 0; a < count; a++) lengths[groups[a]] += lengthOf(segments, 4 * a);
  result.count = count;
  result.longest = 0;
  for (let a = 1; a < count; a++) if (lengths[a] > lengths[result.longest]) result.longest = a;
  return result;
}

/** What was in group `from`, up to segment `last`, is in group `to`. */
function join(groups: Int16Array, last: number, to: number, from: number): void {
  for (let k = 0; k <= last; k++) if (groups[k] === from) groups[k] = to;
}

/** Length of the segment that begins at s[i], at least 1 [px]. */
export function lengthOf(s: Int32Array, i: number): number {
  const dx = s[i + 2] - s[i];
  const dy = s[i + 3] - s[i + 1];
  return Math.max(1, Math.sqrt(dx * dx + dy * dy));
}

/** Whether an end of one is within this distance of the other. */
function areClose(s: Int32Array, i: number, j: number, distance: number): boolean {
  // boxes that are too far apart save the rest
  if (s[i] > s[j + 2] + distance || s[j] > s[i + 2] + distance) return false;
  const limit = distance * distance;
  return (
    squaredDistance(s, i, s[j], s[j + 1]) <= limit ||
    squaredDistance(s, i, s[j + 2], s[j + 3]) <= limit ||
    squaredDistance(s, j, s[i], s[i + 1]) <= limit ||
    squaredDistance(s, j, s[i + 2], s[i + 3]) <= limit
  );
}

/** Squared distance of a point from a segment. */
function squaredDistance(s: Int32Array, i: number, x: number, y: number): number {
  const dx = s[i + 2] - s[i];
  const dy = s[i + 3] - s[i + 1];
  const along = (x - s[i]) * dx + (y - s[i + 1]) * dy;
  const share = Math.max(0, Math.min(1, along / Math.max(1, dx * dx + dy * dy)));
  const ex = x - s[i] - share * dx;
  const ey = y - s[i + 1] - share * dy;
  return ex * ex + ey * ey;
}
