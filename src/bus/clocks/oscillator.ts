/**
 * A clock: an oscillator and the counter behind it.
 *
 *   C(t) = t + x(t)        x(t) = x₀ + ∫ y dt + jumps        y(t) = y₀ + σ W(t)
 *   reading = ⌊(C(t) + ν) / g⌋ g
 *
 * x₀  offset at the beginning [s]          y   drift [s/s], `20 ppm` for instance
 * W   Wiener process, σ its wander [1/√s]  ν   jitter of a reading, normal [s]        g  granularity [s]
 *
 * The walk is drawn exactly, whatever the step h, and the reading is linear within a step:
 *
 *   Δy = σ √h u₁        Δx = y h + σ h √h (u₁/2 + u₂/(2√3))        u₁, u₂  standard normal
 *
 * Its Allan variance is σ² τ/3 (random walk of frequency: IEEE Std 1139, table B.2). White and flicker noise are left out.
 * Checked against: that variance, and straight lines.
 */
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';
import type { RandomStream } from '../../math/random.ts';
import { gaussian } from '../../math/random.ts';
import type { ClockFault } from './clock-faults.ts';
import { isActive } from './clock-faults.ts';

export const oscillatorParams = {
  offset: param(0, 's', 'how far it is ahead at the beginning', { min: -1e6, max: 1e6 }),
  drift: param(0, 's/s', 'how much faster than true time it is; tens of ppm for a crystal', { min: -0.1, max: 0.1 }),
  wander: param(0, '1/√s', 'standard deviation of the change of its drift within a second', { min: 0, max: 0.01 }),
  jitter: param(0, 's', 'standard deviation of a reading', { min: 0 }),
  granularity: param(8e-9, 's', 'step of its counter; 8 ns at 125 MHz, 0 for none', { min: 0, max: 1 }),
};
type OscillatorParams = FieldValues<typeof oscillatorParams> & { readonly faults: readonly ClockFault[] };

/** A straight piece of x(t) [ns], from `startNs` on. */
interface Segment {
  startNs: number;
  errorNs: number;
  /** dx/dt [s/s]. */
  slope: number;
}

export interface Oscillator {
  current: Segment;
  /** The piece before it, for what happened since. */
  previous: Segment;
  /** Gained since the beginning, without offset and jumps [ns]. */
  gainedNs: number;
  /** What has come of the wander [s/s]. */
  walk: number;
  noise: RandomStream;
}

const segment = (): Segment => ({ startNs: 0, errorNs: 0, slope: 0 });

export const createOscillator = (noise: RandomStream): Oscillator => ({
  current: segment(),
  previous: segment(),
  gainedNs: 0,
  walk: 0,
  noise,
});

const HALF_OVER_ROOT_3 = 0.28867513459481287;

/** Goes on to `nowNs`, and lays down how it will run until `dt` [s] later. */
export function advance(own: OscillatorParams, clock: Oscillator, nowNs: number, dt: number): void {
  const { current, previous } = clock;
  clock.gainedNs += current.slope * (nowNs - current.startNs);
  Object.assign(previous, current);
  current.startNs = nowNs;
  current.errorNs = 1e9 * (own.offset + activeSum(own.faults, 'jump', 'offset', nowNs)) + clock.gainedNs;
  const mean = own.drift + clock.walk + activeSum(own.faults, 'drift', 'drift', nowNs) + wander(own, clock, dt);
  current.slope = own.faults.some((fault) => fault.kind === 'freeze' && isActive(fault, nowNs)) ? -1 : mean;
}

/** Lets the drift wander over a step; its mean during the step, beyond what it was at its beginning. */
function wander({ wander: sigma }: OscillatorParams, clock: Oscillator, dt: number): number {
  if (sigma === 0) return 0;
  const scale = sigma * Math.sqrt(dt);
  const u1 = gaussian(clock.noise);
  const u2 = gaussian(clock.noise);
  clock.walk += scale * u1;
  return scale * (0.5 * u1 + HALF_OVER_ROOT_3 * u2);
}

function activeSum(faults: readonly ClockFault[], kind: string, field: 'offset' | 'drift', nowNs: number): number {
  let sum = 0;
  for (const fault of faults) if (fault.kind === kind && isActive(fault, nowNs)) sum += fault[field];
  return sum;
}

/** x at a simulated time of this step or the one before it [ns]. */
export function errorNs({ current, previous }: Oscillator, timeNs: number): number {
  const { startNs, errorNs, slope } = timeNs >= current.startNs ? current : previous;
  return errorNs + slope * (timeNs - startNs);
}

/** What it says at a simulated time of this step or the one before it [ns]. */
export function readNs(own: OscillatorParams, clock: Oscillator, timeNs: number): number {
  const jitter = own.jitter > 0 ? own.jitter * 1e9 * gaussian(clock.noise) : 0;
  return quantised(timeNs + errorNs(clock, timeNs) + jitter, own.granularity);
}

/** A counter shows the last of its steps. Granularity in picoseconds, so that 8e-9 s are 8 ns. */
export function quantised(timeNs: number, granularity: number): number {
  const step = Math.round(granularity * 1e12) / 1e3;
  return step > 0 ? Math.floor(timeNs / step) * step : timeNs;
}
