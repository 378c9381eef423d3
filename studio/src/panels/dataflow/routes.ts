/** Paths of wires, as SVG path data. */

export type Corner = readonly [x: number, y: number];

const RADIUS = 6;

const text = (value: number): string => String(Math.round(value * 10) / 10);

/** Goes on from (x, y), level at both ends. */
export function curve(x: number, y: number, toX: number, toY: number): string {
  const reach = Math.max(24, (toX - x) / 2);
  return `C${text(x + reach)} ${text(y)} ${text(toX - reach)} ${text(toY)} ${text(toX)} ${text(toY)}`;
}

/** Straight from corner to corner, with round corners where there is room for them. */
export function roundedPath(corners: readonly Corner[]): string {
  let path = `M${text(corners[0][0])} ${text(corners[0][1])}`;
  for (let i = 1; i < corners.length - 1; i++) {
    const [[ax, ay], [bx, by], [cx, cy]] = [corners[i - 1], corners[i], corners[i + 1]];
    const before = Math.hypot(bx - ax, by - ay);
    const after = Math.hypot(cx - bx, cy - by);
    const radius = Math.min(RADIUS, before / 2, after / 2);
    if (radius < 0.5) {
      path += `L${text(bx)} ${text(by)}`;
      continue;
    }
    const enter: Corner = [bx + ((ax - bx) * radius) / before, by + ((ay - by) * radius) / before];
    const leave: Corner = [bx + ((cx - bx) * radius) / after, by + ((cy - by) * radius) / after];
    path += `L${text(enter[0])} ${text(enter[1])}Q${text(bx)} ${text(by)} ${text(leave[0])} ${text(leave[1])}`;
  }
  const [x, y] = corners[corners.length - 1];
  return `${path}L${text(x)} ${text(y)}`;
}
