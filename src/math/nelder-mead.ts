/**
 * Least value of a function of a few variables without its derivatives: the simplex search of Nelder and Mead.
 *
 * Reflection 1, expansion 2, contraction ½, shrinking ½. Ends when the simplex spans less than `tolerance` of its first size in every
 * direction, or after `most` evaluations.
 *
 * Reference: J. A. Nelder, R. Mead, A simplex method for function minimization, The Computer Journal 7 (1965).
 * Checked against: Rosenbrock's valley, a quadratic form, and a minimum at a kink.
 */
export interface SimplexSearch {
  readonly start: readonly number[];
  /** First step along each variable. */
  readonly steps: readonly number[];
  readonly tolerance?: number;
  readonly most?: number;
}

export interface Minimum {
  readonly at: readonly number[];
  readonly value: number;
  readonly evaluations: number;
}

export function nelderMead(of: (at: readonly number[]) => number, search: SimplexSearch): Minimum {
  const { start, steps, tolerance = 1e-7, most = 200 * start.length } = search;
  const n = start.length;
  let evaluations = 0;
  const evaluated = (at: readonly number[]) => {
    evaluations++;
    const value = of(at);
    return { at, value: Number.isNaN(value) ? Infinity : value };
  };
  let corners = [
    evaluated(start),
    ...start.map((_, i) => evaluated(start.map((x, j) => x + (i === j ? steps[i] : 0)))),
  ];
  const isSmall = () =>
    start.every((_, i) =>
      corners.every(({ at }) => Math.abs(at[i] - corners[0].at[i]) <= tolerance * Math.abs(steps[i])),
    );
  while (evaluations < most) {
    corners.sort((a, b) => a.value - b.value);
    if (isSmall()) break;
    const worst = corners[n];
    const middle = start.map((_, i) => corners.slice(0, n).reduce((sum, { at }) => sum + at[i], 0) / n);
    const along = (share: number) => evaluated(middle.map((m, i) => m + share * (worst.at[i] - m)));
    const reflected = along(-1);
    if (reflected.value < corners[0].value) {
      const expanded = along(-2);
      corners[n] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < corners[n - 1].value) corners[n] = reflected;
    else {
      const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
      if (contracted.value < Math.min(reflected.value, worst.value)) corners[n] = contracted;
      else {
        const best = corners[0];
        corners = corners.map((corner) =>
          corner === best ? corner : evaluated(corner.at.map((x, i) => 0.5 * (x + best.at[i]))),
        );
      }
    }
  }
  corners.sort((a, b) => a.value - b.value);
  return { ...corners[0], evaluations };
}
