import { describe, expect, it } from 'vitest';
import { writeNetwork } from '../../inference/index.ts';
import { randomNetwork } from '../../inference/random-network.ts';
import type { LayerOutput } from '../../inference/index.ts';
import { decodePoints, isWellInside, POINT_CHANNELS, suppressed } from './decode-points.ts';
import { decodeThings, PERSON, THING_CHANNELS, VEHICLE } from './decode-things.ts';
import { markingPoints } from './marking-points.ts';
import { vehicles } from './vehicles.ts';

const VIEW = { extent: 10, centre: 1.25 };
const UNIT = 1 / 1000;

function answer(
  outputs: number,
): LayerOutput & { set(row: number, column: number, channel: number, value: number): void } {
  const values = new Int16Array(16 * 16 * outputs);
  for (let i = 0; i < 256; i++) for (let k = 0; k < 4; k++) values[i * outputs + k] = -8000;
  const set = (row: number, column: number, channel: number, value: number) => {
    values[(row * 16 + column) * outputs + channel] = Math.round(value / UNIT);
  };
  return { columns: 16, rows: 16, outputs, unit: UNIT, values, set };
}

describe('marking points', () => {
  it('lie where their quarter of a cell says, in base_link', () => {
    const points = answer(POINT_CHANNELS);
    // the lower left quarter of the cell in row 4 and column 10: row 9 and column 20 of 32
    const say = (number: number, value: number) => points.set(4, 10, 4 * number + 2, value);
    say(0, 3);
    say(1, 1);
    say(2, 0.25);
    say(3, 0.5);
    say(4, -0.6);
    say(5, 0.8);
    const found = decodePoints(points, VIEW, 0.5);
    expect(found).toHaveLength(1);
    expect(found[0].x).toBeCloseTo(1.25 + 5 - 9.25 * 0.3125, 9);
    expect(found[0].y).toBeCloseTo(5 - 20.5 * 0.3125, 9);
    expect(found[0].direction).toBeCloseTo(Math.atan2(0.8, -0.6), 9);
    expect(found[0].shape).toBe(1);
    expect(found[0].confidence).toBeCloseTo(1 / (1 + Math.exp(-3)), 9);
    expect(decodePoints(points, VIEW, 0.96)).toEqual([]);
  });

  it('are not claimed twice', () => {
    const point = (x: number, confidence: number) => ({ x, y: 0, direction: 0, shape: 0, confidence, verdict: 1 });
    const kept = suppressed([point(0, 0.9), point(0.2, 0.8), point(0.4, 0.7)], 0.3);
    expect(kept.map(({ x }) => x)).toEqual([0, 0.4]);
  });

  it('are left out near the edge of the view', () => {
    const at = (x: number, y: number) => ({ x, y, direction: 0, shape: 0, confidence: 1, verdict: 1 });
    expect(isWellInside(at(1.25 + 4.4, 0), VIEW, 0.05)).toBe(true);
    expect(isWellInside(at(1.25 + 4.6, 0), VIEW, 0.05)).toBe(false);
    expect(isWellInside(at(1.25, -4.6), VIEW, 0.05)).toBe(false);
  });

  it('need a network that speaks of points, for views of its size', () => {
    const file = (width: number, outputs: number) =>
      writeNetwork(
        randomNetwork(1, width, 256, [{ name: 'points', from: 'input', kernel: 3, stride: 2, outputs, relu: false }]),
      );
    const prepared = (bytes: Uint8Array) =>
      markingPoints.prepare!({ weights: 'a.net' } as never, { bytes: () => bytes, text: () => '' });
    expect(() => prepared(file(256, 5))).toThrow('a.net: expected a network with a layer points of 24 outputs');
    expect(() => prepared(file(64, 24))).toThrow('expected a network for 256 × 256 pixels, got one for 64 × 256');
    expect(() => prepared(new Uint8Array(9))).toThrow('expected a network');
    expect(prepared(file(256, 24))).toBeDefined();
  });

  it('refuse images of another size or encoding with a sentence', () => {
    const image = (change: object) => ({
      sequence: 1,
      value: {
        header: { stamp: { sec: 0, nanosec: 0 } },
        width: 256,
        height: 256,
        encoding: 'rgb8',
        step: 768,
        data: new Uint8Array(196608),
        ...change,
      },
    });
    const step = (block: typeof markingPoints | typeof vehicles, change: object) => () =>
      (block.step as any)({}, {}, { image: image(change) }, {}, {}, {});
    for (const block of [markingPoints, vehicles]) {
      expect(step(block, { width: 512 })).toThrow('image: expected a view of 256 × 256 pixels, got 512 × 256');
      expect(step(block, { encoding: 'mono8' })).toThrow('image: expected the encoding rgb8, got "mono8"');
      expect(step(block, { data: new Uint8Array(10) })).toThrow('image: expected 196608 bytes, got 10');
    }
  });
});

describe('footprints', () => {
  it('are the mean of the cells that agree, weighted by their confidence', () => {
    const things = answer(THING_CHANNELS);
    const say = (row: number, column: number, values: readonly number[]) =>
      values.forEach((value, k) => things.set(row, column, k, value));
    // two cells of a car at x = 4, y = −2; they lie at x = 6.25 − 0.625 (row + ½), y = 5 − 0.625 (column + ½)
    const car = (row: number, column: number, off: number): number[] => {
      const [x, y] = [6.25 - 0.625 * (row + 0.5), 5 - 0.625 * (column + 0.5)];
      return [2, (4 + off - x) / 2, (-2 - y) / 2, 1.1, 0.9, Math.cos(2 * 1.5), Math.sin(2 * 1.5), -3, -3];
    };
    say(3, 11, car(3, 11, 0.1));
    say(4, 11, car(4, 11, -0.1));
    say(12, 2, [4, 0, 0, 0.1, 0.2, 1, 0, 2, -2]);
    const found = decodeThings(things, VIEW, 0.5, 2);
    expect(decodeThings(things, VIEW, 0.5, 3).map(({ kind }) => kind)).toEqual([PERSON]);
    expect(found.map(({ kind }) => kind).sort()).toEqual([VEHICLE, PERSON]);
    const vehicle = found.find(({ kind }) => kind === VEHICLE)!;
    expect(vehicle.cells).toBe(2);
    expect(vehicle.x).toBeCloseTo(4, 2);
    expect(vehicle.y).toBeCloseTo(-2, 2);
    expect(vehicle.length).toBeCloseTo(4.4, 2);
    expect(vehicle.width).toBeCloseTo(1.8, 2);
    expect(Math.cos(2 * (vehicle.yaw - 1.5))).toBeCloseTo(1, 4);
  });
});
