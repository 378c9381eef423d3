import { describe, expect, it } from 'vitest';
import { makeTrack } from '../../../test/fixtures/world/worlds.ts';
import references from '../../../test/fixtures/world/track-references.json' with { type: 'json' };
import { wrapToPi } from '../../math/angle.ts';
import { createTrackPoint, pointAt } from './track.ts';

describe('a track through points', () => {
  it.each([references.closedSpline, references.openSpline])(
    "is scipy's cubic spline, closed: $closed",
    ({ through, closed, length, points }) => {
      const track = makeTrack({ laneWidth: 1, spacing: 0.05, points: { through, closed } });
      expect(track.length).toBeCloseTo(length, 8);
      const point = createTrackPoint();
      for (const [fraction, x, y, heading, curvature] of points) {
        pointAt(track, fraction * length, point);
        expect(Math.hypot(point.x - x, point.y - y)).toBeLessThan(1e-7);
        expect(Math.abs(wrapToPi(point.heading - heading))).toBeLessThan(1e-5);
        expect(Math.abs(point.curvature - curvature)).toBeLessThan(1e-3);
      }
    },
  );

  it('goes straight from point to point as a polyline', () => {
    const track = makeTrack({
      points: {
        through: [
          [0, 0],
          [30, 0],
          [30, 40],
        ],
        kind: 'polyline',
        closed: false,
      },
    });
    expect(track.length).toBe(70);
    const point = createTrackPoint();
    pointAt(track, 50, point);
    expect([point.x, point.y, point.heading]).toEqual([
      expect.closeTo(30, 9),
      expect.closeTo(20, 9),
      expect.closeTo(Math.PI / 2, 9),
    ]);
  });

  it('is refused when it crosses itself, with the place', () => {
    const eight = [
      [0, 0],
      [20, 20],
      [40, 0],
      [20, -20],
      [0, 0.5],
      [-20, 20],
      [-40, 0],
      [-20, -20],
    ];
    expect(() => makeTrack({ points: { through: eight } })).toThrow(
      /^track\.points: the track crosses itself near \(-?0\.\d+, -?[\d.]+\): [\d.]+ m and [\d.]+ m after its start$/,
    );
    expect(() =>
      makeTrack({
        points: {
          kind: 'polyline',
          closed: false,
          through: [
            [0, 0],
            [10, 0],
            [10, 5],
            [5, 5],
            [5, -5],
          ],
        },
      }),
    ).toThrow('track.points: the track crosses itself near (4.8, 0): 4.8 m and 25 m after its start');
  });

  it('is refused when its lane touches itself', () => {
    const hairpin = [
      [0, 0],
      [40, 0],
      [44, 2],
      [40, 4],
      [0, 4],
    ];
    expect(() => makeTrack({ laneWidth: 4.2, points: { through: hairpin, kind: 'polyline', closed: false } })).toThrow(
      /^track\.points: the lane is 4\.2 m wide, but the track passes itself within 4 m, between/,
    );
  });

  it('needs points, and apart from each other', () => {
    expect(() =>
      makeTrack({
        points: {
          through: [
            [0, 0],
            [1, 0],
          ],
        },
      }),
    ).toThrow('track.points.through: expected at least 3 points, got 2');
    expect(() =>
      makeTrack({
        points: {
          through: [
            [0, 0],
            [9, 0],
            [9, 0],
            [0, 9],
          ],
        },
      }),
    ).toThrow('track.points.through[1]: the next point is the same');
  });
});
