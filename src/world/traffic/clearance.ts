/**
 * How much room there is: the least distance between one body and another, or everything else.
 *
 * Distances are in plan view, between outlines; 0 when they overlap. Of everything else only what shares a height with the body counts.
 * Says nothing while it does not know both. Checked against: convex-distance.ts's own reference.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { text } from '../../core/schema.ts';
import type { Body } from '../../msgs/index.ts';
import { Bodies, Float64 } from '../../msgs/index.ts';
import type { RigidBody } from '../contact/bodies.ts';
import { bodyDistance, shapeDistanceToBody } from '../contact/convex-distance.ts';
import { shareHeight } from '../contact/convex-shape.ts';
import { solidBodies } from './scene.ts';
import { worldOf, worldProblem } from '../world.ts';
import type { WorldDocument } from '../world-schema.ts';
import { worldParams } from '../world-schema.ts';

const solidsOf = derivedFrom((world: WorldDocument): readonly RigidBody[] => solidBodies(worldOf(world).scene));

export const clearance = defineBlock({
  type: 'world/clearance',
  doc: 'The least distance between one body and another, or everything else.',
  params: {
    world: worldParams,
    a: text('vehicle_0', 'name of the body'),
    b: text('', 'name of another body or of a solid; empty for everything else'),
  },
  defaultPeriod: 0.01,
  inputs: { bodies: Bodies },
  outputs: { distance: occasionalOutput(Float64) },
  check: (params) => worldProblem(params.world),
  init: () => ({}),
  step(
    params,
    _state,
    {
      bodies: {
        value: { bodies },
      },
    },
    { distance },
  ) {
    const own = find(bodies, params.a);
    if (own === undefined) return;
    const least = Math.min(nearestBody(own, bodies, params.b), nearestSolid(own, solidsOf(params.world), params.b));
    if (least === Infinity) return;
    distance.value.data = least;
    distance.publish = true;
  },
});

function find(bodies: readonly Body[], name: string): Body | undefined {
  for (let i = 0; i < bodies.length; i++) if (bodies[i].name === name) return bodies[i];
  return undefined;
}

/** Least distance to the bodies of that name, or to all others when it is empty [m]; infinite without any. */
function nearestBody(own: Body, bodies: readonly Body[], name: string): number {
  let least = Infinity;
  for (let i = 0; i < bodies.length; i++) {
    const other = bodies[i];
    const counts = name === '' ? other !== own && shareHeight(own, other) : other.name === name;
    if (counts) least = Math.min(least, bodyDistance(own, other));
  }
  return least;
}

function nearestSolid(own: Body, solids: readonly RigidBody[], name: string): number {
  let least = Infinity;
  for (let i = 0; i < solids.length; i++) {
    const solid = solids[i];
    const counts = name === '' ? shareHeight(own, solid) : solid.name === name;
    if (counts) least = Math.min(least, shapeDistanceToBody(solid.shape, own));
  }
  return least;
}
