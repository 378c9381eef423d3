/**
 * The picture being painted: paths are added, then painted by the share of each pixel that they cover, until all is painted and
 * the picture is developed into bytes.
 *
 * The picture is kept as runs of equal pixels: a bit for each pixel that begins one, and its levels. A span costs what it changes in
 * number of runs, whatever its length, so a shadow over half the picture costs its outline and the edges it crosses. The work is
 * done by WebAssembly (`kernels/assembly`) with the rounding of each operation as in TypeScript.
 *
 * Coordinates: the picture is 0 … width, 0 … height. Paths that turn the same way add up; overlaps count once.
 * Checked against: polygon areas, the shoelace area of pixel-clipped polygons, painting pixel by pixel.
 */
import type { DrawingKernels } from './kernels/drawing-kernels.ts';
import { drawingKernelsIn } from './kernels/drawing-kernels.ts';
import type { Paint } from './paint.ts';

const PAGE = 65_536;
const LINE = 64;
/** Points of a path that may be added at a time. */
export const PATH_POINTS = 512;
/** Pixels between nodes of light. */
export const LIGHT_STEP = 4;

/** Numbers that describe a lens to the kernels. */
const LENS_NUMBERS = 13;

export class Canvas {
  /** The lens that polygons are seen through, as field.ts writes it. */
  readonly lens: Float64Array;
  /** Two polygons of corners x, y, z each, in the optical frame. */
  readonly corners: readonly [Float64Array, Float64Array];
  /** x₀, y₀, x₁, y₁ … of the path to add. */
  readonly path: Float64Array;
  /** Brightness to add, every fourth pixel of every fourth row. */
  readonly light: Float32Array;
  readonly lightColumns: number;
  readonly lightRows: number;
  /** The paint at hand. */
  private readonly brush: Float64Array;
  private readonly kernels: DrawingKernels;
  private readonly picture: Uint8Array;
  private readonly self: number;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly channels: number,
    mostCorners = 0,
  ) {
    this.lightColumns = Math.ceil(width / LIGHT_STEP) + 1;
    this.lightRows = Math.ceil(height / LIGHT_STEP) + 1;
    const words = (width + 64) >> 6;
    // who lives where
    let end = LINE;
    const reserve = (bytes: number): number => {
      const address = end;
      end = (address + bytes + LINE - 1) & -LINE;
      return address;
    };
    this.self = reserve(4 * 11);
    const brush = reserve(8 * 4);
    const lens = reserve(8 * LENS_NUMBERS);
    const corners = [reserve(24 * mostCorners), reserve(24 * mostCorners)];
    const path = reserve(16 * PATH_POINTS);
    const light = reserve(4 * this.lightColumns * this.lightRows);
    const cells = reserve(8 * (width + 1) * height);
    const touched = reserve(8 * words * height);
    const starts = reserve(8 * words * height);
    const picture = reserve(width * height * channels);
    const pages = Math.ceil(end / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    // the fields of assembly/canvas.as
    const fields = new Int32Array(memory.buffer, this.self, 11);
    fields.set([width, height, channels, words, cells, touched, starts, height, -1, words, -1]);
    this.kernels = drawingKernelsIn(memory);
    this.brush = new Float64Array(memory.buffer, brush, 4);
    this.lens = new Float64Array(memory.buffer, lens, LENS_NUMBERS);
    this.corners = [
      new Float64Array(memory.buffer, corners[0], 3 * mostCorners),
      new Float64Array(memory.buffer, corners[1], 3 * mostCorners),
    ];
    this.path = new Float64Array(memory.buffer, path, 2 * PATH_POINTS);
    this.light = new Float32Array(memory.buffer, light, this.lightColumns * this.lightRows);
    this.picture = new Uint8Array(memory.buffer, picture, width * height * channels);
  }

  /** Paints everything over. */
  flood({ first, second, third }: Paint): void {
    const levels = Math.round(first);
    this.kernels.flood(
      this.self,
      this.channels === 1 ? levels : levels | (Math.round(second) << 8) | (Math.round(third) << 16),
    );
  }

  /** Adds the edges between the first `count` points of `path`; over several calls they must close. */
  addPath(count: number): void {
    this.kernels.addPath(this.self, this.path.byteOffset, count);
  }

  /** Adds the closed path of a polygon, all of it in sight: the first `count` of one of `corners`. */
  addPolygon(corners: Float64Array, count: number): void {
    const { lens, path } = this;
    this.kernels.addPolygon(this.self, lens.byteOffset, corners.byteOffset, count, path.byteOffset, PATH_POINTS);
  }

  /** Paints what the paths cover, and forgets them. */
  paint({ first, second, third, opacity }: Paint): void {
    const { brush } = this;
    brush[0] = first;
    brush[1] = second;
    brush[2] = third;
    brush[3] = opacity;
    this.kernels.paint(this.self, brush.byteOffset);
  }

  /** Adds the light. */
  addLight(): void {
    this.kernels.addLight(this.self, this.light.byteOffset, this.lightColumns, this.lightRows);
  }

  /** Writes the picture row by row without padding, `channels` bytes per pixel. */
  develop(pixels: Uint8Array): void {
    this.kernels.develop(this.self, this.picture.byteOffset);
    pixels.set(this.picture);
  }
}
