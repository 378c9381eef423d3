import { describe, expect, it } from 'vitest';
import { Footprint, ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { mapObstacles } from './map-obstacles.ts';

/** South of y = 0, from x on, seen often. */
const slot = (id: number, x: number, width: number, occupancy: number): ParkingSlot => ({
  ...ParkingSlot.create(),
  id,
  left_x: x + width,
  right_x: x,
  direction: -Math.PI / 2,
  depth: 5,
  occupancy,
  views: 20,
});
const mapOf = (slots: ParkingSlot[], obstacles: Footprint[] = []): ParkingMap => ({
  ...ParkingMap.create(),
  slots,
  obstacles,
});

describe('what a plan keeps clear of', () => {
  it('is a taken slot in which nothing was made out', () => {
    const [polygon, ...rest] = mapObstacles(mapOf([slot(1, 0, 2.5, 0), slot(2, 2.5, 2.5, 1)]), 1);
    expect(rest).toHaveLength(0);
    expect(Math.min(...polygon.filter((_, i) => i % 2 === 0))).toBeCloseTo(2.75, 9);
  });

  it('is what stands there instead, where that was made out', () => {
    const car = { ...Footprint.create(), x: 3.75, y: -2.5, yaw: Math.PI / 2, length: 4, width: 1.8 };
    const polygons = mapObstacles(mapOf([slot(1, 0, 2.5, 0), slot(2, 2.5, 2.5, 1)], [car]), 1);
    expect(polygons).toHaveLength(1);
    expect(Math.min(...polygons[0].filter((_, i) => i % 2 === 0))).toBeCloseTo(2.85, 9);
  });

  it('is no taken slot that reaches over the chosen one', () => {
    expect(mapObstacles(mapOf([slot(1, 0, 3.1, 0), slot(2, 0, 6.2, 1)]), 1)).toHaveLength(0);
    expect(mapObstacles(mapOf([slot(1, 0, 3.1, 0), slot(2, 0, 6.2, 1)]), 0)).toHaveLength(1);
  });
});
