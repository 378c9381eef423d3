/** What `skidpad run` adds to the loop alone, as shares of the time of a run. */
import type { Figure } from './figures/figure.ts';
import { valueOf } from './figures/figure.ts';

/** A run should be within this much of its loop. */
const WITHIN = 0.1;

export function whereTimeGoes(figures: readonly Figure[]): string[] {
  const known = new Map(figures.map((figure) => [figure.name, valueOf(figure)]));
  return [...known.keys()].flatMap((key) => {
    const [name, way] = key.split('/');
    const [run, driven, bare] = ['run', 'driven', 'bare'].map((each) => known.get(`${name}/${each}`));
    if (way !== 'run' || run === undefined || driven === undefined || bare === undefined) return [];
    // times per simulated second, as shares of the run's
    const share = (time: number): string => `${(time * run * 100).toFixed(0)} %`;
    const isNear = run >= (1 - WITHIN) * bare;
    return [
      `${name.padEnd(20)} loop ${share(1 / bare).padStart(5)}, clock and listeners ${share(1 / driven - 1 / bare).padStart(5)}, metrics and step times ${share(1 / run - 1 / driven).padStart(5)}${isNear ? '' : '   more than 10 %'}`,
    ];
  });
}
