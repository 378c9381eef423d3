import { describe, expect, it } from 'vitest';
import { createStream, uniformBetween } from '../../math/random.ts';
import { FAN, ROOM, scanAt } from '../fixtures/room.ts';
import { createPyramid, updatePyramid } from '../mapping/grid-pyramid.ts';
import { updateRules } from '../mapping/map-update.ts';
import type { ScanPoints } from '../mapping/scan-points.ts';
import { createScanPoints, scanPointsInto } from '../mapping/scan-points.ts';
import { searchPose } from './correlative-search.ts';
import { createMatch, interpolate, matchScan } from './scan-matcher.ts';
import { createScores } from './score-pyramid.ts';

const ORIGIN = { x: 0, y: 0, heading: 0 };

function pointsAt(x: number, y: number, heading: number): ScanPoints {
  const points = createScanPoints(360);
  const geometry = { ...FAN, timeIncrement: 0, minRange: 0.1, maxRange: 20, mount: ORIGIN };
  scanPointsInto(scanAt(ROOM, x, y, heading), geometry, { speed: 0, yawRate: 0 }, points);
  return points;
}

function mappedRoom(resolution = 0.05) {
  const map = createPyramid(resolution, 3, 0, 0, 8);
  for (const [x, y] of [
    [0, 0],
    [0.8, 0.3],
    [-0.9, -0.4],
    [0.1, 0.9],
  ] as const)
    updatePyramid(map, { x, y, heading: 0.1 }, pointsAt(x, y, 0.1), updateRules());
  return map;
}

describe('interpolated occupancy', () => {
  const { levels } = mappedRoom();
  const stream = createStream(1, 'places');
  const out = new Float64Array(3);
  const at = (x: number, y: number) => {
    interpolate(levels[0], x, y, false, out);
    return out[0];
  };
  const places = Array.from({ length: 200 }, () => [uniformBetween(stream, 2.9, 3.1), uniformBetween(stream, -2, 2)]);

  it('has the gradient of numeric differences', () => {
    const h = 1e-6;
    for (const [x, y] of places) {
      // not where a difference would reach into the next cell
      const [u, v] = [(x - levels[0].originX) / 0.05, (y - levels[0].originY) / 0.05];
      if (Math.min(u % 1, v % 1, 1 - (u % 1), 1 - (v % 1)) < 1e-3) continue;
      const numeric = [(at(x + h, y) - at(x - h, y)) / (2 * h), (at(x, y + h) - at(x, y - h)) / (2 * h)];
      at(x, y);
      expect(out[1]).toBeCloseTo(numeric[0], 4);
      expect(out[2]).toBeCloseTo(numeric[1], 4);
    }
  });

  it('differs from it in the published code, whose fractions are the other way round', () => {
    const published = new Float64Array(3);
    const differ = places.filter(([x, y]) => {
      interpolate(levels[0], x, y, true, published);
      at(x, y);
      expect(published[0]).toBe(out[0]);
      return Math.abs(published[1] - out[1]) + Math.abs(published[2] - out[2]) > 0.1;
    });
    expect(differ.length).toBeGreaterThan(10);
  });

  it('is unknown to the matcher outside the grid', () => {
    expect(interpolate(levels[0], 4.5, 0, false)).toBe(false);
    expect(interpolate(levels[0], NaN, 0, false)).toBe(false);
  });
});

