/**
 * The picture being painted: paths are added, then painted by the share of each pixel that they cover, until all is painted and
 * the picture is developed into bytes.
 *
 * Until then all is edges and paints. A picture is developed row by row, each of them once through all that is painted on it: as runs of equal
 * pixels, a bit for each pixel that begins one, and its levels. A span costs what it changes in number of runs, whatever its length, so a shadow
 * over half the picture costs its outline and the edges it crosses; and a row is all that is at hand at a time, which no picture is too large for.
 * The work is done by WebAssembly (`kernels/assembly`) with the rounding of each operation as in TypeScript.
 *
 * Coordinates: the picture is 0 … width, 0 … height. Paths that turn the same way add up; overlaps count once.
 * Checked against: polygon areas, the shoelace area of pixel-clipped polygons, painting pixel by pixel.
 */
import type { FrameMemory } from '../../math/frame-memory.ts';
import type { Layout } from '../../pixels/layout.ts';
import { layOut } from '../../pixels/layout.ts';
import type { DrawingKernels, Recorded } from './kernels/drawing-kernels.ts';
import { drawingKernelsIn, Turn } from './kernels/drawing-kernels.ts';
import { LightingMemory, lightingRooms } from './lighting-memory.ts';
import type { Paint } from './paint.ts';

/** Points of a path that may be added at a time. */
export const PATH_POINTS = 512;
/** Pixels between nodes of light. */
export const LIGHT_STEP = 4;

/** Sides that a solid may have to be drawn at once. */
export const PRISM_SIDES = 64;

/** 32-bit numbers that describe a canvas to the kernels, doubles that describe a lens and an eye, bytes of a solid. */
const FIELDS = 44;
const LENS_NUMBERS = 13;
const EYE_NUMBERS = 17;
const PRISM_BYTES = 24 + 16 * PRISM_SIDES + 4 * (PRISM_SIDES + 2);
/** Bytes of an edge, a layer, a turn, a touch. */
const EDGE_BYTES = 48;
const LAYER_BYTES = 48;
const TURN_BYTES = 8;
const TOUCH_BYTES = 16;
const MOST_TURNS = 16;
/** Bytes of the shades at hand, none of which is one to begin with. */
const SHADES_BYTES = 16 * 264;
const NO_SHADE = 0xff;
/** Whether there was no room, among the fields. */
const IS_FULL = 38;

/** What a canvas has room for. */
export interface CanvasRoom {
  /** Corners of a polygon, also while it is cut. */
  readonly corners?: number;
  /** Edges of all paths of a picture. */
  readonly edges?: number;
  /** Whether there are lamps. */
  readonly isLit?: boolean;
}

