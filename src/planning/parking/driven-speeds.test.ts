import { describe, expect, it } from 'vitest';
import type { PathPoint } from '../../msgs/index.ts';
import { withDrivenSpeeds } from './driven-speeds.ts';

const limits = { steering: 0.5, steeringRate: 0.5, forwardSpeed: 2, backwardSpeed: 1.5, acceleration: 1 };
const at = (x: number, speed: number): PathPoint => ({ x, y: 0, yaw: 0, curvature: 0, speed });

describe('speeds of a driven path', () => {
  it('are the limits, but for the end and where the direction changes', () => {
    const path = [at(0, 0), at(0.1, 0.3), at(0.2, 0), at(0.2, 0), at(0.1, -0.3), at(0, 0)];
    expect(withDrivenSpeeds(path, limits).map(({ x, speed }) => [x, speed])).toEqual([
      [0, 2],
      [0.1, 2],
      [0.2, 0],
      [0.2, 0],
      [0.1, -1.5],
      [0, 0],
    ]);
  });

  it('do not stop where two stretches of one direction are joined', () => {
    const path = [at(0, 0), at(0.1, 0.2), at(0.2, 0), at(0.2, 0), at(0.3, 0.2), at(0.4, 0)];
    expect(withDrivenSpeeds(path, limits).map(({ x, speed }) => [x, speed])).toEqual([
      [0, 2],
      [0.1, 2],
      [0.2, 2],
      [0.3, 2],
      [0.4, 0],
    ]);
  });

  it('do not stop after a first stretch so short that it has no speed of its own', () => {
    const path = [at(0, 0), at(-0.007, 0), at(-0.007, 0), at(-0.1, -0.3), at(-0.2, 0)];
    expect(withDrivenSpeeds(path, limits).map(({ x, speed }) => [x, speed])).toEqual([
      [0, -1.5],
      [-0.007, -1.5],
      [-0.1, -1.5],
      [-0.2, 0],
    ]);
  });

  it('leave out a first run of a few millimetres', () => {
    const path = [at(0, 0), at(0.007, 0), at(0.007, 0), at(-0.1, -0.3), at(-0.2, 0)];
    expect(withDrivenSpeeds(path, limits).map(({ x, speed }) => [x, speed])).toEqual([
      [0.007, -1.5],
      [-0.1, -1.5],
      [-0.2, 0],
    ]);
  });
});
