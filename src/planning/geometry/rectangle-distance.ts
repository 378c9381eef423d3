/**
 * Distance between a line segment and an axis-aligned rectangle |x| ≤ a, |y| ≤ b around the origin [m]: 0 where they touch.
 *
 * Apart, the least distance is from an end of the segment to the rectangle or from a corner of it to the segment.
 * Checked against: dense sampling of both.
 */

/** Whether a segment has a point in the rectangle: what is left of it between each pair of sides (Liang, Barsky 1984). */
function segmentMeetsRectangle(ends: Float64Array, a: number, b: number): boolean {
  const dx = ends[2] - ends[0];
  const dy = ends[3] - ends[1];
  let from = 0;
  let to = 1;
  if (dx === 0) {
    if (ends[0] < -a || ends[0] > a) return false;
  } else {
    const u = (-a - ends[0]) / dx;
    const v = (a - ends[0]) / dx;
    from = Math.max(from, Math.min(u, v));
    to = Math.min(to, Math.max(u, v));
  }
  if (dy === 0) {
    if (ends[1] < -b || ends[1] > b) return false;
  } else {
    const u = (-b - ends[1]) / dy;
    const v = (b - ends[1]) / dy;
    from = Math.max(from, Math.min(u, v));
    to = Math.min(to, Math.max(u, v));
  }
  return from <= to;
}

/** Squared distance; `ends` are x, y of both ends of the segment. */
export function squaredSegmentRectangleDistance(ends: Float64Array, a: number, b: number): number {
  if (segmentMeetsRectangle(ends, a, b)) return 0;
  let least = Math.min(squaredPointDistance(ends[0], ends[1], a, b), squaredPointDistance(ends[2], ends[3], a, b));
  least = Math.min(least, squaredCornerDistance(ends, a, b), squaredCornerDistance(ends, a, -b));
  return Math.min(least, squaredCornerDistance(ends, -a, b), squaredCornerDistance(ends, -a, -b));
}

function squaredPointDistance(x: number, y: number, a: number, b: number): number {
  const dx = Math.max(0, Math.abs(x) - a);
  const dy = Math.max(0, Math.abs(y) - b);
  return dx * dx + dy * dy;
}

function squaredCornerDistance(ends: Float64Array, x: number, y: number): number {
  const dx = ends[2] - ends[0];
  const dy = ends[3] - ends[1];
  const square = dx * dx + dy * dy;
  const along = (x - ends[0]) * dx + (y - ends[1]) * dy;
  const u = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
  const restX = x - ends[0] - u * dx;
  const restY = y - ends[1] - u * dy;
  return restX * restX + restY * restY;
}
