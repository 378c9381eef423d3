/**
 * A point's pixel and its derivatives, for both lenses of `camera-model/lens.ts`.
 *
 *   pinhole   a = X/Z, b = Y/Z, r² = a² + b², ρ = 1 + k₁r² + k₂r⁴ + k₃r⁶
 *             x = aρ + 2p₁ab + p₂(r² + 2a²),   y = bρ + p₁(r² + 2b²) + 2p₂ab
 *   fisheye   r² = X² + Y², θ = atan2(r, Z), θ_d = θ + k₁θ³ + k₂θ⁵ + k₃θ⁷ + k₄θ⁹
 *             x = X θ_d / r,   y = Y θ_d / r
 *   pixel     u = fx x + cx,   v = fy y + cy
 *
 * References: D. C. Brown, Photogrammetric Engineering 37 (1971); J. Kannala, S. S. Brandt, IEEE TPAMI 28 (2006); both as
 * written in OpenCV's documentation. Checked against: `projectPoint` and its finite differences.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { atan2 } from '../../math/trig.ts';

/** fx, fy, cx, cy and the distortion coefficients. */
export const intrinsicCount = (kind: Lens['kind']): number => (kind === 'pinhole' ? 9 : 8);

export interface ProjectionDerivatives {
  u: number;
  v: number;
  /** ∂u/∂(X, Y, Z), then ∂v/∂(X, Y, Z). */
  readonly point: Float64Array;
  /** ∂u/∂(fx, fy, cx, cy, k…), then ∂v/∂(…), each with room for nine. */
  readonly lens: Float64Array;
}

export const createDerivatives = (): ProjectionDerivatives => ({
  u: 0,
  v: 0,
  point: new Float64Array(6),
  lens: new Float64Array(18),
});

/** Start of ∂v in `lens`. */
export const SECOND = 9;

/** False when a pinhole has the point beside or behind it. */
export function projectWithDerivatives(
  lens: Lens,
  X: number,
  Y: number,
  Z: number,
  out: ProjectionDerivatives,
): boolean {
  return lens.kind === 'pinhole' ? projectPinhole(lens, X, Y, Z, out) : projectFisheye(lens, X, Y, Z, out);
}

function projectPinhole(
  { fx, fy, cx, cy, k }: Lens,
  X: number,
  Y: number,
  Z: number,
  out: ProjectionDerivatives,
): boolean {
  if (!(Z > 0)) return false;
  const [k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0] = k;
  const a = X / Z;
  const b = Y / Z;
  const r2 = a * a + b * b;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const slope = k1 + r2 * (2 * k2 + r2 * 3 * k3);
  const x = a * radial + 2 * p1 * a * b + p2 * (r2 + 2 * a * a);
  const y = b * radial + p1 * (r2 + 2 * b * b) + 2 * p2 * a * b;
  // ∂(x, y)/∂(a, b); it is symmetric
  const xa = radial + 2 * a * a * slope + 2 * p1 * b + 6 * p2 * a;
  const xb = 2 * a * b * slope + 2 * p1 * a + 2 * p2 * b;
  const yb = radial + 2 * b * b * slope + 6 * p1 * b + 2 * p2 * a;
  setPoint(
    out,
    (fx * xa) / Z,
    (fx * xb) / Z,
    (-fx * (xa * a + xb * b)) / Z,
    (fy * xb) / Z,
    (fy * yb) / Z,
    (-fy * (xb * a + yb * b)) / Z,
  );
  setPixel(out, fx, fy, cx, cy, x, y);
  const d = out.lens;
  d[4] = fx * a * r2;
  d[5] = fx * a * r2 * r2;
  d[6] = fx * 2 * a * b;
  d[7] = fx * (r2 + 2 * a * a);
  d[8] = fx * a * r2 * r2 * r2;
  d[13] = fy * b * r2;
  d[14] = fy * b * r2 * r2;
  d[15] = fy * (r2 + 2 * b * b);
  d[16] = fy * 2 * a * b;
  d[17] = fy * b * r2 * r2 * r2;
  return true;
}

function projectFisheye(
  { fx, fy, cx, cy, k }: Lens,
  X: number,
  Y: number,
  Z: number,
  out: ProjectionDerivatives,
): boolean {
  const r2 = X * X + Y * Y;
  const r = Math.sqrt(r2);
  if (r < 1e-9 * Z) return projectOnAxis(fx, fy, cx, cy, X, Y, Z, out);
  const [k1 = 0, k2 = 0, k3 = 0, k4 = 0] = k;
  const theta = atan2(r, Z);
  const t2 = theta * theta;
  const bent = theta * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))));
  const slope = 1 + t2 * (3 * k1 + t2 * (5 * k2 + t2 * (7 * k3 + t2 * 9 * k4)));
  const scale = bent / r;
  // ∂(θ_d / r): along r it acts through X/r and Y/r
  const scaleR = ((slope * Z) / (r2 + Z * Z) - scale) / r2;
  const scaleZ = -slope / (r2 + Z * Z);
  setPoint(
    out,
    fx * (scale + scaleR * X * X),
    fx * scaleR * X * Y,
    fx * scaleZ * X,
    fy * scaleR * X * Y,
    fy * (scale + scaleR * Y * Y),
    fy * scaleZ * Y,
  );
  setPixel(out, fx, fy, cx, cy, scale * X, scale * Y);
  const d = out.lens;
  let power = (theta * t2) / r;
  for (let i = 4; i < 8; i++) {
    d[i] = fx * X * power;
    d[SECOND + i] = fy * Y * power;
    power *= t2;
  }
  return true;
}

/** On the optical axis every lens is x = X/Z. */
function projectOnAxis(
  fx: number,
  fy: number,
  cx: number,
  cy: number,
  X: number,
  Y: number,
  Z: number,
  out: ProjectionDerivatives,
): boolean {
  setPoint(out, fx / Z, 0, (-fx * X) / (Z * Z), 0, fy / Z, (-fy * Y) / (Z * Z));
  setPixel(out, fx, fy, cx, cy, X / Z, Y / Z);
  out.lens.fill(0, 4, 9);
  out.lens.fill(0, SECOND + 4, 18);
  return true;
}

function setPoint(
  { point: p }: ProjectionDerivatives,
  uX: number,
  uY: number,
  uZ: number,
  vX: number,
  vY: number,
  vZ: number,
): void {
  p[0] = uX;
  p[1] = uY;
  p[2] = uZ;
  p[3] = vX;
  p[4] = vY;
  p[5] = vZ;
}

function setPixel(
  out: ProjectionDerivatives,
  fx: number,
  fy: number,
  cx: number,
  cy: number,
  x: number,
  y: number,
): void {
  out.u = fx * x + cx;
  out.v = fy * y + cy;
  const d = out.lens;
  d[0] = x;
  d[1] = 0;
  d[2] = 1;
  d[3] = 0;
  d[SECOND] = 0;
  d[SECOND + 1] = y;
  d[SECOND + 2] = 0;
  d[SECOND + 3] = 1;
}
