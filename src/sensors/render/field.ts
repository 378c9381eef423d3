/**
 * The field of a lens: the cone of directions that can be in the picture, and the map from there to the picture, continued
 * outwards so that what lies outside the cone surely lies outside the picture.
 *
 * A distortion polynomial may turn round at some angle from the axis (it folds). Only directions before that are seen; of a
 * picture larger than that, the rest is black, like the corners behind a real fisheye. Beyond the cone a point moves on
 * outwards by as much as its tangent (pinhole) or ten times as much as its angle (fisheye) grows, so that paths around the
 * direction straight behind stay clear of the picture.
 *
 * Straight edges become curves with radius ρ [px]; a chord of length L is off by L²/8ρ. `density` is how many chords an edge
 * of unit angle needs to be within TOLERANCE.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { distortBrown, fisheyeAngle, fisheyeSlope, projectPoint, unprojectPixel } from '../../camera-model/lens.ts';
import { atan, atan2, cos, sin, tan } from '../../math/trig.ts';

export interface Field {
  readonly lens: Lens;
  /** Half angle of the cone [rad], its sine and cosine. */
  readonly angle: number;
  readonly sine: number;
  readonly cosine: number;
  /** Whether parts of the picture have no direction. */
  readonly hasBlackCorners: boolean;
  /** Whether it looks sideways or backwards, too. */
  readonly isWide: boolean;
  /** Whether straight edges stay straight. */
  readonly isStraight: boolean;
  /** Chords per radian of a straight edge, 0 where they stay straight; worked out when it is first asked for, as few lenses need it. */
  readonly density: number;
}

/** How far a chord may be off a curve [px]. */
const TOLERANCE = 0.01;
/** Steps in the search for a fold. */
const FOLD_STEPS = 4000;

export function createField(lens: Lens): Field {
  const fold = foldAngle(lens);
  const { widest, hasBlackCorners } = widestAngle(lens, fold);
  const angle = hasBlackCorners ? 0.999 * fold : Math.min(1.01 * widest + 0.005, 0.5 * (widest + fold));
  const isStraight = lens.kind === 'pinhole' && lens.k.every((each) => each === 0);
  let density = isStraight ? 0 : undefined;
  return {
    lens,
    angle,
    sine: sin(angle),
    cosine: cos(angle),
    hasBlackCorners,
    isWide: lens.kind === 'fisheye' && angle > 1.4,
    isStraight,
    get density() {
      return (density ??= chordDensity(lens));
    },
  };
}

/** Where the distortion turns round [rad]: at most 89.9° for a pinhole, 170° for a fisheye. */
function foldAngle({ kind, k }: Lens): number {
  const end = kind === 'pinhole' ? 1.569 : 2.967;
  for (let i = 1; i <= FOLD_STEPS; i++) {
    const angle = (end * i) / FOLD_STEPS;
    const slope = kind === 'fisheye' ? fisheyeSlope(k, angle) : brownSlope(k, tan(angle));
    if (!(slope > 0)) return (end * (i - 1)) / FOLD_STEPS;
  }
  return end;
}

function brownSlope(k: readonly number[], r: number): number {
  const rr = r * r;
  return 1 + rr * (3 * (k[0] ?? 0) + rr * (5 * (k[1] ?? 0) + rr * 7 * (k[4] ?? 0)));
}

/** The largest angle from the axis along the border of the picture. */
function widestAngle(lens: Lens, fold: number): { widest: number; hasBlackCorners: boolean } {
  const ray = new Float64Array(3);
  let widest = 0;
  let hasBlackCorners = false;
  const look = (u: number, v: number): void => {
    const isSeen = unprojectPixel(lens, u, v, ray);
    const angle = atan2(Math.sqrt(ray[0] * ray[0] + ray[1] * ray[1]), ray[2]);
    if (isSeen && angle < fold) widest = Math.max(widest, angle);
    else hasBlackCorners = true;
  };
  const n = 64;
  for (let i = 0; i <= n; i++) {
    const u = (lens.width * i) / n - 0.5;
    const v = (lens.height * i) / n - 0.5;
    look(u, -0.5);
    look(u, lens.height - 0.5);
    look(-0.5, v);
    look(lens.width - 0.5, v);
  }
  return { widest, hasBlackCorners };
}

