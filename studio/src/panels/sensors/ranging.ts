/** Distances as people read them, and points of sensors in the plane of the vehicle. */
import type { PlanarMount } from './sensor-inventory.ts';

/** Nothing within range: sonars say their greatest range then, others infinity. */
export const isFree = (range: number, maxRange: number): boolean => !(range < maxRange - 1e-6);

/** 0 (at the sensor) to 1 (at its greatest range or beyond). */
export const nearness = (range: number, maxRange: number): number => Math.min(1, Math.max(0, range / maxRange));

/** Turns and moves x, y of the first points, x, y, z each, from where the sensor is into the frame of the vehicle. */
export function toVehicle(points: Float32Array, count: number, { x, y, yaw }: PlanarMount): void {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  for (let i = 0; i < 3 * count; i += 3) {
    const [ahead, left] = [points[i], points[i + 1]];
    points[i] = x + cos * ahead - sin * left;
    points[i + 1] = y + sin * ahead + cos * left;
  }
}
