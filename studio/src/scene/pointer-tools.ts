/**
 * What can be done to a run with the pointer: put obstacles down and take them away, and push vehicles.
 *
 *   impulse = mass · Δv,      Δv = MOST_PUSH · min(1, drag / reach) along the drag          reach  grows with the vehicle
 */
import type { Camera, Object3D } from 'three';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { VehicleModel } from './vehicle-model.ts';

/** Change of speed that the longest drag gives [m/s]. */
export const MOST_PUSH = 5;
/** Length of the longest drag, in lengths of the vehicle. */
export const REACH_LENGTHS = 1.6;

/** How fast a vehicle of this length is made by a drag [m/s]. */
export const pushSpeed = (drag: number, length: number): number =>
  MOST_PUSH * Math.min(1, drag / (REACH_LENGTHS * length));

/** Names of obstacles that were put down by hand. */
const OBSTACLE = /^obstacle \d+$/;
export const isDropped = (name: string): boolean => OBSTACLE.test(name);

/** A name that no solid has yet. */
export function nextObstacleName(names: readonly string[]): string {
  let k = 1;
  while (names.includes(`obstacle ${k}`)) k++;
  return `obstacle ${k}`;
}

/** Sizes of a new obstacle beside a vehicle of this width [m]: as wide as a bin beside a car. */
export const obstacleSize = (vehicleWidth: number): { length: number; width: number; height: number } => {
  const side = Math.round(55 * vehicleWidth) / 100;
  return { length: side, width: side, height: side };
};

const GROUND = new Plane(new Vector3(0, 0, 1), 0);

/** From places on the screen to things and places in the scene. */
export class Picker {
  private readonly raycaster = new Raycaster();
  private readonly spot = new Vector2();

  aim(camera: Camera, element: HTMLElement, clientX: number, clientY: number): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    this.spot.set((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.raycaster.setFromCamera(this.spot, camera);
  }

  /** Where the ray meets the ground. */
  ground(out: Vector3): boolean {
    return this.raycaster.ray.intersectPlane(GROUND, out) !== null && out.distanceTo(this.raycaster.ray.origin) < 3000;
  }

  vehicle(models: readonly VehicleModel[]): VehicleModel | undefined {
    const bodies = models.filter(({ group }) => group.visible).map(({ body }) => body as Object3D);
    const [hit] = this.raycaster.intersectObjects(bodies, false);
    return hit === undefined ? undefined : models.find(({ body }) => body === hit.object);
  }

  /** Number of the triangle of a mesh that is hit. */
  triangle(mesh: Object3D | undefined): number | undefined {
    if (mesh === undefined) return undefined;
    return this.raycaster.intersectObject(mesh, false)[0]?.faceIndex ?? undefined;
  }
}
