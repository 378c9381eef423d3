/**
 * A world as a camera far above would see it, north up: areas, lines, shadows and the outlines of solids in their own colours, with
 * every pixel a mean over its area. A line thinner than a pixel tints it by as much as it covers.
 *
 * For people to look at; sensors have their own eyes.
 */
import type { Colour, Stripe } from './scene.ts';
import type { World } from './world.ts';
import type { Extent } from './world-extent.ts';
import { cornersOf, extentOf } from './world-extent.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each pixel, row by row from the north-west corner. */
  readonly data: Uint8Array;
}

/** Rows of rays per pixel when a polygon is filled; along a row coverage is exact. */
const ROWS_PER_PIXEL = 4;

export function aerialImage(world: World, size = 1024): Picture {
  const extent = extentOf(world);
  const pixel = Math.max(extent.east - extent.west, extent.north - extent.south) / size;
  const width = Math.ceil((extent.east - extent.west) / pixel);
  const height = Math.ceil((extent.north - extent.south) / pixel);
  const canvas = new Canvas(width, height, pixel, extent, world.scene.ground.colour);
  const { areas, stripes, shadows } = world.scene.ground;
  for (const { points, colour } of areas) {
    canvas.coverPolygon(points);
    canvas.paint(colour);
  }
  stripes.forEach((stripe, i) => {
    canvas.coverStripe(stripe);
    // pieces of one colour are painted together, so that joints do not show
    if (stripes[i + 1]?.colour.join() !== stripe.colour.join()) canvas.paint(stripe.colour);
  });
  for (const { points, brightness } of shadows) {
    canvas.coverPolygon(points);
    canvas.darken(brightness);
  }
  for (const solid of world.scene.solids) {
    canvas.coverPolygon(cornersOf(solid));
    canvas.paint(solid.colour);
  }
  return { width, height, data: canvas.data };
}

/** Pixels, and how much of each is covered by what comes next. */
class Canvas {
  readonly data: Uint8Array;
  private readonly cover: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly pixel: number,
    readonly extent: Extent,
    ground: Colour,
  ) {
    this.data = new Uint8Array(3 * width * height);
    for (let i = 0; i < this.data.length; i++) this.data[i] = ground[i % 3];
    this.cover = new Float32Array(width * height);
  }

  /** Columns and rows as fractions. */
  private column(x: number): number {
    return (x - this.extent.west) / this.pixel;
  }

  private row(y: number): number {
    return (this.extent.north - y) / this.pixel;
  }

  coverPolygon(points: Float64Array): void {
    const n = points.length / 2;
    const rows = Float64Array.from({ length: n }, (_, i) => this.row(points[2 * i + 1]));
    const [from, to] = this.rowRange(Math.min(...rows), Math.max(...rows));
    const crossings: number[] = [];
    for (let k = from * ROWS_PER_PIXEL; k < to * ROWS_PER_PIXEL; k++) {
      const row = (k + 0.5) / ROWS_PER_PIXEL;
      crossings.length = 0;
      for (let i = 0, j = n - 1; i < n; j = i++) {
        if (rows[i] <= row === rows[j] <= row) continue;
        const u = (row - rows[j]) / (rows[i] - rows[j]);
        crossings.push(this.column(points[2 * j] + u * (points[2 * i] - points[2 * j])));
      }
      crossings.sort((a, b) => a - b);
      for (let c = 0; c + 1 < crossings.length; c += 2) this.coverSpan(Math.floor(row), crossings[c], crossings[c + 1]);
    }
  }

  /** One ray: every pixel by how much of its width lies in the span. */
  private coverSpan(row: number, from: number, to: number): void {
    const last = Math.min(this.width, Math.ceil(to));
    for (let i = Math.max(0, Math.floor(from)); i < last; i++) {
      this.cover[row * this.width + i] += Math.max(0, Math.min(to, i + 1) - Math.max(from, i)) / ROWS_PER_PIXEL;
    }
  }

  coverStripe({ points, closed, width }: Stripe): void {
    const n = points.length / 2;
    for (let i = 0; i < (closed ? n : n - 1); i++) {
      const j = (i + 1) % n;
      this.coverSegment(
        this.column(points[2 * i]),
        this.row(points[2 * i + 1]),
        this.column(points[2 * j]),
        this.row(points[2 * j + 1]),
        width / this.pixel / 2,
      );
    }
  }

  /** A straight piece of a line, all in pixels; `half` is half its width. */
  private coverSegment(x0: number, y0: number, x1: number, y1: number, half: number): void {
    const around = half + 1;
    const [top, bottom] = this.rowRange(Math.min(y0, y1) - around, Math.max(y0, y1) + around);
    const left = Math.max(0, Math.floor(Math.min(x0, x1) - around));
    const right = Math.min(this.width, Math.ceil(Math.max(x0, x1) + around));
    const [dx, dy] = [x1 - x0, y1 - y0];
    const square = dx * dx + dy * dy || 1;
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const [px, py] = [column + 0.5 - x0, row + 0.5 - y0];
        const u = Math.max(0, Math.min(1, (px * dx + py * dy) / square));
        const distance = Math.sqrt((px - u * dx) * (px - u * dx) + (py - u * dy) * (py - u * dy));
        const covered = Math.max(0, Math.min(distance + 0.5, half) - Math.max(distance - 0.5, -half));
        const at = row * this.width + column;
        if (covered > this.cover[at]) this.cover[at] = covered;
      }
    }
  }

  private rowRange(lowest: number, highest: number): readonly [number, number] {
    return [Math.max(0, Math.floor(lowest)), Math.min(this.height, Math.ceil(highest))];
  }

  /** Blends a colour in where something was covered, and uncovers all. */
  paint(colour: Colour): void {
    const { cover, data } = this;
    for (let i = 0; i < cover.length; i++) {
      if (cover[i] === 0) continue;
      for (let c = 0; c < 3; c++) data[3 * i + c] += Math.round(Math.min(1, cover[i]) * (colour[c] - data[3 * i + c]));
      cover[i] = 0;
    }
  }

  /** Darkens what was covered. */
  darken(brightness: number): void {
    const { cover, data } = this;
    for (let i = 0; i < cover.length; i++) {
      if (cover[i] === 0) continue;
      for (let c = 0; c < 3; c++)
        data[3 * i + c] = Math.round(data[3 * i + c] * (1 - Math.min(1, cover[i]) * (1 - brightness)));
      cover[i] = 0;
    }
  }
}
