import { describe, expect, it } from 'vitest';
import { makeTrack, readWorldFile, worldFile } from '../../../test/fixtures/world/worlds.ts';
import line from '../../../test/fixtures/world/rosdrive-line.json' with { type: 'json' };
import { createTrackPoint, pointAt } from './track.ts';
import { nearest } from './nearest.ts';
import { placeSegments } from './segments.ts';

const { segments } = readWorldFile('rosdrive.yaml').track;
const rosdrive = worldFile('rosdrive.yaml').track!;

/** Beginning of each element, and centre of each arc, as measured from RosDrive's mesh [m]. */
const ELEMENTS: [x: number, y: number, centre?: [number, number]][] = [
  [73.43, 45.7],
  [429.43, 45.7, [428.73, 66.68]],
  [449.72, 66.67],
  [449.72, 144.67, [427.13, 139.86]],
  [427.14, 162.96],
  [215.14, 162.96, [215.12, 140.67]],
  [193.09, 144.01, [171.61, 144.02]],
  [172.32, 122.55, [172.32, 144.89]],
  [150.04, 146.5],
  [150.04, 344.5, [130.1, 343.04]],
  [130.11, 363.03],
  [74.11, 363.03, [74.13, 341.4]],
  [52.53, 342.5],
  [52.53, 64.82, [71.72, 64.82]],
];

describe("RosDrive's track", () => {
  it('begins every element where it was measured, and bends about the measured centres', () => {
    const laid = placeSegments({ heading: 0, ...segments.start }, segments.elements, 'elements');
    expect(laid.length).toBe(ELEMENTS.length);
    laid.forEach(({ x, y, heading, curvature }, i) => {
      expect(Math.hypot(x - ELEMENTS[i][0], y - ELEMENTS[i][1])).toBeLessThan(1e-9);
      expect(curvature === 0).toBe(ELEMENTS[i][2] === undefined);
      if (curvature === 0) return;
      const [cx, cy] = [x - Math.sin(heading) / curvature, y + Math.cos(heading) / curvature];
      expect(Math.hypot(cx - ELEMENTS[i][2]![0], cy - ELEMENTS[i][2]![1])).toBeLessThan(0.02);
    });
  });

  it('closes, and is as long as the polygon it was measured from', () => {
    expect(rosdrive.closed).toBe(true);
    expect(rosdrive.length).toBeCloseTo(1437.4, 1);
    // twelve chords per arc instead of the arc
    const laid = placeSegments({ heading: 0, ...segments.start }, segments.elements, 'elements');
    const polygon = laid.reduce(
      (sum, { curvature, length }) =>
        sum + (curvature === 0 ? length : (24 / Math.abs(curvature)) * Math.sin((length * Math.abs(curvature)) / 24)),
      0,
    );
    expect(polygon).toBeCloseTo(1437.2, 1);
  });

  it('passes within 2 cm of every corner of the line in the mesh', () => {
    const point = createTrackPoint();
    for (const [x, y] of line.points) {
      nearest(rosdrive, x, y, -1, point);
      expect(Math.abs(point.lateral)).toBeLessThan(0.02);
    }
  });
});

describe('a track of segments', () => {
  it('goes on in the direction reached: a stadium closes', () => {
    const elements = [
      { straight: 40 },
      { arc: { radius: 12, angle: '180 deg' } },
      { straight: 40 },
      { arc: { radius: 12, angle: '180 deg' } },
    ];
    const track = makeTrack({ segments: { closed: true, elements } });
    expect(track.length).toBeCloseTo(80 + 24 * Math.PI, 10);
    const point = createTrackPoint();
    pointAt(track, 40 + 6 * Math.PI, point);
    expect([point.x, point.y, point.heading]).toEqual([
      expect.closeTo(52, 6),
      expect.closeTo(12, 6),
      expect.closeTo(Math.PI / 2, 6),
    ]);
    // the two straights are as far apart as the bends are wide
    expect(track.clearance).toBeCloseTo(24, 2);
  });

  it('turns right with a negative angle', () => {
    const track = makeTrack({ segments: { elements: [{ straight: 5 }, { arc: { radius: 10, angle: '-90 deg' } }] } });
    const last = track.x.length - 1;
    expect([track.x[last], track.y[last], track.heading[last]]).toEqual([
      expect.closeTo(15, 9),
      expect.closeTo(-10, 9),
      expect.closeTo(-Math.PI / 2, 9),
    ]);
    expect(track.s[last]).toBeCloseTo(track.length, 9);
  });

  it('spreads a gap of a few centimetres, and names a larger one', () => {
    const corner = { arc: { radius: 5, angle: '90 deg' } };
    const square = (last: number) =>
      makeTrack({
        laneWidth: 2,
        segments: {
          closed: true,
          elements: [
            { straight: 20 },
            corner,
            { straight: 20 },
            corner,
            { straight: 20 },
            corner,
            { straight: last },
            corner,
          ],
        },
      });
    const track = square(20.04);
    const last = track.x.length - 1;
    expect(Math.hypot(track.x[0] - track.x[last], track.y[0] - track.y[last])).toBeCloseTo(track.spacing, 3);
    expect(() => square(23)).toThrow(
      /track\.segments: the track is closed, but ends 3 m from its start, at \(0 m, -3 m\)/,
    );
  });

  it('refuses what makes no sense, with the place', () => {
    const of =
      (...elements: unknown[]) =>
      () =>
        makeTrack({ segments: { elements } });
    expect(of({})).toThrow(
      'track.segments.elements[0]: expected exactly one of straight, arc, lineTo, arcTo, got none',
    );
    expect(of({ straight: 1 }, { straight: 1, lineTo: [1, 2] })).toThrow(
      'track.segments.elements[1]: expected exactly one of straight, arc, lineTo, arcTo, got straight and lineTo',
    );
    expect(of({ lineTo: [1, 2, 3] })).toThrow('track.segments.elements[0].lineTo: expected x and y, got 3 numbers');
    expect(of({ arcTo: { point: [10, 0], radius: 4 } })).toThrow(
      'track.segments.elements[0]: the arc ends 10 m from where it begins, farther than its diameter of 8 m',
    );
    expect(of({ straight: 30 }, { arc: { radius: 1, angle: 1 } })).toThrow(
      /has a radius of 1 m, too tight for a lane of 3 m/,
    );
  });
});
