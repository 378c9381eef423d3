/**
 * What real actuators do besides lagging. Each is the identity at width 0.
 *
 *   dead zone     y = u − w sgn u where |u| > w, else 0
 *   quantisation  y = q · round(u/q), halves away from zero
 *   backlash      the output stays where it is until the play of total width b is used up: |x − y| ≤ b/2
 *
 * All odd in u, so left is mirrored right.
 * Reference: the blocks of the same names in the control literature, e.g. Khalil, Nonlinear Systems, section 1.2.7.
 */

/** The command that is left after a dead zone of half-width `width`. */
export function deadZone(command: number, width: number): number {
  if (command > width) return command - width;
  return command < -width ? command + width : 0;
}

/** The nearest multiple of `step`. */
export function quantise(command: number, step: number): number {
  const steps = Math.floor(Math.abs(command) / step + 0.5);
  return command < 0 ? -steps * step : steps * step;
}

/** How far the output moves when it trails the input by `gap`, with total play `play`. */
export const backlashStep = (gap: number, play: number): number => deadZone(gap, 0.5 * play);
