/**
 * Rigid bodies in the plane, and the forces with which two of them push each other apart.
 *
 * Forces on both are equal and opposite and act at the same point. So momentum is conserved but for rounding, and its moment but for how far the bodies
 * move along each other in one step.
 */
import { DOUBLE } from '../../math/double.ts';
import type { ContactLaw } from './law.ts';
import { createPointMotion, followableStiffness, frictionForce, normalForce } from './law.ts';
import type { Manifold } from './manifold.ts';
import type { ConvexShape } from './convex-shape.ts';

export interface RigidBody {
  readonly name: string;
  readonly shape: ConvexShape;
  readonly bottom: number;
  readonly top: number;
  /** 1/m [1/kg] and 1/I about the vertical [1/(kg m²)]; 0 for what never moves. */
  readonly inverseMass: number;
  readonly inverseInertia: number;
  /** Centre of mass in map [m] and its velocity [m/s], yaw rate [rad/s]. */
  x: number;
  y: number;
  vx: number;
  vy: number;
  yawRate: number;
  /** Sum of the forces on it in map [N], and of their moments about the centre of mass [N m]. */
  forceX: number;
  forceY: number;
  moment: number;
}

type Matter = Pick<RigidBody, 'name' | 'shape' | 'bottom' | 'top' | 'inverseMass' | 'inverseInertia'>;

export function createRigidBody(matter: Matter): RigidBody {
  const { name, shape, bottom, top, inverseMass, inverseInertia } = matter;
  const body = {
    name,
    shape,
    bottom,
    top,
    inverseMass,
    inverseInertia,
    x: DOUBLE,
    y: DOUBLE,
    vx: DOUBLE,
    vy: DOUBLE,
    yawRate: DOUBLE,
    forceX: DOUBLE,
    forceY: DOUBLE,
    moment: DOUBLE,
  };
  return Object.assign(body, { x: 0, y: 0, vx: 0, vy: 0, yawRate: 0, forceX: 0, forceY: 0, moment: 0 });
}

/** What is remembered about a contact while it lasts. */
export interface ContactMemory {
  /** Reference edge of the latest step; −1 while they do not touch. */
  edge: number;
  /** Largest speed of approach since they began to touch [m/s]. */
  approach: number;
}

const point = createPointMotion();

/** Adds the forces at every point of a contact, held over `dt`, to both bodies. */
export function pushApart(
  a: RigidBody,
  b: RigidBody,
  manifold: Manifold,
  memory: ContactMemory,
  law: ContactLaw,
  dt: number,
): void {
  const { normalX: nx, normalY: ny, count } = manifold;
  const sharedMass = a.inverseMass + b.inverseMass;
  const halfStiffness = (0.5 * followableStiffness(law.stiffness, dt)) / sharedMass;
  for (let i = 0; i < count; i++) memory.approach = Math.max(memory.approach, approachAt(a, b, manifold, i));
  point.firstApproach = memory.approach;
  for (let i = 0; i < count; i++) {
    // lever arms, and the relative velocity of a over b
    const ax = manifold.x[i] - a.x;
    const ay = manifold.y[i] - a.y;
    const bx = manifold.x[i] - b.x;
    const by = manifold.y[i] - b.y;
    const vx = a.vx - a.yawRate * ay - b.vx + b.yawRate * by;
    const vy = a.vy + a.yawRate * ax - b.vy - b.yawRate * bx;

    // what a push along and across the normal meets
    const aNormal = ax * ny - ay * nx;
    const bNormal = bx * ny - by * nx;
    const aTangent = ax * nx + ay * ny;
    const bTangent = bx * nx + by * ny;
    point.normalLimit =
      1 / (count * dt * (sharedMass + aNormal * aNormal * a.inverseInertia + bNormal * bNormal * b.inverseInertia));
    point.tangentLimit =
      1 / (count * dt * (sharedMass + aTangent * aTangent * a.inverseInertia + bTangent * bTangent * b.inverseInertia));

    point.spring = halfStiffness * manifold.depth[i];
    point.approach = vx * nx + vy * ny;
    point.slide = vy * nx - vx * ny;
    const normal = normalForce(law, point);
    const friction = frictionForce(law, point, normal);
    const forceX = normal * nx - friction * ny;
    const forceY = normal * ny + friction * nx;
    a.forceX -= forceX;
    a.forceY -= forceY;
    a.moment -= ax * forceY - ay * forceX;
    b.forceX += forceX;
    b.forceY += forceY;
    b.moment += bx * forceY - by * forceX;
  }
}

/** The speed with which two bodies approach each other at point `i` of their contact [m/s]. */
export function approachAt(a: RigidBody, b: RigidBody, manifold: Manifold, i: number): number {
  const x = manifold.x[i];
  const y = manifold.y[i];
  const vx = a.vx - a.yawRate * (y - a.y) - b.vx + b.yawRate * (y - b.y);
  const vy = a.vy + a.yawRate * (x - a.x) - b.vy - b.yawRate * (x - b.x);
  return vx * manifold.normalX + vy * manifold.normalY;
}
