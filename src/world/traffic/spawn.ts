/** Whether vehicles begin where something else already is. */
import { createBoxShape, placeBox, shareHeight } from '../contact/convex-shape.ts';
import { overlap } from '../contact/convex-separation.ts';
import type { Scene } from '../scene.ts';
import type { BodyParams } from './params.ts';
import { solidBodies } from './scene.ts';

/** A body and the pose that its base_link begins with, in map [m, m, rad]. */
export interface SpawnedBody extends Pick<BodyParams, 'name' | 'front' | 'rear' | 'halfWidth' | 'bottom' | 'top'> {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

/** Overlapping by less than this [m] is standing side by side. */
const SLACK = 1e-6;

/** The names of the first two that overlap, if any: a body, and a body or a solid. */
export function overlappingBodies(
  bodies: readonly SpawnedBody[],
  scene?: Scene,
): readonly [a: string, b: string] | undefined {
  const boxes = bodies.map(({ name, bottom, top, x, y, yaw, front, rear, halfWidth }) => {
    const shape = createBoxShape();
    placeBox(shape, { x, y, yaw, front, rear, half_width: halfWidth });
    return { name, bottom, top, shape };
  });
  const solids = scene === undefined ? [] : solidBodies(scene);
  for (let i = 0; i < boxes.length; i++) {
    const other = [...boxes.slice(i + 1), ...solids].find(
      (candidate) => shareHeight(boxes[i], candidate) && overlap(boxes[i].shape, candidate.shape, SLACK),
    );
    if (other !== undefined) return [boxes[i].name, other.name];
  }
  return undefined;
}

/** A sentence when vehicles begin inside each other or inside a solid. */
export function spawnConflict(bodies: readonly SpawnedBody[], scene?: Scene): string | undefined {
  const pair = overlappingBodies(bodies, scene);
  return pair === undefined
    ? undefined
    : `${JSON.stringify(pair[0])} begins inside ${JSON.stringify(pair[1])}; expected bodies that do not overlap at the start`;
}
