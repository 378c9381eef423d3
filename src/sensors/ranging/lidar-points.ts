/** Points of a cloud as bytes: x, y, z and intensity, four float32 in the byte order of the machine, which is little-endian wherever engines run. */
import type { PointCloud2 } from '../../msgs/index.ts';
import { PointField, PointFieldConstants } from '../../msgs/index.ts';

const FIELDS = ['x', 'y', 'z', 'intensity'];
export const POINT_BYTES = 16;
/** The bits of NaN are the engine's choice unless written as bits. */
const NAN_BITS = 0x7fc00000;

export interface PointBuffer {
  /** How many points are in it. */
  count: number;
  readonly numbers: Float32Array;
  /** The same memory as words and as bytes. */
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
}

export function createPointBuffer(points: number): PointBuffer {
  const numbers = new Float32Array(4 * points);
  return { count: 0, numbers, words: new Uint32Array(numbers.buffer), bytes: new Uint8Array(numbers.buffer) };
}

/** Adds the point at a distance along the direction that begins at index `k`. */
export function addPoint(
  points: PointBuffer,
  directions: Float64Array,
  k: number,
  distance: number,
  intensity: number,
): void {
  const { numbers } = points;
  const at = 4 * points.count++;
  numbers[at] = distance * directions[k];
  numbers[at + 1] = distance * directions[k + 1];
  numbers[at + 2] = distance * directions[k + 2];
  numbers[at + 3] = intensity;
}

/** Adds a place without a point. */
export function addNoReturn(points: PointBuffer): void {
  const at = 4 * points.count++;
  points.words.fill(NAN_BITS, at, at + 3);
  points.numbers[at + 3] = 0;
}

/** Writes everything about a cloud but its header and data. */
export function describeCloud(cloud: PointCloud2, width: number, height: number, isDense: boolean): void {
  cloud.width = width;
  cloud.height = height;
  cloud.is_bigendian = false;
  cloud.is_dense = isDense;
  cloud.point_step = POINT_BYTES;
  cloud.row_step = POINT_BYTES * width;
  if (cloud.fields.length === FIELDS.length) return;
  cloud.fields = FIELDS.map((name, i) => ({
    ...PointField.create(),
    name,
    offset: 4 * i,
    datatype: PointFieldConstants.FLOAT32,
    count: 1,
  }));
}
