/** What is measured: each repetition in a process of its own, as every `skidpad run` has one. */
import type { Sample } from '../figures/figure.ts';

export interface Case {
  readonly name: string;
  /** Where more or fewer than usual say enough. */
  readonly repeat?: number;
  /** Takes minutes: only with --long. */
  readonly isLong?: boolean;
  /** Measured in processor time, and compared with a yardstick in processor time. */
  readonly isProcessorTime?: boolean;
  /** One repetition; a sentence where it cannot be measured here. */
  measure(): readonly Sample[] | string | Promise<readonly Sample[] | string>;
}

export const times = (what: string, value: number, target?: number): Sample => ({
  what,
  value,
  unit: '×',
  better: 'more',
  target,
});

export const milliseconds = (what: string, value: number, target?: number): Sample => ({
  what,
  value,
  unit: 'ms',
  better: 'less',
  target,
});

/** A share or a multiple of something that was measured beside it. */
export const ratio = (
  what: string,
  value: number,
  limit: Partial<Pick<Sample, 'target' | 'unit' | 'better'>> = {},
): Sample => ({
  what,
  value,
  unit: '',
  better: 'less',
  isRatio: true,
  ...limit,
});
