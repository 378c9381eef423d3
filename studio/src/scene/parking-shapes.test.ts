import { describe, expect, it } from 'vitest';
import { footprintCorners, slotCorners, slotState } from '../../../src/msgs/ground-corners.ts';
import { isInQuad, quadAt } from './parking-shapes.ts';

const slot = {
  id: 1,
  left_x: 2.5,
  left_y: 0,
  right_x: 0,
  right_y: 0,
  direction: -Math.PI / 2,
  depth: 5,
  occupancy: 0.1,
};

describe('shapes of a parking map', () => {
  it('are slots from their entrance inwards', () => {
    const quad = slotCorners(slot);
    expect(quad).toEqual([2.5, 0, 0, 0, 0, -5, 2.5, -5].map((value) => expect.closeTo(value, 9)));
    expect([isInQuad(quad, 1, -1), isInQuad(quad, 1, 1), isInQuad(quad, 2.6, -1)]).toEqual([true, false, false]);
  });

  it('are obstacles, turned', () => {
    const quad = footprintCorners({ x: 1, y: 2, yaw: Math.PI / 2, length: 4, width: 2 });
    expect(isInQuad(quad, 1.9, 3.9)).toBe(true);
    expect(isInQuad(quad, 2.1, 2)).toBe(false);
  });

  it('go with the car where they are seen from it', () => {
    const quad = quadAt({ x: 10, y: 0, z: 0, yaw: Math.PI / 2, roll: 0, pitch: 0 } as never, slotCorners(slot));
    expect(quad.slice(0, 4)).toEqual([10, 2.5, 10, 0].map((value) => expect.closeTo(value, 9)));
  });

  it('are free, taken or unknown', () => {
    expect([0.1, 0.4, 0.9].map((occupancy) => slotState({ ...slot, occupancy }))).toEqual(['free', 'unknown', 'taken']);
  });
});
