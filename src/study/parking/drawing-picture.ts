/** A drawing in metres as pixels: polygons filled by the even-odd rule, four lines and four columns to a pixel. */
import type { Drawing, Shape } from './drawing.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const WIDTH = 900;
const TALLEST = 1600;
/** Samples per pixel and direction. */
const FINE = 4;

export function drawingPicture(drawing: Drawing): Picture {
  const { minX, minY, maxX, maxY } = drawing;
  const scale = Math.min(WIDTH / (maxX - minX), TALLEST / (maxY - minY));
  const width = Math.max(1, Math.round((maxX - minX) * scale));
  const height = Math.max(1, Math.round((maxY - minY) * scale));
  const data = new Uint8Array(3 * width * height).fill(255);
  const picture = { width, height, data };
  for (const shape of drawing.shapes) {
    const { points } = shape;
    const placed = points.map((value, i) => (i % 2 === 0 ? (value - minX) * scale : (maxY - value) * scale));
    if (shape.fill !== undefined) paint(picture, [placed], shape.fill);
    if (shape.stroke !== undefined)
      for (const quad of strokeQuads(shape, placed, ((shape.width ?? 0) * scale) / 2))
        paint(picture, [quad], shape.stroke);
  }
  return picture;
}

/** A rectangle for each edge, a little longer than it so that corners are filled. */
function strokeQuads({ closed }: Shape, points: Float64Array, half: number): Float64Array[] {
  const quads: Float64Array[] = [];
  const count = points.length / 2;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [ax, ay] = [points[2 * i], points[2 * i + 1]];
    const [bx, by] = [points[2 * ((i + 1) % count)], points[2 * ((i + 1) % count) + 1]];
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    if (length === 0) continue;
    const [ux, uy] = [((bx - ax) / length) * half, ((by - ay) / length) * half];
    quads.push(
      Float64Array.of(
        ax - ux - uy,
        ay - uy + ux,
        bx + ux - uy,
        by + uy + ux,
        bx + ux + uy,
        by + uy - ux,
        ax - ux + uy,
        ay - uy - ux,
      ),
    );
  }
  return quads;
}

function paint({ width, height, data }: Picture, outlines: readonly Float64Array[], colour: readonly number[]): void {
  const rows = outlines.flatMap((points) => [...points].filter((_, i) => i % 2 === 1));
  const first = Math.max(0, Math.floor(Math.min(...rows)));
  const last = Math.min(height - 1, Math.floor(Math.max(...rows)));
  const cover = new Float64Array(width);
  for (let row = first; row <= last; row++) {
    cover.fill(0);
    for (let fine = 0; fine < FINE; fine++) addLine(cover, outlines, row + (fine + 0.5) / FINE);
    for (let column = 0; column < width; column++) {
      if (cover[column] === 0) continue;
      const share = cover[column] / (FINE * FINE);
      for (let k = 0; k < 3; k++) {
        const at = 3 * (row * width + column) + k;
        data[at] = Math.round(data[at] + share * (colour[k] - data[at]));
      }
    }
  }
}

/** Counts the samples of one line that lie inside. */
function addLine(cover: Float64Array, outlines: readonly Float64Array[], y: number): void {
  const crossings: number[] = [];
  for (const points of outlines)
    for (let i = 0, before = points.length - 2; i < points.length; before = i, i += 2) {
      const [ay, by] = [points[before + 1], points[i + 1]];
      if (ay > y !== by > y) crossings.push(points[before] + ((y - ay) / (by - ay)) * (points[i] - points[before]));
    }
  crossings.sort((a, b) => a - b);
  for (let k = 0; k + 1 < crossings.length; k += 2) {
    const from = Math.max(0, Math.ceil(crossings[k] * FINE - 0.5));
    const to = Math.min(cover.length * FINE, Math.ceil(crossings[k + 1] * FINE - 0.5));
    for (let sample = from; sample < to; sample++) cover[Math.floor(sample / FINE)]++;
  }
}
