import { describe, expect, it } from 'vitest';
import type { Lens } from '../../camera-model/lens.ts';
import { createStream } from '../../math/random.ts';
import type { Board } from './board.ts';
import { boardPattern } from './board-pattern.ts';
import { rotationOf } from './board-pose.ts';
import { pixelRays, renderBoard } from './render-board.ts';
import { exampleLens, renderSeries } from './render-series.ts';

/** One metre of board is 100 pixels, and the first inner corner is at (50, 40). */
const lens: Lens = { kind: 'pinhole', width: 160, height: 120, fx: 100, fy: 100, cx: 50, cy: 40, k: [0, 0, 0, 0, 0] };
const board: Board = { kind: 'chessboard', columns: 4, rows: 3, square: 0.2 };
const options = { blur: 0, noise: 0, shade: 0, random: createStream(1, 'none') };
const facing = (x: number, y: number) => ({ rotation: rotationOf(0, 0, 0), translation: Float64Array.of(x, y, 1) });
const render = (x: number, y: number, more = {}) =>
  renderBoard(pixelRays(lens), facing(x, y), boardPattern(board), { ...options, ...more }).data;

describe('a rendered board', () => {
  it('is dark inside dark squares, light inside light ones, paper around and ground beyond', () => {
    const data = render(0, 0);
    const at = (u: number, v: number) => data[v * 160 + u];
    expect([at(40, 30), at(60, 50), at(60, 30), at(20, 40), at(5, 40)]).toEqual([25, 25, 225, 225, 105]);
  });

  it('covers pixels by area: a quarter of the pixel at a corner on its centre is each square', () => {
    const data = render(0, 0);
    expect(data[40 * 160 + 50]).toBe(125);
    // the edge between a dark and a light square, through the middle of its pixels
    expect(data[33 * 160 + 50]).toBe(125);
  });

  it('moves by parts of a pixel: an edge at 50.25 leaves three quarters of pixel 50 to the left square', () => {
    const data = render(0.0025, 0);
    expect(data[33 * 160 + 50]).toBe(25 * 0.75 + 225 * 0.25);
  });

  it('is darker towards the right by its shade, and noisy by its noise', () => {
    expect(render(0, 0, { shade: 0.5 })[156]).toBe(Math.round(105 * (1 - (0.5 * 156) / 160)));
    const noisy = render(0, 0, { noise: 4, random: createStream(1, 'noise') });
    const ground = [...noisy].filter((_, i) => i % 160 < 8);
    const mean = ground.reduce((sum, value) => sum + value, 0) / ground.length;
    expect(mean).toBeCloseTo(105, 0);
    expect(Math.sqrt(ground.reduce((sum, value) => sum + (value - mean) ** 2, 0) / ground.length)).toBeCloseTo(4, 0);
  });
});

describe('a series of pictures', () => {
  const request = { lens: exampleLens('pinhole', 160, 120), board, seed: 5, blur: 0.5, noise: 2, shade: 0.2 };

  it('is the same every time, and a longer one begins alike', () => {
    const short = [...renderSeries({ ...request, count: 2 })];
    const long = [...renderSeries({ ...request, count: 4 })];
    expect(long.slice(0, 2)).toEqual(short.slice(0, 2));
    expect(long.map(({ truth }) => truth.file)).toEqual([
      'view-01.png',
      'view-02.png',
      'view-03.png',
      'view-04.png',
      'floor.png',
    ]);
    expect(long[4]).toEqual(short[2]);
  });

  it('shows every corner in every picture', () => {
    for (const { truth } of renderSeries({ ...request, count: 20 })) {
      for (let n = 0; n < truth.corners.length; n += 2) {
        expect(truth.corners[n]).toBeGreaterThan(0);
        expect(truth.corners[n]).toBeLessThan(159);
        expect(truth.corners[n + 1]).toBeGreaterThan(0);
        expect(truth.corners[n + 1]).toBeLessThan(119);
      }
    }
  });
});
