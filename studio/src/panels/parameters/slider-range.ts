/**
 * From where to where a slider goes, and how its travel maps to values.
 *
 * Bounds that the block declares are taken where they are of use. Where one is missing, or so wide that the value would stick
 * to one end, the range is about four times the initial value, rounded to 1, 2 or 5 times a power of ten. It follows from the
 * initial value, not the present one, so that it stands still while the slider moves; a value outside widens it.
 */
import type { ParameterView } from '../../players/player.ts';

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** Values are whole multiples of it, except on a logarithmic scale. */
  readonly step: number;
  /** Equal travel is an equal factor. */
  readonly isLogarithmic: boolean;
}

/** Bounds wider than this many times the value are narrowed. */
const TOO_WIDE = 20;
const HEADROOM = 4;
/** Positive bounds this far apart are shown on a logarithmic scale. */
const DECADES = 1000;
/** Steps of a slider's travel. */
export const TRAVEL = 1000;

/** The least of 1, 2, 5, 10 … that is not below a positive value. */
export function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  const nice = [1, 2, 5].find((candidate) => lead <= candidate * (1 + 1e-9)) ?? 10;
  return tidy(nice * power);
}

/** Undefined where there is nothing to slide: not a finite number. */
export function sliderRange({
  kind,
  value,
  initial,
  unit,
  min,
  max,
  above,
}: Pick<ParameterView, 'kind' | 'value' | 'initial' | 'unit' | 'min' | 'max' | 'above'>): SliderRange | undefined {
  if ((kind !== 'number' && kind !== 'integer') || typeof value !== 'number' || !Number.isFinite(value))
    return undefined;
  const reference = typeof initial === 'number' && Number.isFinite(initial) ? initial : value;
  const lower = min ?? above;
  const size = Math.abs(reference) > 0 ? niceCeiling(HEADROOM * Math.abs(reference)) : kind === 'integer' ? 10 : 1;

  let high = max ?? Infinity;
  if (high > TOO_WIDE * Math.max(Math.abs(reference), size / HEADROOM))
    high = unit === 'rad' && Math.abs(reference) <= Math.PI && size > 1 ? Math.PI : size;
  if (max !== undefined) high = Math.min(high, max);
  let low = lower ?? -Infinity;
  if (low < -TOO_WIDE * Math.max(Math.abs(reference), size / HEADROOM)) low = -high;

  low = Math.min(low, value);
  high = Math.max(high, value);
  if (!(high > low)) high = low + size;
  return {
    min: low,
    max: high,
    step: stepOf(kind, high - low),
    isLogarithmic: kind === 'number' && low > 0 && high / low >= DECADES,
  };
}

function stepOf(kind: 'number' | 'integer', span: number): number {
  const fine = 10 ** Math.floor(Math.log10(span / 200));
  return kind === 'integer' ? Math.max(1, Math.round(fine)) : fine;
}

/** 0 … TRAVEL of a value. */
export function travelOf({ min, max, isLogarithmic }: SliderRange, value: number): number {
  const share = isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Math.min(TRAVEL, Math.max(0, share * TRAVEL));
}

/** Travel that makes the value go on by one step, so that every press of a key does something. */
export const travelStep = ({ min, max, step, isLogarithmic }: SliderRange): number =>
  isLogarithmic ? 1 : (TRAVEL * step) / (max - min);

/** The value at 0 … TRAVEL, a round number within the range. */
export function valueAt({ min, max, step, isLogarithmic }: SliderRange, travel: number): number {
  const share = travel / TRAVEL;
  if (share <= 0) return min;
  if (share >= 1) return max;
  if (isLogarithmic) return Number((min * (max / min) ** share).toPrecision(3));
  return tidy(Math.min(max, Math.max(min, Math.round((min + share * (max - min)) / step) * step)));
}

/** Without the last digits that binary fractions leave. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
