/** When the page draws next: the pace of players that are not paced by somebody else. */

/** Calls back with the wall time [ms] at the next animation frame; the returned function calls it off. */
export function onNextFrame(callback: (nowMs: number) => void): () => void {
  if (typeof requestAnimationFrame === 'undefined') {
    const timer = setTimeout(() => callback(performance.now()), 16);
    return () => clearTimeout(timer);
  }
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
}

/** Lets the page breathe: input, drawing and network come first. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
