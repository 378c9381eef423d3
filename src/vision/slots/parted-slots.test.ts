import { describe, expect, it } from 'vitest';
import { Footprint } from '../../msgs/index.ts';
import { PARALLEL, PERPENDICULAR } from './marking-point-pair.ts';
import { mayBeTwo } from './parted-slots.ts';

const OWN = { front: 3.3, rear: 0.5, halfWidth: 1 };
const end = (x: number, y: number) => ({ x, y, direction: 0, shape: 0, confidence: 1 });
/** Left of the own vehicle, from x = 4 back to x = −2, its entrance at this y. */
const slot = (y: number, kind = PARALLEL) => ({
  kind,
  left: end(-2, y),
  right: end(4, y),
  direction: Math.PI / 2,
  depth: 2.3,
  confidence: 1,
});
const thing = (x: number, y: number, yaw: number, kind = 1) => ({
  ...Footprint.create(),
  kind,
  x,
  y,
  yaw,
  length: kind === 1 ? 4.2 : 0.4,
  width: kind === 1 ? 1.8 : 0.4,
  confidence: 0.9,
});

describe('a parallel slot', () => {
  it('is one where its middle is seen, whether or not a car stands along it', () => {
    expect(mayBeTwo(slot(1.5), [], OWN)).toBe(false);
    expect(mayBeTwo(slot(1.5), [thing(1, 2.7, 0)], OWN)).toBe(false);
  });

  it('may be two where the own vehicle, a person or a car covers the middle of its entrance', () => {
    expect(mayBeTwo(slot(0.9), [], OWN)).toBe(true);
    expect(mayBeTwo(slot(1.5), [thing(1.1, 1.5, 0, 2)], OWN)).toBe(true);
    expect(mayBeTwo(slot(1.5), [thing(3, 1.5, 0, 2)], OWN)).toBe(false);
  });

  it('may be two where a car stands across it', () => {
    expect(mayBeTwo(slot(1.5), [thing(-0.5, 3.8, 1.5)], OWN)).toBe(true);
    expect(mayBeTwo(slot(1.5, PERPENDICULAR), [thing(-0.5, 3.8, 1.5)], OWN)).toBe(false);
  });
});
