import { describe, expect, it } from 'vitest';
import { parseFields } from '../../core/schema.ts';
import { gapTo, parkingGuard } from './parking-guard.ts';

type Params = Parameters<typeof gapTo>[0];
const own = parseFields(parkingGuard.params, { sideMargin: 0 }, 'params') as unknown as Params;
const { front, rear, halfWidth } = own;

/** Moves a copy of the body along its course until a point is inside it: brute force in steps of a millimetre. */
function drivenGap(px: number, py: number, curvature: number, direction: number): number {
  for (let way = 0; way < 5; way += 0.001) {
    const turn = curvature * way * direction;
    const [x, y] =
      curvature === 0 ? [way * direction, 0] : [Math.sin(turn) / curvature, (1 - Math.cos(turn)) / curvature];
    const [dx, dy] = [px - x, py - y];
    const ahead = dx * Math.cos(turn) + dy * Math.sin(turn);
    const left = dy * Math.cos(turn) - dx * Math.sin(turn);
    if (ahead < front && ahead > -rear && Math.abs(left) < halfWidth) return way;
  }
  return Infinity;
}

describe('the gap of the parking guard', () => {
  it.each([
    [5, 0, 0, 1],
    [-2, 0.5, 0, -1],
    [5, 1, 0.25, 1],
    [4.2, 0.2, 0.25, 1],
    [4, 2, 0.25, 1],
    [5, -1.5, -0.2, 1],
    [-2.5, 0.3, 0.25, -1],
    [-2, 1.2, 0.25, -1],
    [-2, -1.4, -0.25, -1],
  ])(
    'to (%d, %d) with curvature %d and direction %d is the way until the body reaches it',
    (x, y, curvature, direction) => {
      const expected = drivenGap(x, y, curvature, direction);
      expect(expected).toBeLessThan(4);
      expect(Math.abs(gapTo(own, x, y, { curvature, direction }) - expected)).toBeLessThan(0.005);
    },
  );

  it('is infinite beside the strip that the body sweeps', () => {
    expect(gapTo(own, 5, 1.1, { curvature: 0, direction: 1 })).toBe(Infinity);
    expect(drivenGap(0.5, 2.5, 0.25, 1)).toBe(Infinity);
    expect(gapTo(own, 0.5, 3.5, { curvature: 0.25, direction: 1 })).toBe(Infinity);
  });
});
