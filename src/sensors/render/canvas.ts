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
import type { FrameMemory } from '../../math/frame-memory.ts';
import type { Layout } from '../../pixels/layout.ts';
import { layOut } from '../../pixels/layout.ts';
import type { DrawingKernels, Recorded } from './kernels/drawing-kernels.ts';
import { drawingKernelsIn } from './kernels/drawing-kernels.ts';
import { LightingMemory, lightingRooms } from './lighting-memory.ts';
import type { Paint } from './paint.ts';

/** Points of a path that may be added at a time. */
export const PATH_POINTS = 512;
/** Pixels between nodes of light. */
export const LIGHT_STEP = 4;

/** Sides that a solid may have to be drawn at once. */
export const PRISM_SIDES = 64;

/** 32-bit numbers that describe a canvas to the kernels, doubles that describe a lens and an eye, bytes of a solid. */
const FIELDS = 19;
const LENS_NUMBERS = 13;
const EYE_NUMBERS = 17;
const PRISM_BYTES = 24 + 16 * PRISM_SIDES + 4 * (PRISM_SIDES + 2);
/** Room for records of solids. */
const MOST_RECORD_BYTES = 1 << 23;
const RECORD_BYTES_PER_PIXEL = 64;

export class Canvas {
  /** The lens that polygons are seen through, as field.ts writes it. */
  readonly lens: Float64Array;
  /** Two polygons of corners x, y, z each, in the optical frame. */
  readonly corners: readonly [Float64Array, Float64Array];
  /** x₀, y₀, x₁, y₁ … of the path to add. */
  readonly path: Float64Array;
  /** Brightness to add, every fourth pixel of every fourth row. */
  readonly light: Float32Array;
  /** What lamps need; absent by day. */
  readonly lighting: LightingMemory | undefined;
  readonly lightColumns: number;
  readonly lightRows: number;
  /** Where the camera is, as assembly/solid.as has it; and a solid, once as doubles and once as 32-bit numbers. */
  readonly eye: Float64Array;
  readonly prism: Float64Array;
  readonly prismLevels: Int32Array;
  /** The paint at hand. */
  private readonly brush: Float64Array;
  private readonly kernels: DrawingKernels;
  private readonly layout: Layout<string>;
  private readonly self: number;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly channels: number,
    mostCorners = 0,
    frames?: FrameMemory,
    isLit = false,
  ) {
    this.lightColumns = Math.ceil(width / LIGHT_STEP) + 1;
    this.lightRows = Math.ceil(height / LIGHT_STEP) + 1;
    const words = (width + 64) >> 6;
    const pixels = width * height;
    const recordBytes = Math.min(MOST_RECORD_BYTES, RECORD_BYTES_PER_PIXEL * pixels);
    this.layout = layOut(
      frames,
      {
        self: 4 * FIELDS,
        brush: 8 * 4,
        eye: 8 * EYE_NUMBERS,
        prism: PRISM_BYTES,
        lens: 8 * LENS_NUMBERS,
        corners: 24 * mostCorners,
        cut: 24 * mostCorners,
        path: 16 * PATH_POINTS,
        light: 4 * this.lightColumns * this.lightRows,
        cells: 8 * (pixels + height),
        touched: 8 * words * height,
        starts: 8 * words * height,
        touches: 16 * (width + 1),
        covered: 8 * words * height,
        records: recordBytes,
        ...lightingRooms(width, height, isLit),
      },
      pixels * channels,
    );
    const { memory, buffer, at } = this.layout;
    this.kernels = drawingKernelsIn(memory);
    this.self = at.self;
    // the fields of assembly/canvas.as
    const fields = new Int32Array(buffer, at.self, FIELDS);
    fields.set([width, height, channels, words, at.cells, at.touched, at.starts, height, -1, words, -1]);
    fields.set([at.touches, at.covered, at.records, at.records, at.records + recordBytes, 0, 0, 0], 11);
    const numbers = (address: number, length: number) => new Float64Array(buffer, address, length);
    this.brush = numbers(at.brush, 4);
    this.eye = numbers(at.eye, EYE_NUMBERS);
    this.prism = numbers(at.prism, 3 + 2 * PRISM_SIDES);
    this.prismLevels = new Int32Array(buffer, at.prism, PRISM_BYTES / 4);
    this.lens = numbers(at.lens, LENS_NUMBERS);
    this.corners = [numbers(at.corners, 3 * mostCorners), numbers(at.cut, 3 * mostCorners)];
    this.path = numbers(at.path, 2 * PATH_POINTS);
    this.lighting = isLit ? new LightingMemory(width, height, buffer, at) : undefined;
    this.light = new Float32Array(buffer, at.light, this.lightColumns * this.lightRows);
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
  paint(paint: Paint): void {
    this.dip(paint);
    this.kernels.paint(this.self, this.brush.byteOffset);
  }

  private dip({ first, second, third, opacity }: Paint): void {
    const { brush } = this;
    brush[0] = first;
    brush[1] = second;
    brush[2] = third;
    brush[3] = opacity;
  }

  /** From here on solids are recorded, those in front first. */
  beginRecords(): void {
    this.kernels.beginRecords(this.self);
  }

  /** Records what is not hidden of the solid in `prism`. */
  recordSolid(): Recorded {
    const { self, lens, eye, prism, corners, path, brush } = this;
    return this.kernels.recordSolid(
      self,
      lens.byteOffset,
      eye.byteOffset,
      prism.byteOffset,
      corners[0].byteOffset,
      path.byteOffset,
      brush.byteOffset,
    );
  }

  /** From here to `endSolid` there are records of one solid, its silhouette first. */
  beginSolid(): void {
    this.kernels.beginSolid(this.self);
  }

  /** Records what the paths cover, and forgets them; false when there is no room. */
  record(paint: Paint): boolean {
    this.dip(paint);
    return this.kernels.record(this.self, this.brush.byteOffset) !== 0;
  }

  /** Keeps the solid, or forgets it. */
  endSolid(isKept: boolean): void {
    this.kernels.endSolid(this.self, isKept);
  }

  /** Paints what is recorded, the last solid first. */
  paintRecords(): void {
    this.kernels.paintRecords(this.self);
  }

  /** Adds the light. */
  addLight(): void {
    this.kernels.addLight(this.self, this.light.byteOffset, this.lightColumns, this.lightRows);
  }

  /** Writes the picture into `pixels`, so that all further paint goes over its bytes, with the light that `lighting` describes. */
  lightUp(pixels: Uint8Array): void {
    const { frame } = this.layout;
    const { address } = this.lighting!;
    const to = (frame ?? pixels).byteOffset;
    this.kernels.develop(this.self, to);
    this.kernels.lightNodes(address);
    this.kernels.lightPixels(this.self, address, to);
  }

  /** Writes the picture row by row without padding, `channels` bytes per pixel: at once where the canvas lies in the memory of `pixels`. */
  develop(pixels: Uint8Array): void {
    const { frame } = this.layout;
    this.kernels.develop(this.self, (frame ?? pixels).byteOffset);
    if (frame !== undefined) pixels.set(frame);
  }
}
