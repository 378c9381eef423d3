/** The speeds that can be chosen, in simulated seconds per second. */
export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, Infinity];

export const speedLabel = (speed: number): string => (speed === Infinity ? 'Max' : `${speed}×`);

/** The next of them above (1) or below (−1); the last one stays. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const further =
    direction > 0 ? SPEEDS.filter((other) => other > speed) : SPEEDS.filter((other) => other < speed).reverse();
  return further[0] ?? speed;
}

/** How fast it really goes: 0.25×, 1.0×, 34×; nothing while it stands still. */
export function factorLabel(factor: number): string {
  if (!(factor > 0)) return '';
  return `${factor < 0.995 ? factor.toFixed(2) : factor < 9.95 ? factor.toFixed(1) : factor.toFixed(0)}×`;
}
