import { describe, expect, it } from 'vitest';
import { placeVehicles } from './placement.ts';

/** A quarter of a circle to the left, of radius 10 m, from the origin eastwards. */
const BEND = { track: { segments: { elements: [{ arc: { radius: 10, angle: '90 deg' } }] } } };
const placed = (start: unknown, params?: unknown, world: unknown = BEND): any =>
  (placeVehicles({ world, blocks: { car: { type: 'x', start, params }, other: 3 } }) as any).blocks.car;

describe('a start on the track', () => {
  it('becomes a pose in the direction of the track', () => {
    // at the end of the quarter: (10, 10), northwards
    const { params, start } = placed({ progress: 5 * Math.PI, lateral: 2, heading: '10 deg' });
    expect(start).toBeUndefined();
    expect(params.x).toBeCloseTo(10 - 2, 3);
    expect(params.y).toBeCloseTo(10, 3);
    expect(params.yaw).toBeCloseTo((100 * Math.PI) / 180, 3);
  });

  it('leaves other parameters, and wins over a pose among them', () => {
    expect(placed({}, { mass: 3, x: 77 }).params).toEqual({ mass: 3, x: 0, y: 0, yaw: 0 });
  });

  it('is looked for only where there is one', () => {
    const document = { world: 'is not even read', blocks: { car: { type: 'x' } } };
    expect(placeVehicles(document)).toBe(document);
    expect(placeVehicles({ blocks: 3 })).toEqual({ blocks: 3 });
  });

  it('needs a track', () => {
    expect(() => placed({}, {}, {})).toThrow('blocks.car.start: expected a track in the world to start on, got none');
    expect(() => placed(3)).toThrow('blocks.car.start: expected a mapping, got 3');
    expect(() => placed({ progress: '3 s' })).toThrow('blocks.car.start.progress: expected a quantity in m');
  });
});
