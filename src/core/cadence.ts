/**
 * When a periodic block is released, in exact integer arithmetic.
 *
 *   tick(k) = ⌈(offset + k · period) / tick⌉
 *
 * The period is a rational number of nanoseconds, because 30 Hz is not a whole number of them. Position is kept
 * as a whole tick and a remainder, so no product grows with k and no float error accumulates.
 */
export interface Cadence {
  /** Whole ticks of the exact release instant, and the rest of it in units of 1/scale tick. */
  whole: number;
  rest: number;
  readonly wholeStep: number;
  readonly restStep: number;
  readonly scale: number;
}

/** An exact period: `ns / divisor` nanoseconds. */
export interface Period {
  readonly ns: number;
  readonly divisor: number;
}

export const periodFromSeconds = (seconds: number): Period => ({ ns: Math.round(seconds * 1e9), divisor: 1 });

/** 1/rate as a fraction: 30 Hz → 10⁹/30 ns, 29.97 Hz → 10¹¹/2997 ns. Rates are taken to six decimals. */
export function periodFromRate(rateHz: number): Period {
  const microHz = Math.round(rateHz * 1e6);
  const numerator = 1e15;
  const divisor = greatestCommonDivisor(numerator, microHz);
  return { ns: numerator / divisor, divisor: microHz / divisor };
}

export const periodSeconds = (period: Period): number => period.ns / period.divisor / 1e9;

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

export function createCadence(period: Period, offsetNs: number, tickNs: number): Cadence {
  const scale = tickNs * period.divisor;
  const offset = offsetNs * period.divisor;
  return {
    whole: Math.floor(offset / scale),
    rest: offset % scale,
    wholeStep: Math.floor(period.ns / scale),
    restStep: period.ns % scale,
    scale,
  };
}

/** The tick of the release the cadence stands at. */
export const releaseTick = (cadence: Cadence): number => (cadence.rest > 0 ? cadence.whole + 1 : cadence.whole);

/** Ticks between two releases where that is always the same whole number, otherwise 0. */
export const wholePeriod = ({ wholeStep, restStep }: Cadence): number => (restStep === 0 ? wholeStep : 0);

/** Moves on to the next release; returns its tick. */
export function nextReleaseTick(cadence: Cadence): number {
  cadence.whole += cadence.wholeStep;
  cadence.rest += cadence.restStep;
  if (cadence.rest >= cadence.scale) {
    cadence.rest -= cadence.scale;
    cadence.whole++;
  }
  return releaseTick(cadence);
}
