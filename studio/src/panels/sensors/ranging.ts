/** Distances as people read them, and points of clouds and scans in the plane of the vehicle. */
import type { PlanarMount } from './sensor-inventory.ts';

/** Nothing within range: sonars say their greatest range then, others infinity. */
export const isFree = (range: number, maxRange: number): boolean => !(range < maxRange - 1e-6);

/** 0 (at the sensor) to 1 (at its greatest range or beyond). */
export const nearness = (range: number, maxRange: number): number => Math.min(1, Math.max(0, range / maxRange));

const ORIGIN: PlanarMount = { x: 0, y: 0, yaw: 0 };

/** Writes x, y of every echo of a scan into `out` and returns how many there are. */
export function scanPoints(
  scan: { angle_min: number; angle_increment: number; range_min: number; range_max: number; ranges: ArrayLike<number> },
  mount: PlanarMount = ORIGIN,
  out: Float32Array,
): number {
  let count = 0;
  for (let i = 0; i < scan.ranges.length && 2 * count + 1 < out.length; i++) {
    const range = scan.ranges[i];
    if (!(range >= scan.range_min && range <= scan.range_max)) continue;
    const angle = mount.yaw + scan.angle_min + i * scan.angle_increment;
    out[2 * count] = mount.x + range * Math.cos(angle);
    out[2 * count + 1] = mount.y + range * Math.sin(angle);
    count++;
  }
  return count;
}

const FLOAT32 = 7;

interface Cloud {
  readonly width: number;
  readonly height: number;
  readonly fields: readonly { readonly name: string; readonly offset: number; readonly datatype: number }[];
  readonly is_bigendian: boolean;
  readonly point_step: number;
  readonly data: Uint8Array;
}

/** Writes x, y, z of points into `out`, evenly thinned to fit, and returns how many; 0 for clouds without x, y, z as float32. */
export function cloudPoints(cloud: Cloud, mount: PlanarMount = ORIGIN, out: Float32Array): number {
  const offsets = ['x', 'y', 'z'].map(
    (name) => cloud.fields.find((field) => field.name === name && field.datatype === FLOAT32)?.offset,
  );
  const [xAt, yAt, zAt] = offsets;
  if (xAt === undefined || yAt === undefined || zAt === undefined) return 0;
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength);
  const total = Math.min(cloud.width * cloud.height, Math.floor(cloud.data.length / cloud.point_step));
  const stride = Math.max(1, Math.ceil((3 * total) / out.length));
  const [cos, sin] = [Math.cos(mount.yaw), Math.sin(mount.yaw)];
  let count = 0;
  for (let i = 0; i < total; i += stride) {
    const at = i * cloud.point_step;
    const x = view.getFloat32(at + xAt, !cloud.is_bigendian);
    const y = view.getFloat32(at + yAt, !cloud.is_bigendian);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    out[3 * count] = mount.x + cos * x - sin * y;
    out[3 * count + 1] = mount.y + sin * x + cos * y;
    out[3 * count + 2] = view.getFloat32(at + zAt, !cloud.is_bigendian);
    count++;
  }
  return count;
}
