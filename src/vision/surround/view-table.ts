/**
 * The table of a surround view, as the kernels read it (surround.as): for every pixel of the view one or two records, each of them a place in the
 * picture of one camera, with a weight. It follows from the parameters alone.
 *
 *   u, v            where the ground under the pixel appears, body level, rounded to 1/32 px half to even
 *   a = ⅛ c + ⅜ r,  b = ⅜ c − ⅛ r        four samples at ±a, ±b, a turned square;  c, r: what one column, one row of the view are in the picture
 *
 * A single sample is enough where a pixel of the view is no larger than one of the picture. Close to the cameras, where it covers many, four of them
 * stand for all: edges come out smooth to a quarter of a pixel of the view, but texture finer than half of one would alias.
 */
import { CameraShares, WHOLE } from './camera-shares.ts';
import type { SurroundParams } from './params.ts';
import { isInside, pixelSize, xOfViewRow, yOfViewColumn } from './view-grid.ts';

const RECORD_BYTES = 16;
export const BIAS = 32_768;
const MORE = 0x80;
const FOUR = 0x40;
const NEAREST = 0x20;
/** Pixels of the picture per pixel of the view: up to here one sample is enough, */
const FINE = 1.2;
/** and from here on, in every direction, samples need not be blended from the pixels around them. */
const COARSE = 2;
/** Places at which the brightness of two cameras is compared. */
const COMPARED = 2048;

export interface ViewTable {
  readonly size: number;
  readonly records: ArrayBuffer;
  readonly count: number;
  /** First record of each row, and the end. */
  readonly starts: Uint32Array;
  /** Some of the first records of pairs. */
  readonly overlaps: Uint32Array;
  /** Pixels outside the own vehicle that no camera sees. */
  readonly unseen: number;
}

export function buildViewTable(params: SurroundParams): ViewTable {
  const { size, outline } = params;
  const shares = new CameraShares(params);
  const writer = new RecordWriter(params, shares);
  const starts = new Uint32Array(size + 1);
  const pairs: number[] = [];
  let unseen = 0;
  for (let row = 0; row < size; row++) {
    const x = xOfViewRow(params, row);
    for (let column = 0; column < size; column++) {
      const y = yOfViewColumn(params, column);
      if (isInside(outline, x, y)) continue;
      const found = shares.at(x, y);
      if (found.length === 0) unseen++;
      if (found.length === 2) pairs.push(writer.count);
      for (let i = 0; i < found.length; i++)
        writer.write(x, y, column, found[i].camera, found[i].weight % WHOLE, i + 1 < found.length);
    }
    starts[row + 1] = writer.count;
  }
  const every = Math.max(1, Math.ceil(pairs.length / COMPARED));
  const overlaps = Uint32Array.from(pairs.filter((_, i) => i % every === 0));
  return { size, records: writer.finished(), count: writer.count, starts, overlaps, unseen };
}

class RecordWriter {
  count = 0;
  private bytes = new ArrayBuffer(RECORD_BYTES * 4096);
  private view = new DataView(this.bytes);
  private readonly around = new Float64Array(4);

  constructor(
    private readonly params: SurroundParams,
    private readonly shares: CameraShares,
  ) {}

  write(x: number, y: number, column: number, camera: number, weight: number, more: boolean): void {
    const at = this.room();
    const samples = this.params.supersample ? this.lookAround(camera, x, y) : 0;
    const ground = this.shares.cameras[camera];
    ground.look(x, y);
    const { around: d, view } = this;
    const offsets =
      samples > 0
        ? [d[0] / 8 + (3 * d[2]) / 8, d[1] / 8 + (3 * d[3]) / 8, (3 * d[0]) / 8 - d[2] / 8, (3 * d[1]) / 8 - d[3] / 8]
        : [0, 0, 0, 0];
    view.setInt16(at, roundHalfEven(32 * ground.pixel[0]) - BIAS, true);
    view.setInt16(at + 2, roundHalfEven(32 * ground.pixel[1]) - BIAS, true);
    offsets.forEach((offset, i) => view.setInt16(at + 4 + 2 * i, inSixteenBits(32 * offset), true));
    view.setUint16(at + 12, column, true);
    view.setUint8(at + 14, camera | (more ? MORE : 0) | samples);
    view.setUint8(at + 15, weight);
    this.count++;
  }

  /** What a column and a row of the view are in the picture [px], by differences, and the flags of the samples that this asks for. */
  private lookAround(camera: number, x: number, y: number): number {
    const ground = this.shares.cameras[camera];
    const { around } = this;
    const half = 0.5 * pixelSize(this.params);
    // one column to the right is −y, one row down is −x
    for (const [axis, dx, dy] of [
      [0, 0, -half],
      [2, -half, 0],
    ]) {
      if (!ground.look(x + dx, y + dy)) return 0;
      const [u, v] = ground.pixel;
      if (!ground.look(x - dx, y - dy)) return 0;
      around[axis] = u - ground.pixel[0];
      around[axis + 1] = v - ground.pixel[1];
    }
    // singular values σ of the matrix of both: σ₁² + σ₂² = its sum of squares, σ₁ σ₂ = its determinant
    const squares = around.reduce((sum, each) => sum + each * each, 0);
    const determinant = around[0] * around[3] - around[1] * around[2];
    const root = Math.sqrt(Math.max(0, squares * squares - 4 * determinant * determinant));
    if (squares + root <= 2 * FINE * FINE) return 0;
    return squares - root >= 2 * COARSE * COARSE ? FOUR | NEAREST : FOUR;
  }

  private room(): number {
    const at = RECORD_BYTES * this.count;
    if (at === this.bytes.byteLength) {
      const larger = new ArrayBuffer(2 * at);
      new Uint8Array(larger).set(new Uint8Array(this.bytes));
      this.bytes = larger;
      this.view = new DataView(larger);
    }
    return at;
  }

  finished(): ArrayBuffer {
    return this.bytes.slice(0, RECORD_BYTES * this.count);
  }
}

const ROUND_TO_EVEN = 6755399441055744;
const roundHalfEven = (v: number): number => v + ROUND_TO_EVEN - ROUND_TO_EVEN;
const inSixteenBits = (v: number): number => Math.max(-BIAS, Math.min(BIAS - 1, roundHalfEven(v)));
