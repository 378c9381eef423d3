/** Points of laser scans and clouds, written into room that is there already: x, y, z in the frame of the sensor [m]. */

interface LaserScan {
  readonly angle_min: number;
  readonly angle_increment: number;
  readonly range_min: number;
  readonly range_max: number;
  readonly ranges: ArrayLike<number>;
}

/** Writes the returns of a scan and says how many there are; what has no room is left out. */
export function scanPoints(scan: LaserScan, out: Float32Array): number {
  const { angle_min: from, angle_increment: step, range_min: least, range_max: most, ranges } = scan;
  const room = Math.floor(out.length / 3);
  let count = 0;
  for (let i = 0; i < ranges.length && count < room; i++) {
    const range = ranges[i];
    if (!(range >= least && range <= most)) continue;
    const at = 3 * count++;
    out[at] = range * Math.cos(from + i * step);
    out[at + 1] = range * Math.sin(from + i * step);
    out[at + 2] = 0;
  }
  return count;
}

interface PointCloud {
  readonly width: number;
  readonly height: number;
  readonly point_step: number;
  readonly row_step: number;
  readonly is_bigendian: boolean;
  readonly fields: readonly { readonly name: string; readonly offset: number; readonly datatype: number }[];
  readonly data: Uint8Array | ArrayLike<number>;
}

const FLOAT32 = 7;
const FLOAT64 = 8;

/** Writes the points of a cloud that are numbers; evenly thinned out where there are more than there is room for. */
export function cloudPoints(cloud: PointCloud, out: Float32Array): number {
  const fields = ['x', 'y', 'z'].map((name) => cloud.fields.find((field) => field.name === name));
  const [fx, fy, fz] = fields;
  if (fx === undefined || fy === undefined || (fx.datatype !== FLOAT32 && fx.datatype !== FLOAT64)) return 0;
  const bytes = cloud.data instanceof Uint8Array ? cloud.data : Uint8Array.from(cloud.data);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = !cloud.is_bigendian;
  const read =
    fx.datatype === FLOAT32 ? (at: number) => view.getFloat32(at, little) : (at: number) => view.getFloat64(at, little);
  const total = cloud.width * cloud.height;
  const room = Math.floor(out.length / 3);
  const stride = Math.max(1, Math.ceil(total / Math.max(1, room)));
  let count = 0;
  for (let i = 0; i < total && count < room; i += stride) {
    const start = Math.floor(i / cloud.width) * cloud.row_step + (i % cloud.width) * cloud.point_step;
    if (start + cloud.point_step > bytes.length) break;
    const x = read(start + fx.offset);
    const y = read(start + fy.offset);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    const at = 3 * count++;
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = fz === undefined ? 0 : read(start + fz.offset);
  }
  return count;
}
