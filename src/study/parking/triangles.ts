/**
 * Polygons that may be hollow, as triangles: by cutting off ears.
 *
 * An ear is a corner whose triangle with its neighbours turns the way of the polygon and holds no other corner. Every polygon that does
 * not cross itself has two (Meisters 1975). Checked against: areas, which must add up.
 */
import type { Polygon } from '../../planning/problem.ts';
import type { ConvexShape } from '../../world/contact/convex-shape.ts';

/** Twice the area of a triangle, positive counter-clockwise [m²]. */
const doubleArea = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Counter-clockwise, positive [m²]. */
export function signedArea(polygon: Polygon): number {
  let sum = 0;
  for (let i = 0, before = polygon.length - 2; i < polygon.length; before = i, i += 2)
    // seen from the first corner: coordinates may be those of a whole country
    sum +=
      (polygon[before] - polygon[0]) * (polygon[i + 1] - polygon[1]) -
      (polygon[i] - polygon[0]) * (polygon[before + 1] - polygon[1]);
  return sum / 2;
}

/** The triangles of a polygon; undefined where its outline crosses itself. */
export function trianglesOf(polygon: Polygon): ConvexShape[] | undefined {
  const corners = Array.from({ length: polygon.length / 2 }, (_, i) => i);
  if (signedArea(polygon) < 0) corners.reverse();
  const shapes: ConvexShape[] = [];
  while (corners.length > 3) {
    const ear = corners.findIndex((_, i) => isEar(polygon, corners, i));
    if (ear < 0) return undefined;
    const triangle = neighbours(corners, ear);
    if (areaAt(polygon, triangle) > 0) shapes.push(shapeOf(polygon, triangle));
    corners.splice(ear, 1);
  }
  if (areaAt(polygon, corners) > 0) shapes.push(shapeOf(polygon, corners));
  return shapes;
}

const neighbours = (corners: readonly number[], i: number): number[] => [
  corners[(i + corners.length - 1) % corners.length],
  corners[i],
  corners[(i + 1) % corners.length],
];

function areaAt(polygon: Polygon, [a, b, c]: readonly number[]): number {
  const at = (i: number): [number, number] => [polygon[2 * i], polygon[2 * i + 1]];
  return doubleArea(...at(a), ...at(b), ...at(c));
}

function isEar(polygon: Polygon, corners: readonly number[], i: number): boolean {
  const [a, b, c] = neighbours(corners, i);
  const area = areaAt(polygon, [a, b, c]);
  // three corners in a line, or one twice: nothing is cut off
  if (area === 0) return true;
  if (area < 0) return false;
  return corners.every((other) => {
    if (other === a || other === b || other === c) return true;
    const isSame = [a, b, c].some(
      (own) => polygon[2 * own] === polygon[2 * other] && polygon[2 * own + 1] === polygon[2 * other + 1],
    );
    if (isSame) return true;
    return (
      areaAt(polygon, [a, b, other]) < 0 || areaAt(polygon, [b, c, other]) < 0 || areaAt(polygon, [c, a, other]) < 0
    );
  });
}

function shapeOf(polygon: Polygon, corners: readonly number[]): ConvexShape {
  const points = Float64Array.from(corners.flatMap((i) => [polygon[2 * i], polygon[2 * i + 1]]));
  const normals = new Float64Array(6);
  for (let i = 0; i < 6; i += 2) {
    const next = (i + 2) % 6;
    const [dx, dy] = [points[next] - points[i], points[next + 1] - points[i + 1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    normals[i] = dy / length;
    normals[i + 1] = -dx / length;
  }
  return { count: 3, points, normals };
}
