/** Lines as short as a small picture allows: Douglas and Peucker's simplification, 1973, with points rounded to centimetres. */

/** x₀, y₀, x₁, y₁ … without the points that lie within `tolerance` of the line through the others. */
function simplified(points: ArrayLike<number>, tolerance: number): number[] {
  const n = points.length / 2;
  const isKept = new Uint8Array(n);
  if (n > 0) isKept[0] = isKept[n - 1] = 1;
  const open: [first: number, last: number][] = [[0, n - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let most = tolerance;
    for (let i = first + 1; i < last; i++) {
      const distance = distanceToSegment(points, i, first, last);
      if (distance > most) [farthest, most] = [i, distance];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  const kept: number[] = [];
  for (let i = 0; i < n; i++)
    if (isKept[i] === 1) kept.push(centimetres(points[2 * i]), centimetres(points[2 * i + 1]));
  return kept;
}

/** The same with at most `most` points: the tolerance is doubled until they suffice. */
export function simplifiedTo(points: ArrayLike<number>, tolerance: number, most: number): number[] {
  let line = simplified(points, tolerance);
  for (let wider = tolerance * 2; line.length > 2 * most; wider *= 2) line = simplified(points, wider);
  return line;
}

export const centimetres = (value: number): number => Math.round(value * 100) / 100;

function distanceToSegment(points: ArrayLike<number>, i: number, a: number, b: number): number {
  const [ax, ay, bx, by] = [points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((points[2 * i] - ax) * dx + (points[2 * i + 1] - ay) * dy) / square));
  return Math.hypot(points[2 * i] - ax - along * dx, points[2 * i + 1] - ay - along * dy);
}
