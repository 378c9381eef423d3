/**
 * What a relay experiment tells about a plant, and controllers from it.
 *
 * A relay of amplitude d and hysteresis ε drives the error e = y* − y into a limit cycle. Its first harmonic sees the relay as the gain
 *
 *   K_u = 4 d/(π √(a² − ε²)),   with T_u the period          a  amplitude of y
 *
 * which is the ultimate gain of the plant, at which a proportional controller would oscillate with the period T_u.
 * An amplitude that is not larger than the hysteresis tells nothing.
 *
 *                     K_P            T_I         T_D
 *   Ziegler–Nichols   P   0.5 K_u
 *                     PI  0.45 K_u   T_u/1.2
 *                     PID 0.6 K_u    T_u/2       T_u/8
 *   Tyreus–Luyben     PI  K_u/3.2    2.2 T_u
 *                     PID K_u/2.2    2.2 T_u     T_u/6.3
 *
 * K_I = K_P/T_I, K_D = K_P T_D.
 * Reference: K. J. Åström, T. Hägglund, Automatic tuning of simple regulators with specifications on phase and amplitude margins, Automatica 20 (1984);
 * J. G. Ziegler, N. B. Nichols, Optimum settings for automatic controllers, Trans. ASME 64 (1942); B. D. Tyreus, W. L. Luyben, Ind. Eng. Chem. Res. 31 (1992).
 * Valid where the plant passes little of the higher harmonics: for a third-order lag the gain comes out 2.4 % low and the period 1.4 % long.
 * Checked against: 1/(1 + s)³, whose K_u = 8 and T_u = 2π/√3, and the exact limit cycle of its relay loop by scipy.
 */
export interface LimitCycle {
  /** Half the swing of the response, mean over the cycles. */
  readonly amplitude: number;
  /** [s], mean over the cycles. */
  readonly period: number;
  /** Middle of the swing. */
  readonly mean: number;
  readonly cycles: number;
  /** Largest deviation of one cycle's period from the mean, relative. */
  readonly unevenness: number;
}

/** The limit cycle at the end of a record; absent when there are not two whole cycles. `cycles` is how many are looked at. */
export function findLimitCycle(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  cycles = 5,
): LimitCycle | undefined {
  const n = Math.min(times.length, values.length);
  const begin = n >> 1;
  let [low, high] = [Infinity, -Infinity];
  for (let i = begin; i < n; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  const middle = 0.5 * (low + high);
  const rises = risesThrough(times, values, n, middle, 0.25 * (high - low));
  const count = Math.min(cycles, rises.length - 1);
  if (count < 2) return undefined;
  const used = rises.slice(-count - 1);
  const period = (used[count].time - used[0].time) / count;
  let [amplitude, mean, unevenness] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = used[k].index; i < used[k + 1].index; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    amplitude += (most - least) / 2 / count;
    mean += (most + least) / 2 / count;
    unevenness = Math.max(unevenness, Math.abs((used[k + 1].time - used[k].time) / period - 1));
  }
  return { amplitude, period, mean, cycles: count, unevenness };
}

interface Rise {
  readonly index: number;
  readonly time: number;
}

/** Where the values rise through a level, having been lower than it by `depth` since the rise before. */
function risesThrough(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  n: number,
  level: number,
  depth: number,
): Rise[] {
  const found: Rise[] = [];
  let wasLow = false;
  for (let i = 1; i < n; i++) {
    if (values[i] < level - depth) wasLow = true;
    if (!wasLow || values[i] < level || values[i - 1] >= level) continue;
    const part = (level - values[i - 1]) / (values[i] - values[i - 1]);
    found.push({ index: i, time: times[i - 1] + part * (times[i] - times[i - 1]) });
    wasLow = false;
  }
  return found;
}

export interface UltimatePoint {
  readonly gain: number;
  /** [s] */
  readonly period: number;
}

/** The ultimate point behind a limit cycle of a relay with this amplitude and hysteresis; absent when the swing does not exceed the hysteresis. */
export function ultimatePoint(
  cycle: Pick<LimitCycle, 'amplitude' | 'period'>,
  relayAmplitude: number,
  hysteresis = 0,
): UltimatePoint | undefined {
  const square = cycle.amplitude * cycle.amplitude - hysteresis * hysteresis;
  return square > 0 ? { gain: (4 * relayAmplitude) / (Math.PI * Math.sqrt(square)), period: cycle.period } : undefined;
}

export interface TunedGains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}

const gains = (kp: number, integralTime: number, derivativeTime: number): TunedGains => ({
  kp,
  ki: integralTime === Infinity ? 0 : kp / integralTime,
  kd: kp * derivativeTime,
});

/** Ziegler and Nichols' settings from the ultimate point. */
export const zieglerNichols = {
  p: ({ gain }: UltimatePoint): TunedGains => gains(0.5 * gain, Infinity, 0),
  pi: ({ gain, period }: UltimatePoint): TunedGains => gains(0.45 * gain, period / 1.2, 0),
  pid: ({ gain, period }: UltimatePoint): TunedGains => gains(0.6 * gain, period / 2, period / 8),
};

/** Tyreus and Luyben's, which overshoot less. */
export const tyreusLuyben = {
  pi: ({ gain, period }: UltimatePoint): TunedGains => gains(gain / 3.2, 2.2 * period, 0),
  pid: ({ gain, period }: UltimatePoint): TunedGains => gains(gain / 2.2, 2.2 * period, period / 6.3),
};
