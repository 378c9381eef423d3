/** Which mutants are tried, and what that says about all of them. */

/** Numbers in [0, 1), the same for the same seed: mulberry32. */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of the items without repetition, in their own order. */
export function drawSample(items, count, seed) {
  const next = uniform(seed);
  const places = items.map((_, place) => ({ place, key: next() }));
  places.sort((a, b) => a.key - b.key);
  return places
    .slice(0, count)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
    .map((place) => items[place]);
}

/** The 95 % interval of a share, by Wilson (1927). */
export function wilson(found, tried) {
  if (tried === 0) return [0, 1];
  const z = 1.96;
  const share = found / tried;
  const middle = share + (z * z) / (2 * tried);
  const half = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
  const scale = 1 + (z * z) / tried;
  return [(middle - half) / scale, (middle + half) / scale];
}
