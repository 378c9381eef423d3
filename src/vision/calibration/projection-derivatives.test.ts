import { describe, expect, it } from 'vitest';
import type { Lens } from '../../camera-model/lens.ts';
import { projectPoint } from '../../camera-model/lens.ts';
import { createDerivatives, intrinsicCount, projectWithDerivatives, SECOND } from './projection-derivatives.ts';

const lenses: Lens[] = [
  {
    kind: 'pinhole',
    width: 640,
    height: 480,
    fx: 520,
    fy: 515,
    cx: 322,
    cy: 236,
    k: [-0.28, 0.09, 0.001, -0.0007, -0.012],
  },
  { kind: 'fisheye', width: 640, height: 480, fx: 231, fy: 230, cx: 322, cy: 236, k: [0.02, -0.008, 0.003, -0.0008] },
];
const points = [
  [0.1, -0.2, 1],
  [-0.5, 0.3, 0.9],
  [0.02, 0.01, 0.3],
  [0.4, 0.5, 1.2],
] as const;

const pixelOf = (lens: Lens, [X, Y, Z]: readonly number[]): Float64Array => {
  const out = new Float64Array(2);
  projectPoint(lens, X, Y, Z, out);
  return out;
};

/** The lens with one of fx, fy, cx, cy, k… moved. */
function moved(lens: Lens, i: number, step: number): Lens {
  if (i >= 4) return { ...lens, k: lens.k.map((value, n) => (n === i - 4 ? value + step : value)) };
  const name = (['fx', 'fy', 'cx', 'cy'] as const)[i];
  return { ...lens, [name]: lens[name] + step };
}

describe.each(lenses)('the derivatives of a $kind lens', (lens) => {
  const out = createDerivatives();

  it('come with the pixel of projectPoint', () => {
    for (const point of [...points, [0, 0, 2] as const, [1e-12, 0, 1] as const]) {
      expect(projectWithDerivatives(lens, point[0], point[1], point[2], out)).toBe(true);
      expect(out.u).toBeCloseTo(pixelOf(lens, point)[0], 9);
      expect(out.v).toBeCloseTo(pixelOf(lens, point)[1], 9);
    }
  });

  it('are those of central differences, in the point and in every parameter', () => {
    const h = 1e-6;
    for (const point of points) {
      projectWithDerivatives(lens, point[0], point[1], point[2], out);
      for (let i = 0; i < 3; i++) {
        const shifted = (sign: number) =>
          pixelOf(
            lens,
            point.map((value, n) => (n === i ? value + sign * h : value)),
          );
        for (let axis = 0; axis < 2; axis++)
          expect(out.point[3 * axis + i]).toBeCloseTo((shifted(1)[axis] - shifted(-1)[axis]) / (2 * h), 4);
      }
      for (let i = 0; i < intrinsicCount(lens.kind); i++) {
        for (let axis = 0; axis < 2; axis++) {
          const difference =
            (pixelOf(moved(lens, i, h), point)[axis] - pixelOf(moved(lens, i, -h), point)[axis]) / (2 * h);
          expect(out.lens[axis * SECOND + i]).toBeCloseTo(difference, 4);
        }
      }
    }
  });

  it('are finite on the optical axis', () => {
    projectWithDerivatives(lens, 0, 0, 0.5, out);
    expect([...out.point]).toEqual(
      [lens.fx / 0.5, 0, -0, 0, lens.fy / 0.5, -0].map((value) => expect.closeTo(value, 9)),
    );
  });
});

it('a pinhole does not see what is beside or behind it', () => {
  expect(projectWithDerivatives(lenses[0], 1, 0, 0, createDerivatives())).toBe(false);
  expect(projectWithDerivatives(lenses[0], 0, 0, -1, createDerivatives())).toBe(false);
});
