/**
 * The order in which upright solids are painted, those behind first.
 *
 * Two solids with footprints apart are separated by the line through an edge of one of them, and the one on the camera's side
 * of it cannot be hidden by the other. Solids above each other are separated by a level plane. Solids that overlap in
 * neither direction seen from the camera need no order; those that run into each other go by distance.
 */
import type { PlacedSolids } from './placed-solids.ts';
import { Place } from './placed-solids.ts';

/** Fills `order` with the indices 0 … count − 1, those behind first. */
export function orderFromBehind(placed: PlacedSolids, camera: Float64Array, order: Int32Array): void {
  const { count, places } = placed;
  // by distance, the farthest first
  for (let i = 0; i < count; i++) {
    let j = i;
    for (; j > 0 && places[Place.SIZE * order[j - 1] + Place.DISTANCE] < places[Place.SIZE * i + Place.DISTANCE]; j--)
      order[j] = order[j - 1];
    order[j] = i;
  }
  // next is the first with nothing behind it that is still to be painted; should there be none, the farthest
  for (let i = 0; i < count - 1; i++) {
    let next = i;
    while (next < count && hasAnotherBehind(placed, order, i, next, camera)) next++;
    if (next === count) next = i;
    const chosen = order[next];
    for (let j = next; j > i; j--) order[j] = order[j - 1];
    order[i] = chosen;
  }
}

function hasAnotherBehind(
  placed: PlacedSolids,
  order: Int32Array,
  from: number,
  at: number,
  camera: Float64Array,
): boolean {
  for (let i = from; i < placed.count; i++) {
    if (i !== at && mayCover(placed, order[at], order[i]) && isInFront(placed, order[at], order[i], camera))
      return true;
  }
  return false;
}

/** Whether two solids share a bearing. */
function mayCover({ places }: PlacedSolids, a: number, b: number): boolean {
  const apart = Math.abs(places[Place.SIZE * a + Place.BEARING] - places[Place.SIZE * b + Place.BEARING]);
  return (
    Math.min(apart, 2 * Math.PI - apart) <=
    places[Place.SIZE * a + Place.HALF_BEARING] + places[Place.SIZE * b + Place.HALF_BEARING]
  );
}

/** Whether a is on the camera's side of what separates it from b. */
function isInFront(placed: PlacedSolids, a: number, b: number, camera: Float64Array): boolean {
  const { places } = placed;
  const sideOfA = separation(placed, a, b, camera);
  if (sideOfA !== 0) return sideOfA > 0;
  const sideOfB = separation(placed, b, a, camera);
  if (sideOfB !== 0) return sideOfB < 0;
  const [aBase, bBase] = [Place.SIZE * a, Place.SIZE * b];
  if (places[aBase + Place.BOTTOM] >= places[bBase + Place.TOP]) return camera[2] >= places[aBase + Place.BOTTOM];
  if (places[bBase + Place.BOTTOM] >= places[aBase + Place.TOP]) return camera[2] < places[bBase + Place.BOTTOM];
  return places[aBase + Place.DISTANCE] < places[bBase + Place.DISTANCE];
}

/** An edge of a with all of b beyond it: 1 when the camera is on a's side, −1 when on b's; 0 without such an edge. */
function separation(placed: PlacedSolids, a: number, b: number, camera: Float64Array): number {
  const { corners, starts } = placed;
  for (let i = starts[a], last = starts[a + 1] - 2; i < starts[a + 1]; last = i, i += 2) {
    const [x, y] = [corners[last], corners[last + 1]];
    const [dx, dy] = [corners[i] - x, corners[i + 1] - y];
    let isApart = true;
    for (let j = starts[b]; j < starts[b + 1] && isApart; j += 2)
      isApart = dx * (corners[j + 1] - y) - dy * (corners[j] - x) <= 0;
    if (isApart) return dx * (camera[1] - y) - dy * (camera[0] - x) >= 0 ? 1 : -1;
  }
  return 0;
}
