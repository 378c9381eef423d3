/** A picture with the corners that were found in it: rows in colours, joined in their order, the first one ringed. */
import type { BoardView } from './board.ts';
import type { GreyImage } from './grey-image.ts';

/** Red, orange, yellow, green, cyan, blue, violet. */
const ROW_COLOURS = [
  [255, 60, 50],
  [255, 150, 0],
  [235, 215, 0],
  [40, 200, 60],
  [0, 195, 215],
  [70, 110, 255],
  [200, 80, 255],
] as const;

type Colour = readonly [number, number, number];

/** RGB, three bytes a pixel. */
export function drawCorners(
  { width, height, data }: GreyImage,
  { image, ids }: BoardView,
  columns: number,
): Uint8Array {
  const picture = new Uint8Array(3 * width * height);
  for (let i = 0; i < data.length; i++) picture.fill(data[i], 3 * i, 3 * i + 3);
  const canvas: Canvas = { width, height, picture };
  const size = Math.max(1, Math.round(Math.max(width, height) / 320));
  for (let n = 0; n < ids.length; n++) {
    const colour = ROW_COLOURS[Math.floor(ids[n] / columns) % ROW_COLOURS.length];
    const [u, v] = [image[2 * n], image[2 * n + 1]];
    if (n > 0) line(canvas, image[2 * n - 2], image[2 * n - 1], u, v, colour);
    line(canvas, u - 2 * size, v - 2 * size, u + 2 * size, v + 2 * size, colour);
    line(canvas, u - 2 * size, v + 2 * size, u + 2 * size, v - 2 * size, colour);
    if (ids[n] === 0) ring(canvas, u, v, 5 * size, colour);
  }
  return picture;
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly picture: Uint8Array;
}

function dot({ width, height, picture }: Canvas, u: number, v: number, colour: Colour): void {
  const x = Math.round(u);
  const y = Math.round(v);
  if (x >= 0 && y >= 0 && x < width && y < height) picture.set(colour, 3 * (y * width + x));
}

function line(canvas: Canvas, u0: number, v0: number, u1: number, v1: number, colour: Colour): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(u1 - u0), Math.abs(v1 - v0))));
  for (let i = 0; i <= steps; i++) dot(canvas, u0 + ((u1 - u0) * i) / steps, v0 + ((v1 - v0) * i) / steps, colour);
}

/** Every pixel at this distance, to within half a pixel. */
function ring(canvas: Canvas, u: number, v: number, radius: number, colour: Colour): void {
  for (let dv = -radius - 1; dv <= radius + 1; dv++) {
    for (let du = -radius - 1; du <= radius + 1; du++) {
      if (Math.abs(Math.sqrt(du * du + dv * dv) - radius) < 0.6) dot(canvas, u + du, v + dv, colour);
    }
  }
}
