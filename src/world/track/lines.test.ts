import { describe, expect, it } from 'vitest';
import { makeTrack, makeWorld, worldFile } from '../../../test/fixtures/world/worlds.ts';
import { createTrackPoint } from './track.ts';
import { enclosed, offsetLine, paintLeft } from './lines.ts';
import { nearest } from './nearest.ts';

const circle = makeTrack({ polar: { radius: 30 } });
const pathLength = (points: Float64Array) => {
  let length = 0;
  for (let i = 2; i < points.length; i += 2)
    length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return length;
};

describe('lines beside a track', () => {
  it('keep their distance, left positive', () => {
    for (const offset of [-1.5, 0, 1.5]) {
      const line = offsetLine(circle, offset);
      for (let i = 0; i < line.length; i += 2) expect(Math.hypot(line[i], line[i + 1])).toBeCloseTo(30 - offset, 6);
    }
  });

  it('leave out points that would not show: their middles stay within 2 mm', () => {
    const { track } = worldFile('monosim-track00.yaml');
    const line = offsetLine(track!, 0);
    expect(line.length / 2).toBeLessThan(0.8 * track!.x.length);
    const place = createTrackPoint();
    for (let i = 2; i < line.length; i += 2) {
      nearest(track!, (line[i] + line[i - 2]) / 2, (line[i + 1] + line[i - 1]) / 2, place.index, place);
      expect(Math.abs(place.lateral)).toBeLessThan(2e-3);
    }
    expect(offsetLine(worldFile('straight.yaml').track!, 1)).toEqual(Float64Array.of(0, 1, 1000, 1));
  });

  it('are painted as edges, in the middle, or not at all', () => {
    const stripes = (kind: string) =>
      makeWorld({ track: { polar: { radius: 30 }, laneWidth: 4, lines: { kind, width: 0.2, colour: [255, 255, 0] } } })
        .scene.ground.stripes;
    expect(
      stripes('edges').map(({ points, closed, width }) => [Math.round(1e4 * points[0]) / 1e4, closed, width]),
    ).toEqual([
      [28, true, 0.2],
      [32, true, 0.2],
    ]);
    expect(stripes('centre').map(({ points, colour }) => [points[0], colour])).toEqual([[30, [255, 255, 0]]]);
    expect(stripes('none')).toEqual([]);
  });
});

describe('worn paint', () => {
  it('is missing by exactly the fraction, in pieces of about the length', () => {
    const left = paintLeft(400, { fraction: 0.3, length: 2, seed: 4 }, 'left');
    expect(left.length).toBe(60);
    expect(left.reduce((sum, [from, to]) => sum + to - from, 0)).toBeCloseTo(280, 9);
    left.forEach(([from, to], i) => {
      expect(to).toBeGreaterThan(from);
      expect(from - (i === 0 ? 0 : left[i - 1][1])).toBeGreaterThan(0.4);
    });
  });

  it('differs from seed to seed and from edge to edge, and can be all gone', () => {
    const wear = { fraction: 0.5, length: 1, seed: 1 };
    expect(paintLeft(100, wear, 'left')).toEqual(paintLeft(100, wear, 'left'));
    expect(paintLeft(100, wear, 'left')).not.toEqual(paintLeft(100, wear, 'right'));
    expect(paintLeft(100, wear, 'left')).not.toEqual(paintLeft(100, { ...wear, seed: 2 }, 'left'));
    expect(paintLeft(100, { ...wear, fraction: 1 }, 'left')).toEqual([]);
  });

  it('becomes open stripes that add up', () => {
    const { stripes } = makeWorld({
      track: { polar: { radius: 30 }, lines: { kind: 'centre', wear: { fraction: 0.25, length: 3 } } },
    }).scene.ground;
    expect(stripes.every(({ closed }) => !closed)).toBe(true);
    expect(stripes.reduce((sum, { points }) => sum + pathLength(points), 0)).toBeCloseTo(0.75 * circle.length, 1);
  });
});

describe('a road', () => {
  it('covers its width along a closed track, and leaves the ground inside', () => {
    const { areas, colour } = makeWorld({ track: { polar: { radius: 30 }, road: { width: 8, colour: [1, 2, 3] } } })
      .scene.ground;
    expect(areas.map((area) => area.colour)).toEqual([[1, 2, 3], colour]);
    expect(enclosed(areas[0].points) - enclosed(areas[1].points)).toBeCloseTo(8 * circle.length, 0);
  });

  it('is one polygon along an open track', () => {
    const { areas } = worldFile('straight.yaml').scene.ground;
    expect(areas.map(({ points }) => [...points])).toEqual([[0, 4, 1000, 4, 1000, -4, 0, -4]]);
  });

  it('is refused when it would cover itself', () => {
    expect(() => makeWorld({ track: { polar: { radius: 10 }, road: { width: 21 } } })).toThrow(
      /^world\.track\.road\.width: expected less than 20 m/,
    );
  });
});
