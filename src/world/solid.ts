/** Upright boxes and prisms, from what a scenario says about them. */
import { InputError } from '../core/input-error.ts';
import type { Solid } from './scene.ts';
import { signedArea } from './track/lines.ts';
import type { SolidDocument } from './world-schema.ts';
import { colourOf, pointsOf } from './world-values.ts';

export function solidOf(document: SolidDocument, path: string): Solid {
  const { name, x, y, yaw, bottom, height } = document;
  return {
    name,
    x,
    y,
    yaw,
    bottom,
    top: bottom + height,
    footprint: footprintOf(document, path),
    colour: colourOf(document.colour, `${path}.colour`),
  };
}

function footprintOf({ length, width, footprint }: SolidDocument, path: string): Float64Array {
  if (footprint === undefined) {
    if (length === undefined || width === undefined)
      throw new InputError(path, 'expected length and width, or a footprint');
    const [x, y] = [length / 2, width / 2];
    return Float64Array.of(-x, -y, x, -y, x, y, -x, y);
  }
  if (length !== undefined || width !== undefined)
    throw new InputError(path, 'expected either length and width or a footprint, got both');
  const points = pointsOf(footprint, `${path}.footprint`);
  const corners = signedArea(points) < 0 ? reversed(points) : points;
  checkConvex(corners, `${path}.footprint`);
  return corners;
}

function reversed(points: Float64Array): Float64Array {
  const n = points.length;
  return points.map((_, k) => points[n - 2 - (k - (k % 2)) + (k % 2)]);
}

/** Every corner turns left, and all of them together once round. */
function checkConvex(points: Float64Array, path: string): void {
  const n = points.length / 2;
  let crossings = 0;
  for (let i = 0; i < n; i++) {
    const [ax, ay] = edge(points, i);
    const [bx, by] = edge(points, (i + 1) % n);
    if (ax * by - ay * bx <= 0)
      throw new InputError(path, `expected a convex outline, but it turns the other way at corner ${(i + 1) % n}`);
    if (ay < 0 && by >= 0) crossings++;
  }
  if (crossings !== 1) throw new InputError(path, 'expected a convex outline, but it winds round more than once');
}

function edge(points: Float64Array, i: number): readonly [number, number] {
  const j = (2 * i + 2) % points.length;
  return [points[j] - points[2 * i], points[j + 1] - points[2 * i + 1]];
}
