/** A figure of the bench: what repetitions gave, in which unit, and what it should be. */
import { median, spread } from './statistics.ts';

/** One repetition. */
export interface Sample {
  readonly what: string;
  readonly value: number;
  /** `×` is simulated seconds per second. */
  readonly unit: string;
  readonly better: 'more' | 'less';
  readonly target?: number;
  /** Whether a faster machine leaves it as it is: shares, counts, multiples of something measured beside it. */
  readonly isRatio?: boolean;
}

export interface Figure extends Omit<Sample, 'value'> {
  /** Case and place in it: the same in every commit. */
  readonly name: string;
  readonly samples: readonly number[];
  /** Of the same case: 100 chained multiply-adds and divisions [ns]. */
  readonly yardstick: number;
}

/** What a file of figures holds. */
export interface Results {
  readonly version: string;
  readonly node: string;
  readonly figures: readonly Figure[];
}

export const valueOf = ({ samples }: Figure): number => median(samples);

export const isReached = (figure: Figure): boolean | undefined =>
  figure.target === undefined
    ? undefined
    : figure.better === 'more'
      ? valueOf(figure) >= figure.target
      : valueOf(figure) <= figure.target;

const number = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** `1470 × ± 4 %`, and the target with whether it is reached. */
export function line(figure: Figure): string {
  const { what, unit, better, target, samples } = figure;
  const noise = samples.length > 1 ? ` ± ${(spread(samples) * 100).toFixed(0)} %` : '';
  const reached = isReached(figure);
  const bound = target === undefined ? '' : `${better === 'more' ? '≥' : '≤'} ${number(target)} ${reached ? '✓' : '✗'}`;
  return `${what.padEnd(76)} ${`${number(valueOf(figure))} ${unit}`.padStart(14)}${noise.padEnd(9)} ${bound}`.trimEnd();
}