const SOME_EDGES = 1 << 14;

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
  private readonly fields: Int32Array;
  private readonly self: number;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly channels: number,
    { corners = 0, edges = SOME_EDGES, isLit = false }: CanvasRoom = {},
    frames?: FrameMemory,
  ) {
    this.lightColumns = Math.ceil(width / LIGHT_STEP) + 1;
    this.lightRows = Math.ceil(height / LIGHT_STEP) + 1;
    const bits = 8 * ((width + 64) >> 6);
    // a layer has two edges at least, but for those that are out of the picture; and two touches each are much for one row
    const layers = edges >> 1;
    const touches = edges + 2 * (width + 1);
    this.layout = layOut(
      frames,
      {
        self: 4 * FIELDS,
        brush: 8 * 4,
        eye: 8 * EYE_NUMBERS,
        prism: PRISM_BYTES,
        lens: 8 * LENS_NUMBERS,
        corners: 24 * corners,
        cut: 24 * corners,
        path: 16 * PATH_POINTS,
        light: 4 * this.lightColumns * this.lightRows,
        cells: 8 * (width + 1),
        touched: bits,
        starts: bits,
        covered: bits,
        touches: TOUCH_BYTES * (width + 1),
        turns: TURN_BYTES * MOST_TURNS,
        shades: SHADES_BYTES,
        hiding: bits * height,
        heads: 4 * height,
        tails: 4 * height,
        active: 4 * edges,
        kept: 4 * edges,
        edges: EDGE_BYTES * edges,
        layers: LAYER_BYTES * layers,
        records: TOUCH_BYTES * touches,
        ...lightingRooms(width, height, isLit),
      },
      width * height * channels,
    );
    const { memory, buffer, at } = this.layout;
    this.kernels = drawingKernelsIn(memory);
    this.self = at.self;
    // the fields of assembly/canvas.as
    this.fields = new Int32Array(buffer, at.self, FIELDS);
    this.fields.set([
      ...[width, height, channels, bits / 8, at.cells, at.touched, at.starts, at.covered, at.touches],
      ...[at.records, at.records, at.records + TOUCH_BYTES * touches, 0, 0, 0, 0],
      ...[0, 0, height - 1, at.edges, at.edges, at.edges + EDGE_BYTES * edges],
      ...[at.heads, at.tails, at.active, at.active, at.kept, at.layers, at.layers, at.layers + LAYER_BYTES * layers],
      ...[0, 0, 0, 0, at.turns, 0, 0, 0, 0, at.light, this.lightColumns, at.lighting, at.hiding, at.shades],
    ]);
    new Uint8Array(buffer, at.shades, SHADES_BYTES).fill(NO_SHADE);
    const numbers = (address: number, length: number) => new Float64Array(buffer, address, length);
    this.brush = numbers(at.brush, 4);
    this.eye = numbers(at.eye, EYE_NUMBERS);
    this.prism = numbers(at.prism, 3 + 2 * PRISM_SIDES);
    this.prismLevels = new Int32Array(buffer, at.prism, PRISM_BYTES / 4);
    this.lens = numbers(at.lens, LENS_NUMBERS);
    this.corners = [numbers(at.corners, 3 * corners), numbers(at.cut, 3 * corners)];
    this.path = numbers(at.path, 2 * PATH_POINTS);
    this.lighting = isLit ? new LightingMemory(width, height, buffer, at) : undefined;
    this.light = new Float32Array(buffer, at.light, this.lightColumns * this.lightRows);
  }

  /** Draws only the rows from `from` to before `to`. */
  limitRows(from: number, to: number): void {
    this.kernels.limitRows(this.self, from, to - 1);
  }

  /** Whether there was no room for all that is painted since the last flood, or recorded in the row where developing stopped. */
  get isFull(): boolean {
    return this.fields[IS_FULL] !== 0;
  }

  /** Begins a picture that is all of one paint. */
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

  /** Records the solid in `prism`. */
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

  /** What is recorded from here on is of another solid, which those before it may hide: its silhouette first. */
  beginSolid(): void {
    this.kernels.beginSolid(this.self);
  }

  /** Records what the paths cover, and forgets them. */
  record(paint: Paint): void {
    this.dip(paint);
    this.kernels.record(this.self, this.brush.byteOffset);
  }

  /** Paints what is recorded, the last solid first. */
  paintRecords(): void {
    this.kernels.takeTurn(this.self, Turn.PAINT_RECORDS);
  }

  /** Adds the light. */
  addLight(): void {
    this.kernels.takeTurn(this.self, Turn.ADD_LIGHT);
  }

  /** Lights what is painted so far as `lighting` describes; all further paint goes over it. */
  lightUp(): void {
    this.kernels.lightNodes(this.lighting!.address);
    this.kernels.takeTurn(this.self, Turn.LIGHT_UP);
  }

  /** Writes rows without padding to where they belong in `pixels`, each once and in order; returns the row before which it stopped. */
  developRows(from: number, to: number, pixels: Uint8Array): number {
    const { frame } = this.layout;
    const rowSize = this.width * this.channels;
    const { byteOffset, byteLength } = frame ?? pixels;
    const end = byteOffset + byteLength;
    const reached = this.kernels.developRows(this.self, from, to, byteOffset + from * rowSize, end);
    if (frame !== undefined) pixels.set(frame.subarray(from * rowSize, reached * rowSize), from * rowSize);
    return reached;
  }

  /** All of them. */
  develop(pixels: Uint8Array): void {
    this.developRows(0, this.height, pixels);
  }
}