describe('scan matching', () => {
  const map = mappedRoom();

  it('has the matrix JᵀJ of numeric derivatives of the residuals', () => {
    const pose = { x: 0.02, y: -0.01, heading: 0.03 };
    const points = pointsAt(0, 0, 0);
    const match = createMatch();
    Object.assign(match.pose, pose);
    matchScan(map, points, undefined, { sigma: 1, coarseSteps: 0, fineSteps: 0 }, match);
    const value = new Float64Array(3);
    const occupancy = (k: number, dx: number, dy: number, dt: number) => {
      const [c, s] = [Math.cos(pose.heading + dt), Math.sin(pose.heading + dt)];
      const x = pose.x + dx + c * points.x[k] - s * points.y[k];
      const y = pose.y + dy + s * points.x[k] + c * points.y[k];
      interpolate(map.levels[0], x, y, false, value);
      return value[0];
    };
    const h = 1e-7;
    const numeric = new Float64Array(9);
    for (let k = 0; k < points.count; k++) {
      const j = [
        (occupancy(k, h, 0, 0) - occupancy(k, -h, 0, 0)) / (2 * h),
        (occupancy(k, 0, h, 0) - occupancy(k, 0, -h, 0)) / (2 * h),
        (occupancy(k, 0, 0, h) - occupancy(k, 0, 0, -h)) / (2 * h),
      ];
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) numeric[3 * a + b] += j[a] * j[b];
    }
    for (let i = 0; i < 9; i++) expect(Math.abs(match.information[i] - numeric[i])).toBeLessThan(1e-3 * numeric[8]);
  });

  it.each([
    [0.1, -0.05, 0.05],
    [-0.15, 0.1, -0.1],
    [0.2, 0.2, 0.15],
  ])('finds its way back from %f m, %f m and %f rad to within a fifth of a cell', (dx, dy, turn) => {
    const match = createMatch();
    Object.assign(match.pose, { x: 0.3 + dx, y: -0.2 + dy, heading: 0.4 + turn });
    matchScan(map, pointsAt(0.3, -0.2, 0.4), undefined, { sigma: 0.5 }, match);
    expect(Math.hypot(match.pose.x - 0.3, match.pose.y + 0.2)).toBeLessThan(0.01);
    expect(Math.abs(match.pose.heading - 0.4)).toBeLessThan(0.005);
    expect(match.score).toBeGreaterThan(0.6);
  });

  it('stays at its prediction along a corridor, and finds the middle of it', () => {
    const walls = [
      [-50, -1, 50, -1],
      [-50, 1, 50, 1],
    ] as const;
    const corridor = createPyramid(0.05, 3, 0, 0, 30);
    const points = createScanPoints(360);
    const geometry = { ...FAN, timeIncrement: 0, minRange: 0.1, maxRange: 10, mount: ORIGIN };
    scanPointsInto(scanAt(walls, 0, 0, 0), geometry, { speed: 0, yawRate: 0 }, points);
    for (let i = 0; i < 3; i++) updatePyramid(corridor, ORIGIN, points, updateRules());
    const match = createMatch();
    const pose = { x: 0.3, y: 0.06, heading: 0.02 };
    const information = Float64Array.of(400, 0, 0, 0, 400, 0, 0, 0, 400);
    Object.assign(match.pose, pose);
    matchScan(corridor, points, { pose, information }, { sigma: 0.5 }, match);
    expect(Math.abs(match.pose.y)).toBeLessThan(0.01);
    expect(Math.abs(match.pose.heading)).toBeLessThan(0.005);
    // the direction of the corridor is known far worse than that across it
    expect(match.information[0]).toBeLessThan(0.2 * match.information[4]);
  });

  it('changes nothing on an empty map', () => {
    const match = createMatch();
    Object.assign(match.pose, { x: 0.3, y: 0.1, heading: 0.2 });
    matchScan(createPyramid(0.05, 3, 0, 0, 8), pointsAt(0, 0, 0), undefined, { sigma: 0.5 }, match);
    expect(match.pose).toEqual({ x: 0.3, y: 0.1, heading: 0.2 });
  });
});

describe('branch and bound', () => {
  const map = mappedRoom();
  const scores = createScores(map.levels[0], 4);

  it('bounds every square of shifts from above, by its best cell', () => {
    const [finest, , second] = scores.levels;
    for (let j = -3; j < finest.height; j += 7) {
      for (let i = -3; i < finest.width; i += 5) {
        let best = 0;
        for (let dj = 0; dj < 4; dj++)
          for (let di = 0; di < 4; di++)
            if (i + di >= 0 && j + dj >= 0 && i + di < finest.width && j + dj < finest.height)
              best = Math.max(best, finest.scores[(j + dj) * finest.width + i + di]);
        expect(second.scores[(j + second.offset) * second.width + i + second.offset]).toBe(best);
      }
    }
  });

  it('finds what trying every pose finds', () => {
    const points = pointsAt(0.4, -0.3, 0.2);
    const window = { distance: 0.5, turn: 0.1 };
    const guess = { x: 0.1, y: -0.1, heading: 0.15 };
    const found = searchPose(scores, points, guess, window, 0.3)!;
    // the same sum at every shift and heading of the same grid, by hand
    const farthest = Math.max(1, ...Array.from({ length: 360 }, (_, k) => Math.hypot(points.x[k], points.y[k])));
    const step = 0.05 / farthest;
    const turns = Math.ceil(window.turn / step);
    const stride = Math.ceil(points.count / 160);
    let best = 0;
    for (let t = -turns; t <= turns; t++) {
      const [c, s] = [Math.cos(guess.heading + t * step), Math.sin(guess.heading + t * step)];
      for (let j = -10; j <= 10; j++) {
        for (let i = -10; i <= 10; i++) {
          let sum = 0;
          for (let k = 0; k < points.count; k += stride) {
            const u = Math.floor((guess.x + c * points.x[k] - s * points.y[k] - scores.originX) / 0.05 + 0.5) + i;
            const v = Math.floor((guess.y + s * points.x[k] + c * points.y[k] - scores.originY) / 0.05 + 0.5) + j;
            const { width, height } = scores.levels[0];
            if (u >= 0 && v >= 0 && u < width && v < height) sum += scores.levels[0].scores[v * width + u];
          }
          best = Math.max(best, sum);
        }
      }
    }
    expect(found.score * 255 * Math.ceil(points.count / stride)).toBeCloseTo(best, 6);
    expect(Math.hypot(found.pose.x - 0.4, found.pose.y + 0.3)).toBeLessThan(0.08);
    expect(Math.abs(found.pose.heading - 0.2)).toBeLessThan(0.02);
  });

  it('finds nothing where nothing fits', () => {
    const scattered = createScanPoints(100);
    const stream = createStream(3, 'nowhere');
    scattered.count = 100;
    for (let k = 0; k < 100; k++) {
      scattered.x[k] = uniformBetween(stream, -2, 2);
      scattered.y[k] = uniformBetween(stream, -2, 2);
    }
    expect(searchPose(scores, scattered, ORIGIN, { distance: 0.5, turn: 0.2 }, 0.6)).toBeUndefined();
    expect(searchPose(scores, createScanPoints(1), ORIGIN, { distance: 0.5, turn: 0.2 }, 0)).toBeUndefined();
  });
});
