/**
 * Bounds of hue, saturation and value as the kernel wants them, with the rounding of OpenCV's 8-bit HSV.
 *
 *   S = (δ ⌊255·2¹²/V⌉ + 2¹¹) >> 12 rises with δ = max − min, so for each V the bounds of S are bounds of δ.
 *
 * Hue is in units of 2°, 0 … 179; saturation and value are 0 … 255. Bounds are part of what is kept.
 * Checked against: cv2.cvtColor and cv2.inRange over all 2²⁴ colours.
 */
export interface ColourBounds {
  readonly hueMin: number;
  readonly hueMax: number;
  readonly saturationMin: number;
  readonly saturationMax: number;
  readonly valueMin: number;
  readonly valueMax: number;
}

/** Bytes: least δ of each V, most δ of each V, then 256 32-bit numbers ⌊180·2¹²/(6 δ)⌉. */
export const BOUNDS_TABLE_SIZE = 512 + 4 * 256;

/** Writes the table; returns the largest slope with ⌊slope V / 256⌋ ≤ least δ for every V that can be kept. */
export function tabulateBounds(bounds: ColourBounds, buffer: ArrayBufferLike, address: number): number {
  const least = new Uint8Array(buffer, address, 256);
  const most = new Uint8Array(buffer, address + 256, 256);
  const reciprocals = new Int32Array(buffer, address + 512, 256);
  let slope = 255;
  for (let value = 0; value < 256; value++) {
    // none, unless there is one
    least[value] = 255;
    most[value] = 0;
    const scale = halfToEven(255 * 4096, value);
    for (let delta = value; delta >= 0; delta--) {
      const saturation = (delta * scale + 2048) >> 12;
      if (saturation < bounds.saturationMin || saturation > bounds.saturationMax) continue;
      most[value] = Math.max(most[value], delta);
      least[value] = delta;
    }
    const isKept = value >= bounds.valueMin && value <= bounds.valueMax && least[value] <= most[value];
    while (isKept && (slope * value) >> 8 > least[value]) slope--;
    reciprocals[value] = halfToEven(180 * 4096, 6 * value);
  }
  return slope;
}

/** a/b, rounded, halves to even; 0 for b = 0. */
function halfToEven(a: number, b: number): number {
  if (b === 0) return 0;
  const down = Math.floor(a / b);
  const twice = 2 * (a - down * b);
  return twice > b || (twice === b && down % 2 === 1) ? down + 1 : down;
}
