/**
 * From a direction in the optical frame to the picture, as ../../../../camera-model/lens.ts says and ../../field.ts continues it outwards.
 */

/** A field in numbers, as field.ts writes them. */
@unmanaged
export class Lens {
  /** 0 straight, 1 pinhole with distortion, 2 fisheye. */
  kind: f64;
  fx: f64;
  fy: f64;
  /** The picture's corner is 0, 0. */
  cx: f64;
  cy: f64;
  k0: f64;
  k1: f64;
  k2: f64;
  k3: f64;
  k4: f64;
  /** Half angle of the field of a fisheye [rad], and what becomes of it. */
  angle: f64;
  bentAngle: f64;
  /** Tangent of the half angle of the field of a pinhole. */
  limit: f64;
}

/** Where the last point was projected to. */
export let u: f64 = 0;
export let v: f64 = 0;

/** Projects a point; that of a pinhole must be in front of it. */
export function project(lens: Lens, x: f64, y: f64, z: f64): void {
  if (lens.kind == 0) {
    const inverse = 1 / z;
    u = lens.fx * x * inverse + lens.cx;
    v = lens.fy * y * inverse + lens.cy;
  } else if (lens.kind == 1) {
    distort(lens, x / z, y / z);
  } else {
    bend(lens, x, y, z);
  }
}

function distort(lens: Lens, x: f64, y: f64): void {
  const limit = lens.limit;
  const square = x * x + y * y;
  let nearX = x;
  let nearY = y;
  let beyond: f64 = 0;
  if (square > limit * limit) {
    const r = Math.sqrt(square);
    nearX = (x * limit) / r;
    nearY = (y * limit) / r;
    beyond = 1 - limit / r;
  }
  const xx = nearX * nearX;
  const yy = nearY * nearY;
  const rr = xx + yy;
  const c = 1 + rr * (lens.k0 + rr * (lens.k1 + rr * lens.k4));
  const bentX = c * nearX + 2 * lens.k2 * nearX * nearY + lens.k3 * (rr + 2 * xx);
  const bentY = c * nearY + lens.k2 * (rr + 2 * yy) + 2 * lens.k3 * nearX * nearY;
  u = lens.fx * (bentX + x * beyond) + lens.cx;
  v = lens.fy * (bentY + y * beyond) + lens.cy;
}

function bend(lens: Lens, x: f64, y: f64, z: f64): void {
  const across = Math.sqrt(x * x + y * y);
  const theta = angleOf(across, z);
  const tt = theta * theta;
  const bent =
    theta <= lens.angle
      ? theta * (1 + tt * (lens.k0 + tt * (lens.k1 + tt * (lens.k2 + tt * lens.k3))))
      : lens.bentAngle + 10 * (theta - lens.angle);
  const scale = across > 0 ? bent / across : 0;
  u = lens.fx * (scale * x) + lens.cx;
  v = lens.fy * (scale * y) + lens.cy;
}

/** atan2(across, z) for across ≥ 0, within 2 ulp. */
function angleOf(across: f64, z: f64): f64 {
  const size = abs(z);
  const angle = across < size ? atanBelowOne(across / size) : 1.5707963267948966 - atanBelowOne(size / across);
  return z < 0 ? 3.141592653589793 - angle : angle;
}

/** atan x for 0 ≤ x ≤ 1: about 0, ½ or 1, with the minimax approximation of fdlibm 5.3 (K. C. Ng, s_atan.c). */
function atanBelowOne(x: f64): f64 {
  let t = x;
  let base: f64 = 0;
  if (x >= 0.6875) {
    t = (x - 1) / (x + 1);
    base = 0.7853981633974483;
  } else if (x >= 0.4375) {
    t = (2 * x - 1) / (2 + x);
    base = 0.4636476090008061;
  }
  const z = t * t;
  const w = z * z;
  const odd =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.9768779946159323602e-2 + w * 1.62858201153657823623e-2)))));
  const even =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.11111104054623557880e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.65315727442169155270e-2))));
  return base + (t - t * (odd + even));
}
