/**
 * A closer look at points: crops of the view around them, turned so that their directions are up, sixteen on one sheet of 256 × 256 for the network that
 * knows single corners.
 *
 *   crop   64 × 64 samples 0.02 m apart, bilinear; 0 beyond the view
 *   says   how far along the direction and to its left the point really is / 0.1 m, cos and sin of how far it is turned, shape, whether it is a mark
 *
 * What the network says of a crop stands in the cell at its middle, which sees nothing of its neighbours.
 */
import { NetworkRunner } from '../../inference/index.ts';
import type { Network } from '../../inference/index.ts';
import { wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { cos, sin } from '../../math/trig.ts';
import type { DecodedPoint } from './decode-points.ts';
import { sigmoid } from './decode-points.ts';
import type { ViewGround } from './view-ground.ts';
import { VIEW_SIZE } from './view-ground.ts';

const CROP = 64;
const PER_SIDE = VIEW_SIZE / CROP;
const CROPS = PER_SIDE * PER_SIDE;
/** Distance of samples, and what the network's offsets are counted in [m]. */
const SPACING = 0.02;
const OFFSET = 0.1;

export const CORNER_CHANNELS = 6;

export class CornerSheet {
  private readonly sheet = new Uint8Array(3 * VIEW_SIZE * VIEW_SIZE);
  private readonly runner: NetworkRunner;

  constructor(network: Network) {
    this.runner = new NetworkRunner(network, ['corner']);
  }

  /** Puts points right where the network says so, and notes what it thinks of them. */
  refine(points: readonly DecodedPoint[], view: ViewGround, data: Uint8Array, step: number): void {
    for (let first = 0; first < points.length; first += CROPS) {
      const count = Math.min(CROPS, points.length - first);
      for (let k = 0; k < count; k++) this.draw(k, points[first + k], view, data, step);
      const { values, unit, columns } = this.runner.run(this.sheet, 3 * VIEW_SIZE)[0];
      const cells = columns / PER_SIDE;
      for (let k = 0; k < count; k++) {
        const [row, column] = [Math.floor(k / PER_SIDE), k % PER_SIDE];
        const at = ((row * cells + cells / 2) * columns + column * cells + cells / 2) * CORNER_CHANNELS;
        move(points[first + k], values, at, unit);
      }
    }
  }

  private draw(place: number, point: DecodedPoint, view: ViewGround, data: Uint8Array, step: number): void {
    const { sheet } = this;
    const scale = VIEW_SIZE / view.extent;
    const [c, s] = [SPACING * scale * cos(point.direction), SPACING * scale * sin(point.direction)];
    // rows of the view run against x, columns against y
    const row0 = VIEW_SIZE / 2 - 0.5 - (point.x - view.centre) * scale;
    const column0 = VIEW_SIZE / 2 - 0.5 - point.y * scale;
    const start = 3 * (Math.floor(place / PER_SIDE) * CROP * VIEW_SIZE + (place % PER_SIDE) * CROP);
    for (let i = 0; i < CROP; i++) {
      const along = CROP / 2 - 0.5 - i;
      for (let j = 0; j < CROP; j++) {
        const left = CROP / 2 - 0.5 - j;
        const row = row0 - c * along + s * left;
        const column = column0 - s * along - c * left;
        const [y, x] = [Math.floor(row), Math.floor(column)];
        const to = start + 3 * (i * VIEW_SIZE + j);
        if (y < 0 || x < 0 || y >= VIEW_SIZE - 1 || x >= VIEW_SIZE - 1) {
          sheet[to] = sheet[to + 1] = sheet[to + 2] = 0;
          continue;
        }
        const [fy, fx] = [row - y, column - x];
        const at = y * step + 3 * x;
        const [a, b, d, e] = [(1 - fy) * (1 - fx), (1 - fy) * fx, fy * (1 - fx), fy * fx];
        for (let k = 0; k < 3; k++)
          sheet[to + k] =
            a * data[at + k] + b * data[at + 3 + k] + d * data[at + step + k] + e * data[at + step + 3 + k] + 0.5;
      }
    }
  }
}

function move(point: DecodedPoint, values: Int16Array, at: number, unit: number): void {
  const [c, s] = [cos(point.direction), sin(point.direction)];
  const [along, left] = [OFFSET * unit * values[at], OFFSET * unit * values[at + 1]];
  point.x += c * along - s * left;
  point.y += s * along + c * left;
  point.direction = wrapToPi(point.direction + atan2(values[at + 3], values[at + 2]));
  point.shape = values[at + 4] > 0 ? 1 : 0;
  point.verdict = sigmoid(unit * values[at + 5]);
}
