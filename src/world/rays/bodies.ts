/**
 * Moving boxes for rays: the vehicles of a world as one sensor meets them at one instant.
 *
 * Bodies that the sensor cannot reach, and its own, are left out. Those that stay are few, so a ray goes through all of them: first past the circle
 * round each (its middle further than the radius from the line of the ray, or behind), then against the box itself.
 */
import type { Bodies, Body } from '../../msgs/index.ts';
import { sinCos } from '../../math/trig.ts';
import type { Prisms } from './prisms.ts';
import { hitPrism, packEdges, Ray } from './prisms.ts';

export interface RayBodies {
  /** How many are within reach. */
  count: number;
  /** Room for at least as many boxes. */
  prisms: Prisms;
  /** Of each circle: middle relative to the sensor [m, m], radius [m]. */
  circles: Float64Array;
}

const CIRCLE = 3;
const footprint = new Float64Array(8);
const heading = new Float64Array(2);

export const createRayBodies = (): RayBodies => ({ count: 0, ...roomFor(0) });

/** Where rays begin [m], how far they go [m], and whose body they do not see. */
export interface Viewpoint {
  readonly x: number;
  readonly y: number;
  readonly range: number;
  readonly ownBody: string;
}

/** Takes in the bodies within reach of a sensor. */
export function gatherBodies(target: RayBodies, message: Bodies, viewpoint: Viewpoint): void {
  const { bodies } = message;
  if (2 * bodies.length > target.prisms.heights.length) Object.assign(target, roomFor(bodies.length));
  target.count = 0;
  for (let i = 0; i < bodies.length; i++) {
    const body = bodies[i];
    if (body.name !== viewpoint.ownBody || viewpoint.ownBody === '') addBody(target, body, viewpoint);
  }
}

function roomFor(bodies: number): { prisms: Prisms; circles: Float64Array } {
  const first = new Int32Array(bodies + 1);
  for (let i = 0; i <= bodies; i++) first[i] = 4 * i;
  return {
    prisms: { edges: new Float64Array(12 * bodies), first, heights: new Float64Array(2 * bodies) },
    circles: new Float64Array(CIRCLE * bodies),
  };
}

function addBody(target: RayBodies, body: Body, viewpoint: Viewpoint): void {
  const { prisms, circles, count } = target;
  const { front, rear, half_width: side } = body;
  // the circle round it, wider by more than rounding can hide
  const middle = 0.5 * (front - rear);
  const half = 0.5 * (front + rear);
  const radius = Math.sqrt(half * half + side * side) * (1 + 1e-12) + 1e-9;
  sinCos(body.yaw, heading);
  const mx = body.x + heading[1] * middle - viewpoint.x;
  const my = body.y + heading[0] * middle - viewpoint.y;
  const reach = viewpoint.range + radius;
  if (mx * mx + my * my > reach * reach) return;
  circles[CIRCLE * count] = mx;
  circles[CIRCLE * count + 1] = my;
  circles[CIRCLE * count + 2] = radius;

  // the box, counter-clockwise from its rear right corner
  footprint[0] = footprint[6] = -rear;
  footprint[2] = footprint[4] = front;
  footprint[1] = footprint[3] = -side;
  footprint[5] = footprint[7] = side;
  packEdges(prisms.edges, 4 * count, footprint, body);
  prisms.heights[2 * count] = body.bottom;
  prisms.heights[2 * count + 1] = body.top;
  target.count = count + 1;
}

/** Shortens the ray where a body is in its way. */
export function hitBodies({ count, prisms, circles }: RayBodies, ray: Float64Array): void {
  const dx = ray[Ray.DX];
  const dy = ray[Ray.DY];
  const level = dx * dx + dy * dy;
  for (let i = 0; i < count; i++) {
    const mx = circles[CIRCLE * i];
    const my = circles[CIRCLE * i + 1];
    const radius = circles[CIRCLE * i + 2];
    const across = mx * dy - my * dx;
    if (across * across > radius * radius * level || mx * dx + my * dy < -radius) continue;
    hitPrism(prisms, i, ray);
  }
}
