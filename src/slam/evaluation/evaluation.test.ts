import { describe, expect, it } from 'vitest';
import { absoluteErrors } from './absolute-error.ts';
import { poseAt, readRelations, relationErrors } from './relations.ts';

const straight = Array.from({ length: 11 }, (_, i) => ({ stamp: i, x: i, y: 0, heading: 0 }));

describe('errors by relations', () => {
  it('are none where the displacements are the true ones, whatever the frame', () => {
    const [c, s] = [Math.cos(1), Math.sin(1)];
    const turned = straight.map(({ stamp, x }) => ({ stamp, x: 3 + c * x, y: -2 + s * x, heading: 1 }));
    const errors = relationErrors(turned, [{ from: 0, to: 10, x: 10, y: 0, heading: 0 }]);
    expect(errors.translation.mean).toBeCloseTo(0, 12);
    expect(errors.rotation.mean).toBeCloseTo(0, 12);
  });

  it('have mean and standard deviation over the relations', () => {
    const errors = relationErrors(straight, [
      { from: 0, to: 1, x: 1, y: 0.3, heading: 0.1 },
      { from: 1, to: 2, x: 1.1, y: 0, heading: -0.3 },
    ]);
    expect(errors.translation.mean).toBeCloseTo(0.2, 12);
    expect(errors.translation.sigma).toBeCloseTo(0.1, 12);
    expect(errors.translation.max).toBeCloseTo(0.3, 12);
    expect(errors.rotation.mean).toBeCloseTo(0.2, 12);
  });

  it('of a turn take the short way round', () => {
    const poses = [
      { stamp: 0, x: 0, y: 0, heading: 3 },
      { stamp: 1, x: 0, y: 0, heading: -3 },
    ];
    const errors = relationErrors(poses, [{ from: 0, to: 1, x: 0, y: 0, heading: 2 * Math.PI - 6 }]);
    expect(errors.rotation.mean).toBeCloseTo(0, 9);
  });

  it('leave out relations whose stamps are not there', () => {
    const errors = relationErrors(straight, [
      { from: 0.5, to: 1, x: 1, y: 0, heading: 0 },
      { from: 0, to: 99, x: 1, y: 0, heading: 0 },
      { from: 0.0005, to: 1, x: 1, y: 0, heading: 0 },
    ]);
    expect([errors.relations, errors.missing]).toEqual([1, 2]);
  });

  it('are read from lines of eight numbers', () => {
    expect(readRelations('# from to …\n1.5 2.5 0.1 0.2 0 0 0 0.3\n', 'r')).toEqual([
      { from: 1.5, to: 2.5, x: 0.1, y: 0.2, heading: 0.3 },
    ]);
    expect(() => readRelations('1 2 3\n', 'r')).toThrow(
      'r:1: expected two stamps and x y z roll pitch yaw, got "1 2 3"',
    );
    expect(() => readRelations('\n', 'r')).toThrow('r: expected at least one relation, got none');
  });
});

describe('pose at a stamp', () => {
  it('is interpolated between poses near in time', () => {
    const poses = [
      { stamp: 0, x: 0, y: 0, heading: 3.1 },
      { stamp: 0.2, x: 2, y: 4, heading: -3.1 },
    ];
    const out = { x: 0, y: 0, heading: 0 };
    expect(poseAt(poses, 0.05, out)).toBe(true);
    expect(out.x).toBeCloseTo(0.5, 12);
    expect(out.y).toBeCloseTo(1, 12);
    expect(Math.abs(out.heading)).toBeGreaterThan(3.1);
    expect(poseAt(poses, 0.3, out)).toBe(false);
    expect(poseAt([], 0, out)).toBe(false);
  });
});

describe('distance from the truth', () => {
  it('does not depend on where the trajectory begins, nor on its heading', () => {
    const truth = Array.from({ length: 50 }, (_, i) => ({
      stamp: i,
      x: Math.cos(0.1 * i) * 3,
      y: Math.sin(0.2 * i),
      heading: 0.1 * i,
    }));
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const moved = truth.map((p) => ({
      stamp: p.stamp,
      x: 5 + c * p.x - s * p.y,
      y: -1 + s * p.x + c * p.y,
      heading: p.heading + 0.7,
    }));
    const errors = absoluteErrors(moved, truth)!;
    expect(errors.translation.max).toBeLessThan(1e-12);
    expect(errors.rotation.max).toBeLessThan(1e-12);
    expect(errors.alignment.heading).toBeCloseTo(-0.7, 12);
  });

  it('is half a step for two poses that are a step too far apart', () => {
    const truth = [straight[0], straight[1]];
    const errors = absoluteErrors([straight[0], { ...straight[1], x: 1.2 }], truth)!;
    expect(errors.translation.mean).toBeCloseTo(0.1, 12);
    expect(absoluteErrors([straight[0]], truth)).toBeUndefined();
  });
});
