/** Noise of a camera's sensor, as it is left in a view: about Gaussian, from a linear congruential generator. */

/** Adds noise of this standard deviation [grey levels] to all that is not black because nobody sees it. */
export function addNoise(view: Uint8Array, deviation: number, seed: number): void {
  let state = seed >>> 0;
  for (let i = 0; i < view.length; i++) {
    if (view[i] === 0) continue;
    // the sum of four bytes has the variance of a uniform one, (256² − 1)/12, four times
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const sum = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24);
    view[i] = Math.max(1, Math.min(255, view[i] + (deviation * (sum - 510)) / 147.8 + 0.5));
  }
}
