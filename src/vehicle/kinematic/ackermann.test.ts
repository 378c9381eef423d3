import { describe, expect, it } from 'vitest';
import { ackermannAngle, ackermannAngles } from './ackermann.ts';

describe('Ackermann geometry', () => {
  it.each([
    [0.5, 2, 1.4],
    [-0.5, 2, 1.4],
    [1.2, 2, 1.4],
    [0.3, -1.6, 1.2],
    [-0.7, -1.6, 0.8],
    [1e-6, 2.7, 1.5],
  ])('points the axles of both wheels at the turning point (δ %f, base %f, track %f)', (steering, base, track) => {
    // turning point on the line of the fixed axle: perpendicular to the middle wheel
    const turningY = base / Math.tan(steering);
    for (const side of [1, -1]) {
      const angle = ackermannAngle(steering, base, track, side);
      const across = turningY - (side * track) / 2;
      // the wheel's heading is perpendicular to the line from the wheel to the turning point
      expect((Math.cos(angle) * -base + Math.sin(angle) * across) / Math.hypot(base, across)).toBeCloseTo(0, 9);
      expect(Math.cos(angle - steering)).toBeGreaterThan(0);
    }
  });

  it('is straight for straight, and mirrored for the other side', () => {
    expect(ackermannAngle(0, 2, 1.4, 1)).toBeCloseTo(0, 15);
    expect(ackermannAngle(-0.4, 2, 1.4, 1)).toBeCloseTo(-ackermannAngle(0.4, 2, 1.4, -1), 14);
  });

  it('turns the inner wheel further', () => {
    expect(ackermannAngle(0.4, 2, 1.4, 1)).toBeGreaterThan(0.4);
    expect(ackermannAngle(0.4, 2, 1.4, -1)).toBeLessThan(0.4);
  });

  it('keeps both wheels near the middle one when it turns past 90°', () => {
    for (const side of [1, -1])
      expect(Math.abs(ackermannAngle(2.2, 1.6, 1.2, side) - 2.2)).toBeLessThan(Math.PI / 2 + 1e-6);
  });

  it('gives both wheels at once to the bit', () => {
    const both = new Float64Array(2);
    for (const steering of [0, 0.4, -1.1, 2.2]) {
      ackermannAngles(steering, -1.6, 1.3, both);
      expect([...both]).toEqual([ackermannAngle(steering, -1.6, 1.3, 1), ackermannAngle(steering, -1.6, 1.3, -1)]);
    }
  });
});
