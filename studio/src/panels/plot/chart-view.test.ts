import { describe, expect, it } from 'vitest';
import { tickLabels } from './tick-labels.ts';
import type { ViewInput } from './chart-view.ts';
import { pan, viewOf, zoomAbout, zoomInto } from './chart-view.ts';
import type { PlotContent, PlotLine, Points } from './plot-lines.ts';
import { equalised, extent, padded } from './ranges.ts';

const content = (x = false): PlotContent => ({
  lines: [{ scale: 'y0' } as PlotLine],
  scales: [{ id: 'y0', unit: 'm' }],
  x: x ? ({ address: 'x' } as PlotContent['x']) : undefined,
  missing: [],
});
const times = Float64Array.from([0, 1, 2, 3, 4]);
const points: Points = { times, xs: times, ys: Float64Array.from([0, 10, 20, 30, 40]) };
const input = (part: Partial<ViewInput>): ViewInput => ({
  content: content(),
  points: [points],
  settings: {},
  zoom: {},
  backdrop: [],
  reach: [0, 4],
  now: 4,
  width: 400,
  height: 100,
  ...part,
});

describe('what a plot shows', () => {
  it('is everything, or a window up to now', () => {
    expect(viewOf(input({})).x).toEqual([0, 4]);
    expect(viewOf(input({ settings: { window: 1 }, now: 3 })).x).toEqual([2, 3]);
  });

  it('is as high as what is in sight, with room', () => {
    expect(viewOf(input({ zoom: { x: [2, 3] } })).scales.get('y0')).toEqual(padded([20, 30]));
  });

  it('stays as it was chosen', () => {
    const y = new Map([['y0', [5, 6] as const]]);
    expect(viewOf(input({ zoom: { y } })).scales.get('y0')).toEqual([5, 6]);
  });

  it('has the same scale on both axes where that is asked for', () => {
    const { x, scales } = viewOf(input({ content: content(true), settings: { equal: true } }));
    const [low, high] = scales.get('y0')!;
    expect((x[1] - x[0]) / 400).toBeCloseTo((high - low) / 100, 12);
  });

  it('includes the ground beneath a path', () => {
    const backdrop = [{ points: Float64Array.from([-50, 0, 70, 0]), closed: false }];
    const { x } = viewOf(input({ content: content(true), backdrop }));
    expect(x[0]).toBeLessThan(-50);
    expect(x[1]).toBeGreaterThan(70);
  });
});

describe('zooming', () => {
  const view = viewOf(input({}));

  it('into a rectangle shows just that', () => {
    expect(zoomInto(view, {}, { x: [0.25, 0.5] })).toEqual({ x: [1, 2], y: undefined });
  });

  it('about a point leaves it where it is', () => {
    const { x } = zoomAbout(view, {}, { x: 0.75 }, 0.5);
    expect(x).toEqual([1.5, 3.5]);
    expect((3 - x![0]) / (x![1] - x![0])).toBeCloseTo(0.75, 12);
  });

  it('in and out again is where it began', () => {
    const inside = zoomAbout(view, {}, { x: 0.3 }, 0.5);
    const back = zoomAbout({ ...view, x: inside.x! }, inside, { x: 0.3 }, 2);
    expect(back.x![0]).toBeCloseTo(0, 12);
    expect(back.x![1]).toBeCloseTo(4, 12);
  });

  it('stops where numbers can no longer be told apart', () => {
    const close = { x: [1, 1 + 1e-10] as const };
    expect(zoomAbout({ ...view, x: close.x }, close, { x: 0.5 }, 0.1)).toBe(close);
  });

  it('panning keeps the width', () => {
    expect(pan(view, {}, { x: 0.5 }).x).toEqual([2, 6]);
  });
});

describe('ranges', () => {
  it('ignore what is not finite', () => {
    expect(extent([NaN, 3, Infinity, -1, -Infinity])).toEqual([-1, 3]);
    expect(extent([NaN])).toBeUndefined();
  });

  it('give constants room', () => {
    expect(padded([5, 5])).toEqual([4.5, 5.5]);
    expect(padded([0, 0])).toEqual([-1, 1]);
    // a value that only rounding changes is a constant
    expect(padded([0.1, 0.1 + 1e-16])[1]).toBeCloseTo(0.11, 9);
  });

  it('are widened about their middles to be equal', () => {
    expect(equalised([0, 10], [0, 10], 200, 100)).toEqual([
      [-5, 15],
      [0, 10],
    ]);
  });
});

describe('tick labels', () => {
  it('have the decimals of their distance, and a real minus', () => {
    expect(tickLabels([-0.5, -0.25, 0, 0.25], 0.25)).toEqual(['−0.50', '−0.25', '0.00', '0.25']);
    expect(tickLabels([-10, 0, 10], 10)).toEqual(['−10', '0', '10']);
    expect(tickLabels([0.1 + 0.2], 0.1)).toEqual(['0.3']);
  });
});
