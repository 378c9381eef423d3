/** What every sensor that casts rays is told: the world, where it sits, how far it measures and how well. */
import { param, text } from '../../core/schema.ts';
import type { WorldDocument } from '../../world/world-schema.ts';
import { worldProblem } from '../../world/world.ts';

export const ownBodyParam = text(
  '',
  "name of its own vehicle's body among the bodies, which it does not see; it sees all of them when empty",
);

export const rangeParams = (nearest: number, farthest: number) => ({
  minRange: param(nearest, 'm', 'nearest distance it can measure', { min: 0 }),
  maxRange: param(farthest, 'm', 'farthest distance it can measure; farther costs more computing time', { above: 0 }),
});

interface RangingParams {
  readonly world: WorldDocument;
  readonly minRange: number;
  readonly maxRange: number;
  readonly angleMin: number;
  readonly angleMax: number;
}

/** What is wrong with these parameters, if anything. */
export function rangingProblem({
  world,
  minRange,
  maxRange,
  angleMin,
  angleMax,
}: RangingParams): readonly [path: string, problem: string] | undefined {
  if (maxRange <= minRange) return ['maxRange', `expected more than minRange, ${minRange} m, got ${maxRange}`];
  if (angleMax < angleMin) return ['angleMax', `expected at least angleMin, ${angleMin} rad, got ${angleMax}`];
  return worldProblem(world);
}
