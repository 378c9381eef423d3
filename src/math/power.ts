/**
 * pow from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   xʸ = 2^(y log₂ x);   x = 2ⁿ c m,  c ∈ {1, 3/2};   s = (m c − c)/(m c + c)
 *   log₂ m = 2/(3 ln 2) · s (3 + s² + s⁴ Q(s²))
 *
 * log₂ x must be good to 2⁻⁶⁸, for y may stretch it to 1074: s, s² and every sum are kept in two pieces, the high one
 * rounded to single precision so that products of high pieces are exact. The scheme is K. C. Ng's (fdlibm 5.3, e_pow.c);
 * the polynomial is from test/fixtures/math/make_coefficients.py.
 * Special cases as ECMAScript's exponentiation: pow(x, ±0) = 1, pow(±1, ±∞) = NaN, NaN for x < 0 and fractional y.
 * Checked against: mpmath; the largest error seen is in README.md, below 1 ulp.
 */
import { expNear0, expPair } from './exp-kernel.ts';
import { exponentOf, powerOfTwo, scaleByPowerOfTwo } from './float-bits.ts';

const MIN_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

/** log₂ of the last base: logPair[0] has 24 bits, logPair[1] is the rest. */
const logPair = new Float64Array(2);

const SCALE = 0.9617966939259756;
const SCALE_HIGH = 0.9617967009544373;
const SCALE_LOW = -7.028461650952758e-9;
const LOG2_OF_3_2_HIGH = 0.5849624872207642;
const LOG2_OF_3_2_LOW = 1.350039202129749e-8;

/** Leaves log₂ x in `logPair`; x is positive and finite. */
function log2Pair(x: number): void {
  // x = 2ⁿ m with m within a factor √(3/2) of c
  const lifted = x < MIN_NORMAL ? x * TWO_TO_54 : x;
  let n = exponentOf(lifted);
  let m = lifted * powerOfTwo(-n);
  if (x < MIN_NORMAL) n -= 54;
  if (m >= 1.7320508075688772) {
    m *= 0.5;
    n++;
  }
  const upper = m >= 1.224744871391589;
  const c = upper ? 1.5 : 1;
  // s = (m − c)/(m + c) in two pieces
  const u = m - c;
  const inverse = 1 / (m + c);
  const s = u * inverse;
  const sHigh = Math.fround(s);
  const sumHigh = Math.fround(m + c);
  const sumLow = m - (sumHigh - c);
  const sLow = inverse * (u - sHigh * sumHigh - sHigh * sumLow);
  // 3 + s² + s⁴ Q(s²) in two pieces
  const z = s * s;
  const square = sHigh * sHigh;
  const rest =
    sLow * (sHigh + s) +
    z *
      z *
      (0.6 +
        z *
          (0.4285714285714263 +
            z *
              (0.33333333333682935 +
                z *
                  (0.2727272706788108 +
                    z * (0.2307698019151649 + z * (0.19991836637639362 + z * 0.1822369683756047))))));
  const tHigh = Math.fround(3 + square + rest);
  const tLow = rest - (tHigh - 3 - square);
  // s t in two pieces
  const pMajor = sHigh * tHigh;
  const pMinor = sLow * tHigh + tLow * s;
  const pHigh = Math.fround(pMajor + pMinor);
  const pLow = pMinor - (pHigh - pMajor);
  // n + log₂ c + 2/(3 ln 2) s t
  const major = SCALE_HIGH * pHigh;
  const minor = SCALE_LOW * pHigh + pLow * SCALE + (upper ? LOG2_OF_3_2_LOW : 0);
  const fold = upper ? LOG2_OF_3_2_HIGH : 0;
  const high = Math.fround(major + minor + fold + n);
  logPair[0] = high;
  logPair[1] = minor - (high - n - fold - major);
}

const LN2 = 0.6931471805599453;
const LN2_HIGH = 0.6931471824645996;
const LN2_LOW = -1.904654299957768e-9;

/** xʸ for positive finite x ≠ 1 and finite y ≠ 0. */
function powPositive(x: number, y: number): number {
  log2Pair(x);
  // beyond 2⁶⁴ every x ≠ 1 overflows or vanishes; below 2⁻⁶⁵ the result is 1
  if (Math.abs(y) > 1.8446744073709552e19) return logPair[0] > 0 === y > 0 ? Infinity : 0;
  if (Math.abs(y) < 2.710505431213761e-20) return 1;
  // y log₂ x in two pieces
  const yHigh = Math.fround(y);
  const major = yHigh * logPair[0];
  const minor = (y - yHigh) * logPair[0] + y * logPair[1];
  const total = major + minor;
  if (total >= 1025) return Infinity;
  if (total < -1076) return 0;
  // 2^(k + t), t in two pieces, then e^(t ln 2)
  const k = Math.floor(total + 0.5);
  const fraction = major - k;
  const tHigh = Math.fround(fraction + minor);
  const tLow = minor - (tHigh - fraction);
  const rMajor = tHigh * LN2_HIGH;
  const rMinor = tLow * LN2 + tHigh * LN2_LOW;
  const r = rMajor + rMinor;
  expNear0(r, rMajor - r + rMinor);
  return scaleByPowerOfTwo(expPair[0] + expPair[1], k);
}

const isOddInteger = (y: number): boolean => Math.floor(y) === y && Math.floor(0.5 * y) !== 0.5 * y;

/** x to the power y. */
export function pow(x: number, y: number): number {
  if (y === 2) return x * x;
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const size = Math.abs(x);
  if (Math.abs(y) === Infinity) return size === 1 ? NaN : size > 1 === y > 0 ? Infinity : 0;
  const negative = (x < 0 || (x === 0 && 1 / x < 0)) && isOddInteger(y);
  let value: number;
  if (size === 0 || size === Infinity) value = (size === 0) === y > 0 ? 0 : Infinity;
  else if (x < 0 && Math.floor(y) !== y) return NaN;
  else value = size === 1 ? 1 : powPositive(size, y);
  return negative ? -value : value;
}
