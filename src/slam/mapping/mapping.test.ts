import { describe, expect, it } from 'vitest';
import { FAN, ROOM, scanAt } from '../fixtures/room.ts';
import { updateGrid, updateRules } from './map-update.ts';
import { createGrid, growGrid, LOG_ODDS_UNIT, probabilityAt } from './occupancy-grid.ts';
import { createScanPoints, scanPointsInto } from './scan-points.ts';

const AT_ORIGIN = { x: 0, y: 0, heading: 0 };
const STILL = { speed: 0, yawRate: 0 };
const geometry = { ...FAN, timeIncrement: 0, minRange: 0.1, maxRange: 20, mount: AT_ORIGIN };

const onePoint = (x: number, y: number) => ({
  count: 1,
  originX: 0,
  originY: 0,
  x: Float64Array.of(x),
  y: Float64Array.of(y),
});

describe('a map that takes a scan', () => {
  it("changes by Hector's log-odds: −0.405 where a ray crosses and +2.197 where it ends", () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    updateGrid(grid, AT_ORIGIN, onePoint(0.5, 0), updateRules());
    const row = Array.from({ length: 8 }, (_, i) => grid.cells[10 * 21 + 10 + i] * LOG_ODDS_UNIT);
    for (const crossed of row.slice(0, 5)) expect(crossed).toBeCloseTo(-0.405, 2);
    expect(row[5]).toBeCloseTo(2.197, 2);
    expect(row.slice(6)).toEqual([0, 0]);
    expect(probabilityAt(grid, 15, 10)).toBeCloseTo(0.9, 3);
    expect(probabilityAt(grid, 14, 10)).toBeCloseTo(0.4, 3);
  });

  it('changes each cell once per scan, and a hit takes precedence over a crossing', () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    const points = { count: 3, originX: 0, originY: 0, x: Float64Array.of(0.3, 0.6, 0.3), y: new Float64Array(3) };
    updateGrid(grid, AT_ORIGIN, points, updateRules());
    expect(grid.cells[10 * 21 + 13] * LOG_ODDS_UNIT).toBeCloseTo(2.197, 2);
    expect(grid.cells[10 * 21 + 11] * LOG_ODDS_UNIT).toBeCloseTo(-0.405, 2);
  });

  it('saturates at the limit on both sides', () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    for (let i = 0; i < 100; i++) updateGrid(grid, AT_ORIGIN, onePoint(0.5, 0), updateRules(0.4, 0.9, 4));
    expect(grid.cells[10 * 21 + 15]).toBe(1024);
    expect(grid.cells[10 * 21 + 12]).toBe(-1024);
  });

  it('leaves out what lies beyond its edge', () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    updateGrid(grid, AT_ORIGIN, onePoint(5, 0), updateRules());
    expect(grid.cells.every((cell) => cell === 0)).toBe(true);
  });

  it('keeps its cells in place when it grows', () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    updateGrid(grid, AT_ORIGIN, onePoint(0.5, 0.3), updateRules());
    growGrid(grid, -3.05, -1, 1, 2.2);
    const i = Math.round((0.5 - grid.originX) / 0.1);
    const j = Math.round((0.3 - grid.originY) / 0.1);
    expect(probabilityAt(grid, i, j)).toBeCloseTo(0.9, 3);
    expect(grid.originX).toBeLessThanOrEqual(-3.05);
    expect(grid.cells.length).toBe(grid.width * grid.height);
  });

  it('does not grow towards a place that no robot reaches', () => {
    const grid = createGrid(0.1, -1, -1, 21, 21);
    growGrid(grid, 0, 0, 1e12, 1);
    growGrid(grid, 0, 0, NaN, Infinity);
    expect([grid.width, grid.height, grid.cells.length]).toEqual([21, 21, 441]);
  });
});

describe('points of a scan', () => {
  it('lie on the walls, whatever the mount', () => {
    const points = createScanPoints(360);
    const mount = { x: 0.2, y: -0.1, heading: 0.7 };
    scanPointsInto(scanAt(ROOM, 0.2, -0.1, 0.7), { ...geometry, mount }, STILL, points);
    expect(points.count).toBe(360);
    for (let k = 0; k < points.count; k++) {
      expect(Math.abs(points.x[k])).toBeLessThan(3 + 1e-9);
      expect(Math.abs(points.y[k])).toBeLessThan(2 + 1e-9);
    }
    expect(points.originX).toBe(0.2);
  });

  it('leave out ranges that are no returns', () => {
    const points = createScanPoints(5);
    scanPointsInto([Infinity, -Infinity, NaN, 0.05, 25], geometry, STILL, points);
    expect(points.count).toBe(0);
  });

  it('of a turning scanner on a moving robot are those of one instant, once deskewed', () => {
    // the robot drives an arc while the rays are cast one after the other
    const [speed, yawRate, timeIncrement] = [0.6, 1.5, 0.1 / 360];
    const pose = (t: number) => ({
      x: (speed / yawRate) * Math.sin(yawRate * t),
      y: (speed / yawRate) * (1 - Math.cos(yawRate * t)),
      heading: yawRate * t,
    });
    const end = pose(359 * timeIncrement);
    const skewed = Float64Array.from({ length: 360 }, (_, i) => {
      const at = pose(i * timeIncrement);
      return scanAt(ROOM, at.x, at.y, at.heading)[i];
    });
    const points = createScanPoints(360);
    const offWall = (k: number) => {
      const x = end.x + Math.cos(end.heading) * points.x[k] - Math.sin(end.heading) * points.y[k];
      const y = end.y + Math.sin(end.heading) * points.x[k] + Math.cos(end.heading) * points.y[k];
      return Math.min(Math.abs(Math.abs(x) - 3), Math.abs(Math.abs(y) - 2));
    };
    const farthest = () => Math.max(...Array.from({ length: 60 }, (_, k) => offWall(k)));
    scanPointsInto(skewed, { ...geometry, timeIncrement }, { speed, yawRate }, points);
    expect(farthest()).toBeLessThan(1e-9);
    scanPointsInto(skewed, geometry, { speed, yawRate }, points);
    expect(farthest()).toBeGreaterThan(0.05);
  });
});
