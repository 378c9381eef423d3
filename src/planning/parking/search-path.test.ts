import { describe, expect, it } from 'vitest';
import { searchDistance, searchPath } from './search-path.ts';

const north = { x: 1, y: 2, yaw: Math.PI / 2 };

describe('the way of a search', () => {
  it('goes straight on at its speed and ends at standstill', () => {
    const points = searchPath(north, 1, 2);
    expect(points).toHaveLength(11);
    expect(points[10]).toMatchObject({ yaw: Math.PI / 2, speed: 0 });
    expect(points[10].y).toBeCloseTo(3, 12);
    expect(points[0].speed).toBe(2);
  });

  it('goes straight back for a distance below 0', () => {
    const points = searchPath(north, -1, 2);
    expect(points[10].y).toBeCloseTo(1, 12);
    expect(points[10].yaw).toBe(Math.PI / 2);
    expect(points[5].speed).toBe(-2);
    expect(points[10].speed).toBe(0);
  });
});

describe('how far it searches', () => {
  it('is all the way ahead where no place is known, and where it lies ahead or beside', () => {
    expect(searchDistance(north, undefined, 30)).toBe(30);
    expect(searchDistance(north, [6, 9], 30)).toBe(30);
    expect(searchDistance(north, [6, 1.5], 30)).toBe(30);
  });

  it('is back to beside a place that lies behind, no further than allowed', () => {
    expect(searchDistance(north, [6, -4], 30)).toBeCloseTo(-6, 12);
    expect(searchDistance(north, [6, -40], 30)).toBe(-30);
  });
});
