/** Paint: colours in the order and number of channels of the picture. */
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Colour } from '../../world/scene.ts';

/**
 * What a paint does to a channel p that it covers by α:
 *
 *   p ← p + α (value − opacity p)
 *
 * opacity 1 paints the value over, 0 < opacity < 1 with value 0 darkens, opacity 0 adds the value.
 */
export interface Paint {
  /** One per channel; of mono pictures all three are equal. */
  first: number;
  second: number;
  third: number;
  opacity: number;
}

export const createPaint = (): Paint => ({ first: 0.5, second: 0.5, third: 0.5, opacity: 1 });

/** Sets paint to a colour times a brightness. Grey is 0.299 R + 0.587 G + 0.114 B, as in OpenCV and ITU-R BT.601. */
export function setColour(paint: Paint, encoding: Encoding, colour: Colour, brightness = 1): void {
  const red = colour[0] * brightness;
  const green = colour[1] * brightness;
  const blue = colour[2] * brightness;
  const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
  paint.first = encoding === 'mono8' ? grey : encoding === 'rgb8' ? red : blue;
  paint.second = encoding === 'mono8' ? grey : green;
  paint.third = encoding === 'mono8' ? grey : encoding === 'rgb8' ? blue : red;
  paint.opacity = 1;
}

/** Paint that covers with this colour. */
export function paintOf(encoding: Encoding, colour: Colour): Paint {
  const paint = createPaint();
  setColour(paint, encoding, colour);
  return paint;
}

/** Paint that leaves this much of the brightness. */
export const shadeOf = (brightness: number): Paint => ({ first: 0, second: 0, third: 0, opacity: 1 - brightness });
