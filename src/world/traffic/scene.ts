/** Vehicles and solids as the traffic block works with them, made once from its parameters. */
import { derivedFrom } from '../../core/derived.ts';
import type { Body as BodyMessage } from '../../msgs/index.ts';
import { Body } from '../../msgs/index.ts';
import type { RigidBody } from '../contact/bodies.ts';
import { createRigidBody } from '../contact/bodies.ts';
import type { Grid } from '../contact/grid.ts';
import { createGrid } from '../contact/grid.ts';
import type { ContactLaw } from '../contact/law.ts';
import { dampingFor } from '../contact/law.ts';
import { createBoxShape, solidShape } from '../contact/convex-shape.ts';
import type { Scene } from '../scene.ts';
import type { BodyParams, TrafficParams } from './params.ts';
import { bodyName } from './params.ts';
import { worldOf } from '../world.ts';

/** Bodies this near [m] are still in contact, so that a trembling one is not many. */
export const CONTACT_GAP = 0.02;

/** One vehicle: as others see it, and as they hit it. Everything that moves is written anew in every step. */
export interface Mover {
  readonly message: BodyMessage;
  readonly rigid: RigidBody;
  /** How far ahead of base_link: the centre of mass, and the middle of the box [m]. */
  readonly comX: number;
  readonly middle: number;
  readonly radius: number;
  /** Sine and cosine of its heading. */
  readonly heading: Float64Array;
}

export interface TrafficScene {
  readonly movers: readonly Mover[];
  readonly solids: readonly RigidBody[];
  readonly grid: Grid;
  readonly law: ContactLaw;
  /** Indices of the vehicles that are known in this step; what follows is in their order. */
  readonly present: Int32Array;
  /** Middles of their boxes, and from there to a corner with half of what counts as near [m]. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  /** 1 for those whose rigid body has been brought up to date in this step. */
  readonly isPlaced: Uint8Array;
}

export const trafficScene = derivedFrom((params: TrafficParams): TrafficScene => {
  const movers = params.bodies.map(createMover);
  const solids = solidBodies(worldOf(params.world).scene);
  const { stiffness, restitution, friction, slipSpeed } = params.contact;
  return {
    movers,
    solids,
    grid: createGrid(
      solids.map(({ shape }) => shape),
      Math.max(0, ...movers.map(({ radius }) => radius)) + 0.5 * CONTACT_GAP,
    ),
    law: { stiffness, damping: dampingFor(restitution), friction, slipSpeed },
    present: new Int32Array(movers.length),
    x: new Float64Array(movers.length),
    y: new Float64Array(movers.length),
    radius: new Float64Array(movers.length),
    isPlaced: new Uint8Array(movers.length),
  };
});

function createMover(params: BodyParams, i: number): Mover {
  const { front, rear, halfWidth, bottom, top, mass, inertia, comX } = params;
  const name = bodyName(params, i);
  const [red, green, blue] = params.colour;
  const length = front + rear;
  return {
    message: Object.assign(Body.create(), { name, front, rear, half_width: halfWidth, bottom, top, red, green, blue }),
    rigid: createRigidBody({
      name,
      shape: createBoxShape(),
      bottom,
      top,
      inverseMass: 1 / mass,
      inverseInertia: 1 / inertia,
    }),
    comX,
    middle: 0.5 * (front - rear),
    radius: 0.5 * (Math.sqrt(length * length + 4 * halfWidth * halfWidth) + CONTACT_GAP),
    heading: Float64Array.of(0, 1),
  };
}

export const solidBodies = (scene: Scene): RigidBody[] =>
  scene.solids.map((solid, i) =>
    createRigidBody({
      name: solid.name === '' ? `solid_${i}` : solid.name,
      shape: solidShape(solid),
      bottom: solid.bottom,
      top: solid.top,
      inverseMass: 0,
      inverseInertia: 0,
    }),
  );