/** √(κ/8ε) [1/px] times scale [px/rad], the largest over the picture and all directions of edges. */
function chordDensity(lens: Lens): number {
  const ray = new Float64Array(3);
  const [before, here, after] = [new Float64Array(2), new Float64Array(2), new Float64Array(2)];
  const h = 1e-3;
  let density = 0;
  for (let i = 0; i < 17 * 17 * 8; i++) {
    const u = (lens.width * (i % 17)) / 16 - 0.5;
    const v = (lens.height * (Math.floor(i / 17) % 17)) / 16 - 0.5;
    if (!unprojectPixel(lens, u, v, ray)) continue;
    // an edge through this pixel, along a direction of the sphere's tangent plane
    const [x, y, z] = ray;
    const turn = (Math.PI * Math.floor(i / 289)) / 8;
    const [a, b] = [cos(turn), sin(turn)];
    const along = a * x + b * y;
    const [dx, dy, dz] = [h * (a - along * x), h * (b - along * y), -h * along * z];
    const isSeen =
      projectPoint(lens, x, y, z, here) &&
      projectPoint(lens, x - dx, y - dy, z - dz, before) &&
      projectPoint(lens, x + dx, y + dy, z + dz, after);
    if (!isSeen) continue;
    const [px, py, qx, qy] = [here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]];
    const [p, q] = [Math.sqrt(px * px + py * py), Math.sqrt(qx * qx + qy * qy)];
    const curvature = (2 * Math.abs(px * qy - py * qx)) / (p * q * (p + q));
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    density = Math.max(density, (q / length) * Math.sqrt(curvature / (8 * TOLERANCE)));
  }
  return density;
}

/** Writes a field down for the kernels (kernels/assembly/lens.as). */
export function describeField({ lens, angle, sine, cosine, isStraight }: Field, out: Float64Array): void {
  const { kind, fx, fy, cx, cy, k } = lens;
  out[0] = isStraight ? 0 : kind === 'pinhole' ? 1 : 2;
  out.set([fx, fy, cx + 0.5, cy + 0.5], 1);
  for (let i = 0; i < 5; i++) out[5 + i] = k[i] ?? 0;
  out[10] = angle;
  out[11] = fisheyeAngle(k, angle);
  out[12] = sine / cosine;
}

const distorted = new Float64Array(2);

/**
 * Where points of the optical frame (x, y, z each) are in the picture, as x, y with 0, 0 at its very corner. The points of a
 * pinhole must be in front of it.
 */
export function projectAll(field: Field, points: Float64Array, count: number, out: Float64Array): void {
  const { fx, fy, kind } = field.lens;
  const cx = field.lens.cx + 0.5;
  const cy = field.lens.cy + 0.5;
  if (field.isStraight) {
    for (let i = 0; i < count; i++) {
      const inverse = 1 / points[3 * i + 2];
      out[2 * i] = fx * points[3 * i] * inverse + cx;
      out[2 * i + 1] = fy * points[3 * i + 1] * inverse + cy;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    if (kind === 'pinhole')
      distortWithin(field, points[3 * i] / points[3 * i + 2], points[3 * i + 1] / points[3 * i + 2]);
    else bendWithin(field, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    out[2 * i] = fx * distorted[0] + cx;
    out[2 * i + 1] = fy * distorted[1] + cy;
  }
}

function distortWithin({ lens, sine, cosine }: Field, x: number, y: number): void {
  const limit = sine / cosine;
  const rr = x * x + y * y;
  if (rr <= limit * limit) {
    distortBrown(lens.k, x, y, distorted);
    return;
  }
  const r = Math.sqrt(rr);
  distortBrown(lens.k, (x * limit) / r, (y * limit) / r, distorted);
  distorted[0] += x * (1 - limit / r);
  distorted[1] += y * (1 - limit / r);
}

function bendWithin({ lens, angle }: Field, x: number, y: number, z: number): void {
  const across = Math.sqrt(x * x + y * y);
  const theta = z > across ? atan(across / z) : atan2(across, z);
  const bent = theta <= angle ? fisheyeAngle(lens.k, theta) : fisheyeAngle(lens.k, angle) + 10 * (theta - angle);
  const scale = across > 0 ? bent / across : 0;
  distorted[0] = scale * x;
  distorted[1] = scale * y;
}
