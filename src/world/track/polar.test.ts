import { describe, expect, it } from 'vitest';
import { makeTrack, readWorldFile, worldFile } from '../../../test/fixtures/world/worlds.ts';
import references from '../../../test/fixtures/world/track-references.json' with { type: 'json' };
import { createTrackPoint, pointAt } from './track.ts';
import { wrapToPi } from '../../math/angle.ts';

const track00 = worldFile('monosim-track00.yaml').track!;

describe("MonoSIM's own track", () => {
  it('is as long as scipy integrates it', () => {
    expect(track00.length).toBeCloseTo(references.track00.length, 9);
    expect(track00.length).toBeCloseTo(356.6, 1);
  });

  it("starts where MonoSIM's car stands, along its heading", () => {
    expect(track00.x[0]).toBeCloseTo(0, 12);
    expect(track00.y[0]).toBeCloseTo(-46, 12);
    expect((track00.heading[0] * 180) / Math.PI).toBeCloseTo(132.6, 1);
  });

  it('has the radii and curvatures of its formula', () => {
    const radii = track00.x.map((x, i) => Math.hypot(x, track00.y[i]));
    expect(Math.min(...radii)).toBeCloseTo(references.track00.radius[0], 3);
    expect(Math.max(...radii)).toBeCloseTo(references.track00.radius[1], 3);
    // clockwise: the tightest bend, of 4.92 m, is to the left
    expect(Math.min(...track00.curvature)).toBeCloseTo(references.track00.curvature[0], 4);
    expect(Math.max(...track00.curvature)).toBeCloseTo(references.track00.curvature[1], 3);
    expect(1 / Math.max(...track00.curvature)).toBeCloseTo(4.92, 2);
  });

  it.each([
    [2e-6, 0.2],
    [1e-9, 0.02],
  ])('agrees with scipy all round within %d m at a spacing of %d m', (tolerance, spacing) => {
    const track = makeTrack({ ...readWorldFile('monosim-track00.yaml').track, spacing });
    const point = createTrackPoint();
    for (const [fraction, x, y, heading, curvature] of references.track00.points) {
      pointAt(track, fraction * track.length, point);
      expect(Math.hypot(point.x - x, point.y - y)).toBeLessThan(tolerance);
      expect(Math.abs(wrapToPi(point.heading - heading))).toBeLessThan(10 * tolerance);
      expect(Math.abs(point.curvature - curvature)).toBeLessThan(0.01 * spacing * spacing);
    }
  });
});

describe('a polar track', () => {
  it('has samples at equal distances, with the directions and curvatures of finite differences', () => {
    const { x, y, heading, curvature, s, spacing, length } = track00;
    const n = x.length;
    expect(s[n - 1] + spacing).toBeCloseTo(length, 9);
    for (let i = 0; i < n; i++) {
      const [a, b] = [(i + n - 1) % n, (i + 1) % n];
      const chord = Math.atan2(y[b] - y[a], x[b] - x[a]);
      expect(Math.abs(wrapToPi(chord - heading[i]))).toBeLessThan(4e-4);
      expect(Math.abs(wrapToPi(heading[b] - heading[a]) / (2 * spacing) - curvature[i])).toBeLessThan(4e-4);
    }
  });

  it('is a circle without sinusoids, and goes round the other way when told so', () => {
    for (const [direction, sign] of [
      ['ccw', 1],
      ['cw', -1],
    ] as const) {
      const track = makeTrack({ polar: { radius: 18.38, direction } });
      expect(track.length).toBeCloseTo(2 * Math.PI * 18.38, 10);
      expect(Math.max(...track.curvature.map((k) => Math.abs(k - sign / 18.38)))).toBeLessThan(1e-12);
      expect(track.heading[track.heading.length - 1] - track.heading[0]).toBeCloseTo(
        sign * (2 * Math.PI - track.spacing / 18.38),
        9,
      );
      expect(track.clearance).toBe(Infinity);
    }
  });

  it('can be made to start at a pose', () => {
    const track = makeTrack({
      polar: { radius: 20, harmonics: [{ order: 3, cos: 2, sin: 1 }], start: { x: 5, y: -7, heading: '30 deg' } },
    });
    expect([track.x[0], track.y[0]]).toEqual([5, -7]);
    expect(track.heading[0]).toBeCloseTo(Math.PI / 6, 12);
    expect(Math.hypot(track.x[1] - 5, track.y[1] + 7)).toBeCloseTo(track.spacing, 4);
    expect(Math.atan2(track.y[1] + 7, track.x[1] - 5)).toBeCloseTo(
      Math.PI / 6 + (track.curvature[0] * track.spacing) / 2,
      4,
    );
  });

  it('is refused when its radius vanishes, with the angle', () => {
    expect(() => makeTrack({ polar: { radius: 10, harmonics: [{ order: 1, cos: -11 }] } })).toThrow(
      /track\.polar: the radius is -1 m at 0°/,
    );
  });
});
