/**
 * Where a board is as seen from the camera: p_C = R p_B + t, in the optical frame C (x right, y down, z forward) [m].
 *
 * R is kept as a matrix, row by row; small turns are applied from the left, R ← exp([ω]×) R (Rodrigues' formula).
 */
import { atan2, sin, cos } from '../../math/trig.ts';

export interface BoardPose {
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
}

/** exp([ω]×), row by row. */
export function rotationOf(x: number, y: number, z: number): Float64Array {
  const angle2 = x * x + y * y + z * z;
  const angle = Math.sqrt(angle2);
  // sin φ / φ and (1 − cos φ) / φ², by their series near 0
  const a = angle < 1e-4 ? 1 - angle2 / 6 : sin(angle) / angle;
  const b = angle < 1e-4 ? 0.5 - angle2 / 24 : (1 - cos(angle)) / angle2;
  return Float64Array.of(
    1 - b * (y * y + z * z),
    b * x * y - a * z,
    b * x * z + a * y,
    b * x * y + a * z,
    1 - b * (x * x + z * z),
    b * y * z - a * x,
    b * x * z - a * y,
    b * y * z + a * x,
    1 - b * (x * x + y * y),
  );
}

/** The rotation vector ω with exp([ω]×) = R, ‖ω‖ ≤ π. */
export function rotationVector(r: Float64Array): Float64Array {
  const x = r[7] - r[5];
  const y = r[2] - r[6];
  const z = r[3] - r[1];
  const sine = Math.sqrt(x * x + y * y + z * z) / 2;
  const cosine = (r[0] + r[4] + r[8] - 1) / 2;
  const angle = atan2(sine, cosine);
  if (sine > 1e-7) return Float64Array.of(x, y, z).map((component) => (component * angle) / (2 * sine));
  if (cosine > 0) return Float64Array.of(x / 2, y / 2, z / 2);
  return halfTurnVector(r, angle);
}

/** Near half a turn the axis is the largest column of R + I. */
function halfTurnVector(r: Float64Array, angle: number): Float64Array {
  const j = r[0] >= r[4] && r[0] >= r[8] ? 0 : r[4] >= r[8] ? 1 : 2;
  return Float64Array.from(
    unit(
      [0, 1, 2].map((i) => r[3 * i + j] + (i === j ? 1 : 0)),
      angle,
    ),
  );
}

/** The pose after a small turn ω and a shift, both in the camera's frame: R ← exp([ω]×) R, t ← t + shift. */
export function movePose({ rotation: r, translation: t }: BoardPose, step: Float64Array): BoardPose {
  const turn = rotationOf(step[0], step[1], step[2]);
  const rotation = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      rotation[3 * i + j] = turn[3 * i] * r[j] + turn[3 * i + 1] * r[3 + j] + turn[3 * i + 2] * r[6 + j];
  return { rotation, translation: Float64Array.of(t[0] + step[3], t[1] + step[4], t[2] + step[5]) };
}

/**
 * The pose behind a homography H ~ [r₁ r₂ t] from board to normalised image coordinates (x/z, y/z).
 * r₁ and r₂ are turned by the same angle until they are perpendicular; the board is in front of the camera.
 */
export function poseOfHomography(h: Float64Array): BoardPose {
  const first = [h[0], h[3], h[6]];
  const second = [h[1], h[4], h[7]];
  const scale = (h[8] < 0 ? -2 : 2) / (norm(first) + norm(second));
  // the sum and the difference of two unit vectors are perpendicular
  const [a, b] = [unit(first, Math.sign(scale)), unit(second, Math.sign(scale))];
  const sum = unit(
    a.map((value, i) => value + b[i]),
    Math.SQRT1_2,
  );
  const difference = unit(
    a.map((value, i) => value - b[i]),
    Math.SQRT1_2,
  );
  const x = sum.map((value, i) => value + difference[i]);
  const y = sum.map((value, i) => value - difference[i]);
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return {
    rotation: Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]),
    translation: Float64Array.of(scale * h[2], scale * h[5], scale * h[8]),
  };
}

const norm = (vector: readonly number[]): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
const unit = (vector: readonly number[], length: number): number[] =>
  vector.map((value) => (value * length) / norm(vector));
