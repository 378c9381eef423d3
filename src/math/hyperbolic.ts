/**
 * sinh, cosh and tanh from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   |x| < 0.4   sinh x = x + x³ S(x²),   tanh x = x + x³ T(x²)
 *   otherwise   sinh x = (eˣ − e⁻ˣ)/2,   cosh x = (eˣ + e⁻ˣ)/2,   tanh x = 1 − 2/(e²ˣ + 1)
 *
 * with the exponentials in two pieces. S and T: near-minimax, from test/fixtures/math/make_coefficients.py.
 * Checked against: mpmath; the largest errors seen are in README.md, all below 1 ulp.
 */
import { expPair, expReduced } from './exp-kernel.ts';
import { powerOfTwo, productError, scaleByPowerOfTwo } from './float-bits.ts';

const OVERFLOW = 710.4758600739439;
/** Beyond it e⁻ˣ is lost beside eˣ. */
const ONE_SIDED = 22;
const SMALL = 0.4;

/** ½ eˣ for x > 22, without early overflow. */
function halfExp(x: number): number {
  if (!(x <= OVERFLOW)) return x > OVERFLOW ? Infinity : NaN;
  const k = expReduced(x);
  return scaleByPowerOfTwo(expPair[0] + expPair[1], k - 1);
}

/** (eˣ + sign e⁻ˣ)/2 for 0 ≤ x ≤ 22. */
function halfSum(x: number, sign: number): number {
  const up = 0.5 * powerOfTwo(expReduced(x));
  const rising = expPair[0] * up;
  const risingTail = expPair[1] * up;
  const down = 0.5 * sign * powerOfTwo(expReduced(-x));
  const falling = expPair[0] * down;
  const sum = rising + falling;
  return sum + (rising - sum + falling + (risingTail + expPair[1] * down));
}

/** Hyperbolic sine. */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size < SMALL) return sinhNear0(x);
  const value = size <= ONE_SIDED ? halfSum(size, -1) : halfExp(size);
  return x < 0 ? -value : value;
}

/** Hyperbolic cosine. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  return size <= ONE_SIDED ? halfSum(size, 1) : halfExp(size);
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < SMALL) return tanhNear0(x);
  if (!(size <= ONE_SIDED)) return x > 0 ? 1 : x < 0 ? -1 : NaN;
  // e²ˣ + 1 in two pieces
  const scale = powerOfTwo(expReduced(2 * size));
  const head = expPair[0] + expPair[1];
  const e = head * scale;
  const sum = e + 1;
  const sumTail = e - sum + 1 + (expPair[0] - head + expPair[1]) * scale;
  // 1 − 2/(e²ˣ + 1), with what the division lost
  const quotient = 2 / sum;
  const lost = -(productError(quotient, sum, 2) + quotient * sumTail) / sum;
  const value = 1 - quotient;
  const tanhSize = value + (1 - value - quotient - lost);
  return x < 0 ? -tanhSize : tanhSize;
}

function sinhNear0(x: number): number {
  const w = x * x;
  if (w < 1e-17) return x;
  return (
    x +
    x *
      w *
      (0.16666666666666666 +
        w *
          (0.008333333333333337 +
            w *
              (1.984126984124925e-4 +
                w * (2.755731927889001e-6 + w * (2.5052042217426603e-8 + w * 1.6095790736354347e-10)))))
  );
}

function tanhNear0(x: number): number {
  const w = x * x;
  if (w < 1e-17) return x;
  return (
    x +
    x *
      w *
      (-0.3333333333333333 +
        w *
          (0.13333333333333258 +
            w *
              (-0.05396825396809893 +
                w *
                  (0.02186948852371375 +
                    w *
                      (-0.008863235021978427 +
                        w *
                          (0.003592116096818484 +
                            w *
                              (-0.0014556628733318807 +
                                w *
                                  (5.884926567947967e-4 + w * (-2.307228307829282e-4 + w * 7.061356216868658e-5)))))))))
  );
}
