/**
 * String stability in closed form: the gain Γ(jω) from the speed of one vehicle to that of the next, and the smallest headway at which it amplifies nothing.
 *
 *   G(s) = e^(−φs)/(s² (τs + 1))     K(s) = k_p + k_d s     H(s) = h s + 1
 *   Ploeg    Γ = (D + G K)/(H (1 + G K)),  D = e^(−θs) with a radio that takes θ, 0 without one          Ploeg et al. 2011, (17)
 *   ACC      Γ = (s + λ)/(h s² (τs + 1) e^(φs) + (1 + λh) s + λ)                                         for λ → 0 string stable from h = 2 (φ + τ) on
 *
 * τ  engine lag   φ  dead time   θ  radio delay   h  headway [s]   string stable: |Γ(jω)| ≤ 1 for all ω
 *
 * Checked against: the same sweep by numpy, and simulated vehicles.
 */
import { cos, sin } from '../../math/trig.ts';

interface PloegLoop {
  readonly law: 'ploeg';
  readonly lag: number;
  readonly deadTime: number;
  readonly kp: number;
  readonly kd: number;
  /** Of the radio [s]; none without one. */
  readonly radioDelay?: number;
}
interface AccLoop {
  readonly law: 'acc';
  readonly lag: number;
  readonly deadTime: number;
  readonly lambda: number;
}
export type FollowingLoop = PloegLoop | AccLoop;

type Complex = readonly [re: number, im: number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const size = ([a, b]: Complex): number => Math.sqrt(a * a + b * b);
/** e^(jx) */
const turn = (x: number): Complex => [cos(x), sin(x)];

/** |Γ(jω)| at an angular frequency above 0 [rad/s]. */
export function stringGain(loop: FollowingLoop, headway: number, omega: number): number {
  // s² (τs + 1) e^(φs), the vehicle turned over
  const square = -omega * omega;
  const plant = times([square, square * loop.lag * omega], turn(loop.deadTime * omega));
  if (loop.law === 'acc') {
    const below = plus(times([headway, 0], plant), [loop.lambda, (1 + loop.lambda * headway) * omega]);
    return size([loop.lambda, omega]) / size(below);
  }
  const feedback: Complex = [loop.kp, loop.kd * omega];
  const radio: Complex = loop.radioDelay === undefined ? [0, 0] : turn(-loop.radioDelay * omega);
  const above = plus(times(radio, plant), feedback);
  return size(above) / size(times([1, headway * omega], plus(plant, feedback)));
}

/** Angular frequencies from 0.001 to 100 rad/s, 8000 of them, equally spaced on a logarithmic scale. */
const SWEEP = Float64Array.from({ length: 8001 }, (_, i) => 10 ** (-3 + (5 * i) / 8000));

export interface Peak {
  readonly gain: number;
  /** [rad/s] */
  readonly omega: number;
}

/** The largest gain of the sweep, and where. */
function peakGain(loop: FollowingLoop, headway: number): Peak {
  let peak: Peak = { gain: 0, omega: SWEEP[0] };
  for (const omega of SWEEP) {
    const gain = stringGain(loop, headway, omega);
    if (gain > peak.gain) peak = { gain, omega };
  }
  return peak;
}

/** The smallest string-stable headway [s], by bisection to a tenth of a millisecond. */
export function closedFormHeadway(loop: FollowingLoop): number {
  let low = 0.01;
  let high = 20;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (peakGain(loop, middle).gain > 1 + 1e-9) low = middle;
    else high = middle;
  }
  return high;
}
