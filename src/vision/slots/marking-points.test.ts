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
  // nothing anywhere
  for (let i = 0; i < 256; i++) for (let k = 0; k < 16; k++) values[i * outputs + k] = -8000;
  const set = (row: number, column: number, channel: number, value: number) => {
    values[(row * 16 + column) * outputs + channel] = Math.round(value / UNIT);
  };
  return { columns: 16, rows: 16, outputs, unit: UNIT, values, set };
}

describe('marking points', () => {
  it('lie where their part of a cell says, in base_link', () => {
    const points = answer(POINT_CHANNELS);
    // of the cell in row 4 and column 10 the part in row 2 and column 1: row 18 and column 41 of 64
    const say = (number: number, value: number) => points.set(4, 10, 16 * number + 9, value);
    say(0, 3);
    say(1, 1);
    say(2, 0.25);
    say(3, 0.5);
    say(4, -0.6);
    say(5, 0.8);
    const found = decodePoints(points, VIEW, 0.5);
    expect(found).toHaveLength(1);
    expect(found[0].x).toBeCloseTo(1.25 + 5 - 18.25 * 0.15625, 9);
    expect(found[0].y).toBeCloseTo(5 - 41.5 * 0.15625, 9);
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
    expect(() => prepared(file(256, 5))).toThrow('a.net: expected a network with a layer points of 96 outputs');
    expect(() => prepared(file(64, 96))).toThrow('expected a network for 256 × 256 pixels, got one for 64 × 256');
    expect(() => prepared(new Uint8Array(9))).toThrow('expected a network');
    expect(prepared(file(256, 96))).toBeDefined();
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
  /** Numbers of a quarter of a cell, by its row and column of 32. */
  const speaker = (things: ReturnType<typeof answer>) => (row: number, column: number, values: readonly number[]) =>
    values.forEach((value, k) => things.set(row >> 1, column >> 1, 4 * k + 2 * (row & 1) + (column & 1), value));
  // a quarter lies at x = 6.25 − 0.3125 (row + ½), y = 5 − 0.3125 (column + ½)
  const car = (row: number, column: number, at: readonly [number, number], yaw = 1.5): number[] => {
    const [x, y] = [6.25 - 0.3125 * (row + 0.5), 5 - 0.3125 * (column + 0.5)];
    return [2, (at[0] - x) / 2, (at[1] - y) / 2, 1.1, 0.9, Math.cos(2 * yaw), Math.sin(2 * yaw), -3, -3];
  };

  it('are the mean of the cells that agree, weighted by their confidence', () => {
    const things = answer(THING_CHANNELS);
    const say = speaker(things);
    say(7, 22, car(7, 22, [4.1, -2]));
    say(8, 23, car(8, 23, [3.9, -2]));
    say(25, 4, [4, 0, 0, 0.1, 0.2, 1, 0, 2, -2]);
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

  it('of vehicles do not lie in each other: what more cells mean is kept', () => {
    const things = answer(THING_CHANNELS);
    const say = speaker(things);
    for (const row of [7, 8, 9]) say(row, 22, car(row, 22, [4, -2]));
    for (const row of [7, 8]) say(row, 24, car(row, 24, [4, -3.2], 0.4));
    for (const row of [20, 21]) say(row, 22, car(row, 22, [0.5, -2]));
    const places = decodeThings(things, VIEW, 0.5, 2).map(({ x, y }) => [
      Math.round(10 * x) / 10,
      Math.round(10 * y) / 10,
    ]);
    expect(places).toEqual([
      [4, -2],
      [0.5, -2],
    ]);
  });
});
