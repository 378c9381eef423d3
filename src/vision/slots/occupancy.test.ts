import { describe, expect, it } from 'vitest';
import { Footprint } from '../../msgs/index.ts';
import { parallelogram, penetration, rectangle } from './convex-overlap.ts';
import { occupancyOf } from './occupancy.ts';

const end = (x: number, y: number) => ({ x, y, direction: 0, shape: 0, confidence: 1 });
const slot = (y: number) => ({
  kind: 0,
  left: end(0, y),
  right: end(2.5, y),
  direction: Math.PI / 2,
  depth: 5,
  confidence: 1,
});
const SEEN = { centre: 1.25, extent: 10 };
const car = (x: number, y: number) => ({
  ...Footprint.create(),
  kind: 1,
  x,
  y,
  yaw: Math.PI / 2,
  length: 4.2,
  width: 1.8,
  confidence: 0.9,
});

describe('occupancy', () => {
  it('is the confidence of what stands in a slot', () => {
    expect(occupancyOf(slot(2), [car(1.25, 4.6)], SEEN)).toBe(0.9);
    expect(occupancyOf(slot(2), [car(3.75, 4.6)], SEEN)).toBeLessThan(0.1);
    expect(occupancyOf(slot(2), [], SEEN)).toBeLessThan(0.1);
  });

  it('bears a neighbour that leans over the line by less than 0.4 m', () => {
    expect(occupancyOf(slot(2), [car(2.5 + 0.9 - 0.35, 4.6)], SEEN)).toBeLessThan(0.1);
    expect(occupancyOf(slot(2), [car(2.5 + 0.9 - 0.45, 4.6)], SEEN)).toBe(0.9);
  });

  it('is not known of slots of which nothing is in view', () => {
    expect(occupancyOf(slot(4.3), [], SEEN)).toBe(0.5);
    expect(occupancyOf(slot(3.9), [], SEEN)).toBeLessThan(0.1);
  });
});

describe('overlap of convex outlines', () => {
  it('is the least way apart', () => {
    const square = rectangle({ x: 0, y: 0, yaw: 0, length: 2, width: 2 });
    expect(penetration(square, rectangle({ x: 1.5, y: 0.2, yaw: 0, length: 2, width: 2 }))).toBeCloseTo(0.5, 12);
    expect(penetration(square, rectangle({ x: 3, y: 0, yaw: 0, length: 2, width: 2 }))).toBeCloseTo(-1, 12);
    // a corner against a side
    const turned = rectangle({ x: 1 + Math.SQRT2 - 0.1, y: 0, yaw: Math.PI / 4, length: 2, width: 2 });
    expect(penetration(square, turned)).toBeCloseTo(0.1, 9);
  });

  it('takes slots aslant for what they are', () => {
    const slanted = parallelogram({ left: { x: 0, y: 0 }, right: { x: 3, y: 0 }, direction: Math.PI / 4, depth: 4 });
    expect(slanted[4]).toBeCloseTo(3 + 2 * Math.SQRT2, 9);
    expect(penetration(slanted, rectangle({ x: 0.5, y: 2, yaw: 0, length: 0.5, width: 0.5 }))).toBeLessThan(0);
  });
});
