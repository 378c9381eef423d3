/**
 * A first estimate of a pinhole camera from homographies H = K [r₁ r₂ t] of a plane, without distortion and skew.
 *
 *   r₁ ⟂ r₂ and ‖r₁‖ = ‖r₂‖   ⇒   h₁ᵀ ω h₂ = 0,   h₁ᵀ ω h₁ = h₂ᵀ ω h₂   with   ω = K⁻ᵀ K⁻¹
 *
 *   ω ~ ⎡ ω₁  0  ω₃ ⎤     fx² = s/ω₁, fy² = s/ω₂,  cx = −ω₃/ω₁,  cy = −ω₄/ω₂,
 *       ⎢ 0  ω₂  ω₄ ⎥     s = ω₅ − ω₃²/ω₁ − ω₄²/ω₂
 *       ⎣ ω₃ ω₄  ω₅ ⎦
 *
 * Two constraints per picture, five unknowns up to scale: two tilted views. Where that fails (few or frontal views), the
 * principal point is taken as the image's centre and only fx and fy are solved for; where that fails too, a lens of 53°.
 *
 * Reference: Z. Zhang, A Flexible New Technique for Camera Calibration, IEEE TPAMI 22 (2000), section 3.1, with zero skew.
 */
import { smallestEigenvector } from './symmetric-eigen.ts';

export interface PinholeEstimate {
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
}

/** From homographies of the board to pixels. */
export function closedFormIntrinsics(
  homographies: readonly Float64Array[],
  width: number,
  height: number,
): PinholeEstimate {
  const centre = { u: (width - 1) / 2, v: (height - 1) / 2, scale: 2 / (width + height) };
  const rows = homographies.flatMap((h) => constraintRows(centred(h, centre)));
  const estimate = freeCentre(rows) ?? fixedCentre(rows) ?? { fx: 1, fy: 1, cx: 0, cy: 0 };
  return {
    fx: estimate.fx / centre.scale,
    fy: estimate.fy / centre.scale,
    cx: estimate.cx / centre.scale + centre.u,
    cy: estimate.cy / centre.scale + centre.v,
  };
}

/** The homography to pixels counted from the image's centre, in units of its mean side, with a comparable norm. */
function centred(h: Float64Array, { u, v, scale }: { u: number; v: number; scale: number }): Float64Array {
  const moved = h.map((value, i) =>
    i < 3 ? scale * (value - u * h[6 + i]) : i < 6 ? scale * (value - v * h[3 + i]) : value,
  );
  const norm = Math.sqrt(moved.reduce((sum, value, i) => (i % 3 === 2 ? sum : sum + value * value), 0));
  return moved.map((value) => value / norm);
}

/** The two constraints as rows over (ω₁, ω₂, ω₃, ω₄, ω₅). */
function constraintRows(h: Float64Array): number[][] {
  const quadratic = (i: number, j: number) => [
    h[i] * h[j],
    h[3 + i] * h[3 + j],
    h[i] * h[6 + j] + h[6 + i] * h[j],
    h[3 + i] * h[6 + j] + h[6 + i] * h[3 + j],
    h[6 + i] * h[6 + j],
  ];
  const first = quadratic(0, 0);
  const second = quadratic(1, 1);
  return [quadratic(0, 1), first.map((value, i) => value - second[i])];
}

function smallestOf(rows: readonly number[][], columns: readonly number[]): Float64Array {
  const n = columns.length;
  const normal = new Float64Array(n * n);
  for (const row of rows)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) normal[i * n + j] += row[columns[i]] * row[columns[j]];
  return smallestEigenvector(normal, n);
}

function freeCentre(rows: readonly number[][]): PinholeEstimate | null {
  if (rows.length < 4) return null;
  const [a, b, c, d, e] = smallestOf(rows, [0, 1, 2, 3, 4]);
  const scale = e - (c * c) / a - (d * d) / b;
  const estimate = { fx: Math.sqrt(scale / a), fy: Math.sqrt(scale / b), cx: -c / a, cy: -d / b };
  return isPlausible(estimate) ? estimate : null;
}

function fixedCentre(rows: readonly number[][]): PinholeEstimate | null {
  const [a, b, e] = smallestOf(rows, [0, 1, 4]);
  const estimate = { fx: Math.sqrt(e / a), fy: Math.sqrt(e / b), cx: 0, cy: 0 };
  return isPlausible(estimate) ? estimate : null;
}

/** In units of the mean side: a field of view between about 2° and 150°, and a principal point near the centre. */
const isPlausible = ({ fx, fy, cx, cy }: PinholeEstimate): boolean =>
  fx > 0.15 &&
  fy > 0.15 &&
  fx < 25 &&
  fy < 25 &&
  fx < 3 * fy &&
  fy < 3 * fx &&
  Math.abs(cx) < 0.35 &&
  Math.abs(cy) < 0.35;
