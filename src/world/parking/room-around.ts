/** How much room there is around a car: the least distance from its outline to everything that shares a height with it. */
import { derivedFrom } from '../../core/derived.ts';
import type { Body } from '../../msgs/index.ts';
import { shapeDistance } from '../contact/convex-distance.ts';
import type { ConvexShape, HeightRange } from '../contact/convex-shape.ts';
import { createBoxShape, placeBox, shareHeight, solidShape } from '../contact/convex-shape.ts';
import { worldOf } from '../world.ts';
import type { WorldDocument } from '../world-schema.ts';

/** Something that never moves, with a circle around it. */
interface Standing extends HeightRange {
  readonly shape: ConvexShape;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export const standing = derivedFrom((document: WorldDocument): readonly Standing[] =>
  worldOf(document).scene.solids.map((solid): Standing => {
    const shape = solidShape(solid);
    const { points, count } = shape;
    let [x, y] = [0, 0];
    for (let k = 0; k < points.length; k += 2) {
      x += points[k] / count;
      y += points[k + 1] / count;
    }
    let square = 0;
    for (let k = 0; k < points.length; k += 2)
      square = Math.max(square, (points[k] - x) * (points[k] - x) + (points[k + 1] - y) * (points[k + 1] - y));
    return { shape, bottom: solid.bottom, top: solid.top, x, y, radius: Math.sqrt(square) };
  }),
);

/** A car as it stands: its outline, a circle around that, and its heights. */
export interface Outline extends HeightRange {
  readonly shape: ConvexShape;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const other = createBoxShape();

/** Least distance to solids and to bodies, but for the one called `own`; `most` where everything is farther [m]. */
export function roomAround(
  car: Outline,
  solids: readonly Standing[],
  bodies: readonly Body[],
  own: string,
  most: number,
): number {
  let least = most;
  for (let i = 0; i < solids.length; i++) {
    const solid = solids[i];
    const reach = least + car.radius + solid.radius;
    const [dx, dy] = [solid.x - car.x, solid.y - car.y];
    if (dx * dx + dy * dy >= reach * reach || !shareHeight(car, solid)) continue;
    least = Math.min(least, shapeDistance(car.shape, solid.shape));
  }
  for (let i = 0; i < bodies.length; i++) {
    if (bodies[i].name === own || !shareHeight(car, bodies[i])) continue;
    placeBox(other, bodies[i]);
    least = Math.min(least, shapeDistance(car.shape, other));
  }
  return least;
}
